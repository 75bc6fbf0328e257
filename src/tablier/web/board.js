// @ts-check
// A scene on the screen. It knows no game: items are drawn, changes become movements, targets can be chosen.

import { s } from "./dom.js";
import { animate, fadeAway, spots } from "./movement.js";
import { Pointer } from "./pointer.js";
import { moving } from "./preferences.js";
import { alike, drawn, middle, ring, Surface, UNIT } from "./surface.js";
import { Targets } from "./targets.js";
import { say } from "./words.js";

/** @import { Item, Panel, Scene, SceneChange, SeatNumber, Sentence, TargetName } from "./frame.d.ts" */
/** @import { Fresh } from "./movement.js" */
/** @import { Shown } from "./surface.js" */

/** @typedef {Shown & { surface: Surface }} Found */
/** @typedef {{ surface: Surface, title: Sentence, seat: SeatNumber | null }} ShownPanel */
/**
 * What becomes of what people do on a board.
 * @typedef {object} Uses
 * @property {string} [label]
 * @property {(target: TargetName, keep?: boolean) => void} [choose] with `keep` what is chosen is not given up
 * @property {(items: string[]) => void} [refuse] told what was tapped and cannot be chosen
 * @property {(target: TargetName | null) => void} [point]
 */

/** The board and the panels of one table. */
export class Board {
  /**
   * @param {string} game
   * @param {Uses} uses
   */
  constructor(game, { label = "", choose = () => {}, refuse = () => {}, point = () => {} } = {}) {
    this.game = game;
    this.main = new Surface(game, "board", label);
    /** @type {Map<string, ShownPanel>} */
    this.panels = new Map();
    this.choose = choose;
    this.refuse = refuse;
    this.point = point;
    this.targets = new Targets(this);
    this.pointer = new Pointer(this);
    /** @type {TargetName[]} */
    this.last = [];
    /** @type {TargetName[]} */
    this.advised = [];
    /** @type {Set<string | undefined>} */
    this.marks = new Set();
    this.#listen(this.main);
  }

  get element() {
    return this.main.svg;
  }

  get surfaces() {
    return [this.main, ...[...this.panels.values()].map((panel) => panel.surface)];
  }

