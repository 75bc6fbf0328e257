// @ts-check
// Changes of a scene, seen to move: what goes elsewhere travels there, one after the other, what is new appears, what is
// gone fades, what is turned over turns. Every movement is told on the board as an event, for whoever wants to know.

import { s } from "./dom.js";
import { alike, drawn, styled } from "./surface.js";

/** @import { Item, Scene } from "./frame.d.ts" */
/** @import { Surface } from "./surface.js" */

/**
 * Something that was drawn anew.
 * @typedef {object} Fresh
 * @property {Surface} surface
 * @property {Item} item
 * @property {SVGElement} element
 * @property {Item | null} known what it was before; null for what is new
 */
/**
 * Where something was on the screen, and how large a unit of it.
 * @typedef {{ surface: Surface, x: number, y: number, scale: number, item: Item }} Spot
 */
/**
 * What is told of a movement.
 * @typedef {object} Movement
 * @property {string} id
 * @property {"travel" | "appear" | "turn" | "vanish"} kind
 * @property {string} from the surface it came from; empty for what is new
 * @property {string} to
 * @property {string} via a target on the way, if it did not stay where it was put
 */

const TRAVEL = 380;
const APPEAR = 240;
const STEP = 130; // between two that go one after the other
const ALL = 1400; // what begins later than this begins then

/**
 * Where on the screen everything is that will be elsewhere or another in the next scene.
 * @param {Surface[]} surfaces
 * @param {Scene} scene
 */
export function spots(surfaces, scene) {
  /** @type {Map<string, Spot>} */
  const found = new Map();
  const next = new Map(
    [...scene.items, ...scene.panels.flatMap((panel) => panel.items)].map((item) => [item.id, item]),
  );
  for (const surface of surfaces) {
    const matrix = surface.svg.getScreenCTM();
    if (!matrix) continue;
    for (const [id, { item }] of surface.shown) {
      const after = next.get(id);
      if (!mobile(item) || !after || alike(item, after)) continue;
      const at = surface.spot(item, matrix);
      if (at) found.set(id, { surface, x: at.x, y: at.y, scale: matrix.a * (item.size ?? 1), item });
    }
  }
  return found;
}

/** @param {Item} item */
const mobile = (item) => ["pieces", "tiles"].includes(item.layer || "pieces") && item.glyph !== "polygon";

/**
 * Let everything come from where it was: first what was played, then what follows on the board, then what goes beside it.
 * @param {Element} board who is told
 * @param {Surface[]} surfaces the board's own first
 * @param {Fresh[]} fresh
 * @param {Map<string, Spot>} before
 * @param {{ path: string[], put: { x: number, y: number } | null }} played the move, and where its piece was put
 * @returns {{ lasting: number, landings: number[] }} milliseconds until all has come to rest, and when pieces land
 */
export function animate(board, surfaces, fresh, before, { path, put }) {
  // asked once: every asking lays the page out
  const outward = new Map(surfaces.map((surface) => [surface, surface.svg.getScreenCTM()]));
  const [main] = surfaces;
  /** @type {number[]} */
  const landings = [];
  let lasting = 0;
  let start = 0;
  /** @param {Movement} movement */
  const tell = (movement) => board.dispatchEvent(new CustomEvent("movement", { bubbles: true, detail: movement }));
  const moved = fresh.filter(({ item }) => mobile(item));
  for (const stage of [0, 1, 2]) {
    let late = start;
    for (const { surface, item, element, known } of moved) {
      const from = before.get(item.id);
      const own = from !== undefined && from.item.target === path[0] && path.length > 1;
      if (stageOf(item, surface === main, from !== undefined && from.surface !== main, own) !== stage) continue;
      const matrix = outward.get(surface);
      const at = surface.spot(item, matrix);
      if (!matrix || !at) continue;
      if (from && Math.hypot(from.x - at.x, from.y - at.y) > 2) {
        const via = own && surface !== main ? put : null;
        const duration = via ? 2 * TRAVEL : TRAVEL;
        const movement = { element, item, from, at, scale: matrix.a * (item.size ?? 1), via };
        travel(board, movement, { delay: late, duration });
        const names = { from: from.surface.name, to: surface.name, via: via ? path[path.length - 1] : "" };
        tell({ id: item.id, kind: "travel", ...names });
        lasting = Math.max(lasting, late + duration);
        start = Math.max(start, late + TRAVEL);
        if (surface === main || via) landings.push(late + TRAVEL);
      } else if (!known && item.glyph !== "text") {
        appear(element, styled(item, surface), late);
        tell({ id: item.id, kind: "appear", from: "", to: surface.name, via: "" });
        lasting = Math.max(lasting, late + APPEAR);
        if (surface === main) landings.push(late + APPEAR);
      } else if (known && known.glyph !== item.glyph && item.glyph !== "text") {
        turnOver(element, styled(item, surface), late);
        tell({ id: item.id, kind: "turn", from: surface.name, to: surface.name, via: "" });
        lasting = Math.max(lasting, late + TRAVEL);
      } else continue;
      if (item.layer !== "tiles") late = Math.min(late + STEP, start + ALL);
    }
  }
  return { lasting, landings };
}

