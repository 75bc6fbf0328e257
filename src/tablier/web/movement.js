// @ts-check
// Changes of a scene, seen to move: what goes elsewhere glides there, what is new appears, what is gone fades.

import { alike, styled, UNIT } from "./surface.js";

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

const SPEED = 280;

/**
 * Where on the screen everything is that will be another in the next scene.
 * @param {Surface[]} surfaces
 * @param {Scene} scene
 */
export function spots(surfaces, scene) {
  /** @type {Map<string, DOMPoint | null>} */
  const found = new Map();
  const next = new Map(
    [...scene.items, ...scene.panels.flatMap((panel) => panel.items)].map((item) => [item.id, item]),
  );
  for (const surface of surfaces) {
    const matrix = surface.svg.getScreenCTM();
    for (const [id, { item }] of surface.shown) {
      const after = next.get(id);
      if (item.layer !== "board" && item.layer !== "marks" && after && !alike(item, after))
        found.set(id, surface.spot(item, matrix));
    }
  }
  return found;
}

/**
 * Let everything come from where it was.
 * @param {Surface[]} surfaces
 * @param {Fresh[]} fresh
 * @param {ReturnType<typeof spots>} before
 */
export function animate(surfaces, fresh, before) {
  let late = 0;
  // asked once: every asking lays the page out
  const inward = new Map(surfaces.map((surface) => [surface, surface.inward]));
  for (const { surface, item, element, known } of fresh) {
    const layer = item.layer || "pieces";
    if (layer !== "pieces" && layer !== "tiles") continue;
    if (item.glyph === "polygon") continue;
    const from = before.get(item.id);
    const matrix = inward.get(surface);
    const origin = from && matrix && from.matrixTransform(matrix);
    const to = styled(item);
    if (origin && Math.hypot(origin.x - (item.x || 0) * UNIT, origin.y - (item.y || 0) * UNIT) > 1) {
      const start = `translate(${origin.x}px, ${origin.y}px) scale(${item.size ?? 1})`;
      element.animate([{ transform: start }, { transform: to }], {
        duration: SPEED,
        easing: "cubic-bezier(.2,.8,.3,1)",
        delay: late,
        fill: "backwards",
      });
    } else if (!known) {
      element.animate(
        [
          { transform: `${to} scale(1.5)`, opacity: 0 },
          { transform: to, opacity: 1 },
        ],
        { duration: SPEED * 0.8, easing: "ease-out", delay: late, fill: "backwards" },
      );
      late = Math.min(late + 70, 700);
    }
  }
}

/** @param {Element} element */
export function fadeAway(element) {
  element.setAttribute("aria-hidden", "true");
  element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SPEED * 0.8, fill: "forwards" }).onfinish = () =>
    element.remove();
}
