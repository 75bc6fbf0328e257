// My games: those that go on and those that are over.

import { ask } from "./wire.js";
import { fill, h } from "./dom.js";
import { row } from "./home.js";
import { t } from "./words.js";

export async function past(main) {
  const [now, over] = await Promise.all([ask("GET", "/api/tables/mine"), ask("GET", "/api/tables/mine?over=true")]);
  const list = (tables, label) => (tables.length ? h("ul.tables", {}, tables.map((table) => row(table, t(label)))) : h("p.faint", {}, t("past.none")));
  fill(main, h("div.reading", {}, h("h1", {}, t("nav.games")), h("h2", {}, t("past.now")), list(now, "home.continue"), h("h2", {}, t("past.over")), list(over, "past.look")));
}
