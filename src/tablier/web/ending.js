// @ts-check
// The end of a game: what won it is lit on the board, secrets are shown, and then the result stands beside it.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { playerName } from "./names.js";
import { scored } from "./players.js";
import { moving } from "./preferences.js";
import { decisive } from "./sheet.js";
import { play as sound } from "./sound.js";
import { lasting, of, t } from "./words.js";

/** @import { About, LogEntry, Outcome, Panel, SeatNumber } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

const LOOK = 1200; // milliseconds for the board alone

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

export class Ending {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("section.above.result", { "aria-live": "polite" });
    this.shut = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * The game has just ended: a moment for the board, then the result.
   * @param {number} late milliseconds until the last move has come to rest
   */
  come(late) {
    const { outcome } = this.page.model;
    if (!outcome) return;
    const pause = moving() && !document.hidden ? late + LOOK : 0;
    setTimeout(() => {
      this.light();
      sound("end", { game: this.page.game });
    }, pause && late);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#open(), pause);
  }

  /** Let what won it be lit, if the game is over. */
  light() {
    const { outcome } = this.page.model;
    if (!outcome) return;
    this.page.board.unlight();
    this.page.board.light(decisive(outcome), Infinity);
  }

  #open() {
    this.shut = false;
    this.draw();
    /** @type {HTMLElement | null} */ (this.element.querySelector(".primary, .row button"))?.focus({
      preventScroll: true,
    });
  }

  close() {
    clearTimeout(this.timer);
    this.shut = true;
    fill(this.element);
    this.page.draw();
  }

  /** The result, if the game is over and nobody has closed it. */
  draw() {
    const { page } = this;
    const { about, outcome } = page.model;
    if (!outcome || this.shut) return fill(this.element);
    const order = outcome.ranks.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
    const counted = outcome.reason !== "resigned" && scored(outcome, outcome.points);
    return fill(
      this.element,
      h(
        "h2.end",
        {},
        h("span", {}, title(page.model, outcome, page.yours)),
        counted &&
          h(
            "span.tally",
            {},
            order
              .slice(0, 2)
              .map(({ seat }) => outcome.points[seat])
              .join(" – "),
          ),
        h("button.icon.shut", { onclick: () => this.close(), "aria-label": t("close") }, icon("close")),
      ),
      h("p.why", {}, reason(about, outcome), counted && ` ${this.#margin(outcome)}`),
      counted &&
        h(
          "ol.ranks",
          {},
          order.map(({ rank, seat }) =>
            h(
              "li",
              {},
              h("span.rank", {}, rank),
              h("strong", {}, playerName(page.model, seat)),
              h("span.points", {}, totals(about, outcome, seat)),
            ),
          ),
        ),
      h("ul.figures", {}, this.#figures()),
      h("div.row", {}, this.#rematch(), this.#review()),
    );
  }

  /** By how much. @param {Outcome} outcome */
  #margin(outcome) {
    const points = ahead(outcome);
    return points ? t("end.margin", { points }) : "";
  }

  /**
   * Three numbers worth knowing: how many moves, the best one and how often the lead changed; where points are not
   * known until the end, how far ahead the winner is, and without points what is left; and how long it took.
   */
  #figures() {
    const { log, about, outcome, panels } = this.page.model;
    const moves = log.filter(({ seat }) => seat !== null);
    const counted = outcome && scored(outcome, outcome.points);
    const best = counted ? moves.reduce((most, entry) => Math.max(most, gain(entry)), 0) : 0;
    const held = panels.filter(({ seat }) => seat !== null).flatMap(({ items }) => items);
    const left = held.filter(({ layer, glyph }) => (layer ?? "pieces") === "pieces" && glyph !== "text").length;
    const figures = [
      [moves.length, t("end.moves", { number: moves.length })],
      !counted && [left, t("end.left", { number: left })],
      counted && !best && [ahead(outcome), t("end.ahead", { number: ahead(outcome) })],
      !best && [lasting(outcome?.lasted ?? 0), t("end.lasted")],
      best > 0 && [
        `+${best}`,
        t("end.best", { name: playerName(this.page.model, Number(moves.find((entry) => gain(entry) === best)?.seat)) }),
      ],
      best > 0 && [leads(log, about.seats.length), t("end.leads", { number: leads(log, about.seats.length) })],
    ];
    return figures.flatMap((figure) => (figure ? [h("li", {}, h("b", {}, figure[0]), " ", figure[1])] : []));
  }

  #rematch() {
    const { page } = this;
    const { about } = page.model;
    if (!page.yours.length) return null;
    if (about.again && !page.asking) {
      return [
        h("p.question", {}, t("again.offered")),
        h("button.primary", { onclick: () => page.again() }, icon("check"), " ", t("again.accept")),
        h("button", { onclick: () => this.close() }, t("again.decline")),
      ];
    }
    return h("button.primary", { onclick: () => page.again() }, icon("refresh"), " ", page.nextGame);
  }

  #review() {
    const { page } = this;
    const review = () => {
      this.close();
      page.hints.analyse();
    };
    return h("button", { onclick: review }, icon("study"), " ", t("analyse"));
  }
}

/** How many points lie between the best and whoever comes next. @param {Outcome} outcome */
function ahead({ points }) {
  const [best, next = best] = [...new Set(points)].sort((a, b) => b - a);
  return best - next;
}

/** @param {LogEntry} entry */
const gain = ({ seat, gains }) => (seat === null ? 0 : (gains[seat] ?? 0));

/**
 * How often somebody else took the lead.
 * @param {LogEntry[]} log
 * @param {number} seats
 */
function leads(log, seats) {
  const points = Array(seats).fill(0);
  let leader = -1;
  let changes = 0;
  for (const { gains } of log) {
    for (const [seat, gained] of gains.entries()) points[seat] += gained;
    const most = Math.max(...points);
    const first = points.filter((one) => one === most).length === 1 ? points.indexOf(most) : -1;
    if (first >= 0 && first !== leader) {
      if (leader >= 0) changes += 1;
      leader = first;
    }
  }
  return changes;
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
