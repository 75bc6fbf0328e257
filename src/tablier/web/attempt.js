// @ts-check
// A move in the making: chosen target by target, looked at beforehand, confirmed if one wishes, and sent.

import { Choice } from "./choice.js";
import { fill, h, notice } from "./dom.js";
import { confirming } from "./preferences.js";
import { play as sound } from "./sound.js";
import { Refusal, wire } from "./wire.js";
import { of, say, t } from "./words.js";

/** @import { Move, SeatNumber, TargetName, Tree, TryAnswer } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

const LINGER = 70; // milliseconds that one points somewhere before it is shown what would be

export class Attempt {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.choice = new Choice();
    /** @type {Move | null} */
    this.wanted = null; // a whole move that waits to be confirmed
    /** @type {Move | null} */
    this.pointed = null; // the whole move that a tap would make
    /** @type {Map<Move, Promise<TryAnswer>>} */
    this.tried = new Map();
    /** @type {number | undefined} */
    this.pointing = undefined;
    this.element = h("div.choices");
  }

  /** May anything be chosen now? */
  get possible() {
    return this.page.live && this.page.acting !== null;
  }

  /** The buttons below the board: what has no place on it, confirming, beginning anew. */
  draw() {
    const { board, game, history, live } = this.page;
    const offered = this.possible && !this.wanted;
    const missing = board.targets.offer(
      offered ? this.choice.targets : [],
      offered || this.wanted ? this.choice.path : [],
      this.choice.others,
    );
    const buttons = missing.map((name) =>
      h("button.choice", { onclick: () => this.choose(name) }, of(game, `target.${name}`) ?? name),
    );
    const { wanted } = this;
    if (wanted) {
      buttons.push(
        h("button.primary", { onclick: () => this.#send(wanted) }, t("choice.confirm", { move: wanted })),
        h("button", { onclick: () => this.cancel() }, t("choice.cancel")),
      );
    } else if (offered && this.choice.path.length) {
      buttons.push(h("button", { onclick: () => this.cancel() }, t("choice.other")));
    }
    if (!live) buttons.push(h("button.primary", { onclick: () => history.go(history.end) }, t("walk.now")));
    fill(this.element, buttons);
  }

  /**
   * The legal moves of now; if the game has gone on, what was wanted is wanted no more.
   * @param {Tree} moves
   * @param {boolean} on
   */
  renew(moves, on) {
    this.choice.offer(moves);
    if (on || (this.wanted && !this.choice.allows(this.wanted))) {
      this.tried.clear();
      this.wanted = null;
    }
  }

  /** Show again how the table would look after a move that waits to be confirmed. */
  preview() {
    if (this.wanted) this.#preview(this.wanted);
  }

  /**
   * @param {TargetName} target
   * @param {boolean} keep
   */
  choose(target, keep = false) {
    const { page } = this;
    if (!this.possible) return;
    if (this.wanted) this.cancel();
    const move = this.choice.take(target, keep);
    if (move === null) {
      page.board.ghost(null);
      return page.draw();
    }
    if (confirming(page.model.about.clock)) {
      this.wanted = move;
      this.preview();
      page.draw();
      /** @type {HTMLElement | null} */ (this.element.querySelector("button.primary"))?.focus({ preventScroll: true });
    } else this.#send(move);
  }

  cancel() {
    this.wanted = null;
    this.choice.clear();
    this.page.board.ghost(null);
    this.page.draw();
  }

  /** Forget what was chosen, and offer nothing, until the page is drawn again. */
  leave() {
    this.wanted = null;
    this.choice.clear();
    this.page.board.ghost(null);
    this.page.board.targets.offer([]);
  }

  /** @param {Move} move */
  async #send(move) {
    const { page } = this;
    const { board, acting } = page;
    if (acting === null) return;
    this.wanted = null;
    this.choice.offer({});
    board.targets.offer([]);
    if (this.element.contains(document.activeElement)) board.targets.rest();
    fill(this.element);
    const sent = page.do("play", { seat: acting, move });
    page.headline.drawConnection();
    if (!(await sent)) {
      this.choice.offer(page.model.moves);
      board.ghost(null);
      page.draw();
    }
    page.headline.drawConnection();
  }

  /**
   * Ask how the table would look after a move; asked once for each.
   * @param {SeatNumber} seat
   * @param {Move} move
   */
  #try(seat, move) {
    const known = this.tried.get(move);
    if (known) return known;
    const asked = wire.send("try", { table: this.page.name, seat, move });
    this.tried.set(move, asked);
    return asked;
  }

  /** @param {Move} move */
  async #preview(move) {
    const { board, acting } = this.page;
    if (acting === null) return board.ghost(null);
    try {
      const { scene } = await this.#try(acting, move);
      if (this.wanted === move || this.pointed === move) board.ghost(scene.width ? null : scene);
    } catch {
      board.ghost(null);
    }
  }

  /**
   * Somebody points at a target, or at nothing: show what would be.
   * @param {TargetName | null} target
   */
  point(target) {
    if (this.wanted || !this.possible) return;
    const move = target && this.choice.completed(target);
    if (move === this.pointed) return;
    this.pointed = move;
    clearTimeout(this.pointing);
    if (!move) return this.page.board.ghost(null);
    this.pointing = setTimeout(() => this.pointed === move && this.#preview(move), LINGER);
  }

  /**
   * Something was tapped that cannot be chosen: say which rule forbids it.
   * @param {string[]} items
   */
  async refused(items) {
    const { name, live, acting, yours, model } = this.page;
    if (!live) return;
    if (acting === null) {
      if (yours.length && model.about.status === "playing") notice(t("turn.wait"));
      return;
    }
    for (const item of items.slice(0, 3)) {
      const move = [...this.choice.path, item].join("-");
      try {
        return await wire.send("try", { table: name, seat: acting, move });
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.kind !== "Illegal") continue;
        sound("wrong");
        return notice(refusal.message, "wrong");
      }
    }
    if (model.advice) notice(say(model.advice));
  }
}
