// @ts-check
// A list of tables, each with a link that leads there.

import { h } from "./dom.js";
import { of, t, when } from "./words.js";

/** @import { TableDigest } from "./frame.d.ts" */

/**
 * @param {TableDigest[]} tables
 * @param {string} label of each link
 */
export function tableList(tables, label) {
  return h(
    "ul.tables",
    {},
    tables.map((table) => row(table, label)),
  );
}

/**
 * @param {TableDigest} table
 * @param {string} label
 */
function row(table, label) {
  const names = table.seats.map((seat) =>
    seat.level ? t("level.short", { level: seat.level.split(":")[1] }) : seat.name || t("seat.free"),
  );
  return h(
    "li",
    {},
    h("strong", {}, of(table.game, "title")),
    h("span.people", {}, names.join(" · ")),
    h("span.faint", {}, table.moves ? t("home.moves", { number: table.moves }) : "", " ", when(table.changed)),
    h("a.button", { href: `/table/${table.table}`, "data-link": "" }, label),
  );
}
