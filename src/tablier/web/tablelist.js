// @ts-check
// Tables as small pictures, each of which leads there.

import { fill, h } from "./dom.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { called, levelName, levelNumber } from "./names.js";
import { of, t, when } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { DigestSeat, TableDigest } from "./frame.d.ts" */

/**
 * @template {TableDigest} Digest
 * @typedef {object} Look
 * @property {string} label of the link, for those who listen
 * @property {(table: Digest) => Child} says what is written below the players
 * @property {(table: Digest) => string} [mark] what it is marked as, such as "turn"
 * @property {(table: Digest) => Child} [more] what stands in its corner
 */

/**
 * Keeps a list up to date: what is known stays where it is, and no picture is fetched twice.
 * @template {TableDigest} Digest
 */
export class TableList {
  /** @param {Look<Digest>} look */
  constructor(look) {
    this.look = look;
    this.element = h("ul.tables");
    /** @type {Map<string, { written: string, item: HTMLLIElement }>} */
    this.shown = new Map();
  }

  /** @param {Digest[]} tables */
  show(tables) {
    const kept = new Set(tables.map(({ table }) => table));
    for (const [name, { item }] of this.shown) {
      if (kept.has(name)) continue;
      item.remove();
      this.shown.delete(name);
    }
    tables.forEach((table, place) => {
      const written = JSON.stringify([table, when(table.changed), document.documentElement.lang, looks()]);
      const known = this.shown.get(table.table) ?? { written: "", item: h("li", { "data-table": table.table }) };
      if (known.written !== written) {
        fill(known.item, tile(table, this.look));
        known.item.className = this.look.mark?.(table) ?? "";
        known.written = written;
        this.shown.set(table.table, known);
      }
      if (this.element.children[place] !== known.item)
        this.element.insertBefore(known.item, this.element.children[place]);
    });
  }
}

/** How pictures are drawn: by day or by night, and on which boards. */
const looks = () => {
  const { theme = "light", boards = "classic" } = document.documentElement.dataset;
  return `theme=${theme}&boards=${boards}`;
};

/**
 * @template {TableDigest} Digest
 * @param {Digest} table
 * @param {Look<Digest>} look
 * @returns {Child[]}
 */
function tile(table, look) {
  const title = of(table.game, "title") ?? table.game;
  const begun = table.status !== "open";
  return [
    h(
      "div.board-picture",
      {},
      begun
        ? h("img", { src: pictureOf(table), alt: "", loading: "lazy", decoding: "async", width: 160, height: 160 })
        : icon("games"),
    ),
    h(
      "div.told",
      {},
      h(
        "h3",
        {},
        h(
          "a.whole",
          { href: `/table/${table.table}`, "data-link": "" },
          title,
          h("span.unseen", {}, ` · ${look.label}`),
        ),
      ),
      h("p.people", {}, table.seats.map(seated)),
      h("p.says", {}, look.says(table)),
    ),
    look.more?.(table),
  ];
}

/** @param {TableDigest} table */
export const pictureOf = ({ table, number }) => `/api/tables/${table}/picture?${looks()}&number=${number}`;

/** @param {DigestSeat} seat */
function seated(seat) {
  if (seat.level) return h("span.who", {}, face(levelNumber(seat.level)), levelName(seat.level));
  return h("span.who", {}, icon(seat.free ? "plus" : "person"), called(seat) || t("seat.free"));
}
