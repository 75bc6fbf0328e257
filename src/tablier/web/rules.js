// @ts-check
// The rules of a game, in our own words.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { ask } from "./wire.js";
import { of, spoken, t } from "./words.js";

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function rules(main, game) {
  const [text, seen] = await Promise.all([
    ask("GET", `/api/games/${game}/rules/${spoken()}`),
    ask("GET", `/api/games/${game}/preview`),
    art(game),
  ]);
  fill(
    main,
    h(
      "div.reading",
      {},
      h("div.picture", { "data-game": game }, miniature(game, seen.scene, of(game, "title") ?? game)),
      markdown(text.markdown),
      h("div.row", {}, h("a.button.primary", { href: `/game/${game}`, "data-link": "" }, icon("play"), t("home.play"))),
    ),
  );
}
