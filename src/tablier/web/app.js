// @ts-check
// The page: which part of it is shown, in which language and theme.

import { dialog, fill, h, notice, part, struck } from "./dom.js";
import { me, person } from "./me.js";
import { applyTheme, prefer, preferred } from "./preferences.js";
import { heed } from "./press.js";
import { why } from "./wire.js";
import { LANGUAGES, learn, of, spoken, t } from "./words.js";

/** @import { Preferences } from "./preferences.js" */

/**
 * A page that is shown.
 * @typedef {object} Page
 * @property {() => void} [close] lets go of what it holds
 * @property {() => void} [speak] says all of it in another language; without it the page is opened again
 */

const main = part("main");
const narrow = matchMedia("(max-width: 460px)");
/** @type {Page | null} */
let page = null;

/** @type {[RegExp, (name: string) => Promise<Page | void>][]} */
const ROUTES = [
  [/^\/$/, async () => (await import("./home.js")).home(main)],
  [/^\/new\/(\w+)$/, async (game) => (await import("./new.js")).newGame(main, game)],
  [/^\/draw\/(\w+)$/, async (game) => (await import("./editor.js")).editor(main, game)],
  [/^\/rules\/(\w+)$/, async (game) => (await import("./rules.js")).rules(main, game)],
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
  try {
    const given = pattern?.exec(path)?.[1] ?? "";
    if (!make || (/^\/(new|draw|rules)/.test(path) && !of(given, "title"))) return nowhere();
    page = (await make(given)) || {};
  } catch (error) {
    fill(
      main,
      h(
        "section.wrong",
        {},
        h("h1", {}, t("page.wrong")),
        h("p", {}, why(error)),
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
   * @template {"theme" | "confirm"} Name
   * @param {Name} name
   * @param {Preferences[Name][]} options
   */
  const choice = (name, options) =>
    h(
      "label.option",
      {},
      h("span", {}, t(`preferences.${name}`)),
      h(
        "select",
        {
          onchange: (event) => {
            prefer(name, options[event.currentTarget.selectedIndex]);
            notice(t("preferences.kept"));
          },
        },
        options.map((value) =>
          h("option", { value, selected: preferred(name) === value }, t(`preferences.${name}.${value}`)),
        ),
      ),
    );
  /** @param {"contrast" | "motion" | "sound"} name */
  const flag = (name) =>
    h(
      "label.option",
      {},
      h("input", {
        type: "checkbox",
        checked: preferred(name),
        onchange: (event) => prefer(name, event.currentTarget.checked),
      }),
      h("span", {}, t(`preferences.${name}`)),
    );
  const settings = () =>
    dialog(t("preferences"), (close) =>
      h(
        "div.options",
        {},
        choice("theme", ["auto", "light", "dark"]),
        choice("confirm", ["auto", "yes", "no"]),
        flag("contrast"),
        flag("motion"),
        flag("sound"),
        h("div.row", {}, h("button.primary", { onclick: close }, t("close"))),
      ),
    );
  fill(
    part("header"),
    h(
      "a.brand",
      { href: "/", "data-link": "" },
      h("img", { src: "/web/icon.svg", alt: "", width: 30, height: 30 }),
      h("span", {}, "Tablier"),
    ),
    h(
      "nav",
      { "aria-label": t("nav") },
      h("a", { href: "/games", "data-link": "" }, t("nav.games")),
      h("a", { href: "/me", "data-link": "" }, me?.name || t("nav.me")),
      h(
        "select.language",
        { "aria-label": t("language"), onchange: (event) => speak(event.currentTarget.value) },
        Object.entries(LANGUAGES).map(([code, name]) =>
          h("option", { value: code, selected: code === spoken() }, narrow.matches ? code.toUpperCase() : name),
        ),
      ),
      h("button.icon", { onclick: settings, "aria-label": t("preferences"), title: t("preferences") }, "⚙"),
    ),
  );
  for (const skip of document.querySelectorAll(".skip")) skip.textContent = t("skip");
}

/**
 * Another language, without loading anything anew.
 * @param {string} code
 */
async function speak(code) {
  await learn(code);
  header();
  if (page?.speak) page.speak();
  else await show();
}

addEventListener("go", (event) => go(/** @type {CustomEvent<string>} */ (event).detail));
addEventListener("me", header);
narrow.addEventListener("change", header);
addEventListener("popstate", show);
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
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
