// @ts-check
// How the board is looked at: which marks are shown on it, from which side, how large, with coordinates or without.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { prefer, preferred } from "./preferences.js";
import { of, t } from "./words.js";

/** @import { IconName } from "./icons.js" */
/** @import { TablePage } from "./table.js" */

const STEP = 1.15;
const LARGEST = 3;

export class Tools {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.zoomed = 1;
    this.flipped = false;
  }

  /** The kinds of marks that are shown: those chosen, or else those that the game shows by itself. */
  get shown() {
    const { game, marks } = this.page;
    return preferred("marks")[game] ?? ["last", ...marks.filter((mark) => mark.shown).map((mark) => mark.name)];
  }

  draw() {
    const { board, live, model, seen, yours, root, near } = this.page;
    const { shown } = this;
    board.flip(this.flipped);
    board.mark(shown);
    const made = live
      ? model.since(yours).map(({ move, seat }) => ({ path: move.split("-"), seat }))
      : [{ path: seen?.last ?? [], seat: null }];
    board.lastMoves(shown.includes("last") ? made : []);
    root.classList.toggle("plain-coordinates", !preferred("coordinates"));
    root.dataset.near = String(near);
  }

  /** What can be set, for the sheet. */
  section() {
    const { game, marks } = this.page;
    const { shown } = this;
    const kinds = ["last", ...marks.map((mark) => mark.name)];
    return h(
      "section",
      {},
      h("h2", {}, t("rest.board")),
      h(
        "div.row",
        {},
        kinds.map((kind) => {
          const label = kind === "last" ? t("marks.last") : (of(game, `mark.${kind}`) ?? kind);
          return this.#toggle(label, shown.includes(kind), (wish) => {
            const next = wish ? [...shown, kind] : shown.filter((name) => name !== kind);
            prefer("marks", { ...preferred("marks"), [game]: next });
          });
        }),
        this.#toggle(t("preferences.coordinates"), preferred("coordinates"), (wish) => prefer("coordinates", wish)),
        this.#toggle(t("board.flip"), this.flipped, (wish) => (this.flipped = wish)),
      ),
      h(
        "div.row",
        {},
        this.#sign("zoom-out", "zoom.out", () => this.zoom(1 / STEP)),
        this.#sign("zoom-in", "zoom.in", () => this.zoom(STEP)),
        document.fullscreenEnabled && this.#sign("fullscreen", "board.full", () => this.full()),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {boolean} on
   * @param {(wish: boolean) => unknown} set
   */
  #toggle(label, on, set) {
    const toggle = () => {
      set(!on);
      this.page.draw();
    };
    return h("button.toggle", { "aria-pressed": String(on), onclick: toggle }, label);
  }

  /**
   * @param {IconName} sign
   * @param {string} name
   * @param {() => unknown} run
   */
  #sign(sign, name, run) {
    return h("button.icon", { onclick: run, "aria-label": t(name), title: t(name) }, icon(sign));
  }

  /** @param {number} factor */
  zoom(factor) {
    const { stage } = this.page;
    this.zoomed = Math.max(1, Math.min(LARGEST, this.zoomed * factor));
    if (this.zoomed < 1.01) this.zoomed = 1;
    stage.style.setProperty("--zoom", `${this.zoomed * 100}%`);
    stage.classList.toggle("zoomed", this.zoomed > 1);
  }

  full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }

  flip() {
    this.flipped = !this.flipped;
    this.page.draw();
  }
}
