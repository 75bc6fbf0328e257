// @ts-check
// Finished games of somebody, leaf by leaf, with what they are looked for by.

import { fill, h, notice } from "./dom.js";
import { plainName } from "./names.js";
import { TableList } from "./tablelist.js";
import { ask, why } from "./wire.js";
import { of, t, when } from "./words.js";

/** @import { ArchivedGame, DigestSeat, Game, Level } from "./frame.d.ts" */

/** How a game ended for somebody: "won", "lost", "drawn", or "" where they played against themselves alone.
 * @param {ArchivedGame} game
 */
export function resultOf({ ranks, theirs }) {
  if (!ranks || !theirs.length || theirs.length === ranks.length) return "";
  if (new Set(ranks).size === 1) return "drawn";
  return theirs.some((seat) => ranks[seat] === 1) ? "won" : "lost";
}

/**
 * The same in words, with who won and why.
 * @param {ArchivedGame} game
 */
export function resultText(game) {
  const { ranks, theirs, yours, reason } = game;
  if (!ranks) return "";
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [plainName({ seats: game.seats.map(kept) }, seat)] : []));
  const mine = yours.length > 0 && yours.every((seat) => theirs.includes(seat));
  const ended =
    new Set(ranks).size === 1
      ? t("end.draw")
      : mine && resultOf(game) === "won"
        ? t("archive.won")
        : t("end.won", { names: winners.join(", "), number: winners.length });
  const why = reason && (of(game.game, `reason.${reason}`) ?? (OUTSIDE.has(reason) ? t(`reason.${reason}`) : null));
  return why ? `${ended}, ${why}` : ended;
}

const OUTSIDE = new Set(["resigned", "time", "abandoned"]);

/** @param {DigestSeat} seat */
const kept = (seat) => ({ ...seat, kept: false });

/** What is looked for; left out, anything. */
const FIELDS = /** @type {const} */ (["game", "result", "against", "beside"]);

export class Archive {
  /**
   * @param {Game[]} games
   * @param {Level[]} levels
   * @param {string | null} person whose games, if not one's own
   */
  constructor(games, levels, person) {
    this.games = games;
    this.levels = levels;
    this.person = person;
    this.times = 0; // that it was asked: only the last answer counts
    const asked = new URLSearchParams(location.search);
    /** @type {Record<string, string>} */
    this.wanted = Object.fromEntries(FIELDS.map((field) => [field, asked.get(field) ?? ""]));
    /** @type {ArchivedGame[]} */
    this.found = [];
    /** @type {string | null} */
    this.next = null;
    /** @type {TableList<ArchivedGame>} */
    this.list = new TableList({
      label: t("mygames.look"),
      says: (game) => [resultText(game), h("br"), when(game.changed)],
      mark: resultOf,
    });
    this.none = h("p.faint", { role: "status" });
    this.more = h("button", { onclick: () => this.#read(true) }, t("archive.more"));
    this.element = h("div.archive", {}, this.#filters(), this.none, this.list.element, h("div.row", {}, this.more));
  }

  #filters() {
    const { games, levels } = this;
    /**
     * @param {typeof FIELDS[number]} name
     * @param {[string, string][]} choices
     */
    const choice = (name, choices) =>
      h(
        "label",
        {},
        t(`archive.${name}`),
        h(
          "select",
          { name, onchange: (event) => this.#want(name, event.currentTarget.value) },
          [/** @type {[string, string]} */ (["", t("archive.any")]), ...choices].map(([value, label]) =>
            h("option", { value, selected: value === this.wanted[name] }, label),
          ),
        ),
      );
    return h(
      "form.filters",
      { role: "search", "aria-label": t("archive.filters"), onsubmit: (event) => event.preventDefault() },
      choice(
        "game",
        games.map(({ name }) => [name, of(name, "title") ?? name]),
      ),
      choice(
        "result",
        ["won", "lost", "drawn"].map((result) => [result, t(`archive.result.${result}`)]),
      ),
      choice("against", [
        ["people", t("archive.against.people")],
        ["levels", t("archive.against.levels")],
        ["here", t("archive.against.here")],
        ...levels.map(({ level, character }) => /** @type {[string, string]} */ ([`tablier:${level}`, character])),
      ]),
      h(
        "label",
        {},
        t("archive.beside"),
        h("input", {
          type: "search",
          name: "beside",
          maxLength: 30,
          value: this.wanted.beside,
          onchange: (event) => this.#want("beside", event.currentTarget.value.trim()),
        }),
      ),
    );
  }

  /**
   * @param {typeof FIELDS[number]} field
   * @param {string} value
   */
  #want(field, value) {
    this.wanted[field] = value;
    const asked = this.#asked().toString();
    history.replaceState(null, "", location.pathname + (asked && `?${asked}`));
    this.read();
  }

  #asked() {
    return new URLSearchParams(Object.entries(this.wanted).filter(([, value]) => value));
  }

  read() {
    return this.#read(false);
  }

  /** @param {boolean} further */
  async #read(further) {
    const asked = this.#asked();
    const number = ++this.times;
    const filtered = [...asked].length > 0;
    if (this.person) asked.set("person", this.person);
    if (further && this.next) asked.set("after", this.next);
    try {
      const leaf = await ask("GET", `/api/archive?${asked}`);
      if (number !== this.times) return;
      this.found = further ? [...this.found, ...leaf.games] : leaf.games;
      this.next = leaf.next;
      this.list.show(this.found);
      this.more.hidden = !leaf.next;
      fill(this.none, this.found.length ? "" : t(filtered ? "archive.nothing" : "mygames.none"));
    } catch (refusal) {
      notice(why(refusal), "wrong");
    }
  }
}
