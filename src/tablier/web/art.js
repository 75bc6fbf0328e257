// @ts-check
// Each game's drawings and colours, fetched once.

import { s } from "./dom.js";
import { of } from "./words.js";

/**
 * Where a file of this edition of the client is.
 * @param {string} name
 */
export const file = (name) => new URL(`./${name}`, import.meta.url).href;

/** @type {Map<string, Promise<void>>} */
const fetched = new Map();

/**
 * Have a game's symbols in the document and its colours in force.
 * @param {string} game
 */
export function art(game) {
  const found = fetched.get(game) ?? gather(game);
  fetched.set(game, found);
  return found;
}

/** @param {string} game */
async function gather(game) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = file(`colours/${game}.css`);
  const ready = new Promise((done) => (style.onload = style.onerror = done));
  document.head.append(style);
  const text = await (await fetch(file(`art/${game}.svg`))).text();
  const symbols = new DOMParser().parseFromString(text, "image/svg+xml").querySelector("defs");
  const holder = s("svg.symbols", { "aria-hidden": "true", width: 0, height: 0, "data-game": game });
  if (symbols) holder.append(document.importNode(symbols, true));
  document.body.append(holder);
  letter();
  await ready;
}

/** Write the letters on pieces in the language now spoken. */
export function letter() {
  for (const holder of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("svg.symbols")))
    for (const text of /** @type {NodeListOf<SVGElement>} */ (holder.querySelectorAll("[data-say]")))
      text.textContent = of(holder.dataset.game ?? "", text.dataset.say ?? "") ?? text.textContent;
}
