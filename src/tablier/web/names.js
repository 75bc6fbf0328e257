// @ts-check
// What those who play, and their seats, are called.

import { of, say, t } from "./words.js";

/** @import { About, Panel, SeatNumber } from "./frame.d.ts" */

/**
 * A seat's own name in its game, such as Red, or the colour of what it holds; or its number, counted from one.
 * @param {string} game
 * @param {SeatNumber} seat
 * @param {Pick<Panel, "seat" | "title">[]} panels
 */
export function seatName(game, seat, panels = []) {
  const colour = panels.find((panel) => panel.seat === seat)?.title.with?.colour;
  return of(game, `seat.${seat}`) ?? (colour ? capital(say(colour)) : t("seat.number", { number: seat + 1 }));
}

/**
 * What an opponent is called.
 * @param {string} level such as "tablier:3"
 */
export function levelName(level) {
  const number = levelNumber(level);
  return of("search", `level.${number}.character`) ?? t("level.short", { level: number });
}

/**
 * The number of a level.
 * @param {string} level such as "tablier:3"
 */
export const levelNumber = (level) => Number(level.split(":")[1]);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Who plays a seat of a table; whoever plays several, or has a namesake, is told apart by the seat.
 * @param {{ about: About, panels: Panel[] }} model
 * @param {SeatNumber} seat
 */
export function playerName({ about, panels }, seat) {
  const name = plainName(about, seat);
  const alone = about.seats.every((_, other) => other === seat || plainName(about, other) !== name);
  return alone ? name : `${name} (${seatName(about.game, seat, panels)})`;
}

/**
 * What a seat is called for short: by whoever plays it, or if that is the same for several, by its own name.
 * @param {{ about: About, panels: Panel[] }} model
 * @param {SeatNumber} seat
 */
export function calledName({ about, panels }, seat) {
  const names = about.seats.map((_, other) => plainName(about, other));
  return new Set(names).size === names.length ? names[seat] : seatName(about.game, seat, panels);
}

/**
 * What a person on a seat is called, if there is one; those who asked to be forgotten have no name.
 * @param {{ name: string | null }} seat
 */
export const called = ({ name }) => (name === "" ? t("seat.gone") : name);

/**
 * Who plays a seat, and nothing about which.
 * @param {Pick<About, "seats">} about
 * @param {SeatNumber} seat
 */
export function plainName(about, seat) {
  const place = about.seats[seat];
  if (place.level) return levelName(place.level);
  return called(place) || (place.kept ? t("seat.kept") : t("seat.free"));
}
