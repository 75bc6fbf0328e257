// @ts-check
// My games: those that go on and those that are over.

import { fill, h } from "./dom.js";
import { tableList } from "./tablelist.js";
import { ask } from "./wire.js";
import { t } from "./words.js";

/** @import { TableDigest } from "./frame.d.ts" */

/** @param {HTMLElement} main */
export async function myGames(main) {
  const [now, over] = await Promise.all([ask("GET", "/api/tables/mine"), ask("GET", "/api/tables/mine?over=true")]);
  /**
   * @param {TableDigest[]} tables
   * @param {string} label
   */
  const list = (tables, label) => (tables.length ? tableList(tables, t(label)) : h("p.faint", {}, t("mygames.none")));
  fill(
    main,
    h(
      "div.reading",
      {},
      h("h1", {}, t("nav.games")),
      h("h2", {}, t("mygames.now")),
      list(now, "home.continue"),
      h("h2", {}, t("mygames.over")),
      list(over, "mygames.look"),
    ),
  );
}
