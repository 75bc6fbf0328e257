// @ts-check
// What this person prefers: kept in the browser, the same in all its tabs.

/** @import { ClockKind } from "./frame.d.ts" */

/** What boards and pieces can look like, as `core/looks.py` has it; `preferences.boards.NAME` says it in words. */
export const BOARDS = /** @type {const} */ (["classic", "slate", "paper"]);

/** @typedef {typeof BOARDS[number]} Boards */
/**
 * @typedef {object} Preferences
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} sound is anything heard?
 * @property {boolean} motion
 * @property {"auto" | "yes" | "no"} confirm is a move confirmed before it is sent?
 * @property {Record<string, string[]>} marks the kinds of marks that are shown, by game
 * @property {number} level of opponents
 * @property {boolean} contrast
 * @property {"slow" | "normal" | "fast" | "off"} pace how long a reply is waited with, and takes
 * @property {number} volume of sounds, up to 1
 * @property {boolean} coordinates are they shown beside boards?
 * @property {string[]} beside the names of those at this screen, by place
 * @property {Boards} boards what boards and pieces look like
 */

/** @type {Preferences} */
const USUAL = {
  boards: "classic",
  theme: "auto",
  sound: true,
  motion: true,
  confirm: "auto",
  marks: {},
  level: 3,
  contrast: false,
  pace: "normal",
  volume: 0.7,
  coordinates: true,
  beside: [],
};
const KEPT = "taste"; // the name under which browsers have kept it from the first

/** @returns {Partial<Preferences>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) || "{}");
  } catch {
    return {};
  }
}

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @returns {Preferences[Name]}
 */
export function preferred(name) {
  return { ...USUAL, ...kept() }[name];
}

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @param {Preferences[Name]} value
 */
export function prefer(name, value) {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: value }));
  applyTheme();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const contrast = matchMedia("(prefers-contrast: more)");

export function applyTheme() {
  const theme = preferred("theme");
  const root = document.documentElement;
  root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  root.dataset.coordinates = preferred("coordinates") ? "yes" : "no";
  root.dataset.boards = preferred("boards");
  root.dataset.contrast = preferred("contrast") || contrast.matches ? "high" : "normal";
}

export const moving = () => preferred("motion") && !still.matches;
const touching = () => matchMedia("(pointer: coarse)").matches;

/**
 * Is a move confirmed before it is sent? By default by touch and when there are days for it.
 * @param {ClockKind} clock
 */
export function confirming(clock) {
  const wish = preferred("confirm");
  return wish === "auto" ? touching() || clock.kind === "days" : wish === "yes";
}

dark.addEventListener("change", applyTheme);
contrast.addEventListener("change", applyTheme);
addEventListener("storage", applyTheme);
