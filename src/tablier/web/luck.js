// @ts-check
// What this browser brings to the draws of a game, and keeps of them, to be compared with the record.

import { pledge } from "./pledge.js";
import { luck, wire } from "./wire.js";

/** @import { About, SeatNumber, TableName } from "./frame.d.ts" */
/** @import { Keepsake } from "./draws.js" */

/**
 * What is kept of a table, if anything is.
 * @param {TableName} table
 * @returns {Keepsake | null}
 */
export const kept = (table) => JSON.parse(localStorage[`luck/${table}`] ?? "null");

/**
 * @param {TableName} table
 * @param {Keepsake} keepsake
 */
function keep(table, keepsake) {
  localStorage[`luck/${table}`] = JSON.stringify(keepsake);
  return keepsake;
}

/**
 * Pledge luck where it is awaited, and show it when everybody has pledged theirs.
 * @param {TableName} table
 * @param {About} about
 * @param {SeatNumber[]} yours
 */
export async function bring(table, { seats, commitment, pledges }, yours) {
  const awaited = yours.some((seat) => pledges[seat] === "");
  const keepsake =
    kept(table) ?? (awaited && keep(table, { at: new Date().toLocaleString(), commitment, luck: luck() }));
  if (!keepsake) return;
  const own = await pledge(keepsake.commitment, keepsake.luck);
  if (awaited) {
    // refused where another device of the same person has pledged its own
    await wire.send("pledge", { table, pledge: own }).catch(() => delete localStorage[`luck/${table}`]);
  } else if (pledges.includes(own) && !pledges.includes("") && !seats.some(({ free }) => free)) {
    keep(table, { pledges, ...keepsake });
    await wire.send("reveal", { table, luck: keepsake.luck });
  }
}
