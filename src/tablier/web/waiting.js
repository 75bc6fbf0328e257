// @ts-check
// Waiting for players: what stands in place of the board until everybody is there.

import { h, notice } from "./dom.js";
import { icon } from "./icons.js";
import { playerName, seatName } from "./names.js";
import { of, t } from "./words.js";

/** @import { TableName } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

/**
 * What stands in place of the board until everybody is there.
 * @param {TablePage} page
 */
export function waiting(page) {
  const { about } = page.model;
  if (!about.seats.some(({ free }) => free)) return h("p.loading", {}, t("table.loading"));
  const sitting = page.yours.length > 0;
  const seats = about.seats.map((place, seat) => {
    const mine = page.yours.includes(seat);
    return h(
      "li",
      {},
      h("span", {}, seatName(page.game, seat)),
      h("strong", {}, place.free && !place.kept ? t("seat.free") : playerName(page.model, seat)),
      place.free &&
        h(
          "button",
          { class: sitting ? "small" : "primary", onclick: () => page.sit(seat) },
          t(sitting ? "sit.too" : "sit"),
        ),
      mine && h("button", { onclick: () => page.leave(seat) }, t("leave")),
    );
  });
  return h(
    "div.lounge",
    {},
    h("h2", {}, of(page.game, "title")),
    h("p", {}, t(sitting ? "table.waiting.why" : "table.waiting.guest")),
    sitting && invitation(page.name),
    h("ul.seats", {}, seats),
    h("a.button.plain", { href: "/", "data-link": "" }, icon("home"), t("home")),
  );
}

/**
 * The link to a table, to copy or to be read by a telephone.
 * @param {TableName} name
 */
export function invitation(name) {
  const link = `${location.origin}/table/${name}`;
  /** @type {HTMLInputElement} */
  const text = h("input", {
    readOnly: true,
    value: link,
    "aria-label": t("share.link"),
    onfocus: (event) => event.currentTarget.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notice(t("share.copied"));
    } catch {
      text.focus(); // browsers let nobody copy by a button where they do not trust the page, or the person does not
      notice(t("share.by_hand"));
    }
  };
  return h(
    "div.share",
    {},
    text,
    h("button.primary", { onclick: copy }, t("share.copy")),
    h("img", { src: `/web/code/${name}.svg`, alt: t("share.code"), width: 180, height: 180 }),
  );
}
