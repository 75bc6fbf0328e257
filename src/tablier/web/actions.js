// @ts-check
// What can be done at a table besides moving. The few things wanted often are signs that keep their places; all the rest
// stands on a page of the sheet.

import { dialog, fill, h, notice } from "./dom.js";
import { icon } from "./icons.js";
import { playerName } from "./names.js";
import { prefer, preferred } from "./preferences.js";
import { t } from "./words.js";

/** @import { TablePage } from "./table.js" */
/** @import { IconName } from "./icons.js" */

export class Actions {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div.quick");
    this.question = h("section.above.asked", { "aria-live": "polite" });
  }

  draw() {
    const { page } = this;
    const sound = preferred("sound");
    fill(
      this.element,
      this.#sign("menu", "sheet.open", () => page.tabs.open(), { class: "sheet", badge: page.tabs.unread }),
      this.#sign("hint", "hint", () => page.hints.ask(), { why: whyNoHint(page) }),
      this.#sign("back", alone(page) ? "back" : "back.ask", () => page.do("take_back", { seat: mover(page) }), {
        why: whyNotBack(page),
      }),
      this.#sign(sound ? "sound" : "mute", sound ? "sound.off" : "sound.on", () => this.#silence(), { class: "sound" }),
    );
    fill(this.question, this.#asked());
  }

  /**
   * @param {IconName} sign
   * @param {string} name
   * @param {() => unknown} run
   * @param {{ class?: string, why?: string, badge?: number }} more what it cannot do now, it tells
   */
  #sign(sign, name, run, { why = "", badge = 0, ...more } = {}) {
    const label = why ? t("sign.why", { sign: t(name), why }) : t(name);
    return h(
      "button.icon",
      {
        onclick: why ? () => notice(label) : run,
        "aria-disabled": String(Boolean(why)),
        "aria-label": label,
        title: label,
        ...more,
      },
      icon(sign),
      badge ? h("span.badge", {}, badge) : null,
    );
  }

  #silence() {
    prefer("sound", !preferred("sound"));
    this.page.draw();
  }

  /** Somebody asks to take a move back. */
  #asked() {
    const { page } = this;
    const { asked, about } = page.model;
    if (!asked || about.status !== "playing") return null;
    const me = page.yours.find((seat) => !asked.agreed.includes(seat) && seat !== asked.seat);
    const name = playerName(page.model, asked.seat);
    if (page.yours.includes(asked.seat)) return h("p.question", {}, t("back.waiting"));
    if (me === undefined) return h("p.question", {}, t("back.asked", { name }));
    return [
      h("p.question", {}, t("back.asked", { name })),
      h(
        "div.row",
        {},
        h("button.primary", { onclick: () => page.do("answer", { seat: me, yes: true }) }, t("yes")),
        h("button", { onclick: () => page.do("answer", { seat: me, yes: false }) }, t("no")),
      ),
    ];
  }

  /** The rest: of the game, and of the board. */
  rest() {
    const { page } = this;
    const { about } = page.model;
    const playing = about.status === "playing" && page.yours.length > 0;
    const over = about.status === "over";
    return h(
      "div.rest",
      {},
      h(
        "section",
        {},
        h("h2", {}, t("rest.game")),
        h(
          "div.row",
          {},
          over && page.yours.length > 0 && this.#button("refresh", page.nextGame, () => page.again(), "primary"),
          over && this.#button("study", t("analyse"), () => page.hints.analyse()),
          this.#button("share", t("share"), () => page.share()),
          over &&
            h("a.button", { href: `/api/tables/${page.name}/record`, download: "" }, icon("download"), t("download")),
          over && h("a.button", { href: `/fair?table=${page.name}`, "data-link": "" }, icon("lock"), t("fair")),
          playing && mayClaim(page) && this.#button("trophy", t("claim"), () => this.#claim()),
          playing && this.#button("resign", t("resign"), () => resign(page), "danger"),
        ),
        about.rated && h("p.faint", {}, t("rated.is")),
      ),
      page.tools.section(),
      h(
        "div.row",
        {},
        this.#button("settings", t("preferences"), () => dispatchEvent(new Event("settings"))),
      ),
    );
  }

  #claim() {
    return this.page.do("claim", { seat: this.page.yours[0] });
  }

  /**
   * @param {IconName} sign
   * @param {string} label
   * @param {() => unknown} run
   * @param {string} kind
   */
  #button(sign, label, run, kind = "") {
    return h("button", { onclick: run, class: kind }, icon(sign), " ", label);
  }
}

/**
 * Does this person play with nobody but opponents, or with people at this very screen?
 * @param {TablePage} page
 */
export const alone = (page) => page.model.about.seats.every((place, seat) => place.level || page.yours.includes(seat));

/**
 * Why nothing can be asked now; empty if it can.
 * @param {TablePage} page
 */
function whyNoHint(page) {
  if (page.model.about.rated) return t("hint.rated");
  if (page.yours.length && !alone(page)) return t("hint.people");
  if (page.model.about.status !== "playing" || !page.live) return t("back.over");
  return page.acting === null ? t("hint.later") : "";
}

/**
 * Why no move can be taken back now; empty if one can.
 * @param {TablePage} page
 */
function whyNotBack(page) {
  const { log, about, asked } = page.model;
  if (about.status !== "playing" || !page.yours.length) return t("back.over");
  if (about.rated) return t("hint.rated");
  if (asked) return t("back.waiting");
  const seat = mover(page);
  const last = log.findLastIndex((entry) => entry.seat === seat);
  if (last < 0) return t("back.none");
  return log.slice(last).some((entry) => entry.seat === null) ? t("back.drawn") : "";
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
        icon("resign"),
        " ",
        t("resign"),
      ),
      h("button", { onclick: close }, t("choice.cancel")),
    ),
  );
}
