// Before and after the game: waiting for players, and the end.

import { dialog, h, notice } from "./dom.js";
import { of, t } from "./words.js";
import { playerName, seatName } from "./players.js";
import { scoreSheet } from "./sheet.js";

/** What stands in place of the board until everybody is there. */
export function waiting(page) {
  const { about } = page.model;
  const sitting = page.yours.length > 0;
  const seats = about.seats.map((place, seat) => {
    const mine = page.yours.includes(seat);
    return h(
      "li",
      {},
      h("span", {}, seatName(page.game, seat)),
      h("strong", {}, place.free && !place.kept ? t("seat.free") : playerName(about, seat)),
      place.free && h("button", { class: sitting ? "small" : "primary", onclick: () => page.sit(seat) }, t(sitting ? "sit.too" : "sit")),
      mine && h("button", { onclick: () => page.leave(seat) }, t("leave")),
    );
  });
  return h("div.lounge", {}, h("h2", {}, of(page.game, "title")), h("p", {}, t(sitting ? "table.waiting.why" : "table.waiting.guest")), sitting && invitation(page.name), h("ul.seats", {}, seats));
}

/** The link to a table, to copy or to be read by a telephone. */
export function invitation(name) {
  const link = `${location.origin}/table/${name}`;
  return h(
    "div.share",
    {},
    h("input", { readOnly: true, value: link, "aria-label": t("share.link"), onfocus: (event) => event.target.select() }),
    h("button.primary", { onclick: () => navigator.clipboard?.writeText(link).then(() => notice(t("share.copied"))) }, t("share.copy")),
    h("img", { src: `/web/code/${name}.svg`, alt: t("share.code"), width: 180, height: 180 }),
  );
}

export const ending = {
  /** Who has won; somebody who played one seat is told how it went for them. */
  title({ about, outcome }, yours) {
    const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
    const facts = { names: winners.map((seat) => playerName(about, seat)).join(", "), number: winners.length };
    if (winners.length > 1 && new Set(outcome.ranks).size === 1) return t("end.draw");
    if (yours.length !== 1) return t("end.won", facts);
    if (!winners.includes(yours[0])) return t("end.lost", facts);
    return winners.length > 1 ? t("end.won", facts) : t("end.you");
  },

  /** What ended the game. */
  reason({ about, outcome }) {
    return t("end.reason", { reason: of(about.game, `reason.${outcome.reason.replaceAll(" ", "_")}`) ?? t(`reason.${outcome.reason}`) });
  },

  /** The end, with ranks, the sheet and what to do next. */
  show(page) {
    const { model } = page;
    const { about, outcome } = model;
    const order = outcome.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
    dialog(ending.title(model, page.yours), (close) =>
      h(
        "div.end",
        {},
        h("p", {}, ending.reason(model)),
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
