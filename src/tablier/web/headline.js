// @ts-check
// What stands above the board: whose turn it is, the last move with its points, what to do now, the connection.

import { fill, h, speak } from "./dom.js";
import * as ending from "./ending.js";
import { playerName, seatName } from "./names.js";
import { play as sound } from "./sound.js";
import { wire } from "./wire.js";
import { say, t } from "./words.js";

/** @import { SheetLine } from "./frame.d.ts" */
/** @import { Fresh } from "./model.js" */
/** @import { TablePage } from "./table.js" */

export class Headline {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {SheetLine[]} */
    this.reasons = []; // why the last move scored
    this.turn = h("p.turnline", { role: "status" });
    this.advice = h("p.advice");
    this.lately = h("p.lately");
    this.connection = h("span.connection");
    this.element = h("div.above", {}, h("div.turnrow", {}, this.turn, this.connection), this.lately, this.advice);
  }

  draw() {
    const { live, acting, passing, model } = this.page;
    const advised = live && acting !== null && model.advice;
    fill(this.turn, this.#turnLine());
    fill(this.advice, live && model.outcome ? ending.reason(model.about, model.outcome) : advised ? say(advised) : "");
    fill(this.lately, live && !model.outcome && !passing ? this.#told() : "");
  }

  /** Before the game. */
  drawWaiting() {
    fill(this.turn, t("table.waiting"));
  }

  #turnLine() {
    const { live, acting, yours, model, game, history } = this.page;
    const { about, turn, outcome } = model;
    if (!live) return t("walk.at", { ply: history.ply, of: history.end });
    if (about.status === "broken") return t("table.broken");
    if (outcome) return ending.title(model, outcome, yours);
    if (about.status === "over") return t("table.closed");
    if (turn === null) return t("turn.draw");
    if (acting !== null)
      return yours.length > 1 ? t("turn.yours.named", { name: seatName(game, turn, model.panels) }) : t("turn.yours");
    const name = playerName(model, turn);
    return about.seats[turn].level ? t("turn.thinks", { name }) : t("turn.theirs", { name });
  }

  /** The last move in a sentence, with what it scored and why. */
  #told() {
    const { yours, model } = this.page;
    const entry = model.log.findLast(({ seat }) => seat !== null);
    if (!entry || entry.seat === null) return "";
    const { seat, move, gains } = entry;
    const name = yours.includes(seat) && yours.length === 1 ? t("said.you") : playerName(model, seat);
    const points = gains[seat];
    const why = this.reasons.filter((line) => line.seat === seat).map((line) => say(line.text));
    const said = t(points > 0 ? "lately.scored" : "lately.played", { name, move, points });
    return [said, ...why.slice(0, 2)].join(" · ");
  }

  drawConnection() {
    const { presence } = this.page.model;
    const key =
      wire.state === "live"
        ? wire.unsaved
          ? "wire.sent"
          : "wire.saved"
        : navigator.onLine
          ? "wire.reconnecting"
          : "wire.offline.short";
    this.connection.dataset.state = wire.state;
    fill(this.connection, t(key), presence.spectators ? ` · ${t("spectators", { number: presence.spectators })}` : "");
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
    if (fresh.moves.length || fresh.back || fresh.whole) this.reasons = fresh.lines;
    const said = fresh.moves.map(({ seat, move, gains }) => {
      if (seat === null) return t("said.drawn", { move: move.replace("~", "") });
      sound(yours.includes(seat) ? "mine" : "place");
      const [name, points] = [playerName(model, seat), gains[seat]];
      return points > 0 ? t("said.scored", { name, move, points }) : t("said.played", { name, move });
    });
    if (fresh.over && model.outcome) {
      said.push(ending.title(model, model.outcome, yours), ending.reason(model.about, model.outcome));
      sound("end");
    } else if (acting !== null && fresh.moves.length) said.push(t("turn.yours"));
    if (said.length) speak(said.join(". "));
  }
}
