// @ts-check
// A surface to draw on, and how the items of a scene are drawn.

import { s } from "./dom.js";
import { say } from "./words.js";

/** @import { Item } from "./frame.d.ts" */

/** @typedef {{ item: Item, element: SVGElement }} Shown */

export const UNIT = 100;
/** From the bottom up: those of a scene, what is noted on them, what would be, and what can be chosen. */
const LAYERS = /** @type {const} */ (["board", "tiles", "pieces", "labels", "marks", "notes", "ghost", "hits"]);

/** The board, or a panel beside it. */
export class Surface {
  /**
   * @param {string} game
   * @param {"board" | "panel"} name
   * @param {string} label
   */
  constructor(game, name, label) {
    this.game = game;
    this.width = 0;
    this.height = 0;
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
    this.svg = s("svg", {
      class: `surface-${name}`,
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
   */
  size(width, height) {
    const margin = 0.06;
    const box = `${-margin * UNIT} ${-margin * UNIT} ${(width + 2 * margin) * UNIT} ${(height + 2 * margin) * UNIT}`;
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
    this.width = width;
    this.height = height;
  }

  /** @param {Item} item */
  draw(item) {
    const element = drawn(this.game, item);
    this.layers[item.layer || "pieces"].append(element);
    this.shown.set(item.id, { item, element });
    return element;
  }

  /**
   * Where an item is on the screen, in pixels.
   * @param {Item} item
   */
  spot(item, matrix = this.svg.getScreenCTM()) {
    if (!matrix) return null;
    const [x, y] = middle(item);
    return new DOMPoint(x * UNIT, y * UNIT).matrixTransform(matrix);
  }

  /** From points of the screen to this surface's own units. */
  get inward() {
    return this.svg.getScreenCTM()?.inverse();
  }
}

/**
 * @param {Item} item
 * @returns {[number, number]}
 */
export function middle(item) {
  const { points = [] } = item;
  if (item.glyph !== "polygon") return [item.x || 0, item.y || 0];
  const xs = points.map((corner) => corner[0]);
  const ys = points.map((corner) => corner[1]);
  /** @param {number[]} list */
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return [(item.x || 0) + mean(xs), (item.y || 0) + mean(ys)];
}

/** @param {Item} item */
export function corners(item) {
  const { points = [] } = item;
  return points.map(([x, y]) => `${((item.x || 0) + x) * UNIT},${((item.y || 0) + y) * UNIT}`).join(" ");
}

/** @param {Item} item */
function placed(item) {
  const spin = item.turn ? ` rotate(${item.turn})` : "";
  const scale = item.size === undefined || item.size === 1 || item.glyph === "text" ? "" : ` scale(${item.size})`;
  return `translate(${(item.x || 0) * UNIT} ${(item.y || 0) * UNIT})${spin}${scale}`;
}

/**
 * The same place as CSS has it, for animations.
 * @param {Item} item
 */
export function styled(item) {
  const spin = item.turn ? ` rotate(${item.turn}deg)` : "";
  const scale = item.size === undefined || item.size === 1 || item.glyph === "text" ? "" : ` scale(${item.size})`;
  return `translate(${(item.x || 0) * UNIT}px, ${(item.y || 0) * UNIT}px)${spin}${scale}`;
}

/**
 * An item, drawn.
 * @param {string} game
 * @param {Item} item
 * @returns {SVGElement}
 */
export function drawn(game, item) {
  const about = { "data-id": item.id, class: `item c-${item.colour || "ink"}`, "data-mark": item.mark || null };
  if (item.label) Object.assign(about, { role: "img", "aria-label": say(item.label) });
  if (item.glyph === "polygon") return s("polygon", { ...about, points: corners(item), fill: "currentColor" });
  if (item.glyph === "text") {
    const size = (item.size ?? 1) * UNIT;
    return s(
      "text",
      {
        ...about,
        transform: placed(item),
        "font-size": size,
        "text-anchor": "middle",
        dy: ".35em",
        fill: "currentColor",
      },
      item.text || "",
    );
  }
  return s("g", { ...about, transform: placed(item) }, s("use", { href: `#${game}-${item.glyph}` }));
}

/**
 * A ring around an item that is pointed out.
 * @param {Item} item
 * @param {"last" | "chosen"} kind
 */
export function ring(item, kind) {
  if (item.glyph === "polygon") return s(`polygon.ring.${kind}`, { points: corners(item) });
  return s(`circle.ring.${kind}`, { cx: (item.x || 0) * UNIT, cy: (item.y || 0) * UNIT, r: 47 * (item.size ?? 1) });
}

/**
 * Do two items look the same?
 * @param {Item | undefined} one
 * @param {Item} other
 */
export const alike = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
