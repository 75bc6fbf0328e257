// @ts-check
// Who plays a game best: people and opponents in one list.

import { h } from "./dom.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { levelName, levelNumber } from "./names.js";
import { t } from "./words.js";

/** @import { Strong } from "./frame.d.ts" */

const SHOWN = 20;

/** @param {Strong[]} best */
export function strongest(best) {
  return h(
    "section.lobby.people-block",
    { id: "strongest" },
    h("h2", {}, t("strongest")),
    h("p.faint", {}, t(best.length ? "strongest.how" : "strongest.none")),
    best.length > 0 &&
      h(
        "table.strongest",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, h("span.unseen", {}, t("strongest.place"))),
            h("th", {}, t("strongest.name")),
            h("th.number", {}, t("strongest.rating")),
            h("th.number", {}, t("strongest.games")),
          ),
        ),
        h("tbody", {}, best.slice(0, SHOWN).map(row)),
      ),
  );
}

/**
 * @param {Strong} one
 * @param {number} place from 0
 */
function row(one, place) {
  return h(
    "tr",
    {},
    h("td", {}, place + 1),
    h("td", {}, named(one)),
    h("td.number", {}, one.rating),
    h("td.number", {}, one.games),
  );
}

/** @param {Strong} one */
function named({ who, account }) {
  if (who.startsWith("tablier:")) return h("span.who", {}, face(levelNumber(who)), levelName(who));
  if (!account) return h("span.who", {}, icon("person"), who);
  return h("a.who", { href: `/person/${encodeURIComponent(who)}`, "data-link": "" }, icon("person"), who);
}
