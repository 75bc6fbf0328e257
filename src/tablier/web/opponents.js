// @ts-check
// The opponents: a row of faces, each with a name and a manner.

import { chips } from "./chips.js";
import { fill, h } from "./dom.js";
import { face } from "./faces.js";
import { prefer, preferred } from "./preferences.js";
import { say, t } from "./words.js";

/** @import { Level } from "./frame.d.ts" */

/**
 * Choose one; the browser remembers whom.
 * @param {Level[]} levels
 * @param {string} legend
 * @param {(level: number) => void} [told]
 */
export function opponentChoice(levels, legend, told = () => {}) {
  const text = h("p.manner", { "aria-live": "polite" });
  const tell = () => {
    const level = levels[preferred("level") - 1];
    fill(
      text,
      h("strong", {}, t("level.option", { level: level.level, name: say(level.name) })),
      " ",
      say(level.manner),
    );
  };
  tell();
  return chips({
    name: "opponent",
    legend,
    kind: "face",
    choices: levels.map(({ level, character, name }) => ({
      value: level,
      label: character,
      sign: [face(level), h("span.unseen", {}, t("level.option", { level, name: say(name) }))],
    })),
    value: preferred("level"),
    change: (level) => {
      prefer("level", level);
      tell();
      told(level);
    },
    below: text,
  });
}
