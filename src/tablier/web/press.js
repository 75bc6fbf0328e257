// Between press and release the page stays as it is, and what it is told meanwhile waits: a button, a link or a place
// that is drawn anew under a finger gets no click, and one that moves away is missed.

const CLICK = 300; // milliseconds within which a click follows a release
const LONGEST = 20000; // somebody whose release is never told shall not wait longer for news
const UNCLICKED = "select, textarea, input:not([type=checkbox])"; // pressed to be used, and kept when drawn anew
const SPACED = "button, summary, input[type=checkbox]"; // clicked when the space bar is released

let pressed = null;
let end = () => {};
let due = Infinity;
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

/** It is over in so many milliseconds, if not earlier. */
function within(milliseconds) {
  if (!pressed || Date.now() + milliseconds >= due) return;
  due = Date.now() + milliseconds;
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}

const HEARD = {
  pointerdown: (event) => event.isPrimary && event.button === 0 && !event.target.closest?.(UNCLICKED) && press(),
  pointermove: (event) => event.isPrimary && event.buttons === 0 && within(CLICK),
  pointerup: (event) => event.isPrimary && within(CLICK),
  pointercancel: (event) => event.isPrimary && within(0),
  keydown: (event) => event.key === " " && !event.repeat && event.target.closest?.(SPACED) && press(),
  keyup: (event) => event.key === " " && within(CLICK),
  click: () => within(0),
  contextmenu: () => within(0),
  blur: (event) => event.target === globalThis && within(0),
};

for (const [kind, hear] of Object.entries(HEARD)) addEventListener(kind, hear, { capture: true, passive: true });
