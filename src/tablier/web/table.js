// @ts-check
// A table: the board, those who play, and all that can be done there.

import { actions } from "./actions.js";
import { art } from "./art.js";
import { Attempt } from "./attempt.js";
import { Board } from "./board.js";
import { Cover } from "./cover.js";
import { dialog, fill, h, keepFocus, notice } from "./dom.js";
import * as ending from "./ending.js";
import { Headline } from "./headline.js";
import { showHint } from "./hints.js";
import { History } from "./history.js";
import { Model } from "./model.js";
import { Players } from "./players.js";
import { pressing } from "./press.js";
import { Tabs } from "./tabs.js";
import { Tools } from "./tools.js";
import { invitation, waiting } from "./waiting.js";
import { ask, luck, why, wire } from "./wire.js";
import { of, say, t } from "./words.js";

/** @import { ShownPanel } from "./board.js" */
/** @import { Answers, Frame, LookAnswer, Messages, SeatNumber, TableName, Verb } from "./frame.d.ts" */

/**
 * @param {HTMLElement} main
 * @param {TableName} name
 */
export async function tablePage(main, name) {
  fill(main, h("p.loading", {}, t("table.loading")));
  const { game } = await ask("GET", `/api/tables/${name}`);
  await art(game);
  const page = new TablePage(main, name, game);
  await page.open();
  return page;
}

/** The page of a table. Its parts are modules of their own, which are given the page. */
export class TablePage {
  /**
   * @param {HTMLElement} main
   * @param {TableName} name
   * @param {string} game
   */
  constructor(main, name, game) {
    this.main = main;
    this.name = name;
    this.game = game;
    this.model = new Model(name);
    /** @type {SeatNumber[]} */
    this.yours = [];
    /** @type {SeatNumber | null} */
    this.seat = null; // the one that this screen watches from
    this.answered = false;
    /** @type {LookAnswer | null} */
    this.seen = null; // the table as it was, while one looks back
    this.attempt = new Attempt(this);
    this.board = new Board(game, {
      label: of(game, "title"),
      choose: (target, keep) => this.attempt.choose(target, keep),
      refuse: (items) => this.attempt.refused(items),
      point: (target) => this.attempt.point(target),
    });
    this.players = new Players(this.model, this.board);
    this.history = new History(this.model, (ply) => this.#look(ply));
    this.headline = new Headline(this);
    this.tools = new Tools(this);
    this.tabs = new Tabs(this);
    this.cover = new Cover(this);
    this.title = h("h1.unseen");
    this.stage = h("div.stage", {}, this.board.element);
    this.beside = h("div.beside");
    this.below = h("div.below");
    this.actions = h("div.actions");
    this.root = h(
      "div.table",
      { "data-game": game },
      h(
        "section.play",
        {},
        this.title,
        this.headline.element,
        h("div.spread", {}, this.stage, this.beside),
        this.below,
        this.attempt.element,
        this.tools.element,
      ),
      h("aside.side", {}, this.players.element, this.actions, this.tabs.elements),
    );
    /** @param {KeyboardEvent} event */
    this.keys = (event) => this.#key(event);
    this.connected = () => this.headline.drawConnection();
    this.timer = 0;
  }

  async open() {
    this.timer = setInterval(() => this.#tick(), 200);
    addEventListener("keydown", this.keys);
    wire.addEventListener("state", this.connected);
    await this.watch(null);
  }

  close() {
    clearInterval(this.timer);
    removeEventListener("keydown", this.keys);
    wire.removeEventListener("state", this.connected);
    wire.unwatch(this.name);
  }

  /** The same page in another language. */
  speak() {
    this.root.querySelector(".thought")?.remove();
    this.tabs.clear();
    this.cover.clear();
    this.board.rename();
    this.draw();
    /** @type {HTMLDialogElement | null} */
    const end = document.querySelector("dialog:has(.end)");
    if (end) {
      end.close();
      ending.showEnd(this);
    }
  }

  /**
   * Be told of the table.
   * @param {SeatNumber | null} seat the one to watch from; with null the server finds one
   */
  async watch(seat) {
    const answer = await wire.watch(this.name, seat, (frame, at) => this.#take(frame, at));
    this.yours = answer.yours;
    this.seat = answer.seat;
    this.answered = true;
    this.draw();
  }

  // ----- What follows from the model

  /** Does one look at the table as it is now? */
  get live() {
    return this.history.ply === null;
  }

  /** The seat that can be played from this screen now. */
  get acting() {
    const { turn, about } = this.model;
    return about.status !== "playing" || turn === null || !this.yours.includes(turn) || this.passing ? null : turn;
  }

  /** Is the screen covered until the next player has it? */
  get passing() {
    return this.cover.next !== null;
  }

  /** What shows what one player may know. */
  get secrets() {
    const { players, beside, below, attempt, tools, actions, tabs } = this;
    return [players.element, beside, below, attempt.element, tools.element, actions, ...tabs.elements];
  }

  // ----- The page

  draw() {
    if (!this.answered) return;
    if (this.root.parentNode !== this.main) fill(this.main, this.root);
    const confirming = this.attempt.wanted ? [this.attempt.element] : [];
    keepFocus([...confirming, this.tools.element, this.actions, ...this.tabs.elements], () => this.#redraw());
  }

  #redraw() {
    const { model, root, acting, live } = this;
    const title = of(this.game, "title");
    document.title = `${acting !== null ? "● " : ""}${title} · Tablier`;
    fill(this.title, title);
    if (!model.begun) {
      fill(this.stage, waiting(this));
      root.classList.add("waiting");
      this.headline.drawWaiting();
      this.players.draw({ yours: this.yours, points: null });
      for (const part of [this.actions, ...this.tabs.elements]) fill(part);
      this.headline.drawConnection();
      return;
    }
    if (root.classList.contains("waiting")) {
      root.classList.remove("waiting");
      fill(this.stage, this.board.element);
    }
    this.headline.draw();
    root.classList.toggle("myturn", acting !== null && live);
    this.cover.draw();
    if (this.passing) return;
    this.attempt.draw();
    this.tools.draw();
    keepFocus([], () => {
      this.players.draw({ yours: this.yours, points: (!live && this.seen?.points) || model.points });
      this.#drawBeside();
    });
    this.history.draw();
    fill(this.actions, actions(this));
    this.tabs.draw();
    this.headline.drawConnection();
  }

  /** What belongs to nobody: beside the board, or below it if it is wide. */
  #drawBeside() {
    /** @param {ShownPanel} panel */
    const figure = (panel) => h("figure.panel", {}, h("figcaption", {}, say(panel.title)), panel.surface.svg);
    /** @param {ShownPanel} panel */
    const wide = ({ surface }) => surface.width > 5 * surface.height;
    const panels = [...this.board.panels.values()].filter((panel) => panel.seat === null);
    fill(this.beside, panels.filter((panel) => !wide(panel)).map(figure));
    fill(this.below, panels.filter(wide).map(figure));
  }

  #tick() {
    this.players.tick();
    if (!pressing()) this.headline.countDown();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.attempt.cancel();
    else if (/^[1-9]$/.test(event.key) && this.attempt.possible && this.board.targets.digit(Number(event.key)))
      event.preventDefault();
    else if (event.key === "ArrowLeft" && this.model.begun) this.history.step(-1);
    else if (event.key === "ArrowRight" && this.model.begun) this.history.step(1);
  }

  /**
   * News of the table.
   * @param {Frame} frame
   * @param {number} at
   */
  #take(frame, at) {
    const { model, board } = this;
    const plies = model.log.length;
    const fresh = model.take(frame, at);
    if (fresh.presence) {
      if (model.begun) this.draw();
      return;
    }
    if (!model.begun) return this.draw();
    this.attempt.renew(model.moves, fresh.whole || model.log.length !== plies);
    if (fresh.talk > 0 && !fresh.whole) this.tabs.heard(fresh.talk);
    if (fresh.back) this.history.ply = null;
    if (this.live) {
      board.ghost(null);
      board.show(model.scene, !fresh.whole);
      board.flash(fresh.lines.flatMap((line) => line.where));
      this.attempt.preview();
    }
    if (fresh.over) this.root.querySelector(".thought")?.remove();
    this.headline.announce(fresh);
    this.draw();
    if (fresh.over) ending.showEnd(this);
  }

