// @ts-check
// Who plays at a table that is to be set, place by place.

import { h } from "./dom.js";
import { seatName } from "./names.js";
import { preferred } from "./preferences.js";
import { say, t } from "./words.js";

/** @import { Game, Level, Place } from "./frame.d.ts" */

/** @returns {Place} */
const opponent = () => ({ who: "opponent", level: preferred("level") });

/**
 * I and as many opponents as there have to be.
 * @param {number} number
 * @returns {Place[]}
 */
export function placesFor(number) {
  return Array.from({ length: number }, (_, seat) => (seat ? opponent() : { who: "me" }));
}

/**
 * Places after somebody else was chosen for one; I sit at one of them at most.
 * @param {Place[]} places
 * @param {number} index
 * @param {string} value "me", "open", "here", or a level such as "level-3"
 */
function withOther(places, index, value) {
  const others = value === "me" ? places.map((place) => (place.who === "me" ? opponent() : place)) : places;
  const who = /** @type {Place["who"]} */ (value);
  const place = value.startsWith("level-") ? { ...opponent(), level: Number(value.slice(6)) } : { who };
  return others.map((other, at) => (at === index ? place : other));
}

/**
 * @param {Game} game
 * @param {Level[]} levels
 * @param {Place[]} places as they are now
 * @param {(places: Place[]) => void} change
 */
export function placesField(game, levels, places, change) {
  const number =
    game.seats.length > 1 &&
    h(
      "label.option",
      {},
      h("span", {}, t("new.number")),
      h(
        "select",
        { onchange: (event) => change(placesFor(Number(event.currentTarget.value))) },
        game.seats.map((count) => h("option", { value: count, selected: count === places.length }, count)),
      ),
    );
  /** @type {[string, string][]} */
  const choices = [
    ["me", t("new.me")],
    ["open", t("new.friend")],
    ["here", t("new.here")],
    ...levels.map(
      ({ level, name }) =>
        /** @type {[string, string]} */ ([`level-${level}`, t("level.option", { level, name: say(name) })]),
    ),
  ];
  const rows = places.map(({ who, level }, index) =>
    h(
      "li",
      {},
      h("span.seat", {}, seatName(game.name, index), index === 0 && h("small", {}, t("new.begins"))),
      h(
        "select",
        {
          "aria-label": t("new.who", { seat: seatName(game.name, index) }),
          onchange: (event) => change(withOther(places, index, event.currentTarget.value)),
        },
        choices.map(([value, label]) =>
          h("option", { value, selected: value === (who === "opponent" ? `level-${level}` : who) }, label),
        ),
      ),
      level !== undefined && h("small", {}, say(levels[level - 1].text)),
    ),
  );
  return h(
    "fieldset",
    {},
    h("legend", {}, t("new.players")),
    number,
    h("ol.places", {}, rows),
    places.length > 1 && h("button.small", { onclick: () => change([...places.slice(1), places[0]]) }, t("new.swap")),
  );
}
