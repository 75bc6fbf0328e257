// @ts-check
// Those who play: name, colour, clock, points, what they hold, whether they are here.

import { fill, h } from "./dom.js";
import { plainName, seatName } from "./names.js";
import { of, t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { SeatNumber } from "./frame.d.ts" */
/** @import { Model } from "./model.js" */

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

/** The cards of all players. */
export class Players {
  /**
   * @param {Model} model
   * @param {Board} board
   */
  constructor(model, board) {
    this.model = model;
    this.board = board;
    this.element = h("section.players");
  }

  /** @param {{ yours: SeatNumber[], points: (number | null)[] | null }} shown */
  draw({ yours, points }) {
    const { model } = this;
    const { about } = model;
    this.element.setAttribute("aria-label", t("players"));
    const cards = about.seats.map((_, seat) => {
      const turn = model.turn === seat && about.status === "playing";
      const rank = model.outcome?.ranks[seat];
      const held = [...this.board.panels.values()].filter((panel) => panel.seat === seat);
      const gone = model.presence.gone[seat];
      const earlier = about.earlier?.[seat];
      const left = model.left(seat);
      return h(
        "article.player",
        {
          class: [turn && "turn", yours.includes(seat) && "mine"].filter(Boolean).join(" "),
          "aria-current": turn ? "true" : null,
        },
        h(
          "div.who",
          {},
          of(about.game, "seat.0") && h("span.chip", { class: `c-seat${seat}`, "aria-hidden": "true" }),
          h(
            "span.names",
            {},
            h("strong", {}, plainName(about, seat), rank === 1 && h("span.won", { title: t("won") }, " ★")),
            h("span.role", {}, seatName(about.game, seat, model.panels), yours.includes(seat) && ` · ${t("you")}`),
          ),
          gone && !model.outcome && h("span.away", { title: t("player.away") }, t("player.away")),
          left !== null && h("time.clock", { "data-seat": seat }, clockText(left)),
          h(
            "span.points",
            { title: t("points") },
            points?.[seat] ?? "",
            earlier !== undefined && earlier !== null && h("small", {}, ` +${earlier}`),
          ),
        ),
        held.length > 0 &&
          h(
            "div.held",
            {},
            held.map((panel) => panel.surface.svg),
          ),
      );
    });
    fill(this.element, cards);
    this.tick();
  }

  /** Let the clocks run. */
  tick() {
    /** @type {NodeListOf<HTMLElement>} */
    const clocks = this.element.querySelectorAll("time.clock");
    for (const clock of clocks) {
      const left = this.model.left(Number(clock.dataset.seat));
      if (left === null) continue;
      clock.textContent = clockText(left);
      clock.classList.toggle("low", left < 20000);
    }
  }
}
