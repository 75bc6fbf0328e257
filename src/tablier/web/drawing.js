// @ts-check
// Sentences with the small drawings of pieces that they mention.

import { s } from "./dom.js";
import { say } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Drawing, Fact, Sentence } from "./frame.d.ts" */

const FIRST = 0xe000; // of the signs that no language uses: one stands for each drawing

/**
 * A sentence as it is shown; in what is only read, drawings say their names.
 * @param {string} game
 * @param {Sentence} sentence
 * @returns {Child[]}
 */
export function told(game, sentence) {
  /** @type {Drawing[]} */
  const drawings = [];
  return say(marked(sentence, drawings))
    .split(/([\ue000-\ue0ff])/)
    .map((part) => {
      const drawing = drawings[part.charCodeAt(0) - FIRST];
      return drawing ? drawn(game, drawing) : part;
    });
}

/**
 * @template {Fact} F
 * @param {F} fact
 * @param {Drawing[]} drawings told of all that are met
 * @returns {F}
 */
function marked(fact, drawings) {
  if (fact === null || typeof fact !== "object") return fact;
  if (Array.isArray(fact)) return /** @type {F} */ (fact.map((one) => marked(one, drawings)));
  if ("glyph" in fact) {
    drawings.push(/** @type {Drawing} */ (fact));
    return /** @type {F} */ (String.fromCharCode(FIRST + drawings.length - 1));
  }
  const facts = Object.entries(fact.with || {}).map(([name, one]) => [name, marked(one, drawings)]);
  return /** @type {F} */ ({ ...fact, with: Object.fromEntries(facts) });
}

/**
 * @param {string} game
 * @param {Drawing} drawing
 */
function drawn(game, { glyph, colour, name }) {
  return s(
    "svg.glyph",
    { viewBox: "-55 -55 110 110", role: "img", "aria-label": say(name), "data-game": game },
    s("use", { href: `#${game}-${glyph}`, class: `c-${colour || "ink"}` }),
  );
}
