// @ts-check
// The board of a table that is to be set: one of the game's own, one by chance, or one that somebody drew.

import { miniature } from "./board.js";
import { read } from "./boardcode.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { sketch } from "./wire.js";
import { of, t } from "./words.js";

/** @import { BoardWish, Game, Option } from "./frame.d.ts" */

/**
 * Does a value of an option stand for another one each time?
 * @param {Option} option
 * @param {unknown} value
 */
export function byLot(option, value) {
  return option.random.some((known) => known === value);
}

/**
 * Is a value one that somebody drew or pasted?
 * @param {Option} option
 * @param {unknown} value
 */
const ownBoard = (option, value) => !option.values.some((choice) => choice === value);

/**
 * @param {object} asked
 * @param {Game} asked.game
 * @param {Option} asked.option
 * @param {unknown} asked.value
 * @param {string} asked.seed
 * @param {(value: unknown) => void} asked.choose
 * @param {() => void} asked.again another one by chance
 */
export function boardsField({ game, option, value, seed, choose, again }) {
  /**
   * @param {unknown} choice
   * @param {string} label
   */
  const picture = (choice, label) => {
    const drawn = h("span.picture", { "data-game": game.name });
    draw(drawn, { game: game.name, seats: game.seats[0], options: { [option.name]: choice }, seed });
    return h(
      "label.as-board",
      {},
      h("input", {
        type: "radio",
        name: "board",
        value: label,
        checked: choice === value,
        onchange: () => choose(choice),
      }),
      drawn,
      h("span", {}, label),
    );
  };
  return h(
    "fieldset.chips.boards",
    {},
    h("legend", {}, of(game.name, `option.${option.name}.about`)),
    h(
      "div.offer",
      {},
      option.values.map((choice) =>
        picture(choice, of(game.name, `option.${option.name}.${choice}`) ?? String(choice)),
      ),
      ownBoard(option, value) && picture(value, t("new.own")),
    ),
    h(
      "div.row",
      {},
      byLot(option, value) && h("button", { onclick: again }, icon("refresh"), t("new.reroll")),
      h("a.button", { href: `/draw/${game.name}`, "data-link": "" }, icon("edit"), t("new.editor")),
    ),
  );
}

/**
 * A board as text, for those who have one.
 * @param {Option} option
 * @param {unknown} value
 * @param {(value: unknown) => void} choose
 */
export function pasteField(option, value, choose) {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  const text = h("textarea", {
    rows: 5,
    value: ownBoard(option, value) ? shown : "",
    "aria-label": t("new.paste"),
    placeholder: t("new.paste"),
  });
  return h(
    "div",
    {},
    h("h3", {}, t("new.paste")),
    text,
    h("button", { onclick: () => text.value.trim() && choose(read(text.value)) }, t("new.use")),
  );
}

/**
 * @param {HTMLElement} picture
 * @param {BoardWish} wish
 */
async function draw(picture, wish) {
  try {
    const { scene } = await sketch(wish);
    fill(picture, miniature(wish.game, scene, ""));
  } catch {
    fill(picture, "—");
  }
}
