// @ts-check
// A scene on the screen. It knows no game: items are drawn, changes become movements, targets can be chosen.

import { animate, arrive, fadeAway, spots } from "./movement.js";
import { Pointer } from "./pointer.js";
import { moving } from "./preferences.js";
import { alike, drawn, ring, Surface } from "./surface.js";
import { Targets } from "./targets.js";
import { say } from "./words.js";

/** @import { Item, Panel, Scene, SceneChange, SeatNumber, Sentence, TargetName } from "./frame.d.ts" */
/** @import { Fresh } from "./movement.js" */
/** @import { Shown } from "./surface.js" */

/** @typedef {Shown & { surface: Surface }} Found */
/** @typedef {{ surface: Surface, panel: Panel, title: Sentence, seat: SeatNumber | null }} ShownPanel */
/** @typedef {{ path: TargetName[], seat: SeatNumber | null }} Made */
/**
 * What becomes of what people do on a board.
 * @typedef {object} Uses
 * @property {string} [label]
 * @property {(target: TargetName, keep?: boolean) => void} [choose] with `keep` what is chosen is not given up
 * @property {(items: string[]) => void} [refuse] told what was tapped and cannot be chosen
 * @property {(target: TargetName | null) => void} [point] told what is pointed at, before it is chosen
 * @property {(target: TargetName) => void} [press] told what is pressed, a moment before it is chosen
 */

const LIT = 1500; // milliseconds that what has scored is lit

