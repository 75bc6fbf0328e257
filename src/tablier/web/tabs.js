// @ts-check
// The sheet, one page at a time: the moves, the score, the rules, the talk, the rest. Where there is room it stands beside
// the board; in a small window it is opened over the lower part of it, and shut again.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { scoreSheet } from "./sheet.js";
import { ask } from "./wire.js";
import { say, spoken, t } from "./words.js";

/** @import { TablePage } from "./table.js" */

const NAMES = /** @type {const} */ (["moves", "score", "rules", "talk", "rest"]);

export class Tabs {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {typeof NAMES[number]} */
    this.shown = "moves";
    this.unread = 0;
    /** @type {HTMLElement | null} */
    this.rules = null;
    this.rulesIn = ""; // the language that they are written in
    this.list = h("div.tabs", { role: "tablist" });
    this.panel = h("div.tabpage", { role: "tabpanel", tabindex: 0 });
    this.element = h("aside.side", {}, this.list, this.panel);
  }

  get elements() {
    return [this.list, this.panel];
  }

  /** Open the sheet in a window that has no room for it, or shut it. */
  open(wish = !this.element.classList.contains("open")) {
    this.element.classList.toggle("open", wish);
    if (wish) {
      if (this.shown === "talk") this.unread = 0;
      this.draw();
      this.page.history.follow();
      /** @type {HTMLElement | null} */ (this.list.querySelector('[aria-selected="true"]'))?.focus();
    }
  }

  /** Let all be drawn anew: it speaks another language now. */
  clear() {
    fill(this.panel);
  }

  /**
   * Somebody has said so many things.
   * @param {number} number
   */
  heard(number) {
    if (this.shown !== "talk") this.unread += number;
  }

  draw() {
    const { model, live, seen, board } = this.page;
    const people = model.about.seats.filter(({ level }) => !level).length;
    fill(
      this.list,
      NAMES.filter((name) => name !== "talk" || people > 1).map((name) =>
        h(
          "button.tab",
          {
            role: "tab",
            id: `tab-${name}`,
            "aria-selected": String(this.shown === name),
            onclick: () => this.#turnTo(name),
          },
          t(`tab.${name}`),
          name === "talk" && this.unread ? h("span.badge", {}, this.unread) : null,
        ),
      ),
      h("button.icon.shut", { onclick: () => this.open(false), "aria-label": t("close") }, icon("close")),
    );
    this.panel.setAttribute("aria-labelledby", `tab-${this.shown}`);
    if (this.shown === "moves") this.#drawMoves();
    else if (this.shown === "score") {
      const { sheet, points } = (!live && seen) || { sheet: model.outcome?.sheet ?? model.sheet, points: model.points };
      fill(
        this.panel,
        scoreSheet(model, sheet, points, (where) => board.pointOut(where)),
      );
    } else if (this.shown === "rules") this.#drawRules();
    else if (this.shown === "talk") this.#drawTalk();
    else fill(this.panel, this.page.actions.rest());
  }

  /** @param {typeof NAMES[number]} name */
  #turnTo(name) {
    this.shown = name;
    if (name === "talk") this.unread = 0;
    this.draw();
  }

  #drawMoves() {
    if (this.panel.firstChild === this.page.history.element) return;
    fill(this.panel, this.page.history.element);
    this.page.history.draw();
    this.page.history.follow();
  }

  async #drawRules() {
    if (this.rulesIn !== spoken()) {
      this.rulesIn = spoken();
      this.rules = markdown((await ask("GET", `/api/games/${this.page.game}/rules/${spoken()}`)).markdown);
    }
    if (this.shown !== "rules") return;
    const top = this.panel.scrollTop;
    fill(
      this.panel,
      this.page.model.advice && h("p.applies", {}, h("strong", {}, t("rules.now")), " ", say(this.page.model.advice)),
      this.rules,
    );
    this.panel.scrollTop = top;
  }

  #drawTalk() {
    const { about } = this.page.model;
    const lines = about.talk.map((line) => h("li", {}, h("b", {}, line.name || "?"), " ", line.text));
    const heard = this.panel.querySelector(".talk"); // what somebody is writing beside it stays
    if (heard) return fill(heard, lines);
    const said = h("ul.talk", {}, lines);
    const text = h("input", { type: "text", maxLength: 300, placeholder: t("talk.say"), "aria-label": t("talk.say") });
    /** @param {Event} event */
    const send = (event) => {
      event.preventDefault();
      if (text.value.trim()) this.page.do("say", { text: text.value });
      text.value = "";
    };
    fill(
      this.panel,
      said,
      this.page.yours.length ? h("form.say", { onsubmit: send }, text, h("button", {}, t("talk.send"))) : null,
    );
    said.scrollTop = said.scrollHeight;
  }
}
