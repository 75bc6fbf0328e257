// @ts-check
// Setting a table: with whom, by which clock, who begins; and everything else for those who want it.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { boardsField, byLot, pasteField } from "./boards.js";
import { chips } from "./chips.js";
import { fill, h, notice } from "./dom.js";
import { icon } from "./icons.js";
import { person } from "./me.js";
import { opponentChoice } from "./opponents.js";
import { BEGINNERS, COMPANY, namesField, placesField, placesFor } from "./places.js";
import { preferred } from "./preferences.js";
import { ask, luck, sketch, why } from "./wire.js";
import { CLOCKS, wished } from "./wish.js";
import { of, say, t } from "./words.js";

/** @import { Game, Level, Option, OptionValue } from "./frame.d.ts" */
/** @import { Beginner, Company } from "./places.js" */
/** @import { Wish } from "./wish.js" */

const CHIPS = 4; // so many values or fewer are all in sight

/**
 * @param {HTMLElement} main
 * @param {string} name the game's
 */
export async function newGame(main, name) {
  const [games, levels] = await Promise.all([
    ask("GET", "/api/games"),
    ask("GET", "/api/levels"),
    art(name),
    person(false),
  ]);
  const game = games.find((other) => other.name === name);
  if (!game) throw new Error(t("page.none"));
  const boardOption = game.options.find((option) => option.kind === "board");
  const wish = wished(game, boardOption);
  document.title = `${say(game.title)} · Tablier`;
  const form = new Form(main, games, game, levels, wish, boardOption);
  form.draw();
  return { speak: () => form.draw() };
}

class Form {
  /**
   * @param {HTMLElement} main
   * @param {Game[]} games
   * @param {Game} game
   * @param {Level[]} levels
   * @param {Wish} wish
   * @param {Option | undefined} boardOption the option that takes a board, if the game has one
   */
  constructor(main, games, game, levels, wish, boardOption) {
    this.asked = 0; // for how many boards: only the last one is shown
    this.main = main;
    this.games = games;
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
    this.summary = h("p.summary");
    this.more = false; // is what is folded away unfolded?
  }

  get places() {
    const { wish } = this;
    return wish.seats ?? placesFor(wish.company, wish.number, wish.beginner);
  }

