// @ts-check
// Those who play: name, colour, clock, points, what they hold, what they did last, whether they are here. One's own card
// lies below the board, or at the foot of the column beside it; those of the others above.

import { fill, h } from "./dom.js";
import { told } from "./drawing.js";
import { face } from "./faces.js";
import { icon } from "./icons.js";
import { plainName, seatName } from "./names.js";
import { of, t } from "./words.js";

/** @import { Outcome, SeatNumber } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

/** @param {number} milliseconds */
function clockText(milliseconds) {
  const total = Math.max(0, milliseconds);
  const days = Math.floor(total / 86400000);
  if (days) return t("clock.days", { days, hours: Math.floor((total % 86400000) / 3600000) });
  const hours = Math.floor(total / 3600000);
  const minutes = Math.floor((total % 3600000) / 60000);
  const seconds = Math.floor((total % 60000) / 1000);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  if (total < 10000) return `0:0${(total / 1000).toFixed(1)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {HTMLElement} who
 * @property {HTMLElement} held
 * @property {HTMLElement} did
 */

/**
 * @param {SeatNumber} seat
 * @returns {Card}
 */
function blank(seat) {
  const [who, held, did] = [h("div.who"), h("div.held"), h("p.did")];
  const element = h("article.player", { "data-seat": seat }, who, h("div.holds-and-did", {}, held, did));
  return { element, who, held, did };
}

/**
 * Is there anything to count? Where a game is simply won, a single point tells nothing more.
 * @param {Outcome | null} outcome
 * @param {(number | null)[]} points
 */
export const scored = (outcome, points) => points.some((one) => Number(one) > (outcome ? 1 : 0));

/** The cards of all players. */
export class Players {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.others = h("section.others");
    this.own = h("section.own");
    this.home = h("a.home.icon", { href: "/", "data-link": "" }, icon("home"));
    /** @type {Map<SeatNumber, Card>} */
    this.cards = new Map();
  }

  get elements() {
    return [this.others, this.own];
  }

  /** The seat whose card is one's own: of several at this screen, the one on turn. */
  get near() {
    const { yours, seat, model } = this.page;
    if (yours.length > 1 && model.turn !== null && yours.includes(model.turn)) return model.turn;
    return seat ?? yours[0] ?? 0;
  }

  /** @param {(number | null)[] | null} points */
  draw(points) {
    const { near } = this;
    const { seats } = this.page.model.about;
    this.others.setAttribute("aria-label", t("players"));
    this.own.setAttribute("aria-label", t("players.own"));
    const rest = seats.map((_, seat) => (near + seat) % seats.length).slice(1);
    this.home.setAttribute("aria-label", t("home"));
    fill(
      this.others,
      this.home,
      rest.map((seat) => this.#card(seat, points)),
    );
    fill(this.own, this.#card(near, points));
    this.tick();
  }

  /**
   * The card of a seat as it is now. It stays, and above all what is held: to draw that anew is dear.
   * @param {SeatNumber} seat
   * @param {(number | null)[] | null} points
   */
  #card(seat, points) {
    const card = this.cards.get(seat) ?? blank(seat);
    this.cards.set(seat, card);
    const { model, yours, board, seat: watched } = this.page;
    const { about } = model;
    const turn = model.turn === seat && about.status === "playing";
    const rank = model.outcome?.ranks[seat];
    const gone = model.presence.gone[seat];
    const earlier = about.earlier?.[seat];
    const left = model.left(seat);
    const level = Number(about.seats[seat].level?.split(":")[1] ?? 0);
    const mine = yours.includes(seat);
    const { element, who, held, did } = card;
    element.classList.toggle("turn", turn);
    element.classList.toggle("mine", mine);
    element.classList.toggle("winner", rank === 1);
    if (turn) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
    fill(
      who,
      h(
        "span.label",
        {},
        level ? face(level) : null,
        of(about.game, "seat.0") && h("span.chip", { class: `c-seat${seat}`, "aria-hidden": "true" }),
        h("strong", {}, plainName(about, seat), rank === 1 && h("span.won", { title: t("won") }, " ★")),
      ),
      h("span.role", {}, seatName(about.game, seat, model.panels), mine && watched === seat && ` · ${t("you")}`),
      gone && !model.outcome && h("span.away", { title: t("player.away") }, t("player.away")),
      left !== null && h("time.clock", { "data-seat": seat }, clockText(left)),
      h(
        "span.points",
        { title: t("points") },
        points && scored(model.outcome, points) ? (points[seat] ?? "") : "",
        earlier !== undefined && earlier !== null && h("small", {}, ` +${earlier}`),
      ),
    );
    const panels = [...board.panels.values()].filter((panel) => panel.seat === seat);
    held.hidden = panels.length === 0;
    fill(
      held,
      panels.map((panel) => panel.surface.svg),
    );
    fill(did, this.#did(seat));
    return element;
  }

  /**
   * What a seat has done since one's own last move.
   * @param {SeatNumber} seat
   */
  #did(seat) {
    const { model, yours, live } = this.page;
    const made = live ? model.since(yours).filter((entry) => entry.seat === seat) : [];
    return made.map(({ text, gains }, place) => [
      place ? ", " : "",
      told(model.about.game, text),
      gains[seat] > 0 ? h("b", {}, ` +${gains[seat]}`) : null,
    ]);
  }

  /**
   * Where a seat's points stand on the screen.
   * @param {SeatNumber} seat
   */
  pointsAt(seat) {
    const shown = document.querySelector(`.player[data-seat="${seat}"] .points`);
    const box = shown?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** Let the clocks run. */
  tick() {
    const { model } = this.page;
    for (const part of this.elements) {
      /** @type {NodeListOf<HTMLElement>} */
      const clocks = part.querySelectorAll("time.clock");
      for (const clock of clocks) {
        const left = model.left(Number(clock.dataset.seat));
        if (left === null) continue;
        clock.textContent = clockText(left);
        clock.classList.toggle("low", left < 20000);
        clock.classList.toggle("running", model.clock?.running === Number(clock.dataset.seat));
      }
    }
  }
}
