// @ts-check
// A surface to draw on, and how the items of a scene are drawn.

import { s } from "./dom.js";
import { say } from "./words.js";

/** @import { Item } from "./frame.d.ts" */

/** @typedef {{ item: Item, element: SVGElement }} Shown */

export const UNIT = 100;
const MARGIN = 0.06; // around all that is drawn
/** From the bottom up: those of a scene, with light below pieces and rings below what is read; then what could be. */
const LAYERS = /** @type {const} */ ([
  "board",
  "tiles",
  "light",
  "pieces",
  "marks",
  "notes",
  "labels",
  "ghost",
  "hits",
]);

const GROWING = 600; // milliseconds

/**
 * @param {number} width
 * @param {number} height
 */
const box = (width, height) => [
  -MARGIN * UNIT,
  -MARGIN * UNIT,
  (width + 2 * MARGIN) * UNIT,
  (height + 2 * MARGIN) * UNIT,
];

/** The board, or a panel beside it. */
export class Surface {
  /**
   * @param {string} game
   * @param {"board" | "panel"} kind
   * @param {string} name
   * @param {string} label
   */
  constructor(game, kind, name, label) {
    this.game = game;
    this.name = name;
    this.width = 0;
    this.height = 0;
    this.flipped = false; // is it seen from the other side?
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
    this.svg = s("svg", {
      class: `surface-${kind}`,
      "aria-label": label,
      role: "group",
      preserveAspectRatio: "xMidYMid meet",
    });
    for (const layer of LAYERS) {
      this.layers[layer] = s("g", { class: `layer-${layer}` });
      this.svg.append(this.layers[layer]);
    }
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {boolean} seen is it to be seen how it grows?
   */
  size(width, height, seen = false) {
    if (width === this.width && height === this.height) return;
    const grown = seen && this.width > 0;
    const [from, to] = [box(this.width, this.height), box(width, height)];
    this.width = width;
    this.height = height;
    if (!grown) return this.svg.setAttribute("viewBox", to.join(" "));
    const began = performance.now();
    /** @param {number} now */
    const step = (now) => {
      if (this.width !== width || this.height !== height) return;
      const share = Math.min(1, Math.max(0, (now - began) / GROWING));
      this.svg.setAttribute("viewBox", to.map((part, place) => from[place] + (part - from[place]) * share).join(" "));
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Width to height, as drawn. */
  get aspect() {
    return (this.width + 2 * MARGIN) / (this.height + 2 * MARGIN);
  }

  /** @param {Item} item */
  draw(item) {
    const element = drawn(this.game, item, this);
    this.layers[item.layer || "pieces"].append(element);
    this.shown.set(item.id, { item, element });
    return element;
  }

  /**
   * Let an item that is shown be as it is now; its element stays if only its place is another.
   * @param {Shown} known
   * @param {Item} item
   */
  redraw(known, item) {
    const layer = this.layers[item.layer || "pieces"];
    const stays = known.element.parentNode === layer && known.item.glyph === item.glyph && !SHAPED.has(item.glyph);
    const element = stays ? known.element : drawn(this.game, item, this);
    if (stays) dress(element, item, this);
    else if (known.element.parentNode === layer) known.element.replaceWith(element);
    else {
      known.element.remove();
      layer.append(element);
    }
    this.shown.set(item.id, { item, element });
    return element;
  }

  /**
   * Where an item is on the screen, in pixels.
   * @param {Item} item
   */
  spot(item, matrix = this.svg.getScreenCTM()) {
    if (!matrix) return null;
    const [x, y] = middle(item, this);
    return new DOMPoint(x * UNIT, y * UNIT).matrixTransform(matrix);
  }
}

/** @typedef {Pick<Surface, "width" | "height" | "flipped">} Side */
/** @type {Side} */
const UPRIGHT = { width: 0, height: 0, flipped: false };

/**
 * Where an item stands, seen from a side. What rises above its place rises upwards from either side.
 * @param {Item} item
 * @param {Side} side
 * @returns {[number, number]}
 */
function anchor(item, { width, height, flipped }) {
  const [x, y, up] = [item.x || 0, item.y || 0, item.up || 0];
  return flipped ? [width - x, height - y - 2 * up] : [x, y];
}

/**
 * @param {Item} item
 * @param {Side} side
 * @returns {[number, number]}
 */
export function middle(item, side = UPRIGHT) {
  const [x, y] = anchor(item, side);
  if (item.glyph !== "polygon") return [x, y];
  const { points = [] } = item;
  const sign = side.flipped ? -1 : 1;
  /** @param {number} part */
  const mean = (part) => points.reduce((sum, corner) => sum + corner[part], 0) / points.length;
  return [x + sign * mean(0), y + sign * mean(1)];
}

/**
 * @param {Item} item
 * @param {Side} side
 * @param {number} scale towards the middle
 */
export function corners(item, side = UPRIGHT, scale = 1) {
  const [x, y] = anchor(item, side);
  const [middleX, middleY] = middle(item, side);
  const sign = side.flipped ? -1 : 1;
  return (item.points ?? [])
    .map(([right, down]) => [x + sign * right, y + sign * down])
    .map(([px, py]) => `${(middleX + (px - middleX) * scale) * UNIT},${(middleY + (py - middleY) * scale) * UNIT}`)
    .join(" ");
}

/**
 * How it is turned: what lies flat turns with the board, what stands or is written stays upright.
 * @param {Item} item
 * @param {Side} side
 */
function turned(item, side) {
  const flat = item.glyph !== "text" && ["board", "tiles", "marks"].includes(item.layer || "pieces");
  return (item.turn || 0) + (side.flipped && flat ? 180 : 0);
}

/** @param {Item} item */
const scaled = (item) => (item.size === undefined || item.size === 1 || item.glyph === "text" ? null : item.size);

/**
 * @param {Item} item
 * @param {Side} side
 */
function placed(item, side) {
  const [x, y] = anchor(item, side);
  const turn = turned(item, side);
  const scale = scaled(item);
  return `translate(${x * UNIT} ${y * UNIT})${turn ? ` rotate(${turn})` : ""}${scale ? ` scale(${scale})` : ""}`;
}

/**
 * The same place as CSS has it, for animations.
 * @param {Item} item
 * @param {Side} side
 */
export function styled(item, side) {
  const [x, y] = anchor(item, side);
  const turn = turned(item, side);
  const scale = scaled(item);
  return `translate(${x * UNIT}px, ${y * UNIT}px)${turn ? ` rotate(${turn}deg)` : ""}${scale ? ` scale(${scale})` : ""}`;
}

/** What is drawn by its shape, and not by a symbol at a place. */
const SHAPED = new Set(["polygon", "text"]);

/**
 * An item, drawn.
 * @param {string} game
 * @param {Item} item
 * @param {Side} side
 * @returns {SVGElement}
 */
export function drawn(game, item, side = UPRIGHT) {
  if (item.glyph === "polygon") return dress(s("polygon", { fill: "currentColor" }), item, side);
  if (item.glyph === "text") {
    const about = { "font-size": (item.size ?? 1) * UNIT, "text-anchor": "middle", dy: ".35em", fill: "currentColor" };
    return dress(s("text", about, say(item.text ?? "")), item, side);
  }
  return dress(s("g", {}, s("use", { href: `#${game}-${item.glyph}` })), item, side);
}

/**
 * What an element of an item is called, where it is and which colour it has.
 * @param {SVGElement} element
 * @param {Item} item
 * @param {Side} side
 */
function dress(element, item, side) {
  element.setAttribute("data-id", item.id);
  const lifted = element.classList.contains("lifted") ? " lifted" : "";
  element.setAttribute("class", `item c-${item.colour || "ink"}${lifted}`);
  if (item.mark) element.setAttribute("data-mark", item.mark);
  if (item.glyph === "polygon") element.setAttribute("points", corners(item, side));
  else element.setAttribute("transform", placed(item, side));
  if (item.label) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", say(item.label));
  } else {
    element.removeAttribute("role");
    element.removeAttribute("aria-label");
  }
  return element;
}

/**
 * A ring around an item that is pointed out; a light one under it tells it from any ground.
 * @param {Item} item
 * @param {string} kind one class or several
 * @param {Side} side
 */
export function ring(item, kind, side) {
  const names = `ring ${kind}`;
  if (item.glyph === "polygon") return s("polygon", { class: names, points: corners(item, side, 0.9) });
  const [x, y] = middle(item, side);
  return s("circle", { class: names, cx: x * UNIT, cy: y * UNIT, r: 47 * (item.size ?? 1) });
}

/**
 * Do two items look the same?
 * @param {Item | undefined} one
 * @param {Item} other
 */
export const alike = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
