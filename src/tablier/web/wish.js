// @ts-check
// What somebody wishes a table to be, before anything is chosen: as the address says.

import { fromCode } from "./boardcode.js";
import { notice } from "./dom.js";
import { COMPANY } from "./places.js";
import { t } from "./words.js";

/** @import { ClockKind, Game, Option, Place } from "./frame.d.ts" */
/** @import { Beginner, Company } from "./places.js" */

/**
 * What somebody wishes the table to be.
 * @typedef {object} Wish
 * @property {Company} company
 * @property {number} number of players
 * @property {Beginner} beginner
 * @property {Place[] | null} seats if they were chosen place by place
 * @property {Record<string, unknown>} options
 * @property {string} clock one of those below
 * @property {boolean} rated
 * @property {boolean} match
 */

/** @type {Record<string, ClockKind>} */
export const CLOCKS = {
  none: { kind: "none" },
  "5+3": { kind: "game", seconds: 300, increment: 3 },
  "15+10": { kind: "game", seconds: 900, increment: 10 },
  "30+0": { kind: "game", seconds: 1800, increment: 0 },
  move: { kind: "move", seconds: 60 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
};

/**
 * @param {Game} game
 * @param {Option | undefined} boardOption the option that takes a board, if the game has one
 */
export function wished(game, boardOption) {
  const asked = new URLSearchParams(location.search);
  /** @type {Wish} */
  const wish = {
    company: COMPANY.find((company) => company === asked.get("with")) ?? "computer",
    number: game.seats[0],
    beginner: "lot",
    seats: null,
    options: {},
    clock: "none",
    rated: false,
    match: false,
  };
  try {
    for (const option of game.options.filter(({ data }) => data)) {
      // a board's link has always said "board", whatever the game calls it
      const code = asked.get(option.name) ?? (option === boardOption ? asked.get("board") : null);
      if (code) wish.options[option.name] = fromCode(code);
    }
  } catch {
    notice(t("new.spoilt"), "wrong");
  }
  return wish;
}
