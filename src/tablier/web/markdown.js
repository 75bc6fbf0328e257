// @ts-check
// Rules are written in a little Markdown: headings, lists, tables, bold, code.

import { h } from "./dom.js";
import { unbroken } from "./words.js";

/**
 * What is written, as elements.
 * @param {string} text
 */
export function markdown(text) {
  const root = h("div.prose");
  const lines = unbroken(text).split("\n");
  /** @type {HTMLElement | null} */
  let list = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const item = line.match(/^(\s*)([-*]|\d+\.)\s+(.*)/);
    if (item) {
      const ordered = /\d/.test(item[2]);
      if (!list || list.dataset.kind !== String(ordered)) {
        list = h(ordered ? "ol" : "ul");
        list.dataset.kind = String(ordered);
        root.append(list);
      }
      list.append(h("li", {}, inline(item[3])));
      continue;
    }
    if (list && /^\s{2,}\S/.test(line)) {
      list.lastElementChild?.append(" ", ...inline(line.trim()));
      continue;
    }
    if (line.trim()) list = null;
    const heading = line.match(/^(#+)\s+(.*)/);
    if (heading) root.append(h(`h${Math.min(heading[1].length, 4)}`, {}, inline(heading[2])));
    else if (line.startsWith("```")) {
      const code = [];
      while (++at < lines.length && !lines[at].startsWith("```")) code.push(lines[at]);
      root.append(h("pre", {}, h("code", {}, code.join("\n"))));
    } else if (line.startsWith("|")) {
      const rows = [];
      while (at < lines.length && lines[at].startsWith("|")) rows.push(lines[at++]);
      at--;
      root.append(table(rows));
    } else if (line.trim()) {
      const words = [line];
      while (lines[at + 1]?.trim() && !/^(#|[-*]\s|\d+\.\s|\||```)/.test(lines[at + 1])) words.push(lines[++at]);
      root.append(h("p", {}, inline(words.join(" "))));
    }
  }
  return root;
}

/** @param {string[]} rows */
function table(rows) {
  const cells = rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const body = cells.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
  return h(
    "div.scroll",
    {},
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          body[0].map((cell) => h("th", {}, inline(cell))),
        ),
      ),
      h(
        "tbody",
        {},
        body.slice(1).map((row) =>
          h(
            "tr",
            {},
            row.map((cell) => h("td", {}, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

/**
 * Words in bold, in italics, and code.
 * @param {string} text
 */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (/^\*[^*]+\*$/.test(part)) return h("em", {}, part.slice(1, -1));
    return part;
  });
}
