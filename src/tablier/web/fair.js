// @ts-check
// Were the draws fixed before the game? Checked here, in this browser, and by the server with the rules.

import { fill, h } from "./dom.js";
import { check as here } from "./draws.js";
import { icon } from "./icons.js";
import { kept } from "./luck.js";
import { ask, why } from "./wire.js";
import { say, t } from "./words.js";

/** @param {HTMLElement} main */
export async function fair(main) {
  const text = h("textarea", { rows: 8, "aria-label": t("fair.record"), placeholder: t("fair.record") });
  const result = h("div.checks", { role: "status" });
  const table = location.search.match(/^\?table=([0-9a-f]{32})$/)?.[1];
  /** @param {string} [name] of the table whose record it is said to be */
  const check = async (name) => {
    try {
      const record = JSON.parse(text.value);
      const keepsake = kept(name ?? record.draws?.table);
      const own = await here(record, keepsake);
      const theirs = await ask("POST", "/api/verify", { record: text.value.trim() });
      /**
       * @param {string} title
       * @param {[boolean, string][]} lines
       */
      const list = (title, lines) => [
        h("h3", {}, title),
        h(
          "ul",
          {},
          lines.map(([holds, words]) =>
            h("li", { class: holds ? "holds" : "fails" }, icon(holds ? "check" : "close"), " ", words),
          ),
        ),
      ];
      fill(
        result,
        h("h2", {}, own.every(({ holds }) => holds) && theirs.fair ? t("fair.yes") : t("fair.no")),
        list(
          t("fair.here"),
          own.map(({ holds, what, number }) => [holds, t(`fair.${what}`, { number, day: keepsake?.at })]),
        ),
        list(
          t("fair.there"),
          theirs.checks.map(({ holds, text }) => [holds, say(text)]),
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
      h("div.row", {}, h("button.primary", { onclick: () => check() }, t("fair.check"))),
      result,
      h("p", {}, h("a", { href: "/api/commitments" }, t("fair.list"))),
    ),
  );
  if (table) {
    const response = await fetch(`/api/tables/${table}/record`);
    text.value = (await response.text()).trim();
    if (response.ok) await check(table);
  }
}
