// @ts-check
// What the best opponent thinks. A hint teaches in three steps: where to look, why, and the move, shown on the board;
// it goes when the position is another. After a game every move has its worth.

import { fill, h, notice } from "./dom.js";
import { told } from "./drawing.js";
import { icon } from "./icons.js";
import { why, wire } from "./wire.js";
import { say, t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { HintMessage, Sentence, Thought, Value } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

export class Hints {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("section.above.thought", { "aria-live": "polite" });
    this.asked = 0; // how often: only the last answer counts
  }

  /** Take away what was thought of a position that is no more. */
  clear() {
    this.asked += 1;
    if (!this.element.firstChild) return;
    fill(this.element);
    this.page.board.advise([]);
    this.page.board.ghost(null);
  }

  /**
   * @param {string} title
   * @param {Child[]} parts
   */
  #show(title, ...parts) {
    const shut = h("button.icon.shut", { onclick: () => this.clear(), "aria-label": t("close") }, icon("close"));
    fill(this.element, h("h2", {}, title, shut), ...parts);
  }

  /**
   * @param {string} title
   * @param {HintMessage} fields
   */
  async #think(title, fields) {
    this.clear();
    const number = ++this.asked;
    this.#show(title, h("p.faint", {}, t("thought.wait")));
    try {
      const { thought } = await wire.send("hint", fields);
      return number === this.asked ? thought : null;
    } catch (refusal) {
      if (number === this.asked) this.clear();
      notice(why(refusal), "wrong");
      return null;
    }
  }

  /** What to do now, step by step. */
  async ask() {
    const { page } = this;
    if (page.acting === null) return;
    page.attempt.cancel();
    const thought = await this.#think(t("hint"), { table: page.name, seat: page.acting, all: false });
    if (thought) this.#where(thought);
  }

  /** @param {Thought} thought */
  #where(thought) {
    const path = thought.move.split("-");
    this.page.board.advise(path.slice(-1));
    this.#show(
      t("hint"),
      h("p", {}, t("hint.where")),
      h("div.row", {}, h("button.primary", { onclick: () => this.#why(thought) }, t("hint.why"))),
    );
  }

  /** @param {Thought} thought */
  #why(thought) {
    this.#show(
      t("hint"),
      this.#reasons(thought),
      h("div.row", {}, h("button.primary", { onclick: () => this.#move(thought) }, t("hint.move"))),
    );
  }

  /** @param {Thought} thought */
  async #move(thought) {
    const { page } = this;
    const { board, acting } = page;
    if (acting === null) return;
    board.advise(thought.move.split("-"));
    const play = () => {
      this.clear();
      page.attempt.play(thought.move);
    };
    this.#show(
      t("hint"),
      h("p", {}, t("thought.best"), " ", h("strong", {}, told(this.page.game, thought.told.move)), exact(thought)),
      this.#reasons(thought),
      h("div.row", {}, h("button.primary", { onclick: play }, t("hint.play"))),
    );
    const number = this.asked;
    const { scene } = await page.attempt.trial(acting, thought.move);
    if (number === this.asked && this.element.firstChild) board.ghost(scene.width ? null : scene, true);
  }

  /** @param {Thought} thought */
  #reasons(thought) {
    if (!thought.facts.length) return h("p", {}, t("hint.unsaid"));
    return h(
      "ul",
      {},
      thought.facts.map((fact) => h("li", {}, told(this.page.game, fact))),
    );
  }

  /** What every move was worth, at the moment of the game that is looked at. */
  async analyse() {
    const { page } = this;
    const { ply, end } = page.history;
    this.following = true;
    if (ply === null && end > 0) {
      this.#show(t("analysis"), h("p.faint", {}, t("thought.wait")));
      return page.history.go(end - 1); // when that moment is shown, it is followed
    }
    const thought = await this.#think(t("analysis"), {
      table: page.name,
      seat: page.seat ?? 0,
      all: true,
      ply: ply ?? 0,
    });
    if (!thought) return;
    page.board.advise(thought.move.split("-"));
    this.#show(
      t("analysis"),
      h("p", {}, t("thought.best"), " ", h("strong", {}, told(this.page.game, thought.told.move)), exact(thought)),
      this.#reasons(thought),
      thought.line.length > 1
        ? h(
            "p.faint",
            {},
            t("thought.line"),
            " ",
            thought.told.line.slice(1, 5).map((text, place) => [place ? ", " : "", told(page.game, text)]),
          )
        : null,
      h(
        "ol.values",
        {},
        thought.values.slice(0, 12).map((value, place) => this.#valued(value, thought.told.values[place])),
      ),
    );
  }

  /** Another moment is looked at: what was said of the last one is said of this one now. */
  follow() {
    const shown = this.following && this.element.firstChild;
    this.following = false;
    this.clear();
    if (shown && !this.page.live) this.analyse();
  }

  /**
   * @param {Value} value
   * @param {Sentence} text
   */
  #valued(value, text) {
    const percent = Math.round(value.chance * 100);
    const margin = value.margin === null ? "" : `${value.margin > 0 ? "+" : ""}${Math.round(value.margin * 10) / 10}`;
    return h(
      "li",
      {},
      h("span", {}, told(this.page.game, text)),
      h("meter", { min: 0, max: 100, value: percent, "aria-label": say(text) }),
      h("span", {}, value.exact ? t("thought.sure", { percent }) : t("thought.chance", { percent })),
      h("span.faint", {}, margin),
    );
  }

  following = false;
}

/** @param {Thought} thought */
const exact = (thought) => (thought.exact ? h("span.exact", {}, ` ${t("thought.exact")}`) : null);