  // ----- What is done at the table

  /**
   * Do something at this table; whoever is refused is told why.
   * @template {Verb} V
   * @param {V} verb
   * @param {Omit<Messages[V], "table">} fields
   * @returns {Promise<Answers[V] | null>} null if it was refused
   */
  async do(verb, fields) {
    try {
      // with the table's name the fields are complete, which cannot be followed through a verb that is not known here
      return await wire.send(verb, /** @type {any} */ ({ table: this.name, ...fields }));
    } catch (refusal) {
      notice(why(refusal), "wrong");
      return null;
    }
  }

  /** @param {SeatNumber} seat */
  async sit(seat) {
    if (await this.do("sit", { seat, luck: luck() })) await this.watch(null);
  }

  /** @param {SeatNumber} seat */
  async leave(seat) {
    if (await this.do("leave", { seat })) await this.watch(null);
  }

  get nextGame() {
    return this.model.about.match?.game === 1 ? t("again.second") : t("again");
  }

  analyse() {
    return showHint(this, true);
  }

  async again() {
    const answer = await this.do("rematch", {});
    if (answer?.again) dispatchEvent(new CustomEvent("go", { detail: `/table/${answer.again}` }));
  }

  share() {
    dialog(t("share"), () => invitation(this.name));
  }

  // ----- Looking back

  /** @param {number | null} ply the moment; null is now */
  async #look(ply) {
    this.attempt.leave();
    if (ply === null) {
      this.seen = null;
      this.board.show(this.model.scene, true);
      return this.draw();
    }
    try {
      const seat = this.seat === null ? {} : { seat: this.seat };
      const seen = await wire.send("look", { table: this.name, ply, ...seat });
      if (this.history.ply !== ply) return;
      this.seen = seen;
      this.board.show(seen.scene, true);
      this.draw();
    } catch (refusal) {
      notice(why(refusal), "wrong");
    }
  }
}
