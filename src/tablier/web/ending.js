// @ts-check
// The end of a game: who has won, why, and what can be done next.

import { dialog, h } from "./dom.js";
import { playerName } from "./names.js";
import { scoreSheet } from "./sheet.js";
import { of, t } from "./words.js";

/** @import { About, Outcome, Panel, SeatNumber } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

/**
 * Who has won; somebody who played one seat is told how it went for them.
 * @param {{ about: About, panels: Panel[] }} model
 * @param {Outcome} outcome
 * @param {SeatNumber[]} yours
 */
export function title(model, outcome, yours) {
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const facts = { names: winners.map((seat) => playerName(model, seat)).join(", "), number: winners.length };
  if (winners.length > 1 && new Set(outcome.ranks).size === 1) return t("end.draw");
  if (yours.length !== 1) return t("end.won", facts);
  if (!winners.includes(yours[0])) return t("end.lost", facts);
  return winners.length > 1 ? t("end.won", facts) : t("end.you");
}

/**
 * What ended the game.
 * @param {About} about
 * @param {Outcome} outcome
 */
export function reason(about, outcome) {
  return t("end.reason", {
    reason: of(about.game, `reason.${outcome.reason.replaceAll(" ", "_")}`) ?? t(`reason.${outcome.reason}`),
  });
}

/**
 * The end, with ranks, the sheet and what to do next.
 * @param {TablePage} page
 */
export function showEnd(page) {
  const { model } = page;
  const { about, outcome } = model;
  if (!outcome) return;
  const order = outcome.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
  dialog(title(model, outcome, page.yours), (close) =>
    h(
      "div.end",
      {},
      h("p", {}, reason(about, outcome)),
      h(
        "ol.ranks",
        {},
        order.map(({ rank, seat }) =>
          h(
            "li",
            {},
            h("span.rank", {}, rank),
            h("strong", {}, playerName(model, seat)),
            h("span.points", {}, totals(about, outcome, seat)),
          ),
        ),
      ),
      h(
        "div.row",
        {},
        page.yours.length > 0 &&
          h(
            "button.primary",
            {
              onclick: () => {
                close();
                page.again();
              },
            },
            page.nextGame,
          ),
        h(
          "button",
          {
            onclick: () => {
              close();
              page.analyse();
            },
          },
          t("analyse"),
        ),
        h("button", { onclick: close }, t("close")),
      ),
      h("details", { open: true }, h("summary", {}, t("tab.score")), scoreSheet(model, outcome.sheet, outcome.points)),
    ),
  );
}

/**
 * A seat's points, with those of the first game of a match.
 * @param {About} about
 * @param {Outcome} outcome
 * @param {SeatNumber} seat
 */
function totals(about, outcome, seat) {
  const earlier = about.earlier?.[seat];
  return earlier === undefined || earlier === null
    ? outcome.points[seat]
    : t("end.sum", { first: earlier, second: outcome.points[seat], sum: earlier + outcome.points[seat] });
}
