// @ts-check
// Between press and release the page stays as it is, and what it is told meanwhile waits: a button, a link or a place
// that is drawn anew under a finger gets no click, and one that moves away is missed.

import { struck } from "./dom.js";

const CLICK = 300; // milliseconds within which a click follows a release
const LONGEST = 20000; // somebody whose release is never told shall not wait longer for news
const UNCLICKED = "select, textarea, input:not([type=checkbox])"; // pressed to be used, and kept when drawn anew
const SPACED = "button, summary, input[type=checkbox]"; // clicked when the space bar is released

/** @type {Promise<void> | null} */
let pressed = null;
let end = () => {};
let due = Infinity;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** When nothing is pressed, which is mostly at once. */
export async function released() {
  while (pressed) await pressed;
}

export function pressing() {
  return pressed !== null;
}

/** What is pressed will not be clicked: it is dragged, say. */
export function release() {
  clearTimeout(timer);
  pressed = null;
  end();
}

function press() {
  pressed ||= new Promise((done) => (end = done));
  due = Infinity;
  within(LONGEST);
}

/**
 * It is over in so many milliseconds, if not earlier.
 * @param {number} milliseconds
 */
function within(milliseconds) {
  if (!pressed || Date.now() + milliseconds >= due) return;
  due = Date.now() + milliseconds;
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}

/** @type {{ [K in keyof WindowEventMap]?: (event: WindowEventMap[K]) => unknown }} */
const HEARD = {
  pointerdown: (event) => event.isPrimary && event.button === 0 && !struck(event, UNCLICKED) && press(),
  pointermove: (event) => event.isPrimary && event.buttons === 0 && within(CLICK),
  pointerup: (event) => event.isPrimary && within(CLICK),
  pointercancel: (event) => event.isPrimary && within(0),
  keydown: (event) => event.key === " " && !event.repeat && struck(event, SPACED) && press(),
  keyup: (event) => event.key === " " && within(CLICK),
  click: () => within(0),
  contextmenu: () => within(0),
  blur: (event) => event.target === event.currentTarget && within(0),
};

/**
 * Heed all that is pressed in a window.
 * @param {EventTarget} window
 */
export function heed(window) {
  for (const [kind, hear] of Object.entries(HEARD))
    window.addEventListener(kind, /** @type {EventListener} */ (hear), { capture: true, passive: true });
}
