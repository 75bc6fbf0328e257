// @ts-check
// Who plays at a table that is to be set: in one word for most, place by place for the others.

import { h } from "./dom.js";
import { me } from "./me.js";
import { seatName } from "./names.js";
import { prefer, preferred } from "./preferences.js";
import { say, t } from "./words.js";

/** @import { Game, Level, Place } from "./frame.d.ts" */

/** Whom one plays with. */
export const COMPANY = /** @type {const} */ (["computer", "friend", "here", "anybody"]);
/** @typedef {typeof COMPANY[number]} Company */

/** Who begins. */
export const BEGINNERS = /** @type {const} */ (["lot", "me", "other"]);
/** @typedef {typeof BEGINNERS[number]} Beginner */

/** @returns {Place} */
const opponent = () => ({ who: "opponent", level: preferred("level") });

/**
 * The places for some company: mine first, or last where another begins.
 * @param {Company} company
 * @param {number} number
 * @param {Beginner} beginner
 * @returns {Place[]}
 */
export function placesFor(company, number, beginner) {
  /** @param {number} seat from 1 */
  const other = (seat) => {
    if (company === "computer") return opponent();
    return company === "here" ? besides(seat) : /** @type {Place} */ ({ who: "open" });
  };
  const mine = company === "here" ? named({ who: "me" }, 0) : /** @type {Place} */ ({ who: "me" });
  const others = Array.from({ length: number - 1 }, (_, index) => other(index + 1));
  return beginner === "other" ? [...others, mine] : [mine, ...others];
}

/**
 * @param {number} seat
 * @returns {Place}
 */
const besides = (seat) => named({ who: "here" }, seat);

/**
 * @param {Place} place
 * @param {number} seat
 * @returns {Place}
 */
function named(place, seat) {
  const name = preferred("beside")[seat]?.trim();
  return name ? { ...place, name } : place;
}

/**
 * The names of those at this screen; the browser remembers them.
 * @param {number} number
 */
export function namesField(number) {
  return h(
    "fieldset.chips",
    {},
    h("legend", {}, t("new.names")),
    h(
      "div.seat-names",
      {},
      Array.from({ length: number }, (_, seat) =>
        h(
          "label",
          {},
          seat ? t("new.name", { number: seat + 1 }) : t("new.name.mine"),
          h("input", {
            type: "text",
            name: `beside-${seat}`,
            maxLength: 30,
            autocomplete: "off",
            value: preferred("beside")[seat] ?? "",
            placeholder: seat ? t("seat.number", { number: seat + 1 }) : (me?.name ?? t("nav.me")),
            oninput: (event) => {
              const names = [...preferred("beside")];
              names[seat] = event.currentTarget.value;
              prefer(
                "beside",
                Array.from(names, (name) => name ?? ""),
              );
            },
          }),
        ),
      ),
    ),
  );
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
 * Place by place.
 * @param {Game} game
 * @param {Level[]} levels
 * @param {Place[]} places as they are now
 * @param {(places: Place[]) => void} change
 */
export function placesField(game, levels, places, change) {
  /** @type {[string, string][]} */
  const choices = [
    ["me", t("new.me")],
    ["open", t("new.friend")],
    ["here", t("new.here")],
    ...levels.map(
      ({ level, name, character }) =>
        /** @type {[string, string]} */ ([
          `level-${level}`,
          `${character} · ${t("level.option", { level, name: say(name) })}`,
        ]),
    ),
  ];
  const rows = places.map(({ who, level }, index) =>
    h(
      "li",
      {},
      h("span", {}, seatName(game.name, index)),
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
    ),
  );
  return h("div", {}, h("h3", {}, t("new.seats")), h("p.faint", {}, t("new.seats.why")), h("ol.places", {}, rows));
}