  /** @param {Partial<Wish>} change */
  #set(change) {
    Object.assign(this.wish, change);
    this.draw();
  }

  /** Everything anew; what had the focus has it again. */
  draw() {
    const { game, wish } = this;
    const had = /** @type {HTMLInputElement | null} */ (document.activeElement);
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
          this.#others(),
          this.#company(),
          game.seats.length > 1 && this.#number(),
          !wish.seats &&
            wish.company === "computer" &&
            opponentChoice(this.levels, t("new.opponent"), () => this.#tell()),
          !wish.seats && wish.company === "here" && namesField(wish.number),
          this.#clock(),
          !wish.seats && this.#beginner(),
          wish.company !== "here" && this.#rated(),
          others.filter((option) => !option.data).map((option) => this.#option(option)),
          this.#more(others.filter((option) => option.data)),
        ),
        h("section.preview", {}, this.boardOption && this.#boards(this.boardOption), this.picture, this.wrong),
      ),
      h(
        "div.startbar",
        {},
        this.summary,
        h(
          "button.primary.big",
          { onclick: () => this.#start() },
          icon("play"),
          this.places.some((seat) => seat.who === "open") ? t("new.open") : t("new.start"),
        ),
      ),
    );
    this.#tell();
    this.#preview();
    if (had?.name && !had.isConnected)
      /** @type {HTMLElement | null} */ (
        this.main.querySelector(`[name="${had.name}"]${had.type === "radio" ? ":checked" : ""}`)
      )?.focus({ preventScroll: true });
  }

  /** What stands beside the button that starts: all that was chosen, in one line. */
  #tell() {
    const { wish } = this;
    const rival = this.levels[preferred("level") - 1].character;
    const whom = wish.seats ? t("new.seats") : t(`new.with.${wish.company}`, { name: rival });
    const clock = wish.clock === "none" ? t("new.clock.without") : t(`new.clock.${wish.clock}`);
    fill(
      this.summary,
      [say(this.game.title), whom, clock, wish.rated && t("new.rated.yes")].filter(Boolean).join(" · "),
    );
  }

  /** The other games, for whoever came to play with somebody and has not chosen one. */
  #others() {
    const others = this.games.filter((one) => one !== this.game);
    const link = (/** @type {Game} */ { name, title }) =>
      h("a", { href: `/new/${name}?with=${this.wish.company}`, "data-link": "" }, say(title));
    return h(
      "p.faint",
      {},
      t("new.others"),
      others.map((one) => [" ", link(one)]),
    );
  }

  #company() {
    const { wish } = this;
    return chips({
      name: "company",
      legend: t("new.players"),
      kind: "tile",
      choices: COMPANY.map((company) => ({
        value: company,
        label: t(`new.company.${company}`),
        about: t(`new.company.${company}.about`),
        sign: icon(company === "here" ? "together" : company),
      })),
      value: wish.seats ? /** @type {Company} */ ("") : wish.company,
      change: (company) => this.#set({ company, seats: null, rated: wish.rated && company !== "here" }),
    });
  }

  #number() {
    const { wish } = this;
    return chips({
      name: "number",
      legend: t("new.number"),
      choices: this.game.seats.map((value) => ({ value, label: String(value) })),
      value: wish.number,
      change: (number) => this.#set({ number, seats: null }),
    });
  }

  #clock() {
    return chips({
      name: "clock",
      legend: t("new.clock"),
      choices: Object.keys(CLOCKS).map((value) => ({ value, label: t(`new.clock.${value}`) })),
      value: this.wish.clock,
      change: (clock) => {
        this.wish.clock = clock;
        this.#tell();
      },
    });
  }

  #beginner() {
    return chips({
      name: "beginner",
      legend: t("new.begins"),
      choices: BEGINNERS.map((value) => ({ value, label: t(`new.begins.${value}`) })),
      value: this.wish.beginner,
      change: (beginner) => (this.wish.beginner = beginner),
    });
  }

  #rated() {
    return chips({
      name: "rated",
      legend: t("new.rated"),
      choices: [false, true].map((value) => ({ value, label: t(value ? "new.rated.yes" : "new.rated.no") })),
      value: this.wish.rated,
      change: (rated) => {
        this.wish.rated = rated;
        this.#tell();
      },
      below: h("p.faint", {}, t("new.rated.why")),
    });
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
    /** @param {OptionValue} choice */
    const said = (choice) => of(game.name, `option.${option.name}.${choice}`) ?? String(choice);
    if (!option.data && option.values.length <= CHIPS) {
      return chips({
        name: `option-${option.name}`,
        legend: label,
        choices: option.values.map((choice) => ({ value: choice, label: said(choice) })),
        value: /** @type {OptionValue} */ (value),
        change: set,
      });
    }
    return h(
      "label.option",
      {},
      h("span", {}, label),
      option.data
        ? h("input", {
            type: "text",
            value: wish.options[option.name] ?? "",
            placeholder: String(option.default ?? ""),
            onchange: (event) => set(event.currentTarget.value.trim()),
          })
        : h(
            "select",
            { onchange: (event) => set(option.values[event.currentTarget.selectedIndex]) },
            option.values.map((choice) => h("option", { selected: choice === value }, said(choice))),
          ),
    );
  }

  /**
   * What only few want.
   * @param {Option[]} special what is written, not chosen
   */
  #more(special) {
    const { game, wish, boardOption } = this;
    const written = special.some((option) => option.name in wish.options);
    return h(
      "details.more",
      {
        open: this.more || written || wish.seats !== null,
        ontoggle: (event) => (this.more = event.currentTarget.open),
      },
      h("summary", {}, t("new.more")),
      placesField(game, this.levels, this.places, (seats) => this.#set({ seats })),
      game.seats.includes(2) &&
        h(
          "label.option",
          {},
          h("input", {
            type: "checkbox",
            checked: wish.match,
            onchange: (event) => (wish.match = event.currentTarget.checked),
          }),
          h("span", {}, t("new.match")),
        ),
      special.length > 0 && h("h3", {}, t("new.special")),
      special.map((option) => this.#option(option)),
      boardOption &&
        pasteField(boardOption, wish.options[boardOption.name] ?? boardOption.default, (value) =>
          this.#choose(boardOption, value),
        ),
    );
  }

  /** @param {Option} option */
  #boards(option) {
    return boardsField({
      game: this.game,
      option,
      value: this.wish.options[option.name] ?? option.default,
      seed: this.seed,
      choose: (value) => this.#choose(option, value),
      again: () => {
        this.seed = luck();
        this.#preview();
      },
    });
  }

  /**
   * @param {Option} option
   * @param {unknown} value
   */
  #choose(option, value) {
    this.wish.options[option.name] = value;
    this.seed = luck();
    this.draw();
  }

  async #preview() {
    const { game, wish } = this;
    const number = ++this.asked;
    try {
      const { scene, setup } = await sketch({
        game: game.name,
        seats: this.places.length,
        options: wish.options,
        seed: this.seed,
      });
      if (number !== this.asked) return;
      this.setup = setup;
      fill(this.picture, miniature(game.name, scene, say(game.title)));
      fill(this.wrong);
    } catch (refusal) {
      if (number !== this.asked) return;
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
        seats: this.places,
        options,
        clock: CLOCKS[wish.clock],
        listed: wish.company === "anybody" && !wish.seats,
        rated: wish.rated,
        match: wish.match,
        begins: /** @type {"lot" | "seated"} */ (wish.seats || wish.beginner !== "lot" ? "seated" : "lot"),
        luck: isSecureContext,
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
