// Before and after the game: waiting for players, and the end.

import { dialog, h } from "./dom.js";
import { of, t } from "./words.js";
import { playerName, seatName } from "./players.js";
import { scoreSheet } from "./sheet.js";

/** What stands in place of the board until everybody is there. */
export function waiting(page) {
  const { about } = page.model;
  const seats = about.seats.map((place, seat) => {
    const mine = page.yours.includes(seat);
    return h(
      "li",
      {},
      h("span", {}, seatName(page.game, seat)),
      h("strong", {}, place.free && !place.kept ? t("seat.free") : playerName(about, seat)),
      place.free && h("button.primary", { onclick: () => page.sit(seat) }, t("sit")),
      mine && h("button", { onclick: () => page.leave(seat) }, t("leave")),
    );
  });
  return h("div.lounge", {}, h("h2", {}, of(page.game, "title")), h("p", {}, t("table.waiting.why")), h("ul.seats", {}, seats), h("button.primary", { onclick: () => page.share() }, t("share")));
}

export const ending = {
  /** How it ended, in a sentence. */
  line({ about, outcome }) {
    const winners = outcome.ranks.map((rank, seat) => (rank === 1 ? playerName(about, seat) : null)).filter(Boolean);
    const reason = of(about.game, `reason.${outcome.reason.replaceAll(" ", "_")}`) ?? t(`reason.${outcome.reason}`);
    const shared = winners.length > 1 && new Set(outcome.ranks).size === 1;
    return shared ? t("end.draw", { reason }) : t("end.won", { names: winners.join(", "), number: winners.length, reason });
  },

  /** The end, with ranks, the sheet and what to do next. */
  show(page) {
    const { model } = page;
    const { about, outcome } = model;
    const order = outcome.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
    dialog(ending.line(model), (close) =>
      h(
        "div.end",
        {},
        h("ol.ranks", {}, order.map(({ rank, seat }) => h("li", {}, h("span.rank", {}, rank), h("strong", {}, playerName(about, seat)), h("span.points", {}, totals(about, outcome, seat))))),
        h(
          "div.row",
          {},
          page.yours.length > 0 && h("button.primary", { onclick: () => (close(), page.again()) }, page.nextGame),
          h("button", { onclick: () => (close(), page.analyse()) }, t("analyse")),
          h("button", { onclick: close }, t("close")),
        ),
        h("details", { open: true }, h("summary", {}, t("tab.score")), scoreSheet(about, outcome.sheet, outcome.points)),
      ),
    );
  },
};

function totals(about, outcome, seat) {
  const earlier = about.earlier?.[seat];
  return earlier === undefined || earlier === null ? outcome.points[seat] : t("end.sum", { first: earlier, second: outcome.points[seat], sum: earlier + outcome.points[seat] });
}