/** The board and the panels of one table. */
export class Board {
  /**
   * @param {string} game
   * @param {Uses} uses
   */
  constructor(game, { label = "", choose, refuse, point, press } = {}) {
    this.game = game;
    this.main = new Surface(game, "board", "board", label);
    /** @type {Map<string, ShownPanel>} */
    this.panels = new Map();
    this.choose = choose ?? (() => {});
    this.refuse = refuse ?? (() => {});
    this.point = point ?? (() => {});
    this.press = press ?? (() => {});
    this.targets = new Targets(this);
    this.pointer = new Pointer(this);
    /** @type {Made[]} */
    this.last = [];
    /** @type {TargetName[]} */
    this.lit = [];
    /** @type {TargetName[]} */
    this.pointed = [];
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
   * What is shown by the name of an item, or as a target of that name: on the board or beside it.
   * @param {string} name
   * @returns {Found | null}
   */
  find(name) {
    for (const surface of this.surfaces) {
      const found = surface.shown.get(name);
      if (found) return { surface, ...found };
    }
    for (const surface of this.surfaces) {
      const found = [...surface.shown.values()].findLast(({ item }) => item.target === name);
      if (found) return { surface, ...found };
    }
    return null;
  }

  /**
   * Where a target is on the screen.
   * @param {TargetName} name
   */
  spot(name) {
    const found = this.find(name);
    const at = found?.surface.spot(found.item);
    return at ? { x: at.x, y: at.y, name } : null;
  }

  /**
   * Show a scene; what has changed is seen to move.
   * @param {Scene} scene
   * @param {{ animated?: boolean, path?: TargetName[] }} how `path` is the move that led to it
   * @returns {{ lasting: number, landings: number[] }} milliseconds until all has come to rest, and when pieces land
   */
  show(scene, { animated = true, path = [] } = {}) {
    const seen = animated && moving() && this.main.shown.size > 0 && !document.hidden;
    if (this.main.shown.size) arrive((id) => this.#stays(id, scene));
    const grows = this.main.width !== scene.width || this.main.height !== scene.height;
    const before = seen && !grows ? spots(this.surfaces, scene) : null;
    const { held } = this.pointer;
    const lay = held && before?.get(held.id);
    if (held && lay) before?.set(held.id, { ...lay, x: held.x, y: held.y, scale: held.scale });
    const put = path.length ? this.spot(path[path.length - 1]) : null;
    this.main.size(scene.width, scene.height, seen);
    const fresh = this.#sync(this.main, scene.items, before);
    for (const panel of scene.panels) {
      const { surface } = this.#panel(panel);
      surface.svg.setAttribute("aria-label", say(panel.title));
      surface.size(panel.width, panel.height);
      fresh.push(...this.#sync(surface, panel.items, before));
    }
    const kept = new Set(scene.panels.map((panel) => panel.id));
    for (const [id, panel] of this.panels) {
      if (!kept.has(id)) {
        panel.surface.svg.remove();
        this.panels.delete(id);
      }
    }
    this.#annotate();
    this.targets.draw();
    return before ? animate(this.element, this.surfaces, fresh, before, { path, put }) : { lasting: 0, landings: [] };
  }

  /**
   * Is something on the board where a scene has it?
   * @param {string} id
   * @param {Scene} scene
   */
  #stays(id, scene) {
    const there = scene.items.find((item) => item.id === id);
    return Boolean(there && this.#lies(there) && this.main.shown.get(id)?.item.glyph === there.glyph);
  }

  /** Is it shown where it lies? @param {Item} item */
  #lies({ id, x = 0, y = 0 }) {
    const here = this.main.shown.get(id)?.item;
    return Boolean(here) && Math.hypot((here?.x ?? 0) - x, (here?.y ?? 0) - y) < 0.02;
  }

  /**
   * A panel as it is shown, made if it is new.
   * @param {Panel} panel
   */
  #panel(panel) {
    const { id, title, seat } = panel;
    let known = this.panels.get(id);
    if (!known) {
      known = { surface: new Surface(this.game, "panel", id, say(title)), panel, title, seat };
      this.#listen(known.surface);
      this.panels.set(id, known);
    }
    known.title = title;
    known.panel = panel;
    return known;
  }

  /**
   * Let a surface show these items and no others; returns what was drawn anew.
   * @param {Surface} surface
   * @param {Item[]} items
   * @param {Map<string, unknown> | null} before where what goes elsewhere was; null if nothing is to be seen moving
   */
  #sync(surface, items, before) {
    /** @type {Fresh[]} */
    const fresh = [];
    const names = new Set(items.map((item) => item.id));
    for (const [id, { item, element }] of surface.shown) {
      if (names.has(id)) continue;
      surface.shown.delete(id);
      if (before && !before.has(id) && (item.layer || "pieces") === "pieces" && item.glyph !== "text")
        fadeAway(element, this.element, { id, from: surface.name });
      else element.remove();
    }
    for (const item of items) {
      const known = surface.shown.get(item.id);
      if (known && alike(known.item, item)) continue;
      const element = known ? surface.redraw(known, item) : surface.draw(item);
      fresh.push({ surface, item, element, known: known?.item ?? null });
    }
    return fresh;
  }

  /**
   * See the board from one side or the other.
   * @param {boolean} flipped
   */
  flip(flipped) {
    if (this.main.flipped === flipped) return;
    this.main.flipped = flipped;
    const items = [...this.main.shown.values()].map(({ item }) => item);
    for (const { element } of this.main.shown.values()) element.remove();
    this.main.shown.clear();
    for (const item of items) this.main.draw(item);
    const { lit } = this;
    this.unlight();
    this.light(lit, Infinity);
    this.#annotate();
    this.targets.draw();
  }

