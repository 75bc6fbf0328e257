// @ts-check
// One screen for several: with secrets, it is covered until the next player says that nobody else looks.

import { fill, h } from "./dom.js";
import { calledName } from "./names.js";
import { t } from "./words.js";

/** @import { SeatNumber } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

export class Cover {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {SeatNumber | null} */
    this.uncovered = null; // of several seats at one screen, the one whose secrets may be shown
  }

  /** The seat that the screen has to be passed to; null if nothing has to be covered. */
  get next() {
    const { model, yours, seat } = this.page;
    const { turn, about } = model;
    if (!about.secret || about.status !== "playing" || yours.length < 2) return null;
    if (turn === null || !yours.includes(turn)) return null;
    return this.uncovered === turn && seat === turn ? null : turn;
  }

  /** Take all that one player sees off the screen before the next one comes, and put it back for them. */
  draw() {
    const { root, stage, board, model } = this.page;
    const { next } = this;
    const known = next === null ? "" : String(next);
    if ((root.dataset.cover ?? "") === known) return;
    root.dataset.cover = known;
    root.classList.toggle("covered", next !== null);
    if (next === null) return fill(stage, board.element);
    const ready = h("button.primary", { onclick: () => this.#lift(next) }, t("pass.ready"));
    for (const part of this.page.secrets) fill(part);
    board.targets.offer([]);
    const name = calledName(model, next);
    fill(stage, h("div.cover", {}, h("h2", {}, t("pass.to", { name })), h("p", {}, t("pass.why")), ready));
    this.page.hints.clear();
    ready.focus();
  }

  /** Let it be drawn anew: it speaks another language now. */
  clear() {
    this.page.root.dataset.cover = "";
  }

  /** @param {SeatNumber} seat */
  async #lift(seat) {
    this.uncovered = seat;
    await this.page.watch(seat);
  }
}
