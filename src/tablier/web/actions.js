// @ts-check
// What can be done at a table besides moving: a hint, taking back, giving up, playing again.

import { dialog, h } from "./dom.js";
import { showHint } from "./hints.js";
import { playerName } from "./names.js";
import { t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { TablePage } from "./table.js" */

/**
 * The buttons that make sense now.
 * @param {TablePage} page
 */
export function actions(page) {
  const { about, asked } = page.model;
  const mine = page.yours.length > 0;
  const playing = about.status === "playing";
  const opponents = about.seats.every((place, seat) => place.level || page.yours.includes(seat));
  /**
   * @param {string} name
   * @param {() => unknown} run
   * @param {{ disabled?: boolean }} more
   */
  const button = (name, run, more = {}) => h("button", { onclick: run, ...more }, t(name));
  /** @type {Child[]} */
  const list = [];
  if (asked && playing) {
    const asker = playerName(page.model, asked.seat);
    const me = page.yours.find((seat) => !asked.agreed.includes(seat) && seat !== asked.seat);
    list.push(h("p.question", {}, t("back.asked", { name: asker })));
    if (me !== undefined && !page.yours.includes(asked.seat)) {
      list.push(
        button("yes", () => page.do("answer", { seat: me, yes: true })),
        button("no", () => page.do("answer", { seat: me, yes: false })),
      );
    }
  }
  if (playing && mine) {
    if (!about.rated) {
      list.push(button("hint", () => showHint(page, false), { disabled: page.acting === null }));
      list.push(
        button(opponents ? "back" : "back.ask", () => page.do("take_back", { seat: mover(page) }), {
          disabled: !canTakeBack(page) || Boolean(asked),
        }),
      );
    }
    list.push(button("resign", () => resign(page)));
    if (mayClaim(page)) list.push(button("claim", () => page.do("claim", { seat: page.yours[0] })));
  }
  if (about.status === "over") {
    if (mine) list.push(h("button.primary", { onclick: () => page.again() }, page.nextGame));
    list.push(button("analyse", () => page.analyse()));
    list.push(h("a.button", { href: `/api/tables/${page.name}/record`, download: "" }, t("download")));
    list.push(h("a.button", { href: `/fair?table=${page.name}`, "data-link": "" }, t("fair")));
  }
  if (about.again) list.push(h("a.button.primary", { href: `/table/${about.again}`, "data-link": "" }, t("again.go")));
  list.push(button("share", () => page.share()));
  return list;
}

/** @param {TablePage} page */
function canTakeBack(page) {
  const { log } = page.model;
  const seat = mover(page);
  const last = log.findLastIndex((entry) => entry.seat === seat);
  return last >= 0 && !log.slice(last).some((entry) => entry.seat === null);
}

/**
 * Whose move would be taken back: of the seats at this screen, the one that moved last.
 * @param {TablePage} page
 */
function mover(page) {
  const mine = page.model.log.findLast(({ seat }) => seat !== null && page.yours.includes(seat));
  return mine?.seat ?? page.yours[0];
}

/** @param {TablePage} page */
function mayClaim(page) {
  const { turn, presence } = page.model;
  return turn !== null && !page.yours.includes(turn) && Boolean(presence.gone[turn]);
}

/** @param {TablePage} page */
function resign(page) {
  const seat = page.acting ?? page.yours[0];
  dialog(t("resign.sure"), (close) =>
    h(
      "div.row",
      {},
      h(
        "button.danger",
        {
          onclick: () => {
            close();
            page.do("resign", { seat });
          },
        },
        t("resign"),
      ),
      h("button", { onclick: close }, t("choice.cancel")),
    ),
  );
}
