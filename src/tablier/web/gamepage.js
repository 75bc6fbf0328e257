// @ts-check
// A game's own page: what it is, whom to play it with, and who plays it best.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { fill, h } from "./dom.js";
import { facts, playButton } from "./home.js";
import { icon } from "./icons.js";
import { opponentChoice } from "./opponents.js";
import { strongest } from "./strongest.js";
import { ask } from "./wire.js";
import { of, say, t } from "./words.js";

/**
 * @param {HTMLElement} main
 * @param {string} name
 */
export async function gamePage(main, name) {
  const [games, levels, seen, best] = await Promise.all([
    ask("GET", "/api/games"),
    ask("GET", "/api/levels"),
    ask("GET", `/api/games/${name}/preview`),
    ask("GET", `/api/ratings/${name}`),
    art(name),
  ]);
  const game = games.find((other) => other.name === name);
  if (!game) throw new Error(t("page.none"));
  const title = say(game.title);
  document.title = `${title} · Tablier`;
  fill(
    main,
    h(
      "div.about-game",
      {},
      h(
        "section",
        {},
        h("h1", {}, title),
        h("p.lead", {}, of(name, "about")),
        facts(game),
        opponentChoice(levels, t("home.level")),
        h(
          "div.row",
          {},
          playButton(game),
          h("a.button", { href: `/new/${name}`, "data-link": "" }, icon("settings"), t("home.more")),
          h("a.button", { href: `/rules/${name}`, "data-link": "" }, icon("rules"), t("rules")),
        ),
      ),
      h("div.picture.large", { "data-game": name }, miniature(name, seen.scene, title)),
    ),
    strongest(best),
  );
  if (location.hash === "#strongest") document.getElementById("strongest")?.scrollIntoView();
}
