// @ts-check
// Mouse and finger on a board: what is pointed at, tapped, or taken and dropped.

import { s, struck } from "./dom.js";
import { release } from "./press.js";
import { drawn } from "./surface.js";

/** @import { Board, Found } from "./board.js" */
/** @import { Surface } from "./surface.js" */

const FAR = 10; // pixels after which something pressed is dragged

/** @param {Event} event */
const targetOf = (event) => struck(event, "[data-target]")?.dataset.target || null;

export class Pointer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.dragged = false;
  }

  /** @param {Surface} surface */
  follow({ svg }) {
    const { board } = this;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("click", (event) => this.#click(event));
    svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && board.point(targetOf(event)));
    svg.addEventListener("pointerleave", () => board.point(null));
    svg.addEventListener("focusin", (event) => {
      const { target } = /** @type {SVGElement} */ (event.target).dataset;
      if (target) board.point(target);
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.dragged) return;
    const { board } = this;
    const name = targetOf(event) || board.targets.near(event);
    if (name) return board.choose(name);
    const under = beneath(event);
    const chosen = under.find((item) => board.targets.chosen.includes(item));
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
    const found = name && board.find(name);
    if (!found || board.targets.chosen.includes(name)) return;
    /** @type {SVGElement | null} */
    let held = null;
    /** @param {PointerEvent} moved */
    const move = (moved) => {
      if (!held && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < FAR) return;
      if (!held) {
        this.dragged = true;
        release();
        board.choose(name, true);
        held = this.#lift(found);
      }
      moved.preventDefault();
      held.style.transform = `translate(${moved.clientX}px, ${moved.clientY}px)`;
    };
    /** @param {PointerEvent} up */
    const drop = (up) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      if (!held) return;
      held.remove();
      const target = up.type === "pointerup" && board.targets.near(up);
      if (target && target !== name) board.choose(target);
      setTimeout(() => (this.dragged = false));
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /** @param {Found} found */
  #lift({ surface, item }) {
    const { game } = this.board;
    const scale = surface.svg.getScreenCTM()?.a ?? 1;
    const size = Math.max(60, 110 * scale * (item.size ?? 1));
    const copy = drawn(game, { ...item, x: 0, y: 0 });
    const held = s("svg.held", { viewBox: "-60 -60 120 120", width: size, height: size, "data-game": game }, copy);
    document.body.append(held);
    return held;
  }
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
