// @ts-check
// Below the board: which marks are shown on it, and how large it is.

import { fill, h } from "./dom.js";
import { prefer, preferred } from "./preferences.js";
import { of, t } from "./words.js";

/** @import { TablePage } from "./table.js" */

const LARGEST = 3;

export class Tools {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Set<string>} */
    this.kinds = new Set(); // of marks, as many as were seen so far
    this.zoomed = 1;
    this.element = h("div.tools");
  }

  draw() {
    const { board, game, live, model, seen } = this.page;
    const wished = preferred("marks")[game] || ["last"];
    board.mark(wished);
    board.lastMove(wished.includes("last") ? (live ? model.last : seen?.last || []) : []);
    for (const kind of board.kindsOfMarks) this.kinds.add(kind);
    fill(
      this.element,
      this.#toggle(wished, "last", t("marks.last")),
      [...this.kinds].map((kind) => this.#toggle(wished, kind, of(game, `mark.${kind}`) ?? kind)),
      h("span.space"),
      h("span.row", {}, this.#zoom(1.25, "+", "zoom.in"), this.#zoom(0.8, "−", "zoom.out")),
    );
  }

  /**
   * @param {string[]} wished
   * @param {string} kind
   * @param {string} label
   */
  #toggle(wished, kind, label) {
    const shown = wished.includes(kind);
    const toggle = () => {
      const next = shown ? wished.filter((name) => name !== kind) : [...wished, kind];
      prefer("marks", { ...preferred("marks"), [this.page.game]: next });
      this.page.draw();
    };
    return h("button.toggle", { "aria-pressed": String(shown), onclick: toggle }, label);
  }

  /**
   * @param {number} factor
   * @param {string} sign
   * @param {string} name
   */
  #zoom(factor, sign, name) {
    const zoom = () => {
      const { board, stage } = this.page;
      this.zoomed = Math.max(1, Math.min(LARGEST, this.zoomed * factor));
      board.element.style.width = `${this.zoomed * 100}%`;
      stage.classList.toggle("zoomed", this.zoomed > 1);
    };
    return h("button.icon", { onclick: zoom, "aria-label": t(name), title: t(name) }, sign);
  }
}
