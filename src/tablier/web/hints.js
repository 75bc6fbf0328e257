// @ts-check
// What the best opponent thinks: a hint with its reasons, or the worth of every move.

import { fill, h, notice } from "./dom.js";
import { why, wire } from "./wire.js";
import { say, t } from "./words.js";

/** @import { HintMessage, Thought, Value } from "./frame.d.ts" */
/** @import { TablePage } from "./table.js" */

/**
 * Ask for a thought about what is on the board of a table's page, and show it.
 * @param {TablePage} page
 * @param {boolean} all what is every move worth?
 */
export async function showHint(page, all) {
  const over = page.model.about.status === "over";
  const seat = page.acting ?? page.seat ?? 0;
  const ply = page.history.ply ?? Math.max(0, page.history.end - 1);
  /** @type {HintMessage} */
  const fields = { table: page.name, seat, all: all || over, ...(over ? { ply } : {}) };
  const box = h("section.thought", { "aria-live": "polite" }, h("p.faint", {}, t("thought.wait")));
  page.root.querySelector(".thought")?.remove();
  page.actions.after(box);
  try {
    if (over && page.history.ply === null) page.history.go(ply);
    const { thought } = await wire.send("hint", fields);
    fill(box, ...shown(thought, all || over), h("button.small", { onclick: () => box.remove() }, t("close")));
    if (page.live || over) page.board.advise(thought.move.split("-"));
  } catch (refusal) {
    box.remove();
    notice(why(refusal), "wrong");
  }
}

/**
 * @param {Thought} thought
 * @param {boolean} all
 */
function shown(thought, all) {
  const reasons = thought.facts.map((fact) => h("li", {}, say(fact)));
  const best = h(
    "p",
    {},
    t("thought.best"),
    " ",
    h("strong", {}, thought.move),
    thought.exact ? h("span.exact", {}, ` ${t("thought.exact")}`) : null,
  );
  const parts = [best, reasons.length ? h("ul", {}, reasons) : null];
  if (thought.line.length > 1)
    parts.push(h("p.faint", {}, t("thought.line", { moves: thought.line.slice(0, 6).join(" ") })));
  if (all)
    parts.push(
      h(
        "ol.values",
        {},
        thought.values.slice(0, 12).map((value) => valued(value)),
      ),
    );
  return parts;
}

/** @param {Value} value */
function valued(value) {
  const percent = Math.round(value.chance * 100);
  const bar = h("meter", { min: 0, max: 100, value: percent });
  const margin = value.margin === null ? "" : `${value.margin > 0 ? "+" : ""}${Math.round(value.margin * 10) / 10}`;
  return h(
    "li",
    {},
    h("code", {}, value.move),
    bar,
    h("span", {}, value.exact ? t("thought.sure", { percent }) : t("thought.chance", { percent })),
    h("span.faint", {}, margin),
  );
}
