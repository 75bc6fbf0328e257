// @ts-check
// My games: those that go on, and an archive of those that are over.

import { Archive } from "./archive.js";
import { fill, h } from "./dom.js";
import { me } from "./me.js";
import { removal } from "./removal.js";
import { TableList } from "./tablelist.js";
import { ask } from "./wire.js";
import { t, when } from "./words.js";

/** @import { TableDigest } from "./frame.d.ts" */

/** @param {HTMLElement} main */
export async function myGames(main) {
  const [games, levels, now] = await Promise.all([
    ask("GET", "/api/games"),
    ask("GET", "/api/levels"),
    ask("GET", "/api/now"),
  ]);
  const none = h("p.faint", {}, t("mygames.none"));
  /** @param {TableDigest} table */
  const mine = (table) => table.turn !== null && table.yours.includes(table.turn);
  /** @type {TableList<TableDigest>} */
  const going = new TableList({
    label: t("home.continue"),
    says: (table) =>
      `${mine(table) ? t("turn.yours") : t("home.moves", { number: table.moves })} · ${when(table.changed)}`,
    mark: (table) => (mine(table) ? "turn" : ""),
    more: (table) =>
      removal(table, async () => {
        show((await ask("GET", "/api/now")).mine);
        archive.read();
      }),
  });
  /** @param {TableDigest[]} tables */
  const show = (tables) => {
    going.show(tables);
    none.hidden = tables.length > 0;
  };
  show(now.mine);
  const archive = new Archive(games, levels, null);
  fill(
    main,
    h("h1", {}, t("nav.games")),
    me?.account &&
      h("p", {}, h("a", { href: `/person/${encodeURIComponent(me.name)}`, "data-link": "" }, t("person.mine"))),
    h("h2", {}, t("mygames.now")),
    none,
    going.element,
    h("h2.lobby", {}, t("mygames.over")),
    archive.element,
  );
  await archive.read();
}
