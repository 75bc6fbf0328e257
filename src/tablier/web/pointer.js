// @ts-check
// Mouse and finger on a board: what is pointed at, tapped, or taken and dropped.

import { s, struck } from "./dom.js";
import { release } from "./press.js";
import { drawn, middle } from "./surface.js";

/** @import { Board, Found } from "./board.js" */
/** @import { TargetName } from "./frame.d.ts" */
/** @import { Surface } from "./surface.js" */

const FAR = 8; // pixels after which something pressed is dragged

/**
 * A piece that was lifted.
 * @typedef {object} Held
 * @property {string} id
 * @property {SVGElement} copy
 * @property {SVGElement} element where it lay
 * @property {number} scale pixels to a unit
 * @property {number} x
 * @property {number} y
 */

/** @param {Event} event */
const targetOf = (event) => struck(event, "[data-target]")?.dataset.target || null;

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.dragged = false;
    /** @type {Held | null} */
    this.held = null; // what lies under the finger
  }

  /** @param {Surface} surface */
  follow({ svg }) {
    const { board } = this;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    // a click leaves the focus where it was: the ring that follows keys is for keys
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => this.#click(event));
    svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && board.point(targetOf(event)));
    svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && board.point(null));
    svg.addEventListener("focusin", (event) => {
      const focused = /** @type {SVGElement} */ (event.target);
      if (focused.dataset.target && focused.matches(":focus-visible")) board.point(focused.dataset.target);
    });
    svg.addEventListener("focusout", () => board.point(null));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.dragged) return;
    const { board } = this;
    const mouse = /** @type {Partial<PointerEvent>} */ (event).pointerType === "mouse"; // and means what it points at
    const name = targetOf(event) || (mouse ? null : board.targets.near(event));
    if (name) return board.choose(name);
    const under = beneath(event);
    const chosen = board.targets.chosen.find((target) => under.some((item) => item === target));
    if (chosen) board.choose(chosen);
    else if (under.length) board.refuse(under);
  }

  /**
   * Take a piece and drop it where it shall go.
   * @param {PointerEvent} event
   */
  #down(event) {
    const { board } = this;
    this.dragged = false;
    if (event.button !== 0) return;
    const name = targetOf(event) || (event.pointerType !== "mouse" ? board.targets.near(event) : null);
    if (name) board.press(name);
    const found = name && board.find(name);
    if (!found || board.targets.chosen.includes(name)) return;
    let lifted = false;
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      if (!lifted && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < FAR) return;
      if (!lifted) {
        lifted = this.dragged = true;
        release();
        board.choose(name, true);
        this.#lift(name, found);
      }
      moved.preventDefault();
      this.#carry(moved.clientX, moved.clientY);
      board.point(board.targets.near(moved));
    };
    /** @param {PointerEvent} up */
    const drop = (up) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      if (!lifted) return;
      const target = up.type === "pointerup" && board.targets.near(up);
      if (target && target !== name) board.choose(target);
      this.put();
      setTimeout(() => (this.dragged = false));
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /**
   * The piece itself, as large as it is on the board, in the middle under the finger.
   * @param {TargetName} name
   * @param {Found} found
   */
  #lift(name, found) {
    const { game, main } = this.board;
    const { surface, item, element } = lying(name, found);
    const panel = [...this.board.panels.values()].find((one) => one.surface === surface);
    const scale = (main.svg.getScreenCTM()?.a ?? 1) * (item.size ?? 1) * (panel?.panel.scale ?? 1);
    const drawing = drawn(game, { ...item, x: 0, y: 0, size: scale });
    const copy = s("svg.carried.held", { width: 1, height: 1, "data-game": game, "aria-hidden": "true" }, drawing);
    this.held = { id: item.id, copy, element, scale, x: 0, y: 0 };
    element.classList.add("lifted");
    document.body.append(copy);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #carry(x, y) {
    if (!this.held) return;
    Object.assign(this.held, { x, y });
    this.held.copy.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Nothing is held any more. */
  put() {
    this.held?.copy.remove();
    this.held?.element.classList.remove("lifted");
    this.held = null;
  }
}

/**
 * The piece that a target stands for: itself, or what lies on the place that it is.
 * @param {TargetName} name
 * @param {Found} found
 * @returns {Found}
 */
function lying(name, found) {
  const { surface, item } = found;
  if (item.target === name && item.glyph !== "polygon") return found;
  const [x, y] = middle(item, surface);
  let best = found;
  let least = 0.6;
  for (const other of surface.shown.values()) {
    const layer = other.item.layer || "pieces";
    if (other.item.label || other.item.glyph === "text" || !["pieces", "tiles"].includes(layer)) continue;
    const [otherX, otherY] = middle(other.item, surface);
    const away = Math.hypot(otherX - x, otherY - y);
    if (away <= least) [best, least] = [{ surface, ...other }, away];
  }
  return best;
}

/**
 * What lies at a point, one thing on another; what has a description is a place or a piece, and comes first.
 * @param {MouseEvent} event
 */
function beneath(event) {
  const found = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => /** @type {SVGElement | null} */ (element.closest("[data-id]")))
    .filter((element) => element !== null);
  const items = [...new Set(found)].filter((element) => !element.closest(".layer-labels"));
  const described = items.filter((element) => element.hasAttribute("aria-label"));
  return [...new Set([...described, ...items])].map((element) => element.dataset.id ?? "");
}
