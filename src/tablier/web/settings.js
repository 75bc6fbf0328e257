// @ts-check
// What one prefers: looks, movement, sound, moves and language. Kept in this browser, in force at once.

import { chips } from "./chips.js";
import { fill, h } from "./dom.js";
import { BOARDS, prefer, preferred } from "./preferences.js";
import { LANGUAGES, spoken, t } from "./words.js";

/** @import { Preferences } from "./preferences.js" */

/** @param {HTMLElement} main */
export async function settings(main) {
  fill(
    main,
    h("div.reading", {}, h("h1", {}, t("preferences")), h("p.faint", {}, t("preferences.kept")), settingsForm()),
  );
}

/**
 * All of it, for a page or a dialog.
 * @param {(code: string) => unknown} speak told of another language
 */
export function settingsForm(speak = (code) => dispatchEvent(new CustomEvent("speak", { detail: code }))) {
  /**
   * @template {"theme" | "boards" | "confirm" | "pace"} Name
   * @param {Name} name
   * @param {Preferences[Name][]} values
   */
  const choice = (name, values) =>
    chips({
      name,
      legend: t(`preferences.${name}`),
      choices: values.map((value) => ({ value, label: t(`preferences.${name}.${value}`) })),
      value: preferred(name),
      change: (value) => prefer(name, value),
    });
  /** @param {"contrast" | "motion" | "sound" | "coordinates"} name */
  const flag = (name) =>
    h(
      "label.option",
      {},
      h("input", {
        type: "checkbox",
        name,
        checked: preferred(name),
        onchange: (event) => prefer(name, event.currentTarget.checked),
      }),
      h("span", {}, t(`preferences.${name}`)),
    );
  return h(
    "div.settings",
    {},
    chips({
      name: "language",
      legend: t("language"),
      choices: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
      value: spoken(),
      change: speak,
    }),
    choice("theme", ["auto", "light", "dark"]),
    choice("boards", [...BOARDS]),
    flag("contrast"),
    flag("coordinates"),
    choice("pace", ["slow", "normal", "fast", "off"]),
    flag("motion"),
    choice("confirm", ["auto", "yes", "no"]),
    flag("sound"),
    h(
      "label.option",
      {},
      h("span", {}, t("preferences.volume")),
      h("input", {
        type: "range",
        name: "volume",
        min: 0,
        max: 1,
        step: 0.1,
        value: preferred("volume"),
        oninput: (event) => prefer("volume", Number(event.currentTarget.value)),
      }),
    ),
  );
}
