// @ts-check
// What can be chosen on a board: shown, found near a point, and reached by key.

import { s } from "./dom.js";
import { corners, middle, ring, UNIT } from "./surface.js";
import { say } from "./words.js";

/** @import { TargetName } from "./frame.d.ts" */
/** @import { Item } from "./frame.d.ts" */
/** @import { Board, Found } from "./board.js" */
/** @import { Surface } from "./surface.js" */

const SLOP = 22; // half of what a finger needs
/** @type {Record<string, [number, number]>} */
const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Targets {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<TargetName, Found>} */
    this.offered = new Map();
    /** @type {TargetName[]} */
    this.chosen = [];
    /** @type {Set<TargetName>} */
    this.others = new Set();
  }

  /**
   * What can be chosen now, and what is chosen already; `others` would begin anew.
   * @param {TargetName[]} names
   * @param {TargetName[]} chosen
   * @param {TargetName[]} others
   * @returns {TargetName[]} those that are neither on the board nor beside it
   */
  offer(names, chosen = [], others = []) {
    const missing = [];
    this.others = new Set(others);
    this.offered = new Map();
    for (const name of names) {
      const found = this.board.find(name);
      if (found) this.offered.set(name, found);
      else missing.push(name);
    }
    this.chosen = chosen;
    this.draw();
    return missing;
  }

  draw() {
    const { surfaces, main } = this.board;
    const active = /** @type {HTMLElement | SVGElement | null} */ (document.activeElement);
    const focused = active?.dataset.target;
    const had = active === main.svg || surfaces.some((surface) => surface.layers.hits.contains(active));
    for (const surface of surfaces) surface.layers.hits.replaceChildren();
    for (const name of this.chosen) {
      const found = this.board.find(name);
      if (found) found.surface.layers.hits.append(ring(found.item, "chosen", found.surface));
    }
    const taken = new Map(surfaces.map((surface) => [surface, occupied(surface)]));
    /** @type {SVGElement | null} */
    let first = null;
    for (const [name, old] of this.offered) {
      const found = this.board.find(name) || old;
      const hit = this.#hit(name, found, taken.get(found.surface) ?? new Set());
      found.surface.layers.hits.append(hit);
      first ||= hit;
      if (name === focused) first = hit;
    }
    if (first) {
      first.setAttribute("tabindex", "0");
      if (had) first.focus({ preventScroll: true });
    } else if (had) this.rest();
  }

  /** Hold the focus until there is something to choose again. */
  rest() {
    const { svg } = this.board.main;
    svg.setAttribute("tabindex", "-1");
    svg.focus({ preventScroll: true });
  }

  /**
   * What can be chosen is marked by a dot where nothing is, else by a line around it: pieces keep their colours.
   * @param {TargetName} name
   * @param {Found} found
   * @param {Set<string>} taken
   */
  #hit(name, { item, surface }, taken) {
    const label = item.label ?? labelled(name, surface)?.label;
    const about = {
      role: "button",
      tabindex: "-1",
      "aria-label": label ? say(label) : name,
      "data-target": name,
      class: this.others.has(name) ? "other" : "",
    };
    if (item.glyph === "polygon") {
      const [area, rim] = [corners(item, surface), corners(item, surface, 0.86)];
      return s("g.target", about, s("polygon.area", { points: area }), s("polygon.rim", { points: rim }));
    }
    const size = item.size ?? 1;
    const [x, y] = middle(item, surface).map((part) => part * UNIT);
    const beside = surface !== this.board.main;
    const mark =
      beside || taken.has(place(item))
        ? s("circle.rim", { cx: x, cy: y, r: 46 * size })
        : s("circle.dot", { cx: x, cy: y, r: 12 * size });
    const halo = s("circle.halo", { cx: x, cy: y, r: 46 * size });
    return s("g.target", about, s("circle.area", { cx: x, cy: y, r: 50 * size }), mark, halo);
  }

  /**
   * The target at a point of the screen, or the nearest one within a finger's reach.
   * @param {{ clientX: number, clientY: number }} point
   */
  near({ clientX, clientY }) {
    let best = null;
    let least = Infinity;
    for (const [name, { surface, item }] of this.offered) {
      const matrix = surface.svg.getScreenCTM();
      const spot = surface.spot(item, matrix);
      if (!spot || !matrix) continue;
      const away = Math.hypot(spot.x - clientX, spot.y - clientY);
      const reach = Math.max(SLOP, 0.5 * matrix.a * UNIT * (item.size ?? 1));
      if (away <= reach && away < least) [best, least] = [name, away];
    }
    return best;
  }

  // ----- Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const focused = /** @type {HTMLElement | SVGElement} */ (event.target).dataset.target;
    const towards = TOWARDS[event.key];
    if (towards && this.offered.size) {
      event.preventDefault();
      event.stopPropagation();
      this.#step(focused, towards);
    } else if ((event.key === "Enter" || event.key === " ") && focused) {
      event.preventDefault();
      event.stopPropagation();
      this.board.choose(focused);
    }
  }

  /**
   * Choose the n-th target that lies beside the board.
   * @param {number} number
   */
  digit(number) {
    const beside = [...this.offered].filter(([, found]) => found.surface !== this.board.main).map(([name]) => name);
    if (beside[number - 1]) this.board.choose(beside[number - 1]);
    return Boolean(beside[number - 1]);
  }

  /**
   * Move the focus to the nearest target in a direction: near ahead, little aside.
   * @param {TargetName | undefined} focused
   * @param {[number, number]} direction
   */
  #step(focused, [dx, dy]) {
    const [first] = this.offered.keys();
    const here = focused && this.offered.get(focused);
    if (!here) return this.focus(first);
    const from = here.surface.spot(here.item);
    let best = null;
    let least = Infinity;
    for (const [name, { surface, item }] of this.offered) {
      const spot = surface.spot(item);
      if (name === focused || !spot || !from) continue;
      const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
      const aside = Math.abs((spot.x - from.x) * dy + (spot.y - from.y) * dx);
      const far = ahead ** 2 + (2 * aside) ** 2;
      if (ahead > 2 && far < least) [best, least] = [name, far];
    }
    if (best) this.focus(best);
  }

  /** @param {TargetName} name */
  focus(name) {
    for (const { layers } of this.board.surfaces) {
      for (const hit of /** @type {NodeListOf<SVGElement>} */ (layers.hits.querySelectorAll("[data-target]"))) {
        const mine = hit.dataset.target === name;
        hit.setAttribute("tabindex", mine ? "0" : "-1");
        if (mine) hit.focus({ preventScroll: true });
      }
    }
  }
}

/** @param {Item} item */
const place = (item) => `${Math.round((item.x || 0) * 4)}:${Math.round((item.y || 0) * 4)}`;

/**
 * Of all that stands for a target, what says so in words.
 * @param {TargetName} name
 * @param {Surface} surface
 */
function labelled(name, surface) {
  return [...surface.shown.values()].find(({ item }) => item.target === name && item.label)?.item;
}

/**
 * Where on a surface something stands that one sees.
 * @param {Surface} surface
 */
function occupied(surface) {
  const found = new Set();
  for (const { item } of surface.shown.values())
    if ((item.layer || "pieces") === "pieces" && !item.label) found.add(place(item));
  return found;
}
