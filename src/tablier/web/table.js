// @ts-check
// A table: the board, those who play, and all that can be done there.

import { Actions } from "./actions.js";
import { art } from "./art.js";
import { Attempt } from "./attempt.js";
import { Board } from "./board.js";
import { Cover } from "./cover.js";
import { dialog, fill, h, keepFocus, notice } from "./dom.js";
import { Ending } from "./ending.js";
import { Headline } from "./headline.js";
import { Hints } from "./hints.js";
import { History } from "./history.js";
import { bring } from "./luck.js";
import { Model } from "./model.js";
import { Players } from "./players.js";
import { moving, preferred } from "./preferences.js";
import { pressing } from "./press.js";
import { Queue } from "./queue.js";
import { score } from "./scoring.js";
import { play as sound } from "./sound.js";
import { Tabs } from "./tabs.js";
import { Tools } from "./tools.js";
import { invitation, waiting } from "./waiting.js";
import { ask, why, wire } from "./wire.js";
import { of, say, t } from "./words.js";

/**
 * @import { Answers, Frame, LookAnswer, Mark, Messages, SeatNumber, TableName, Verb } from "./frame.d.ts"
 */

const SEEN = 200; // milliseconds that a move is to be looked at where nothing moves

/**
 * @param {HTMLElement} main
 * @param {TableName} name
 */
export async function tablePage(main, name) {
  fill(main, h("p.loading", {}, t("table.loading")));
  const { game } = await ask("GET", `/api/tables/${name}`);
  const [games] = await Promise.all([ask("GET", "/api/games"), art(game)]);
  const page = new TablePage(main, name, game, games.find((one) => one.name === game)?.marks ?? []);
  await page.open();
  return page;
}

/** The page of a table. Its parts are modules of their own, which are given the page. */
export class TablePage {
  /**
   * @param {HTMLElement} main
   * @param {TableName} name
   * @param {string} game
   * @param {Mark[]} marks those that the game has
   */
  constructor(main, name, game, marks) {
    this.main = main;
    this.name = name;
    this.game = game;
    this.marks = marks;
    this.model = new Model(name);
    /** @type {SeatNumber[]} */
    this.yours = [];
    /** @type {SeatNumber | null} */
    this.seat = null; // the one that this screen watches from
    this.answered = false;
    this.asking = false; // for another game
    /** @type {LookAnswer | null} */
    this.seen = null; // the table as it was, while one looks back
    this.board = new Board(game, {
      label: of(game, "title"),
      choose: (target, keep) => this.attempt.choose(target, keep),
      refuse: (items) => this.attempt.refused(items),
      point: (target) => this.attempt.point(target),
      press: (target) => this.attempt.press(target),
    });
    this.queue = new Queue({
      show: (frame, at) => this.#take(frame, at),
      pace: () => preferred("pace"),
      own: () => this.yours,
    });
    this.attempt = new Attempt(this);
    this.players = new Players(this);
    this.history = new History(this.model, (ply) => this.#look(ply));
    this.headline = new Headline(this);
    this.actions = new Actions(this);
    this.tools = new Tools(this);
    this.tabs = new Tabs(this);
    this.hints = new Hints(this);
    this.ending = new Ending(this);
    this.cover = new Cover(this);
    this.title = h("h1.unseen");
    this.stage = h("div.stage", {}, this.board.element);
    this.commons = h("div.commons");
    this.root = h(
      "div.table",
      { "data-game": game },
      this.title,
      this.players.others,
      this.headline.element,
      this.stage,
      this.commons,
      this.players.own,
      h("div.do", {}, this.actions.element, this.attempt.element),
      this.tabs.element,
      this.actions.question,
      this.hints.element,
      this.ending.element,
    );
    /** @param {KeyboardEvent} event */
    this.keys = (event) => this.#key(event);
    this.hurry = () => this.queue.hurry();
    this.connected = () => this.headline.drawConnection();
    this.timer = 0;
  }

  async open() {
    this.timer = setInterval(() => this.#tick(), 200);
    document.body.classList.add("at-table");
    addEventListener("keydown", this.keys);
    this.stage.addEventListener("pointerdown", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    wire.addEventListener("state", this.connected);
    await this.watch(null);
  }

  close() {
    clearInterval(this.timer);
    this.queue.clear();
    this.ending.close();
    document.body.classList.remove("at-table");
    removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.hurry);
    wire.removeEventListener("state", this.connected);
    wire.unwatch(this.name);
  }

  /** The same page in another language. */
  speak() {
    this.hints.clear();
    this.history.clear();
    this.tabs.clear();
    this.cover.clear();
    this.board.rename();
    this.draw();
  }

  /**
   * Be told of the table.
   * @param {SeatNumber | null} seat the one to watch from; with null the server finds one
   */
  async watch(seat) {
    const answer = await wire.watch(this.name, seat, (frame, at) => this.queue.add(frame, at));
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
    const { players, commons, attempt, actions, tabs } = this;
    return [...players.elements, commons, attempt.element, actions.element, ...tabs.elements];
  }

  /** The seat that sits nearest to this screen. */
  get near() {
    return this.players.near;
  }

  // ----- The page

  draw() {
    if (!this.answered) return;
    if (this.root.parentNode !== this.main) fill(this.main, this.root);
    const confirming = this.attempt.wanted ? [this.attempt.element] : [];
    const kept = [...confirming, this.actions.element, this.actions.question, this.ending.element];
    keepFocus([...kept, ...this.tabs.elements], () => this.#redraw());
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
      for (const part of [...this.players.elements, this.actions.element, ...this.tabs.elements]) fill(part);
      this.headline.drawConnection();
      return;
    }
    if (root.classList.contains("waiting")) {
      root.classList.remove("waiting");
      fill(this.stage, this.board.element);
    }
    // the place of the board stays as it was laid out first, also if the board itself should grow
    if (!root.style.getPropertyValue("--aspect")) root.style.setProperty("--aspect", this.board.main.aspect.toFixed(3));
    root.classList.toggle("crowd", model.about.seats.length > 2);
    this.headline.draw();
    root.classList.toggle("myturn", acting !== null && live);
    this.cover.draw();
    if (this.passing) return;
    this.attempt.draw();
    this.tools.draw();
    keepFocus([], () => {
      this.players.draw((!live && this.seen?.points) || model.points);
      this.#drawCommons();
    });
    this.history.draw();
    this.actions.draw();
    this.tabs.draw();
    if (this.ending.element.firstChild) this.ending.draw();
    this.headline.drawConnection();
  }

  /** What belongs to nobody. */
  #drawCommons() {
    const panels = [...this.board.panels.values()].filter((panel) => panel.seat === null);
    this.root.classList.toggle("bare", panels.length === 0);
    fill(
      this.commons,
      panels.map(({ title, surface, panel }) => {
        const figure = surface.svg.closest("figure") ?? h("figure", {}, h("figcaption"), surface.svg);
        figure.classList.toggle(
          "empty",
          panel.items.every((item) => item.layer === "board"),
        );
        figure.setAttribute("title", say(title));
        fill(/** @type {Element} */ (figure.firstElementChild), say(title));
        return figure;
      }),
    );
  }

  #tick() {
    this.players.tick();
    if (!pressing()) this.headline.countDown();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.#escape();
    else if (event.key === "r" || event.key === "R") this.attempt.turn(event.key === "r" ? 1 : -1);
    else if (event.key === "v") this.tools.flip();
    else if (event.key === " " && this.queue.behind) this.queue.hurry();
    else if (/^[1-9]$/.test(event.key) && this.attempt.possible && this.board.targets.digit(Number(event.key)))
      event.preventDefault();
    else if (event.key === "ArrowLeft" && this.model.begun) this.history.step(-1);
    else if (event.key === "ArrowRight" && this.model.begun) this.history.step(1);
  }