  /** @param {Surface} surface */
  #listen(surface) {
    this.pointer.follow(surface);
    surface.svg.addEventListener("keydown", (event) => this.targets.key(event));
  }

  /**
   * What is shown by a name, on the board or beside it.
   * @param {string} name
   * @returns {Found | null}
   */
  find(name) {
    for (const surface of this.surfaces) {
      const found = surface.shown.get(name);
      if (found) return { surface, ...found };
    }
    return null;
  }

  /**
   * Show a scene; what has changed is seen to move.
   * @param {Scene} scene
   * @param {boolean} wished to be animated
   */
  show(scene, wished = true) {
    const animated = wished && moving() && this.main.shown.size > 0 && !document.hidden;
    const before = animated ? spots(this.surfaces, scene) : null;
    this.main.size(scene.width, scene.height);
    const fresh = this.#sync(this.main, scene.items, animated);
    for (const panel of scene.panels) {
      const { surface } = this.#panel(panel);
      surface.svg.setAttribute("aria-label", say(panel.title));
      surface.size(panel.width, panel.height);
      fresh.push(...this.#sync(surface, panel.items, animated));
    }
    const kept = new Set(scene.panels.map((panel) => panel.id));
    for (const [id, panel] of this.panels) {
      if (!kept.has(id)) {
        panel.surface.svg.remove();
        this.panels.delete(id);
      }
    }
    if (before) animate(this.surfaces, fresh, before);
    this.#annotate();
    this.targets.draw();
  }

  /**
   * A panel as it is shown, made if it is new.
   * @param {Panel} panel
   */
  #panel({ id, title, seat }) {
    let known = this.panels.get(id);
    if (!known) {
      known = { surface: new Surface(this.game, "panel", say(title)), title, seat };
      this.#listen(known.surface);
      this.panels.set(id, known);
    }
    known.title = title;
    return known;
  }

  /**
   * Let a surface show these items and no others; returns what was drawn anew.
   * @param {Surface} surface
   * @param {Item[]} items
   * @param {boolean} animated
   */
  #sync(surface, items, animated) {
    /** @type {Fresh[]} */
    const fresh = [];
    const names = new Set(items.map((item) => item.id));
    for (const [id, { item, element }] of surface.shown) {
      if (names.has(id)) continue;
      surface.shown.delete(id);
      if (animated && (item.layer || "pieces") === "pieces") fadeAway(element);
      else element.remove();
    }
    for (const item of items) {
      const known = surface.shown.get(item.id);
      if (known && alike(known.item, item)) continue;
      if (known) {
        const element = drawn(this.game, item);
        const layer = surface.layers[item.layer || "pieces"];
        if (known.element.parentNode === layer) known.element.replaceWith(element);
        else {
          known.element.remove();
          layer.append(element);
        }
        surface.shown.set(item.id, { item, element });
        fresh.push({ surface, item, element, known: known.item });
      } else {
        fresh.push({ surface, item, element: surface.draw(item), known: null });
      }
    }
    return fresh;
  }

  /**
   * Let places of the board light up, because they scored.
   * @param {TargetName[]} names
   */
  flash(names) {
    if (!moving()) return;
    for (const name of names) {
      const found = this.main.shown.get(name);
      if (!found) continue;
      const [x, y] = middle(found.item);
      const light = s("circle.flash", { cx: x * UNIT, cy: y * UNIT, r: 48 * (found.item.size ?? 1) });
      this.main.layers.notes.append(light);
      light.animate([{ opacity: 0 }, { opacity: 0.9 }, { opacity: 0 }], { duration: 1400 }).onfinish = () =>
        light.remove();
    }
  }

  // ----- Marks

  /**
   * Which of the game's own marks are shown.
   * @param {string[]} kinds
   */
  mark(kinds) {
    this.marks = new Set(kinds);
    this.#annotate();
  }

  get kindsOfMarks() {
    const kinds = [...this.main.shown.values()].map(({ item }) => item.mark);
    return [...new Set(kinds.filter((kind) => kind !== undefined))];
  }

  /**
   * The move that was made last, or whatever else is pointed out.
   * @param {TargetName[]} names
   */
  lastMove(names) {
    this.last = names;
    this.advised = [];
    this.#annotate();
  }

  /**
   * Show a move that is advised: on the board, and what is to be taken from beside it.
   * @param {TargetName[]} names
   */
  advise(names) {
    this.last = [];
    this.advised = names;
    this.#annotate();
  }

  #annotate() {
    for (const { layers, shown } of this.surfaces) {
      for (const { item, element } of shown.values())
        if (item.layer === "marks") element.classList.toggle("hidden", !this.marks.has(item.mark));
      for (const old of layers.notes.querySelectorAll(".last")) old.remove();
    }
    for (const name of this.last) {
      const found = this.main.shown.get(name);
      if (found) this.main.layers.notes.append(ring(found.item, "last"));
    }
    for (const name of this.advised) {
      const found = this.find(name);
      found?.surface.layers.notes.append(ring(found.item, "last"));
    }
  }

  // ----- Ghosts

  /**
   * How it would look: changes of the scene, shown faintly; null for none.
   * @param {SceneChange | null} change
   */
  ghost(change) {
    for (const surface of this.surfaces) {
      surface.layers.ghost.replaceChildren();
      for (const { element } of surface.shown.values()) element.classList.remove("leaving");
    }
    if (!change) return;
    for (const item of change.items) {
      if (["pieces", "tiles"].includes(item.layer || "pieces") && !alike(this.main.shown.get(item.id)?.item, item))
        this.main.layers.ghost.append(drawn(this.game, item));
    }
    for (const name of change.gone) this.main.shown.get(name)?.element.classList.add("leaving");
  }

  /** What everything is called, in the language now spoken. */
  rename() {
    for (const surface of this.surfaces)
      for (const { item, element } of surface.shown.values())
        if (item.label) element.setAttribute("aria-label", say(item.label));
    this.targets.draw();
  }
}

/**
 * A small picture of a scene, to look at only.
 * @param {string} game
 * @param {Scene} scene
 * @param {string} label
 */
export function miniature(game, scene, label) {
  const board = new Board(game, { label });
  board.show({ ...scene, panels: [] }, false);
  const { svg } = board.main;
  if (label) svg.setAttribute("role", "img");
  else svg.setAttribute("aria-hidden", "true");
  for (const named of svg.querySelectorAll("[aria-label]")) {
    named.removeAttribute("role");
    named.removeAttribute("aria-label");
  }
  return svg;
}
