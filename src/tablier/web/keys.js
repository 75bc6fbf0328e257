// @ts-check
// What keys do, on every page and at a table.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** Which keys, some of which are called otherwise elsewhere, and the sentence that says what they do. */
const KEYS = /** @type {[string, string][]} */ ([
  ["?", "keys.help"],
  ["h", "keys.home"],
  ["g", "keys.games"],
  ["s", "keys.settings"],
  ["f", "keys.full"],
  ["Tab", "keys.tab"],
  ["← → ↑ ↓", "keys.arrows"],
  ["key.enter", "keys.enter"],
  ["key.escape", "keys.escape"],
  ["1 … 9", "keys.digits"],
  ["← →", "keys.walk"],
  ["r", "keys.turn"],
  ["v", "keys.flip"],
  ["␣", "keys.hurry"],
]);

/** @param {HTMLElement} main */
export async function keys(main) {
  fill(
    main,
    h(
      "div.reading",
      {},
      h("h1", {}, icon("keyboard"), " ", t("keys")),
      h("p", {}, t("keys.why")),
      h(
        "table.strongest",
        {},
        h(
          "tbody",
          {},
          KEYS.map(([key, says]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, t(key))), h("td", {}, t(says)))),
        ),
      ),
    ),
  );
}
