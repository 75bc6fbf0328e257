// @ts-check
// Were the draws fixed before the game? Checked here, in this browser, and by the server with the rules.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { ask, why } from "./wire.js";
import { say, t } from "./words.js";

/** @param {HTMLElement} main */
export async function fair(main) {
  const text = h("textarea", { rows: 8, "aria-label": t("fair.record"), placeholder: t("fair.record") });
  const result = h("div.checks", { role: "status" });
  const table = new URLSearchParams(location.search).get("table");
  const check = async () => {
    try {
      const { check: here } = await import("./draws.js");
      const own = await here(JSON.parse(text.value));
      const theirs = await ask("POST", "/api/verify", { record: text.value.trim() });
      /**
       * @param {boolean} holds
       * @param {string} words
       */
      const line = (holds, words) =>
        h("li", { class: holds ? "holds" : "fails" }, icon(holds ? "check" : "close"), " ", words);
      fill(
        result,
        h("h2", {}, own.every(({ holds }) => holds) && theirs.fair ? t("fair.yes") : t("fair.no")),
        h("h3", {}, t("fair.here")),
        h(
          "ul",
          {},
          own.map(({ holds, what, number }) => line(holds, t(`fair.${what}`, { number }))),
        ),
        h("h3", {}, t("fair.there")),
        h(
          "ul",
          {},
          theirs.checks.map(({ holds, text }) => line(holds, say(text))),
        ),
      );
    } catch (wrong) {
      fill(result, h("p.error", {}, why(wrong)));
    }
  };
  fill(
    main,
    h(
      "div.reading",
      {},
      h("h1", {}, t("fair.title")),
      h("p", {}, t("fair.why")),
      text,
      h("div.row", {}, h("button.primary", { onclick: check }, t("fair.check"))),
      result,
    ),
  );
  if (table) {
    const response = await fetch(`/api/tables/${table}/record`);
    text.value = (await response.text()).trim();
    if (response.ok) await check();
  }
}
