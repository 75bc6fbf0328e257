// @ts-check
// The moves so far: to read, and to walk through.

import { fill, h } from "./dom.js";
import { told } from "./drawing.js";
import { icon } from "./icons.js";
import { calledName } from "./names.js";
import { of, t } from "./words.js";

/** @import { LogEntry } from "./frame.d.ts" */
/** @import { Model } from "./model.js" */
/** @typedef {{ entry: LogEntry, button: HTMLElement, row: HTMLElement }} Row */

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
    /** @type {Row[]} */
    this.rows = []; // one for each move, kept as long as the move stands
    /** @type {HTMLElement | undefined} */
    this.here = undefined;
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
    this.list.setAttribute("aria-label", t("moves"));
    this.slider.setAttribute("aria-label", t("walk"));
    this.slider.max = String(this.end);
    this.slider.value = String(now);
    const kept = this.rows.findIndex(({ entry }, ply) => entry !== log[ply]);
    if (kept >= 0) this.rows.length = kept;
    for (const entry of log.slice(this.rows.length)) this.rows.push(this.#row(entry, this.rows.length));
    fill(
      this.list,
      this.rows.map(({ row }) => row),
    );
    for (const [place, { button }] of this.rows.entries()) {
      const here = place + 1 === now;
      button.classList.toggle("here", here);
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    fill(
      this.buttons,
      this.#button(0, "first", "walk.first"),
      this.neighbours(),
      this.#button(this.end, "last", "walk.last"),
    );
    const here = this.rows[now - 1]?.button;
    if (here === this.here) return;
    this.here = here;
    requestAnimationFrame(() => this.follow()); // when all is laid out in any case
  }

  /** Let all be written anew: it speaks another language now. */
  clear() {
    this.rows = [];
  }

  /** Buttons to the moment before and to the one after. */
  neighbours() {
    return [this.#button(this.#beside(-1), "previous", "walk.back"), this.#button(this.#beside(1), "next", "walk.on")];
  }

  /**
   * How many moves were made until a moment; what is drawn is none.
   * @param {number} ply
   */
  count(ply) {
    return this.model.log.slice(0, ply).filter(({ seat }) => seat !== null).length;
  }

  /**
   * The next moment at which somebody is to move; -1 if there is none.
   * @param {number} by
   */
  #beside(by) {
    let ply = (this.ply ?? this.end) + by;
    while (ply > 0 && this.model.log[ply]?.seat === null) ply += by;
    return ply <= this.end ? ply : -1;
  }

  /**
   * @param {number} to
   * @param {import("./icons.js").IconName} sign
   * @param {string} name
   */
  #button(to, sign, name) {
    const nowhere = to < 0 || to > this.end || to === (this.ply ?? this.end);
    return h(
      "button.icon",
      { onclick: () => this.go(to), "aria-label": t(name), title: t(name), disabled: nowhere },
      icon(sign),
    );
  }

  /** Scroll to the move that is looked at. */
  follow() {
    const { here, list } = this;
    if (!here) return;
    const later = Math.max(0, Math.min(40, (list.clientHeight - here.offsetHeight) / 2)); // of what comes next
    list.scrollTop = Math.max(0, here.offsetTop - list.clientHeight + here.offsetHeight + later);
  }

  /**
   * @param {LogEntry} entry
   * @param {number} ply
   * @returns {Row}
   */
  #row(entry, ply) {
    const { about, panels } = this.model;
    const { seat, gains, text } = entry;
    const turn = this.count(ply + 1);
    const gain = seat === null ? 0 : gains?.[seat];
    const button = h(
      "button.move",
      { class: seat === null ? "drawn" : "", onclick: () => this.go(ply + 1) },
      h("span.number", {}, seat === null ? "" : `${turn}.`),
      seat !== null &&
        (of(about.game, "seat.0")
          ? h("span.chip", { class: `c-seat${seat}`, "aria-hidden": "true" })
          : h("span.by", {}, calledName({ about, panels }, seat))),
      h("span.text", {}, told(about.game, text)),
      gain ? h("span.gain", {}, gain > 0 ? `+${gain}` : `${gain}`) : null,
    );
    return { entry, button, row: h("li", {}, button) };
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
    const to = this.#beside(by);
    if (to >= 0) this.go(to);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.shiftKey) return;
    event.preventDefault();
    this.step(Math.sign(event.deltaY || event.deltaX));
  }
}
