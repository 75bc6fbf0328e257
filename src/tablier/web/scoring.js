// @ts-check
// Points, seen where they are made: the places light up, and a number flies to whoever gets it.

import { h } from "./dom.js";
import { moving } from "./preferences.js";
import { play as sound } from "./sound.js";

/** @import { SheetLine } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

const FLIGHT = 900;
const MOST = 6; // numbers in the air at once

/**
 * Show what has just brought points.
 * @param {TablePage} page
 * @param {SheetLine[]} lines
 * @param {number} late milliseconds until it begins
 * @returns {number} milliseconds until it has been seen
 */
export function score(page, lines, late) {
  if (!moving() || document.hidden || !lines.length) return late;
  setTimeout(() => {
    for (const line of lines.slice(0, MOST)) {
      page.board.light(line.where);
      fly(page, line);
      page.root.dispatchEvent(new CustomEvent("scored", { bubbles: true, detail: line }));
    }
    sound("points", { game: page.game });
  }, late);
  return late + FLIGHT;
}

/**
 * @param {TablePage} page
 * @param {SheetLine} line
 */
function fly(page, line) {
  const [from, to] = [page.board.centre(line.where), page.players.pointsAt(line.seat)];
  if (!from || !to) return;
  const number = h("span.flying", { "aria-hidden": "true" }, `+${line.points}`);
  document.body.append(number);
  const { offsetWidth: width, offsetHeight: height } = number;
  /**
   * @param {{ x: number, y: number }} spot
   * @param {number} size
   */
  const at = ({ x, y }, size) => `translate(${x - width / 2}px, ${y - height / 2}px) scale(${size})`;
  number.animate(
    [
      { transform: at(from, 0.6), opacity: 0 },
      { transform: at(from, 1.3), opacity: 1, offset: 0.25 },
      { transform: at(from, 1.2), opacity: 1, offset: 0.45 },
      { transform: at(to, 0.8), opacity: 0.2 },
    ],
    { duration: FLIGHT, easing: "ease-in-out" },
  ).onfinish = () => number.remove();
}
