// @ts-check
// A move in the making: chosen target by target, looked at beforehand, confirmed if one wishes, and sent. What was sent
// lies on the board at once; if the server refuses it, it comes back with the reason.

import { Carry } from "./carry.js";
import { Choice } from "./choice.js";
import { fill, h, keepFocus, notice } from "./dom.js";
import { told } from "./drawing.js";
import { icon } from "./icons.js";
import { after } from "./model.js";
import { confirming } from "./preferences.js";
import { play as sound } from "./sound.js";
import { Refusal, wire } from "./wire.js";
import { of, say, t } from "./words.js";

/** @import { Move, Scene, SeatNumber, TargetName, Tree, TryAnswer } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

const LINGER = 70; // milliseconds that one points somewhere before it is asked what would be

export class Attempt {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.choice = new Choice();
    this.carry = new Carry(page.board);
    /** @type {Move | null} */
    this.wanted = null; // a whole move that waits to be confirmed
    /** @type {Move | null} */
    this.pointed = null; // the whole move that a tap would make
    this.sent = false; // is a move on its way?
    /** @type {TargetName | null} */
    this.over = null; // the place that is pointed at
    /** @type {Map<Move, Promise<TryAnswer>>} */
    this.tried = new Map();
    /** @type {Map<Move, TryAnswer>} */
    this.known = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pointing = undefined;
    this.element = h("div.choices");
    page.board.element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** May anything be chosen now? */
  get possible() {
    return this.page.live && this.page.acting !== null && !this.page.queue.behind && !this.sent;
  }

  /** The buttons below the board: what has no place on it, confirming, beginning anew. */
  draw() {
    const { board, game, history, live } = this.page;
    const offered = this.possible && !this.wanted;
    if (this.possible) this.carry.offer(this.page.model.moves);
    const carried = this.carry.active;
    const names = carried ? [...this.carry.ways.keys()] : this.choice.targets;
    const missing = board.targets.offer(
      offered || (this.wanted && carried) ? names : [],
      offered || this.wanted ? this.choice.path : [],
      carried ? [] : this.choice.others,
    );
    /** @type {HTMLElement[]} */
    const buttons = offered
      ? missing.map((name) =>
          h("button.choice", { onclick: () => this.choose(name) }, of(game, `target.${name}`) ?? name),
        )
      : [];
    if (carried && this.possible && live)
      buttons.push(this.#turner(-1, "rotate-left", "turn.left"), this.#turner(1, "rotate-right", "turn.right"));
    const { wanted } = this;
    this.element.classList.toggle("deciding", wanted !== null);
    if (wanted) {
      const text = this.known.get(wanted)?.text;
      buttons.push(
        h("button.icon", { onclick: () => this.cancel(), "aria-label": t("choice.cancel") }, icon("close")),
        h(
          "button.primary",
          { onclick: () => this.#send(wanted) },
          h("span.what", {}, t("choice.play"), text && [" ", told(game, text)]),
        ),
      );
    } else if (offered && this.choice.path.length) {
      buttons.push(h("button", { onclick: () => this.cancel() }, t("choice.other")));
    }
    if (!live)
      buttons.push(
        h("span.step", {}, history.neighbours()),
        h(
          "button.primary",
          { onclick: () => history.go(history.end) },
          t(this.page.model.outcome ? "walk.end" : "walk.now"),
        ),
      );
    if (live && this.page.ending.shut && this.page.yours.length)
      buttons.push(h("button.primary", { onclick: () => this.page.again() }, this.page.nextGame));
    fill(this.element, buttons);
  }

  /**
   * @param {1 | -1} by
   * @param {string} sign
   * @param {string} name
   */
  #turner(by, sign, name) {
    return h(
      "button.icon",
      { onclick: () => this.turn(by), "aria-label": t(name), title: t(name) },
      icon(/** @type {import("./icons.js").IconName} */ (sign)),
    );
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
      this.known.clear();
      this.wanted = null;
      this.sent = false;
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
    if (this.carry.active) return this.#lay(target, keep);
    if (this.wanted) this.cancel();
    const move = this.choice.take(target, keep);
    if (move === null) {
      page.board.ghost(null);
      sound("lift", { game: page.game });
      return page.draw();
    }
    this.#decide(move);
  }

  /**
   * Lay what is carried on a place; once more turns it there, if it waits to be confirmed.
   * @param {TargetName} target
   * @param {boolean} keep
   */
  #lay(target, keep) {
    if (keep) return;
    this.over = target;
    const way = this.carry.on(target);
    if (!way) return;
    if (this.wanted?.split("-").includes(target)) return this.turn(1);
    this.#decide(this.carry.move(way));
  }

  /** @param {Move} move */
  #decide(move) {
    const { page } = this;
    if (!confirming(page.model.about.clock)) return this.#send(move);
    const keyed = document.activeElement?.matches("[data-target]:focus-visible"); // what is drawn anew loses the focus
    this.wanted = move;
    this.preview();
    page.draw();
    const confirm = /** @type {HTMLElement | null} */ (this.element.querySelector("button.primary"));
    if (keyed) confirm?.focus({ preventScroll: true });
  }

  /**
   * Turn what is carried.
   * @param {1 | -1} by clockwise, or the other way
   */
  turn(by) {
    if (!this.possible || !this.carry.active) return false;
    const place = this.over ?? [...this.carry.ways.keys()][0];
    this.over = place;
    this.carry.turn(place, by);
    const way = this.carry.on(place);
    if (!way) return false;
    if (this.wanted) {
      this.wanted = this.carry.move(way);
      this.preview();
      this.page.draw();
    } else this.point(place);
    return true;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.carry.active || !this.possible || event.ctrlKey) return;
    event.preventDefault();
    this.turn(event.deltaY > 0 ? 1 : -1);
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

  /**
   * Make a move that somebody else has found.
   * @param {Move} move
   */
  play(move) {
    if (this.possible && this.choice.allows(move)) this.#send(move);
  }

  /** @param {Move} move */
  async #send(move) {
    const { page } = this;
    const { board, acting, model } = page;
    if (acting === null) return;
    const expected = this.#expected(move, acting);
    this.wanted = this.pointed = this.over = null;
    this.sent = true;
    this.choice.offer({});
    this.carry.offer({});
    board.targets.offer([]);
    if (this.element.querySelector(":focus-visible")) board.targets.rest();
    this.element.classList.remove("deciding");
    fill(this.element);
    board.ghost(null);
    if (expected) page.landed(board.show(expected, { path: move.split("-") }), acting);
    const sent = page.do("play", { seat: acting, move });
    page.headline.drawConnection();
    if (!(await sent)) {
      this.sent = false;
      this.choice.offer(model.moves);
      board.show(model.scene);
      page.draw();
    }
    page.headline.drawConnection();
  }

  /**
   * How the table will look: as the server said when it was asked, or else with the piece at its place.
   * @param {Move} move
   * @param {SeatNumber} seat
   * @returns {Scene | null} null if that cannot be told
   */
  #expected(move, seat) {
    const { scene } = this.page.model;
    const answer = this.known.get(move);
    if (answer) return after(scene, answer.scene);
    const carried = this.carry.laid(move);
    if (carried.length) {
      const ids = new Set(carried.map(({ id }) => id));
      const panels = scene.panels.map((one) => ({ ...one, items: one.items.filter(({ id }) => !ids.has(id)) }));
      return { ...scene, items: [...scene.items, ...carried], panels };
    }
    const path = move.split("-");
    const [place, piece] = [this.page.board.find(path[path.length - 1]), this.#piece(path, seat)];
    if (!place || !piece || place.surface !== this.page.board.main) return null;
    const { panel, id } = piece;
    const lying = panel.items.find((item) => item.id === id);
    if (!lying) return null;
    const { x, y } = place.item;
    const size = (lying.size ?? 1) * (panel.scale ?? 1);
    const items = [...scene.items, { ...lying, target: undefined, label: undefined, x, y, size }];
    const panels = scene.panels.map((one) =>
      one === panel ? { ...panel, items: panel.items.filter((item) => item.id !== id) } : one,
    );
    return { ...scene, items, panels };
  }

  /**
   * The piece that a path takes from beside the board: the one it names, or the next one of the seat's own.
   * @param {TargetName[]} path
   * @param {SeatNumber} seat
   */
  #piece(path, seat) {
    const panels = this.page.model.panels.filter((panel) => panel.seat === seat);
    for (const panel of panels) {
      const named = path.length > 1 && panel.items.findLast((item) => item.target === path[0]);
      if (named) return { panel, id: named.id };
      if (path.length === 1 && panel.next) return { panel, id: panel.next };
    }
    return null;
  }

  /**
   * Ask how the table would look after a move; asked once for each.
   * @param {SeatNumber} seat
   * @param {Move} move
   */
  trial(seat, move) {
    const asked = this.tried.get(move) ?? wire.send("try", { table: this.page.name, seat, move });
    this.tried.set(move, asked);
    asked.then((answer) => this.tried.get(move) === asked && this.known.set(move, answer)).catch(() => {});
    return asked;
  }

  /**
   * Something is pressed, and will be chosen in a moment: ask already what would be.
   * @param {TargetName} target
   */
  press(target) {
    const move = this.possible && this.#completed(target);
    if (move && this.page.acting !== null) this.trial(this.page.acting, move).catch(() => {});
  }

  /**
   * The whole move that a target would make.
   * @param {TargetName} target
   */
  #completed(target) {
    const way = this.carry.active && this.carry.on(target);
    return way ? this.carry.move(way) : this.choice.completed(target);
  }

  /** @param {Move} move */
  async #preview(move) {
    const { board, acting } = this.page;
    if (acting === null) return board.ghost(null);
    const way = this.carry.active && this.over && this.carry.on(this.over);
    if (way && !this.known.has(move)) board.ghost({ items: this.carry.lying(way), gone: [] });
    try {
      const { scene } = await this.trial(acting, move);
      if (this.wanted === move || this.pointed === move) board.ghost(scene.width ? null : scene);
      if (this.wanted === move) keepFocus([this.element], () => this.draw());
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
    this.over = target;
    const move = target && this.#completed(target);
    if (move === this.pointed) return;
    this.pointed = move;
    clearTimeout(this.pointing);
    if (!move) return this.page.board.ghost(null);
    const way = this.carry.active && target && this.carry.on(target);
    if (way) this.page.board.ghost({ items: this.carry.lying(way), gone: [] });
    this.pointing = setTimeout(() => this.pointed === move && this.#preview(move), LINGER);
  }

  /**
   * Something was tapped that cannot be chosen: say which rule forbids it.
   * @param {string[]} items
   */
  async refused(items) {
    const { name, live, acting, yours, model, queue } = this.page;
    if (queue.behind) return queue.hurry();
    if (!live) return;
    if (acting === null) {
      if (yours.length && model.about.status === "playing") notice(t("turn.wait"));
      return;
    }
    for (const item of items.slice(0, 3)) {
      const move = [...this.choice.path, item.replace(/^.*:/, "")].join("-"); // "vacated:c4" lies on c4
      try {
        return await wire.send("try", { table: name, seat: acting, move });
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.kind !== "Illegal") continue;
        sound("wrong", { game: this.page.game });
        return notice(refusal.message, "wrong");
      }
    }
    if (model.advice) notice(say(model.advice));
  }
}
