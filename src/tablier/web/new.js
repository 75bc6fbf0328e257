// @ts-check
// Setting a table: who plays, with which options, on which board, by which clock.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { fromCode, read } from "./boardcode.js";
import { fill, h, notice } from "./dom.js";
import { person } from "./me.js";
import { placesField, placesFor } from "./places.js";
import { ask, luck, sketch, why } from "./wire.js";
import { of, say, t } from "./words.js";

/** @import { ClockKind, Game, Level, Option, OptionValue, Place } from "./frame.d.ts" */

/**
 * What somebody wishes the table to be.
 * @typedef {object} Wish
 * @property {Place[]} seats
 * @property {Record<string, unknown>} options
 * @property {string} clock one of those below
 * @property {boolean} listed
 * @property {boolean} rated
 * @property {boolean} match
 */

/** @type {Record<string, ClockKind>} */
const CLOCKS = {
  none: { kind: "none" },
  "5+3": { kind: "game", seconds: 300, increment: 3 },
  "15+10": { kind: "game", seconds: 900, increment: 10 },
  "30+0": { kind: "game", seconds: 1800, increment: 0 },
  move: { kind: "move", seconds: 60 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
};

/**
 * @param {HTMLElement} main
 * @param {string} name the game's
 */
export async function newGame(main, name) {
  const [games, levels] = await Promise.all([ask("GET", "/api/games"), ask("GET", "/api/levels"), art(name)]);
  const game = games.find((other) => other.name === name);
  if (!game) throw new Error(t("page.none"));
  /** @type {Wish} */
  const wish = {
    seats: placesFor(game.seats[0]),
    options: {},
    clock: "none",
    listed: false,
    rated: false,
    match: false,
  };
  const asked = new URLSearchParams(location.search);
  const boardOption = game.options.find((option) => option.kind === "board");
  try {
    for (const option of game.options.filter(({ data }) => data)) {
      // a board's link has always said "board", whatever the game calls it
      const code = asked.get(option.name) ?? (option === boardOption ? asked.get("board") : null);
      if (code) wish.options[option.name] = fromCode(code);
    }
  } catch {
    notice(t("new.spoilt"), "wrong");
  }
  const form = new Form(main, game, levels, wish, boardOption);
  form.draw();
  return { speak: () => form.draw() };
}

class Form {
  /**
   * @param {HTMLElement} main
   * @param {Game} game
   * @param {Level[]} levels
   * @param {Wish} wish
   * @param {Option | undefined} boardOption the option that takes a board, if the game has one
   */
  constructor(main, game, levels, wish, boardOption) {
    this.main = main;
    this.game = game;
    this.levels = levels;
    this.wish = wish;
    this.boardOption = boardOption;
    this.seed = luck();
    /** @type {string | undefined} */
    this.key = undefined; // of this wish, until a table is set
    /** @type {Record<string, unknown>} */
    this.setup = {}; // what was drawn by lot for the picture
    this.picture = h("div.picture.large", { "data-game": game.name });
    this.wrong = h("p.error", { role: "alert" });
  }

  draw() {
    const { game, wish } = this;
    const others = game.options.filter((option) => option !== this.boardOption);
    fill(
      this.main,
      h(
        "div.setting",
        {},
        h(
          "section",
          {},
          h("h1", {}, t("new.title", { game: say(game.title) })),
          h("p.lead", {}, of(game.name, "about")),
          placesField(game, this.levels, wish.seats, (seats) => {
            wish.seats = seats;
            this.draw();
          }),
          others.filter((option) => !option.data).map((option) => this.#option(option)),
          this.#clock(),
          this.#flags(),
          this.#special(others.filter((option) => option.data)),
        ),
        h(
          "section.preview",
          {},
          this.boardOption && this.#boards(this.boardOption),
          this.picture,
          this.wrong,
          h(
            "div.row",
            {},
            h(
              "button.primary.big",
              { onclick: () => this.#start() },
              wish.seats.some((seat) => seat.who === "open") ? t("new.open") : t("new.start"),
            ),
          ),
        ),
      ),
    );
    this.#preview();
  }

  /** @param {Option} option */
  #option(option) {
    const { game, wish } = this;
    const label = of(game.name, `option.${option.name}.about`) ?? option.name;
    const value = wish.options[option.name] ?? option.default;
    /** @param {OptionValue} next */
    const set = (next) => {
      if (next === "") delete wish.options[option.name];
      else wish.options[option.name] = next;
      this.#preview();
    };
    if (option.data) {
      return h(
        "label.option",
        {},
        h("span", {}, label),
        h("input", {
          type: "text",
          value: wish.options[option.name] ?? "",
          placeholder: String(option.default ?? ""),
          onchange: (event) => set(event.currentTarget.value.trim()),
        }),
      );
    }
    /** @param {OptionValue} choice */
    const said = (choice) => of(game.name, `option.${option.name}.${choice}`) ?? String(choice);
    return h(
      "label.option",
      {},
      h("span", {}, label),
      h(
        "select",
        { onchange: (event) => set(option.values[event.currentTarget.selectedIndex]) },
        option.values.map((choice) => h("option", { selected: choice === value }, said(choice))),
      ),
    );
  }

  /**
   * What only those want who know the game: written, not chosen.
   * @param {Option[]} options
   */
  #special(options) {
    return (
      options.length > 0 &&
      h(
        "details",
        { open: options.some((option) => option.name in this.wish.options) },
        h("summary", {}, t("new.special")),
        options.map((option) => this.#option(option)),
      )
    );
  }

  /** @param {Option} option */
  #boards(option) {
    const { game, wish } = this;
    const { name } = option;
    const value = wish.options[name] ?? option.default;
    const own = !option.values.some((choice) => choice === value);
    /** @param {unknown} next */
    const choose = (next) => {
      wish.options[name] = next;
      this.seed = luck();
      this.draw();
    };
    const choices = option.values.map((choice) => {
      const picture = h("span.picture", { "data-game": game.name });
      this.#draw(picture, { [name]: choice });
      return h(
        "button.board",
        { "aria-pressed": String(choice === value), onclick: () => choose(choice) },
        picture,
        h("span", {}, of(game.name, `option.${name}.${choice}`) ?? String(choice)),
      );
    });
    const text = h("textarea", {
      rows: 6,
      value: own ? (typeof value === "string" ? value : JSON.stringify(value)) : "",
      "aria-label": t("new.paste"),
      placeholder: t("new.paste"),
    });
    return h(
      "fieldset.boards",
      {},
      h("legend", {}, of(game.name, `option.${name}.about`)),
      h("div.choices", {}, choices),
      byLot(option, value) &&
        h(
          "button.small",
          {
            onclick: () => {
              this.seed = luck();
              this.#preview();
            },
          },
          t("new.reroll"),
        ),
      h(
        "details",
        { open: own },
        h("summary", {}, t("new.own")),
        text,
        h(
          "div.row",
          {},
          h("button.small", { onclick: () => text.value.trim() && choose(read(text.value)) }, t("new.use")),
          h("a.button.small", { href: `/draw/${game.name}`, "data-link": "" }, t("new.editor")),
        ),
      ),
    );
  }

  #clock() {
    const { wish } = this;
    return h(
      "label.option",
      {},
      h("span", {}, t("new.clock")),
      h(
        "select",
        { onchange: (event) => (wish.clock = event.currentTarget.value) },
        Object.keys(CLOCKS).map((name) =>
          h("option", { value: name, selected: name === wish.clock }, t(`new.clock.${name}`)),
        ),
      ),
    );
  }

  #flags() {
    const { wish, game } = this;
    /**
     * @param {"listed" | "rated" | "match"} name
     * @param {boolean} shown
     */
    const flag = (name, shown = true) =>
      shown &&
      h(
        "label.option",
        {},
        h("input", {
          type: "checkbox",
          checked: wish[name],
          onchange: (event) => (wish[name] = event.currentTarget.checked),
        }),
        h("span", {}, t(`new.${name}`)),
      );
    const others = wish.seats.some((seat) => seat.who === "open");
    return h(
      "fieldset",
      {},
      h("legend", {}, t("new.more")),
      flag("listed", others),
      flag("rated"),
      flag("match", game.seats.includes(2)),
    );
  }

  /**
   * @param {HTMLElement} picture
   * @param {Record<string, unknown>} options
   */
  async #draw(picture, options) {
    try {
      const { scene } = await sketch({ game: this.game.name, seats: this.game.seats[0], options, seed: this.seed });
      fill(picture, miniature(this.game.name, scene, ""));
    } catch {
      fill(picture, "—");
    }
  }

  async #preview() {
    const { game, wish } = this;
    try {
      const { scene, setup } = await sketch({
        game: game.name,
        seats: wish.seats.length,
        options: wish.options,
        seed: this.seed,
      });
      this.setup = setup;
      fill(this.picture, miniature(game.name, scene, say(game.title)));
      fill(this.wrong);
    } catch (refusal) {
      fill(this.picture);
      fill(this.wrong, why(refusal));
    }
  }

  async #start() {
    const { game, wish, boardOption } = this;
    const options = { ...wish.options };
    if (boardOption && byLot(boardOption, options[boardOption.name]))
      options[boardOption.name] = this.setup[boardOption.name] ?? options[boardOption.name];
    try {
      await person();
      this.key ??= luck();
      const body = {
        game: game.name,
        seats: wish.seats,
        options,
        clock: CLOCKS[wish.clock],
        listed: wish.listed,
        rated: wish.rated,
        match: wish.match,
        luck: luck(),
        key: this.key,
      };
      const { table } = await ask("POST", "/api/tables", body);
      this.key = undefined;
      dispatchEvent(new CustomEvent("go", { detail: `/table/${table}` }));
    } catch (refusal) {
      notice(why(refusal), "wrong");
    }
  }
}

/**
 * Does a value of an option stand for another one each time?
 * @param {Option} option
 * @param {unknown} value
 */
function byLot(option, value) {
  return option.random.some((known) => known === value);
}
