// @ts-check
// Drawing a board, on the board itself. What is wrong with it is said at once.

import { art } from "./art.js";
import { Board } from "./board.js";
import { toCode } from "./boardcode.js";
import { fill, h, notice } from "./dom.js";
import { DrawingBoard } from "./drawingboard.js";
import { icon } from "./icons.js";
import { ask, sketch, why } from "./wire.js";
import { of, t } from "./words.js";

/** @import { PicksPlan, Scene, TargetName } from "./frame.d.ts" */

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function editor(main, game) {
  const [plan] = await Promise.all([ask("GET", `/api/games/${game}/plan`), art(game)]);
  const desk = plan.grid ? new DrawingBoard(game, plan) : new Picks(game, plan);
  const wrong = h("p.error", { role: "alert" });
  const fine = h("p.fine", { role: "status" });
  const link = h("input", { readOnly: true, onfocus: (event) => event.currentTarget.select() });
  const use = h("a.button.primary.big", { "data-link": "" });
  const more = h("details.more");
  /** @param {string} text */
  const copy = (text) => navigator.clipboard?.writeText(text).then(() => notice(t("draw.copied")));
  const show = async () => {
    const value = desk.value;
    const address = `/new/${game}?${plan.option}=${toCode(value)}`;
    try {
      if (desk.empty) throw new Error(t("draw.empty"));
      const { scene } = await sketch({ game, options: { [plan.option]: value } });
      if (value !== desk.value) return; // it has been drawn on meanwhile
      desk.show(scene);
      fill(wrong);
      fill(fine, icon("check"), " ", t("draw.fine"));
      use.setAttribute("href", address);
      link.value = location.origin + address;
      use.hidden = more.hidden = false;
    } catch (refusal) {
      if (value !== desk.value) return;
      fill(wrong, why(refusal));
      fill(fine);
      use.hidden = more.hidden = true;
    }
  };
  desk.changed = show;
  const lay = () => {
    desk.speak();
    fill(use, icon("play"), t("draw.use"));
    link.setAttribute("aria-label", t("draw.link"));
    fill(
      more,
      h("summary", {}, t("draw.share")),
      h("div.row", {}, link, h("button", { onclick: () => copy(link.value) }, icon("link"), t("share.copy"))),
      h("div.row", {}, h("button", { onclick: () => copy(desk.value) }, t("draw.copy"))),
    );
    fill(
      main,
      h(
        "div.setting.drafting",
        {},
        desk.element,
        h(
          "section.no-print",
          {},
          h("h1", {}, t("draw.title", { game: of(game, "title") })),
          h("p", {}, t(plan.grid ? "draw.grid" : "draw.pick")),
          desk.tray,
          wrong,
          fine,
          h("div.row", {}, h("button", { onclick: () => print() }, t("draw.print"))),
          more,
        ),
      ),
      h("div.startbar", {}, use),
    );
  };
  document.title = `${of(game, "title")} · Tablier`;
  lay();
  desk.centre();
  await show();
  return {
    speak: () => {
      lay();
      show();
    },
  };
}

/** Places picked on the game's own board. */
class Picks {
  /**
   * @param {string} game
   * @param {PicksPlan} plan
   */
  constructor(game, plan) {
    this.game = game;
    this.plan = plan;
    this.picked = new Set(plan.start);
    this.board = new Board(game, { choose: (name) => this.#toggle(name) });
    this.element = h("div.picking", { "data-game": game }, this.board.element);
    this.tray = h("div.tray");
    this.changed = () => {};
  }

  get empty() {
    return this.picked.size === 0;
  }

  speak() {
    this.board.element.setAttribute("aria-label", t("draw.title", { game: of(this.game, "title") }));
    this.board.rename();
    fill(
      this.tray,
      h(
        "button",
        {
          onclick: () => {
            this.picked = new Set(this.plan.start);
            this.changed();
          },
        },
        icon("refresh"),
        t("draw.again"),
      ),
    );
  }

  /** The board fits any screen. */
  centre() {}

  /** @param {TargetName} name */
  #toggle(name) {
    if (!this.picked.delete(name)) this.picked.add(name);
    this.board.targets.offer(this.plan.names, [...this.picked]);
    this.changed();
  }

  /**
   * Show what has been picked, as the game draws it.
   * @param {Scene} scene
   */
  show(scene) {
    this.board.show({ ...scene, panels: [] }, { animated: false });
    this.board.targets.offer(this.plan.names, [...this.picked]);
  }

  get value() {
    return [...this.picked].join(", ");
  }
}
