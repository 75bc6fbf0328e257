// @ts-check
// Taking a game off the list of those one goes on with: given up for good, or hidden until something happens there.

import { dialog, h, notice } from "./dom.js";
import { icon } from "./icons.js";
import { why, wire } from "./wire.js";
import { of, t } from "./words.js";

/** @import { TableDigest } from "./frame.d.ts" */

const KEPT = "hidden";
const MOST = 200;

/** @returns {Record<string, number>} the numbers of hidden tables, as they were then */
function hidden() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) || "{}");
  } catch {
    return {};
  }
}

/**
 * Is a table hidden in this browser? Whatever happens there shows it again.
 * @param {TableDigest} table
 */
export const hiddenHere = ({ table, number }) => hidden()[table] === number;

/** @param {TableDigest} table */
function hide({ table, number }) {
  const kept = Object.entries(hidden()).slice(1 - MOST);
  localStorage.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(kept), [table]: number }));
}

/**
 * @param {TableDigest} table
 * @param {() => void} done
 */
export function removal(table, done) {
  const label = t("remove", { game: of(table.game, "title") });
  return h(
    "button.plain.icon.corner",
    { "aria-label": label, title: label, onclick: () => ask(table, done) },
    icon("close"),
  );
}

/**
 * @param {TableDigest} table
 * @param {() => void} done
 */
function ask(table, done) {
  const waits = table.status === "open";
  /** @param {() => void} close */
  const giveUp = async (close) => {
    close();
    try {
      const seats = waits ? table.yours : table.yours.slice(0, 1);
      for (const seat of seats) await wire.send(waits ? "leave" : "resign", { table: table.table, seat });
    } catch (refusal) {
      notice(why(refusal), "wrong");
    }
    done();
  };
  dialog(t("remove", { game: of(table.game, "title") }), (close) =>
    h(
      "div",
      {},
      h("p", {}, t(waits ? "remove.waits" : "remove.plays")),
      h(
        "div.row",
        {},
        h("button.danger", { onclick: () => giveUp(close) }, icon("resign"), t(waits ? "leave" : "resign")),
        h(
          "button",
          {
            onclick: () => {
              hide(table);
              close();
              done();
            },
          },
          t("remove.hide"),
        ),
        h("button.plain", { onclick: close }, t("choice.cancel")),
      ),
    ),
  );
}