  #escape() {
    if (this.tabs.element.classList.contains("open")) this.tabs.open(false);
    else if (this.hints.element.firstChild) this.hints.clear();
    else this.attempt.cancel();
  }

  /**
   * News of the table.
   * @param {Frame} frame
   * @param {number} at
   * @returns {number} milliseconds until what happened has been seen
   */
  #take(frame, at) {
    const { model, board } = this;
    const plies = model.log.length;
    const fresh = model.take(frame, at);
    if (!frame.presence && frame.whole) {
      // a lot may have moved everybody to another seat
      this.yours = frame.yours;
      this.seat = frame.seat;
    }
    if (fresh.presence || !model.begun) {
      // if it fails, the game begins without
      if (!fresh.presence) bring(this.name, model.about, this.yours).catch(() => {});
      this.draw();
      return 0;
    }
    this.attempt.renew(model.moves, fresh.whole || model.log.length !== plies);
    if (fresh.talk > 0 && !fresh.whole) this.tabs.heard(fresh.talk);
    if (fresh.back) this.history.ply = null;
    if (fresh.declined !== null && this.yours.includes(fresh.declined)) notice(t("back.declined"));
    if (fresh.whole || model.log.length !== plies) this.hints.clear();
    let lasting = 0;
    if (this.live) {
      const made = fresh.moves.findLast(({ seat }) => seat !== null);
      board.ghost(null);
      const shown = board.show(model.scene, { animated: !fresh.whole, path: made?.move.split("-") });
      this.landed(shown, made?.seat ?? null);
      lasting = score(this, fresh.lines, shown.lasting);
      this.attempt.preview();
    }
    this.headline.announce(fresh);
    this.draw();
    if (fresh.over) this.ending.come(lasting);
    else if (fresh.whole && model.outcome) {
      if (this.live) this.ending.light();
      if (!this.ending.shut) this.ending.draw();
    }
    return lasting || (fresh.moves.length && moving() ? SEEN : 0);
  }

  /**
   * Let pieces be heard when they land.
   * @param {{ landings: number[] }} shown
   * @param {SeatNumber | null} seat whose move it was
   */
  landed({ landings }, seat) {
    const kind = seat !== null && this.yours.includes(seat) ? "mine" : "place";
    for (const late of landings.slice(0, 8)) setTimeout(() => sound(kind, { game: this.game }), late);
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
    if (await this.do("sit", { seat, luck: isSecureContext })) await this.watch(null);
  }

  /** @param {SeatNumber} seat */
  async leave(seat) {
    if (await this.do("leave", { seat })) await this.watch(null);
  }

  get nextGame() {
    return this.model.about.match?.game === 1 ? t("again.second") : t("again");
  }

  async again() {
    this.asking = true;
    const answer = await this.do("rematch", { luck: isSecureContext });
    if (answer?.again) dispatchEvent(new CustomEvent("go", { detail: `/table/${answer.again}` }));
  }

  share() {
    dialog(t("share"), () => invitation(this.name));
  }

  // ----- Looking back

  /** @param {number | null} ply the moment; null is now */
  async #look(ply) {
    this.attempt.leave();
    this.board.unlight();
    if (ply === null) {
      this.seen = null;
      this.board.show(this.model.scene);
      this.ending.light();
      this.draw();
      return this.hints.follow();
    }
    try {
      const seat = this.seat === null ? {} : { seat: this.seat };
      const seen = await wire.send("look", { table: this.name, ply, ...seat });
      if (this.history.ply !== ply) return;
      this.seen = seen;
      this.board.show(seen.scene);
      this.draw();
      this.hints.follow();
    } catch (refusal) {
      notice(why(refusal), "wrong");
    }
  }
}
