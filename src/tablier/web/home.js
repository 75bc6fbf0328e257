// @ts-check
// The first page: five games, one click from play.

import { art } from "./art.js";
import { miniature } from "./board.js";
import { fill, h, notice } from "./dom.js";
import { person } from "./me.js";
import { prefer, preferred } from "./preferences.js";
import { tableList } from "./tablelist.js";
import { ask, luck, why } from "./wire.js";
import { of, say, t } from "./words.js";

/** @import { Game, Level, Place, TableDigest } from "./frame.d.ts" */

/** @param {HTMLElement} main */
export async function home(main) {
  const [games, levels] = await Promise.all([ask("GET", "/api/games"), ask("GET", "/api/levels")]);
  const mine = h("section.mine");
  const open = h("section.lobby");
  fill(
    main,
    h("div.hero", {}, h("h1", {}, t("home.title")), h("p", {}, t("home.text")), levelChoice(levels)),
    mine,
    h(
      "section.games",
      { "aria-label": t("home.games") },
      games.map((game) => card(game)),
    ),
    open,
    h("footer", {}, h("p", {}, t("home.unofficial")), h("a", { href: "/fair", "data-link": "" }, t("fair.title"))),
  );
  const refresh = () => lists(mine, open);
  await refresh();
  const timer = setInterval(() => document.hidden || refresh(), 6000);
  return { close: () => clearInterval(timer) };
}

/** @param {Level[]} levels */
function levelChoice(levels) {
  const text = h("p.level-text");
  const tell = () => fill(text, say(levels[preferred("level") - 1].text));
  const select = h(
    "select",
    {
      onchange: (event) => {
        prefer("level", Number(event.currentTarget.value));
        tell();
      },
    },
    levels.map((level) =>
      h(
        "option",
        { value: level.level, selected: level.level === preferred("level") },
        t("level.option", { level: level.level, name: say(level.name) }),
      ),
    ),
  );
  tell();
  return h("div.level", {}, h("label", {}, h("span", {}, t("home.level")), select), text);
}

/** @param {Game} game */
function card(game) {
  const picture = h("div.picture", { "data-game": game.name });
  draw(picture, game);
  const players = game.seats.length > 1 ? `${game.seats[0]}–${game.seats.at(-1)}` : String(game.seats[0]);
  return h(
    "article.card",
    {},
    picture,
    h(
      "div.text",
      {},
      h("h2", {}, say(game.title)),
      h("p.facts", {}, t("home.players", { players }), " · ", of(game.name, "minutes")),
      h("p", {}, of(game.name, "about")),
    ),
    h(
      "div.row",
      {},
      h("button.primary", { onclick: (event) => quick(game, event.currentTarget) }, t("home.play")),
      h("a.button", { href: `/new/${game.name}`, "data-link": "" }, t("home.more")),
      h("a.button.plain", { href: `/rules/${game.name}`, "data-link": "" }, t("rules")),
    ),
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
    seats[Math.floor(Math.random() * seats.length)] = { who: "me" };
    button.dataset.key ??= luck();
    const { table } = await ask("POST", "/api/tables", {
      game: game.name,
      seats,
      luck: luck(),
      key: button.dataset.key,
    });
    dispatchEvent(new CustomEvent("go", { detail: `/table/${table}` }));
  } catch (refusal) {
    notice(why(refusal), "wrong");
    button.disabled = false;
  }
}

/**
 * @param {HTMLElement} mine
 * @param {HTMLElement} open
 */
async function lists(mine, open) {
  /** @type {[TableDigest[], TableDigest[]]} */
  const none = [[], []];
  const [own, listed] = await Promise.all([ask("GET", "/api/tables/mine"), ask("GET", "/api/tables")]).catch(
    () => none,
  );
  const free = listed.filter((table) => table.status === "open");
  const playing = listed.filter((table) => table.status === "playing");
  fill(mine, own.length ? [h("h2", {}, t("home.mine")), tableList(own.slice(0, 12), t("home.continue"))] : null);
  fill(
    open,
    h("h2", {}, t("home.open")),
    free.length ? tableList(free, t("home.join")) : h("p.faint", {}, t("home.none")),
    playing.length ? [h("h2", {}, t("home.playing")), tableList(playing.slice(0, 12), t("home.watch"))] : null,
  );
}
