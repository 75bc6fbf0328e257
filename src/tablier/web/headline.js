// @ts-check
// One line: whose turn it is and what to do now; more of it behind a tap. Besides, the state of the connection.

import { fill, h, notice, speak } from "./dom.js";
import * as ending from "./ending.js";
import { icon } from "./icons.js";
import { calledName, playerName } from "./names.js";
import { wire } from "./wire.js";
import { say, t } from "./words.js";

/** @import { Fresh } from "./model.js" */
/** @import { TablePage } from "./table.js" */

export class Headline {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.turn = h("p.turnline", { role: "status" });
    this.advice = h("p.advice");
    this.connection = h("span.connection");
    this.more = h("button.more", { onclick: () => this.#explain() }, icon("info"));
    this.element = h("div.line", {}, this.turn, this.advice, this.more, this.connection);
  }

  draw() {
    fill(this.turn, this.#turnLine());
    fill(this.advice, this.#whatNow());
    this.advice.title = this.advice.textContent ?? "";
    this.more.setAttribute("aria-label", t("advice.more"));
    this.more.hidden = !this.advice.textContent;
  }

  /** Before the game. */
  drawWaiting() {
    fill(this.turn, t("table.waiting"));
  }

  /** What to do next, or why it is over. */
  #whatNow() {
    const { live, acting, model, attempt } = this.page;
    if (live && model.outcome) return ending.reason(model.about, model.outcome);
    if (!live || acting === null || !model.advice) return "";
    if (attempt.wanted) return t("advice.confirm");
    return attempt.choice.path.length ? t("advice.next") : say(model.advice);
  }

  #explain() {
    const { advice, more, outcome } = this.page.model;
    const parts = outcome ? [this.#whatNow()] : [advice, more].flatMap((one) => (one ? [say(one)] : []));
    notice(parts.join(" "));
  }

  #turnLine() {
    const { live, acting, yours, model, history } = this.page;
    const { about, turn, outcome } = model;
    if (!live) return t("walk.at", { ply: history.count(history.ply ?? 0), of: history.count(history.end) });
    if (about.status === "broken") return t(about.trouble === "OtherRules" ? "table.rules" : "table.broken");
    if (outcome) return ending.title(model, outcome, yours);
    if (about.status === "over") return t("table.closed");
    if (turn === null) return t("turn.draw");
    if (acting !== null)
      return yours.length > 1 ? t("turn.yours.named", { name: calledName(model, turn) }) : t("turn.yours");
    const name = playerName(model, turn);
    return about.seats[turn].level ? t("turn.thinks", { name }) : t("turn.theirs", { name });
  }

  /** Said only when there is something to say: that all is well goes without. */
  drawConnection() {
    const key = wire.state === "live" ? (wire.unsaved ? "wire.sent" : "") : this.#away();
    this.connection.dataset.state = wire.state;
    this.connection.hidden = !key;
    fill(this.connection, key && t(key));
  }

  #away() {
    const why = navigator.onLine ? "wire.reconnecting" : "wire.offline.short";
    return wire.state === "refused" ? "wire.refused" : why;
  }

  /** How long the player on turn, who is away, is still waited for. */
  countDown() {
    const { yours, model } = this.page;
    const { turn, presence, presentAt } = model;
    const gone = turn === null ? null : presence.gone[turn];
    if (turn === null || !gone || !presence.patience || yours.includes(turn) || model.about.status !== "playing")
      return;
    const left = Math.max(0, gone + presence.patience - (presence.now + (Date.now() - presentAt)));
    const name = playerName(model, turn);
    fill(this.advice, left ? t("away.countdown", { name, seconds: Math.ceil(left / 1000) }) : t("away.claim"));
  }

  /**
   * Say what happened, for those who listen.
   * @param {Fresh} fresh
   */
  announce(fresh) {
    const { yours, acting, model } = this.page;
    const said = fresh.moves.map(({ seat, text, gains }) => {
      if (seat === null) return say(text);
      const [name, points] = [playerName(model, seat), gains[seat]];
      const move = say(text);
      return points > 0 ? t("said.scored", { name, move, points }) : t("said.played", { name, move });
    });
    if (fresh.over && model.outcome)
      said.push(ending.title(model, model.outcome, yours), ending.reason(model.about, model.outcome));
    else if (acting !== null && fresh.moves.length) said.push(t("turn.yours"));
    if (said.length) speak(said.join(". "));
  }
}
