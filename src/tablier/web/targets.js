// @ts-check
// What can be chosen on a board: shown, found near a point, and reached by key.

import { fill, s } from "./dom.js";
import { corners, middle, ring, UNIT } from "./surface.js";
import { say } from "./words.js";

/** @import { TargetName } from "./frame.d.ts" */
/** @import { Item } from "./frame.d.ts" */
/** @import { Board, Found } from "./board.js" */
/** @import { Surface } from "./surface.js" */
/** @typedef {{ about: Record<string, string>, parts: [string, Record<string, string | number>][] }} Shape */

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
    /** @type {Map<TargetName, { look: string, hit: SVGElement }>} */
    this.hits = new Map(); // those that are shown; whatever looks the same stays, and keeps the focus
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
    const taken = new Map(surfaces.map((surface) => [surface, occupied(surface)]));
    /** @type {Map<Surface, SVGElement[]>} */
    const parts = new Map(surfaces.map((surface) => [surface, []]));
    const before = this.hits;
    this.hits = new Map();
    /** @type {SVGElement | null} */
    let first = null;
    for (const [name, old] of this.offered) {
      const found = this.board.find(name) || old;
      const shape = this.#shape(name, found, taken.get(found.surface) ?? new Set());
      const look = JSON.stringify(shape);
      const known = before.get(name);
      const hit = known?.look === look ? known.hit : drawn(shape);
      this.hits.set(name, { look, hit });
      parts.get(found.surface)?.push(hit);
      first ||= hit;
      if (name === focused) first = hit;
    }
    for (const name of this.chosen) {
      const found = this.board.find(name);
      if (found) parts.get(found.surface)?.push(ring(found.item, "chosen", found.surface));
    }
    for (const [surface, wanted] of parts) fill(surface.layers.hits, wanted);
    for (const { hit } of this.hits.values()) hit.setAttribute("tabindex", hit === first ? "0" : "-1");
    if (first && had && document.activeElement !== first) first.focus({ preventScroll: true });
    else if (!first && had) this.rest();
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
   * @returns {Shape}
   */
  #shape(name, { item, surface }, taken) {
    const label = item.label ?? labelled(name, surface)?.label;
    const about = {
      role: "button",
      "aria-label": label ? say(label) : name,
      "data-target": name,
      class: this.others.has(name) ? "other" : "",
    };
    if (item.glyph === "polygon") {
      const [area, rim] = [corners(item, surface), corners(item, surface, 0.86)];
      return {
        about,
        parts: [
          ["polygon.area", { points: area }],
          ["polygon.rim", { points: rim }],
        ],
      };
    }
    const size = item.size ?? 1;
    const [cx, cy] = middle(item, surface).map((part) => part * UNIT);
    const stands = surface !== this.board.main || taken.has(place(item));
    return {
      about,
      parts: [
        ["circle.area", { cx, cy, r: 50 * size }],
        stands ? ["circle.rim", { cx, cy, r: 46 * size }] : ["circle.dot", { cx, cy, r: 12 * size }],
        ["circle.halo", { cx, cy, r: 46 * size }],
      ],
    };
  }

  /**
   * All that stands for a target on a surface: of pieces that are alike, any one.
   * @param {Surface} surface
   */
  #standing(surface) {
    return [...surface.shown.values()].flatMap(({ item }) => {
      const name = [item.id, item.target].find((one) => one && this.offered.has(one));
      return name ? [{ name, item }] : [];
    });
  }

  /**
   * The target at a point of the screen, or the nearest one within a finger's reach.
   * @param {{ clientX: number, clientY: number }} point
   */
  near({ clientX, clientY }) {
    let best = null;
    let least = Infinity;
    for (const surface of this.board.surfaces) {
      const matrix = surface.svg.getScreenCTM();
      for (const { name, item } of this.#standing(surface)) {
        const spot = surface.spot(item, matrix);
        if (!spot || !matrix) continue;
        const away = Math.hypot(spot.x - clientX, spot.y - clientY);
        const reach = Math.max(SLOP, 0.5 * matrix.a * UNIT * (item.size ?? 1));
        if (away <= reach && away < least) [best, least] = [name, away];
      }
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
 * @param {Shape} shape
 * @returns {SVGElement}
 */
function drawn({ about, parts }) {
  return s(
    "g.target",
    about,
    parts.map(([tag, props]) => s(tag, props)),
  );
}

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
