// @ts-check
// The page: which part of it is shown, in which language and theme.

import { file, letter } from "./art.js";
import { dialog, fill, h, notice, part, struck } from "./dom.js";
import { icon } from "./icons.js";
import { me, person } from "./me.js";
import { applyTheme } from "./preferences.js";
import { heed } from "./press.js";
import { why } from "./wire.js";
import { LANGUAGES, learn, of, spoken, t } from "./words.js";

/** @import { IconName } from "./icons.js" */

/**
 * A page that is shown.
 * @typedef {object} Page
 * @property {() => void} [close] lets go of what it holds
 * @property {() => void} [speak] says all of it in another language; without it the page is opened again
 */

const main = part("main");
const narrow = matchMedia("(max-width: 620px)");
/** @type {Page | null} */
let page = null;

/** @type {[RegExp, (name: string) => Promise<Page | void>][]} */
const ROUTES = [
  [/^\/$/, async () => (await import("./home.js")).home(main)],
  [/^\/new\/(\w+)$/, async (game) => (await import("./new.js")).newGame(main, game)],
  [/^\/draw\/(\w+)$/, async (game) => (await import("./editor.js")).editor(main, game)],
  [/^\/rules\/(\w+)$/, async (game) => (await import("./rules.js")).rules(main, game)],
  [/^\/game\/(\w+)$/, async (game) => (await import("./gamepage.js")).gamePage(main, game)],
  [/^\/person\/([^/]+)$/, async (name) => (await import("./profile.js")).profile(main, decodeURIComponent(name))],
  [/^\/settings$/, async () => (await import("./settings.js")).settings(main)],
  [/^\/keys$/, async () => (await import("./keys.js")).keys(main)],
  [/^\/games$/, async () => (await import("./mygames.js")).myGames(main)],
  [/^\/me$/, async () => (await import("./account.js")).account(main)],
  [/^\/fair$/, async () => (await import("./fair.js")).fair(main)],
  [
    /^\/table\/([0-9a-f]{32})$/,
    async (name) => {
      await person();
      return (await import("./table.js")).tablePage(main, name);
    },
  ],
];

async function show() {
  page?.close?.();
  page = null;
  const path = location.pathname;
  const [pattern, make] = ROUTES.find(([route]) => route.test(path)) || [null, null];
  document.title = "Tablier";
  header();
  try {
    const given = pattern?.exec(path)?.[1] ?? "";
    if (!make || (/^\/(game|new|draw|rules)\//.test(path) && !of(given, "title"))) return nowhere();
    page = (await make(given)) || {};
  } catch (error) {
    fill(
      main,
      h(
        "section.wrong",
        {},
        h("h1", {}, t("page.wrong")),
        h("p", {}, error instanceof TypeError ? t("wire.away") : why(error)), // a module that does not come
        h("a.button.primary", { href: "/", "data-link": "" }, t("home")),
      ),
    );
  }
}

function nowhere() {
  page = { speak: nowhere };
  fill(
    main,
    h(
      "section.wrong",
      {},
      h("h1", {}, t("page.none")),
      h("p", {}, t("page.none.why")),
      h("a.button.primary", { href: "/", "data-link": "" }, t("home")),
    ),
  );
}

/** @param {string} path */
function go(path) {
  if (path === location.pathname + location.search) return;
  history.pushState(null, "", path);
  scrollTo(0, 0);
  show().then(() => main.focus({ preventScroll: true }));
}

function header() {
  /**
   * @param {string} path
   * @param {IconName} sign
   * @param {string} label
   */
  const link = (path, sign, label) =>
    h(
      "a",
      {
        href: path,
        "data-link": "",
        title: label,
        "aria-label": label,
        "aria-current": location.pathname === path ? "page" : null,
      },
      icon(sign),
      h("span", {}, label),
    );
  fill(
    part("header"),
    h(
      "a.brand",
      { href: "/", "data-link": "", "aria-label": "Tablier" },
      h("img", { src: file("icon.svg"), alt: "", width: 30, height: 30 }),
      h("span", {}, "Tablier"),
    ),
    h(
      "nav",
      { "aria-label": t("nav") },
      link("/games", "archive", t("nav.games")),
      link("/me", "person", me?.name || t("nav.me")),
      h(
        "select.language",
        { "aria-label": t("language"), onchange: (event) => speak(event.currentTarget.value) },
        Object.entries(LANGUAGES).map(([code, name]) =>
          h("option", { value: code, selected: code === spoken() }, narrow.matches ? code.toUpperCase() : name),
        ),
      ),
      h(
        "button.icon",
        { onclick: openSettings, "aria-label": t("preferences"), title: t("preferences") },
        icon("settings"),
      ),
    ),
  );
  for (const skip of document.querySelectorAll(".skip")) skip.textContent = t("skip");
}

async function openSettings() {
  const { settingsForm } = await import("./settings.js");
  dialog(t("preferences"), (close) =>
    h(
      "div",
      {},
      settingsForm((code) => {
        close();
        speak(code).then(openSettings);
      }),
      h(
        "div.row",
        {},
        document.fullscreenEnabled && h("button", { onclick: fullScreen }, icon("fullscreen"), t("keys.full")),
        h("a.button.plain", { href: "/keys", "data-link": "", onclick: close }, icon("keyboard"), t("keys")),
      ),
      h("div.row", {}, h("button.primary", { onclick: close }, t("close"))),
    ),
  );
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  "?": () => go("/keys"),
  h: () => go("/"),
  g: () => go("/games"),
  s: openSettings,
  f: fullScreen,
};

/** @param {KeyboardEvent} event */
function key(event) {
  const written = struck(event, "input:not([type=radio], [type=checkbox]), textarea, select, [role=application]");
  if (written || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  KEYS[event.key]?.();
}

/**
 * Another language, without loading anything anew.
 * @param {string} code
 */
async function speak(code) {
  await learn(code);
  letter();
  header();
  if (page?.speak) page.speak();
  else await show();
}

addEventListener("go", (event) => go(/** @type {CustomEvent<string>} */ (event).detail));
addEventListener("speak", (event) => speak(/** @type {CustomEvent<string>} */ (event).detail));
addEventListener("keydown", key);
addEventListener("me", header);
narrow.addEventListener("change", header);
addEventListener("popstate", show);
addEventListener("settings", openSettings);
addEventListener("offline", () => notice(t("wire.offline")));
document.addEventListener("click", (event) => {
  const link = struck(event, "a[data-link]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});

heed(globalThis);
applyTheme();
await Promise.all([learn(), person(false)]);
header();
await show();
if (!navigator.onLine) notice(t("wire.offline"));
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