  /**
   * Let places of the board light up, because they scored.
   * @param {TargetName[]} names
   * @param {number} lasting milliseconds; Infinity for good
   */
  light(names, lasting = LIT) {
    for (const name of names) {
      const found = this.main.shown.get(name);
      if (!found) continue;
      const light = ring(found.item, "lit", this.main);
      this.main.layers.light.append(light);
      if (lasting === Infinity) {
        this.lit.push(name);
        continue;
      }
      const faded = light.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 0 }], { duration: lasting });
      faded.onfinish = () => light.remove();
    }
  }

  unlight() {
    this.lit = [];
    for (const light of this.main.layers.light.querySelectorAll(".lit")) light.remove();
  }

  /**
   * The middle of some places on the screen.
   * @param {TargetName[]} names
   */
  centre(names) {
    const found = names.flatMap((name) => this.spot(name) ?? []);
    if (!found.length) return null;
    /** @param {"x" | "y"} part */
    const mean = (part) => found.reduce((sum, spot) => sum + spot[part], 0) / found.length;
    return { x: mean("x"), y: mean("y") };
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

  /**
   * The moves that were made last, each in the colour of whoever made it.
   * @param {Made[]} moves
   */
  lastMoves(moves) {
    this.last = moves;
    this.#annotate();
  }

  /**
   * Point something out, instead of the last moves.
   * @param {TargetName[]} names
   */
  pointOut(names) {
    this.pointed = names;
    this.#annotate();
  }

  /**
   * Show what is advised: on the board, and what is to be taken from beside it.
   * @param {TargetName[]} names
   */
  advise(names) {
    this.advised = names;
    this.#annotate();
  }

  #annotate() {
    for (const { layers, shown } of this.surfaces) {
      for (const { item, element } of shown.values())
        if (item.layer === "marks") element.classList.toggle("hidden", !this.marks.has(item.mark));
      for (const layer of [layers.light, layers.notes])
        for (const old of layer.querySelectorAll(".last, .advised, .under")) old.remove();
    }
    const made = this.pointed.length || this.advised.length ? [{ path: this.pointed, seat: null }] : this.last;
    for (const { path, seat } of made)
      for (const name of path) this.#note(this.main.shown.get(name)?.item, seat === null ? "last" : `last by-${seat}`);
    for (const name of this.advised) {
      const found = this.find(name);
      found?.surface.layers.notes.append(...["under", "advised"].map((kind) => ring(found.item, kind, found.surface)));
    }
  }

  /**
   * @param {Item | undefined} item
   * @param {string} kind
   */
  #note(item, kind) {
    const { light, notes } = this.main.layers; // what stands on a field may rise above it, and is not crossed out
    const layer = item?.glyph === "polygon" ? light : notes;
    if (item) layer.append(ring(item, "under", this.main), ring(item, kind, this.main));
  }

  // ----- Ghosts

  /**
   * How it would look: changes of the scene, shown faintly; null for none.
   * @param {SceneChange | null} change
   * @param {boolean} advised
   */
  ghost(change, advised = false) {
    for (const surface of this.surfaces) {
      surface.layers.ghost.replaceChildren();
      for (const { element } of surface.shown.values()) element.classList.remove("leaving");
    }
    this.main.layers.ghost.classList.toggle("advised", advised);
    if (!change) return;
    for (const item of change.items) {
      const layer = item.layer || "pieces";
      const seen = ["pieces", "tiles"].includes(layer) || (layer === "marks" && this.marks.has(item.mark));
      if (seen && !alike(this.main.shown.get(item.id)?.item, item))
        this.main.layers.ghost.append(drawn(this.game, item, this.main));
    }
    const moved = change.items.filter((item) => this.main.shown.has(item.id) && !this.#lies(item)).map(({ id }) => id);
    for (const name of [...change.gone, ...moved]) this.main.shown.get(name)?.element.classList.add("leaving");
  }

  /** What everything is called, in the language now spoken. */
  rename() {
    for (const surface of this.surfaces) for (const known of surface.shown.values()) surface.redraw(known, known.item);
    this.#annotate();
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
  const { main } = new Board(game, { label });
  main.size(scene.width, scene.height);
  for (const item of scene.items) if (item.layer !== "marks") main.draw(item);
  const { svg } = main;
  if (label) svg.setAttribute("role", "img");
  else svg.setAttribute("aria-hidden", "true");
  for (const named of svg.querySelectorAll("[aria-label]")) {
    named.removeAttribute("role");
    named.removeAttribute("aria-label");
  }
  return svg;
}
