// @ts-check
// The moves so far: to read, and to walk through.

import { fill, h } from "./dom.js";
import { told } from "./drawing.js";
import { icon } from "./icons.js";
import { of, t } from "./words.js";

/** @import { Model } from "./model.js" */

export class History {
  /**
   * @param {Model} model
   * @param {(ply: number | null) => void} look shows the table as it was; null is now
   */
  constructor(model, look) {
    this.model = model;
    this.look = look;
    /** @type {number | null} */
    this.ply = null; // the moment looked at; null is now
    this.list = h("ol.moves", { onwheel: (event) => this.#wheel(event) });
    /** @type {HTMLInputElement} */
    this.slider = h("input", { type: "range", min: 0, oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = h("div.walk");
    this.element = h("section.history", {}, this.list, this.slider, this.buttons);
  }

  get end() {
    return this.model.log.length;
  }

  draw() {
    const { log } = this.model;
    const now = this.ply ?? this.end;
    let turn = 0;
    this.list.setAttribute("aria-label", t("moves"));
    this.slider.setAttribute("aria-label", t("walk"));
    this.slider.max = String(this.end);
    this.slider.value = String(now);
    fill(
      this.list,
      log.map((entry, ply) => {
        if (entry.seat !== null) turn += 1;
        const gain = entry.seat === null ? 0 : entry.gains?.[entry.seat];
        return h(
          "li",
          {},
          h(
            "button.move",
            {
              class: [entry.seat === null && "drawn", ply + 1 === now && "here"].filter(Boolean).join(" "),
              onclick: () => this.go(ply + 1),
              "aria-current": ply + 1 === now ? "step" : null,
            },
            h("span.number", {}, entry.seat === null ? "" : `${turn}.`),
            entry.seat === null || !of(this.model.about.game, "seat.0")
              ? null
              : h("span.chip", { class: `c-seat${entry.seat}`, "aria-hidden": "true" }),
            h("span.text", {}, told(this.model.about.game, entry.text)),
            gain ? h("span.gain", {}, gain > 0 ? `+${gain}` : `${gain}`) : null,
          ),
        );
      }),
    );
    /**
     * @param {number} to
     * @param {import("./icons.js").IconName} sign
     * @param {string} name
     */
    const step = (to, sign, name) =>
      h(
        "button.icon",
        {
          onclick: () => this.go(to),
          "aria-label": t(name),
          title: t(name),
          disabled: to < 0 || to > this.end || to === now,
        },
        icon(sign),
      );
    fill(
      this.buttons,
      step(0, "first", "walk.first"),
      step(now - 1, "previous", "walk.back"),
      step(now + 1, "next", "walk.on"),
      step(this.end, "last", "walk.last"),
    );
    /** @type {HTMLElement | null} */
    const here = this.list.querySelector(".here");
    if (here) this.list.scrollTop = Math.max(0, here.offsetTop - this.list.clientHeight + here.offsetHeight + 40);
  }

  /**
   * Look at the table after so many moves.
   * @param {number} ply
   */
  go(ply) {
    const to = Math.max(0, Math.min(ply, this.end));
    this.ply = to === this.end ? null : to;
    this.draw();
    this.look(this.ply);
  }

  /** @param {number} by */
  step(by) {
    this.go((this.ply ?? this.end) + by);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.shiftKey) return;
    event.preventDefault();
    this.step(Math.sign(event.deltaY || event.deltaX));
  }
}
