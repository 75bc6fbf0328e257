// @ts-check
// The first page: the games, one click from play, and what goes on just now.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { fill, h, notice } from "./dom.js";
import { icon } from "./icons.js";
import { person } from "./me.js";
import { opponentChoice } from "./opponents.js";
import { preferred } from "./preferences.js";
import { hiddenHere, removal } from "./removal.js";
import { TableList } from "./tablelist.js";
import { ask, luck, why } from "./wire.js";
import { of, say, t, when } from "./words.js";

/** @import { Game, Now, Place, TableDigest } from "./frame.d.ts" */

const OFTEN = 6000; // milliseconds after which it is asked anew what goes on
const SOME = 12;

/** @param {HTMLElement} main */
export async function home(main) {
  const [games, levels, now] = await Promise.all([
    ask("GET", "/api/games"),
    ask("GET", "/api/levels"),
    ask("GET", "/api/now").catch(() => null),
  ]);
  const lists = new Lists(() => refresh());
  const refresh = async () => lists.show(await ask("GET", "/api/now").catch(() => lists.now));
  if (now) lists.show(now);
  fill(
    main,
    h(
      "div.hero",
      {},
      h("div", {}, h("h1", {}, t("home.title")), h("p.lead", {}, t("home.text")), lists.alive),
      opponentChoice(levels, t("home.level")),
    ),
    lists.mine,
    h(
      "section.games",
      { "aria-label": t("home.games") },
      games.map((game) => card(game)),
    ),
    lists.people(games[0].name),
    h(
      "footer",
      {},
      h("p", {}, t("home.unofficial")),
      h("a", { href: "/keys", "data-link": "" }, t("keys")),
      h("a", { href: "/fair", "data-link": "" }, t("fair.link")),
    ),
  );
  const timer = setInterval(() => document.hidden || refresh(), OFTEN);
  return { close: () => clearInterval(timer) };
}

/** @param {Game} game */
function card(game) {
  const picture = h("div.picture", { "data-game": game.name });
  draw(picture, game);
  return h(
    "article.card",
    {},
    picture,
    h(
      "div.text",
      {},
      h("h2", {}, h("a.whole", { href: `/game/${game.name}`, "data-link": "" }, say(game.title))),
      facts(game),
      h("p", {}, of(game.name, "about")),
    ),
    h("div.row", {}, playButton(game), h("a.button", { href: `/new/${game.name}`, "data-link": "" }, t("home.more"))),
  );
}

/**
 * How many play, how long, and how hard it is to learn.
 * @param {Game} game
 */
export function facts(game) {
  const players = game.seats.length > 1 ? `${game.seats[0]}–${game.seats.at(-1)}` : String(game.seats[0]);
  return h(
    "p.facts",
    {},
    h("span", {}, t("home.players", { players })),
    h("span", {}, of(game.name, "minutes")),
    h("span", {}, t(`home.difficulty.${game.difficulty}`)),
  );
}

/**
 * @param {HTMLElement} picture
 * @param {Game} game
 */
async function draw(picture, game) {
  const [scene] = await Promise.all([ask("GET", `/api/games/${game.name}/preview`), art(game.name)]);
  picture.append(miniature(game.name, scene.scene, say(game.title)));
}

/** @param {Game} game */
export function playButton(game) {
  return h(
    "button.primary",
    { onclick: (event) => quick(game, event.currentTarget) },
    icon("play"),
    t("home.play"),
    h("span.unseen", {}, ` · ${say(game.title)}`),
  );
}

/**
 * One click: a game against an opponent of my level, I begin or not as it falls.
 * @param {Game} game
 * @param {HTMLButtonElement} button
 */
async function quick(game, button) {
  button.disabled = true;
  try {
    await person();
    /** @type {Place} */
    const opponent = { who: "opponent", level: preferred("level") };
    const seats = Array.from({ length: game.seats[0] }, () => opponent);
    seats[0] = { who: "me" };
    button.dataset.key ??= luck();
    const { table } = await ask("POST", "/api/tables", {
      game: game.name,
      seats,
      begins: "lot",
      luck: isSecureContext,
      key: button.dataset.key,
    });
    dispatchEvent(new CustomEvent("go", { detail: `/table/${table}` }));
  } catch (refusal) {
    notice(why(refusal), "wrong");
    button.disabled = false;
  }
}

/** What goes on, kept up to date without anything jumping. */
class Lists {
  /** @param {() => void} refresh */
  constructor(refresh) {
    /** @type {Now} */
    this.now = { people: 0, games: 0, listed: [], mine: [] };
    this.alive = h("p.alive");
    this.mine = h("section.ongoing", { "aria-label": t("home.mine") });
    /** @type {TableList<TableDigest>} */
    this.own = new TableList({
      label: t("home.continue"),
      says: (table) => standing(table),
      mark: (table) => (myTurn(table) ? "turn" : ""),
      more: (table) => removal(table, refresh),
    });
    /** @type {TableList<TableDigest>} */
    this.open = new TableList({
      label: t("home.join"),
      says: (table) => t("home.waits", { when: when(table.changed) }),
    });
    /** @type {TableList<TableDigest>} */
    this.playing = new TableList({ label: t("home.watch"), says: (table) => standing(table) });
    this.openTitle = h("h3", {}, t("home.open"));
    this.playingTitle = h("h3", {}, t("home.playing"));
    this.others = h("div", {}, this.openTitle, this.open.element, this.playingTitle, this.playing.element);
    fill(this.mine, h("h2", {}, t("home.mine")), this.own.element);
  }

  /** @param {string} first the game that is offered to play with others */
  people(first) {
    return h(
      "section.lobby.people-block.company",
      {},
      h(
        "div",
        {},
        h("h2", {}, t("home.people")),
        h("p", {}, t("home.people.text")),
        h(
          "div.row",
          {},
          h("a.button", { href: `/new/${first}?with=friend`, "data-link": "" }, icon("friend"), t("home.invite")),
          h("a.button", { href: `/new/${first}?with=anybody`, "data-link": "" }, icon("anybody"), t("home.anybody")),
          h(
            "a.button.plain",
            { href: `/game/${first}#strongest`, "data-link": "" },
            icon("leaderboard"),
            t("strongest"),
          ),
        ),
      ),
      this.others,
    );
  }

  /** @param {Now} now */
  show(now) {
    this.now = now;
    const mine = now.mine.filter((table) => !hiddenHere(table)).slice(0, SOME);
    const open = now.listed.filter((table) => table.status === "open" && !table.yours.length).slice(0, SOME);
    const playing = now.listed.filter((table) => table.status === "playing" && !table.yours.length).slice(0, SOME);
    this.own.show(mine);
    this.open.show(open);
    this.playing.show(playing);
    this.mine.hidden = !mine.length;
    this.others.hidden = !open.length && !playing.length;
    this.openTitle.hidden = !open.length;
    this.playingTitle.hidden = !playing.length;
    fill(
      this.alive,
      h("span", {}, icon("person"), t("home.here", { number: Math.max(1, now.people) })),
      now.games > 0 && h("span", {}, icon("games"), t("home.going", { number: now.games })),
    );
  }
}

/** @param {TableDigest} table */
const myTurn = (table) => table.turn !== null && table.yours.includes(table.turn);

/** @param {TableDigest} table */
function standing(table) {
  if (table.status === "open") return t("table.waiting");
  const turn = myTurn(table) ? t("turn.yours") : t("home.moves", { number: table.moves });
  return `${turn} · ${when(table.changed)}`;
}
