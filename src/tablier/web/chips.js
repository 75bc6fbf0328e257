// @ts-check
// One of a few things to choose, all of them in sight.

import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * @template {string | number | boolean} Value
 * @typedef {{ value: Value, label: string, about?: string, sign?: Child }} Choice
 */

/**
 * @template {string | number | boolean} Value
 * @param {object} asked
 * @param {string} asked.name by which its parts belong together
 * @param {string} asked.legend
 * @param {Choice<Value>[]} asked.choices
 * @param {Value} asked.value
 * @param {(value: Value) => void} asked.change
 * @param {"chip" | "tile" | "face"} [asked.kind] how large they are
 * @param {Child} [asked.below] what is said of the choice
 */
export function chips({ name, legend, choices, value, change, kind = "chip", below }) {
  return h(
    "fieldset.chips",
    { class: `of-${kind}` },
    h("legend", {}, legend),
    h(
      "div.offer",
      {},
      choices.map((choice) =>
        h(
          "label",
          { class: `as-${kind}` },
          h("input", {
            type: "radio",
            name,
            value: String(choice.value),
            checked: choice.value === value,
            onchange: () => change(choice.value),
          }),
          choice.sign,
          h("span.name", {}, choice.label),
          choice.about && h("small", {}, choice.about),
        ),
      ),
    ),
    below,
  );
}
