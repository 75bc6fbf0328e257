// The end of a game: who has won, why, and what can be done next.

import { dialog, h } from "./dom.js";
import { playerName } from "./names.js";
import { scoreSheet } from "./sheet.js";
import { of, t } from "./words.js";

/** Who has won; somebody who played one seat is told how it went for them. */
export function title(model, yours) {
  const { outcome } = model;
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const facts = { names: winners.map((seat) => playerName(model, seat)).join(", "), number: winners.length };
  if (winners.length > 1 && new Set(outcome.ranks).size === 1) return t("end.draw");
  if (yours.length !== 1) return t("end.won", facts);
  if (!winners.includes(yours[0])) return t("end.lost", facts);
  return winners.length > 1 ? t("end.won", facts) : t("end.you");
}

/** What ended the game. */
export function reason({ about, outcome }) {
  return t("end.reason", {
    reason: of(about.game, `reason.${outcome.reason.replaceAll(" ", "_")}`) ?? t(`reason.${outcome.reason}`),
  });
}

/** The end, with ranks, the sheet and what to do next. */
export function showEnd(page) {
  const { model } = page;
  const { about, outcome } = model;
  const order = outcome.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
  dialog(title(model, page.yours), (close) =>
    h(
      "div.end",
      {},
      h("p", {}, reason(model)),
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

function totals(about, outcome, seat) {
  const earlier = about.earlier?.[seat];
  return earlier === undefined || earlier === null
    ? outcome.points[seat]
    : t("end.sum", { first: earlier, second: outcome.points[seat], sum: earlier + outcome.points[seat] });
}
