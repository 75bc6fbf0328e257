// @ts-check
// The score sheet: where every point comes from.

import { h } from "./dom.js";
import { playerName } from "./names.js";
import { say, t } from "./words.js";

/** @import { About, Panel, SheetLine, TargetName } from "./frame.d.ts" */

/**
 * @param {{ about: About, panels: Panel[] }} model
 * @param {SheetLine[]} lines
 * @param {(number | null)[]} points
 * @param {(where: TargetName[]) => void} point shows where points come from
 */
export function scoreSheet(model, lines, points, point = () => {}) {
  const { about } = model;
  const seats = about.seats.map((_, seat) => seat);
  const lists = seats.map((seat) => {
    const mine = lines.filter((line) => line.seat === seat);
    return h(
      "section",
      {},
      h("h2", {}, playerName(model, seat), h("span.points", {}, points?.[seat] ?? "")),
      mine.length
        ? h(
            "ul",
            {},
            mine.map((line) =>
              h(
                "li",
                { onmouseenter: () => point(line.where), onmouseleave: () => point([]) },
                h("span", {}, say(line.text)),
                h("b", {}, line.points ? (line.points > 0 ? `+${line.points}` : line.points) : ""),
              ),
            ),
          )
        : h("p.faint", {}, t(about.status === "over" ? "sheet.nothing" : "sheet.none")),
    );
  });
  return h("div.sheet", {}, lists);
}