/**
 * When something moves: with what was played (0), with what follows from it on the board (1), or with what goes
 * beside the board (2).
 * @param {Item} item
 * @param {boolean} onBoard where it is now
 * @param {boolean} beside was it beside the board?
 * @param {boolean} own is it the piece that the move names?
 */
function stageOf(item, onBoard, beside, own) {
  if (own || (onBoard && beside && item.layer === "tiles")) return 0;
  return onBoard ? 1 : 2;
}

/**
 * @param {SVGElement} element
 * @param {string} to
 * @param {number} delay
 */
function appear(element, to, delay) {
  const frames = [
    { transform: `${to} scale(1.35)`, opacity: 0 },
    { transform: to, opacity: 1 },
  ];
  element.animate(frames, { duration: APPEAR, easing: "ease-out", delay, fill: "backwards" });
}

/**
 * @param {SVGElement} element
 * @param {string} to
 * @param {number} delay
 */
function turnOver(element, to, delay) {
  const frames = [{ transform: `${to} scaleX(-1)` }, { transform: `${to} scaleX(0)` }, { transform: to }];
  element.animate(frames, { duration: TRAVEL, easing: "ease-in-out", delay, fill: "backwards" });
}

/**
 * Over everything else, from where it was to where it is; until then it is not seen there.
 * @param {Element} board
 * @param {{ element: SVGElement, item: Item, from: Spot, at: DOMPoint, scale: number,
 *   via: { x: number, y: number } | null }} movement
 * @param {KeyframeAnimationOptions} timing
 */
function travel(board, { element, item, from, at, scale, via }, timing) {
  const game = board.closest("[data-game]")?.getAttribute("data-game") ?? "";
  const copy = drawn(game, { ...item, x: 0, y: 0, size: 1 });
  copy.setAttribute("aria-hidden", "true");
  const about = { width: 1, height: 1, "data-game": game, "data-flies": item.id, "aria-hidden": "true" };
  const flight = s("svg.carried", about, copy);
  /**
   * @param {{ x: number, y: number }} spot
   * @param {number} size
   */
  const placed = (spot, size) => ({ transform: `translate(${spot.x}px, ${spot.y}px) scale(${size})` });
  const way = [placed(from, from.scale), ...(via ? [placed(via, scale), placed(via, scale)] : []), placed(at, scale)];
  element.classList.add("lifted");
  document.body.append(flight);
  const flown = flight.animate(way, { ...timing, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" });
  const land = () => {
    flight.remove();
    element.classList.remove("lifted");
  };
  flown.onfinish = land;
  flown.oncancel = land;
}

/**
 * Let everything that is on its way be there.
 * @param {(id: string) => boolean} stays but for what goes where it shall be
 */
export function arrive(stays) {
  /** @type {NodeListOf<SVGElement>} */
  const flights = document.querySelectorAll("svg.carried:not(.held)");
  for (const flight of flights)
    if (!stays(flight.dataset.flies ?? "")) for (const flown of flight.getAnimations()) flown.finish();
}

/**
 * @param {Element} element
 * @param {Element} board who is told
 * @param {{ id: string, from: string }} what
 */
export function fadeAway(element, board, { id, from }) {
  element.setAttribute("aria-hidden", "true");
  element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: APPEAR, fill: "forwards" }).onfinish = () =>
    element.remove();
  board.dispatchEvent(
    new CustomEvent("movement", { bubbles: true, detail: { id, kind: "vanish", from, to: "", via: "" } }),
  );
}
