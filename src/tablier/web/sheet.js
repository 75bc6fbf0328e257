// @ts-check
// The score sheet: where every point comes from.

import { h } from "./dom.js";
import { playerName } from "./names.js";
import { say, t } from "./words.js";

/** @import { About, Outcome, Panel, SheetLine, TargetName } from "./frame.d.ts" */

/**
 * @param {{ about: About, panels: Panel[] }} model
 * @param {SheetLine[]} lines
 * @param {(number | null)[]} points
 * @param {(where: TargetName[]) => void} point shows where points come from
 */
export function scoreSheet(model, lines, points, point = () => {}) {
  const { about } = model;
  const seats = about.seats.map((_, seat) => seat);
  const hidden = about.secret && points.every((one) => one === null);
  const nothing = hidden ? t("sheet.secret") : t(about.status === "over" ? "sheet.nothing" : "sheet.none");
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
                {
                  tabIndex: line.where.length ? 0 : -1,
                  onmouseenter: () => point(line.where),
                  onmouseleave: () => point([]),
                  onfocus: () => point(line.where),
                  onblur: () => point([]),
                },
                h("span", {}, say(line.text)),
                h("b", {}, line.points ? (line.points > 0 ? `+${line.points}` : line.points) : ""),
              ),
            ),
          )
        : h("p.faint", {}, nothing),
    );
  });
  return h("div.sheet", {}, lists);
}

/**
 * The places that won it: all that brought the winners points, or the best of it where one lies across another.
 * @param {Pick<Outcome, "sheet" | "ranks">} outcome
 */
export function decisive({ sheet, ranks }) {
  const lines = sheet.filter(({ seat, points }) => ranks[seat] === 1 && points > 0);
  const best = Math.max(...lines.map(({ points }) => points));
  const places = lines.flatMap(({ where }) => where);
  const crossed = new Set(places).size < places.length;
  return [...new Set(crossed ? lines.flatMap(({ where, points }) => (points === best ? where : [])) : places)];
}
