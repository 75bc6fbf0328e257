// Setting a table: who plays, with which options, on which board, by which clock.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { fill, h, notice } from "./dom.js";
import { person } from "./me.js";
import { seatName } from "./names.js";
import { preferred } from "./preferences.js";
import { ask, luck, sketch } from "./wire.js";
import { of, say, t } from "./words.js";

const CLOCKS = {
  none: { kind: "none" },
  "5+3": { kind: "game", seconds: 300, increment: 3 },
  "15+10": { kind: "game", seconds: 900, increment: 10 },
  "30+0": { kind: "game", seconds: 1800, increment: 0 },
  move: { kind: "move", seconds: 60 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
};

export async function newGame(main, name) {
  const [games, levels] = await Promise.all([ask("GET", "/api/games"), ask("GET", "/api/levels"), art(name)]);
  const game = games.find((other) => other.name === name);
  if (!game) throw new Error(t("page.none"));
  const wish = {
    seats: seatsFor(game.seats[0]),
    options: {},
    clock: "none",
    listed: false,
    rated: false,
    match: false,
  };
  const asked = new URLSearchParams(location.search);
  const boardOption = game.options.find((option) => option.data && ["board", "layout"].includes(option.name));
  try {
    if (asked.get("start")) wish.options.start = fromCode(asked.get("start"));
    if (asked.get("board") && boardOption) wish.options[boardOption.name] = fromCode(asked.get("board"));
  } catch {
    notice(t("new.spoilt"), "wrong");
  }
  const form = new Form(main, game, levels, wish, boardOption);
  form.draw();
  return { speak: () => form.draw() };
}

function seatsFor(number) {
  return Array.from({ length: number }, (_, seat) =>
    seat ? { who: "opponent", level: preferred("level") } : { who: "me" },
  );
}

/** A board as a short code for a link, and back. */
export const toCode = (value) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
function fromCode(code) {
  return read(
    new TextDecoder().decode(
      Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)),
    ),
  );
}

/** A board as somebody pasted it; what cannot be read is left to the server, which says what is wrong. */
function read(text) {
  try {
    return text.trim().startsWith("{") ? JSON.parse(text) : text.trimEnd();
  } catch {
    return text;
  }
}

class Form {
  constructor(main, game, levels, wish, boardOption) {
    Object.assign(this, { main, game, levels, wish, boardOption });
    this.seed = luck();
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
          this.#players(),
          others.filter((option) => !option.data).map((option) => this.#option(option)),
          this.#clock(),
          this.#flags(),
          this.#special(others.filter((option) => option.data)),
        ),
        h(
          "section.preview",
          {},
          this.boardOption && this.#boards(),
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

  #players() {
    const { game, wish } = this;
    const number =
      game.seats.length > 1 &&
      h(
        "label.option",
        {},
        h("span", {}, t("new.number")),
        h(
          "select",
          {
            onchange: (event) => {
              wish.seats = seatsFor(Number(event.target.value));
              this.draw();
            },
          },
          game.seats.map((count) => h("option", { value: count, selected: count === wish.seats.length }, count)),
        ),
      );
    const rows = wish.seats.map((seat, index) =>
      h(
        "li",
        {},
        h("span.seat", {}, seatName(game.name, index), index === 0 && h("small", {}, t("new.begins"))),
        h(
          "select",
          {
            "aria-label": t("new.who", { seat: seatName(game.name, index) }),
            onchange: (event) => this.#seat(index, event.target.value),
          },
          [
            ["me", t("new.me")],
            ["open", t("new.friend")],
            ["here", t("new.here")],
            ...this.levels.map((level) => [
              `level-${level.level}`,
              t("level.option", { level: level.level, name: say(level.name) }),
            ]),
          ].map(([value, label]) =>
            h(
              "option",
              { value, selected: value === (seat.who === "opponent" ? `level-${seat.level}` : seat.who) },
              label,
            ),
          ),
        ),
        seat.who === "opponent" && h("small", {}, say(this.levels[seat.level - 1].text)),
      ),
    );
    return h(
      "fieldset",
      {},
      h("legend", {}, t("new.players")),
      number,
      h("ol.places", {}, rows),
      wish.seats.length > 1 &&
        h(
          "button.small",
          {
            onclick: () => {
              wish.seats.push(wish.seats.shift());
              this.draw();
            },
          },
          t("new.swap"),
        ),
    );
  }

  #seat(index, value) {
    const { wish } = this;
    if (value === "me")
      wish.seats = wish.seats.map((seat) =>
        seat.who === "me" ? { who: "opponent", level: preferred("level") } : seat,
      );
    wish.seats[index] = value.startsWith("level-")
      ? { who: "opponent", level: Number(value.slice(6)) }
      : { who: value };
    this.draw();
  }

  #option(option) {
    const { game, wish } = this;
    const label = of(game.name, `option.${option.name}.about`) ?? option.name;
    const value = wish.options[option.name] ?? option.default;
    const set = (next) => {
      if (next === "" || next === null) delete wish.options[option.name];
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
          onchange: (event) => set(event.target.value.trim()),
        }),
      );
    }
    const said = (choice) => of(game.name, `option.${option.name}.${choice}`) ?? String(choice);
    return h(
      "label.option",
      {},
      h("span", {}, label),
      h(
        "select",
        { onchange: (event) => set(option.values[event.target.selectedIndex]) },
        option.values.map((choice) => h("option", { selected: choice === value }, said(choice))),
      ),
    );
  }

  /** What only those want who know the game: written, not chosen. */
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

  #boards() {
    const { game, wish, boardOption } = this;
    const { name } = boardOption;
    const value = wish.options[name] ?? boardOption.default;
    const own = typeof value === "object" || !boardOption.values.includes(value);
    const choose = (next) => {
      wish.options[name] = next;
      this.seed = luck();
      this.draw();
    };
    const choices = boardOption.values.map((choice) => {
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
      String(value).startsWith("random") &&
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
        { onchange: (event) => (wish.clock = event.target.value) },
        Object.keys(CLOCKS).map((name) =>
          h("option", { value: name, selected: name === wish.clock }, t(`new.clock.${name}`)),
        ),
      ),
    );
  }

  #flags() {
    const { wish, game } = this;
    const flag = (name, shown = true) =>
      shown &&
      h(
        "label.option",
        {},
        h("input", { type: "checkbox", checked: wish[name], onchange: (event) => (wish[name] = event.target.checked) }),
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
      fill(this.wrong, refusal.message);
    }
  }

  async #start() {
    const { game, wish, boardOption } = this;
    const options = { ...wish.options };
    if (boardOption && String(options[boardOption.name] ?? "").startsWith("random"))
      options[boardOption.name] = this.setup?.[boardOption.name] ?? options[boardOption.name];
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
      notice(refusal.message, "wrong");
    }
  }
}
