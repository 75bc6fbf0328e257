// @ts-check
// Somebody with an account: how well they play what, and the games that everybody could find.

import { Archive } from "./archive.js";
import { fill, h } from "./dom.js";
import { ask } from "./wire.js";
import { of, spoken, t } from "./words.js";

/** @import { Profile, Tally } from "./frame.d.ts" */

/**
 * @param {HTMLElement} main
 * @param {string} name
 */
export async function profile(main, name) {
  const path = encodeURIComponent(name);
  const [games, levels, somebody] = await Promise.all([
    ask("GET", "/api/games"),
    ask("GET", "/api/levels"),
    ask("GET", `/api/people/${path}`),
  ]);
  document.title = `${somebody.name} · Tablier`;
  const archive = new Archive(games, levels, somebody.name);
  const since = new Intl.DateTimeFormat(spoken(), { dateStyle: "long" }).format(somebody.since);
  fill(
    main,
    h("h1", {}, somebody.name),
    h("p.faint", {}, t("person.since", { date: since })),
    ratings(
      somebody,
      games.map((game) => game.name),
    ),
    h("h2.lobby", {}, t("person.games")),
    archive.element,
  );
  await archive.read();
}

/**
 * @param {Profile} somebody
 * @param {string[]} games
 */
function ratings(somebody, games) {
  const played = games.filter(
    (game) => somebody.tallies[game] || somebody.ratings.some((rating) => rating.game === game),
  );
  if (!played.length) return h("p", {}, t("person.unrated"));
  return h(
    "div.people-block.scroll",
    {},
    h(
      "table.strongest",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("archive.game")),
          h("th.number", { scope: "col" }, t("strongest.rating")),
          h("th.number", { scope: "col" }, t("strongest.place")),
          h("th", { scope: "col" }, t("person.record")),
        ),
      ),
      h(
        "tbody",
        {},
        played.map((game) => {
          const rating = somebody.ratings.find((one) => one.game === game);
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, h("a", { href: `/game/${game}#strongest`, "data-link": "" }, of(game, "title"))),
            h("td.number", {}, rating?.rating ?? "–"),
            h("td.number", {}, rating?.place ?? "–"),
            h("td", {}, tally(somebody.tallies[game])),
          );
        }),
      ),
    ),
  );
}

/** @param {Tally | undefined} counted */
const tally = (counted) => t("person.tally", { ...(counted ?? { won: 0, lost: 0, drawn: 0 }) });
