// A table: the board, those who play, and all that can be done there.

import { actions } from "./actions.js";
import { art } from "./art.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { dialog, fill, h, keepFocus, notice, speak } from "./dom.js";
import * as ending from "./ending.js";
import { showHint } from "./hints.js";
import { History } from "./history.js";
import { Model } from "./model.js";
import { playerName, seatName } from "./names.js";
import { Players } from "./players.js";
import { confirming, prefer, preferred } from "./preferences.js";
import { pressing } from "./press.js";
import { play as sound } from "./sound.js";
import { Tabs } from "./tabs.js";
import { invitation, waiting } from "./waiting.js";
import { ask, luck, wire } from "./wire.js";
import { of, say, t } from "./words.js";

export class TablePage {
  constructor(main, name) {
    this.main = main;
    this.name = name;
    this.model = new Model(name);
    this.choice = new Choice();
    this.yours = [];
    this.seat = null;
    this.tabs = new Tabs(this);
    this.wanted = null; // a whole move that waits to be confirmed
    this.tried = new Map();
    this.uncovered = null; // of several seats at one screen, the one whose secrets may be shown
    this.answered = false;
  }

  async open() {
    fill(this.main, h("p.loading", {}, t("table.loading")));
    const about = await ask("GET", `/api/tables/${this.name}`);
    this.game = about.game;
    await art(this.game);
    this.board = new Board(this.game, {
      label: of(this.game, "title"),
      choose: (target, keep) => this.#choose(target, keep),
      refuse: (items) => this.#refused(items),
      point: (target) => this.#point(target),
    });
    this.players = new Players(this.model, this.board);
    this.history = new History(this.model, (ply) => this.#look(ply));
    this.#lay();
    this.timer = setInterval(() => this.#tick(), 200);
    this.keys = (event) => this.#key(event);
    addEventListener("keydown", this.keys);
    this.stateful = () => this.#connection();
    wire.addEventListener("state", this.stateful);
    await this.#watch(null);
  }

  close() {
    clearInterval(this.timer);
    removeEventListener("keydown", this.keys);
    wire.removeEventListener("state", this.stateful);
    wire.unwatch(this.name);
  }

  /** The same page in another language. */
  speak() {
    this.#lay();
    this.board.rename();
    this.#draw();
    const end = document.querySelector("dialog:has(.end)");
    if (end) {
      end.close();
      ending.showEnd(this);
    }
  }

  async #watch(seat) {
    const answer = await wire.watch(this.name, seat, (frame, at) => this.#take(frame, at));
    this.yours = answer.yours;
    this.seat = answer.seat;
    this.answered = true;
    this.#draw();
  }

  // ----- The page

  #lay() {
    this.line = h("p.turnline", { role: "status" });
    this.advice = h("p.advice");
    this.lately = h("p.lately");
    this.choices = h("div.choices");
    this.state = h("span.connection");
    this.tools = h("div.tools");
    this.stage = h("div.stage", {}, this.board.element);
    this.beside = h("div.beside");
    this.below = h("div.below");
    this.actions = h("div.actions");
    this.tabs.lay();
    this.root = h(
      "div.table",
      { "data-game": this.game },
      h(
        "section.play",
        {},
        h("h1.unseen", {}, of(this.game, "title")),
        h("div.above", {}, h("div.turnrow", {}, this.line, this.state), this.lately, this.advice),
        h("div.spread", {}, this.stage, this.beside),
        this.below,
        this.choices,
        this.tools,
      ),
      h("aside.side", {}, this.players.element, this.actions, this.tabs.elements),
    );
  }

  get live() {
    return this.history.ply === null;
  }

  /** The seat that can be played from this screen now. */
  get acting() {
    const { turn, about } = this.model;
    return about.status !== "playing" || turn === null || !this.yours.includes(turn) || this.passing ? null : turn;
  }

  /** With secrets, the screen is covered until the next player says that nobody else looks. */
  get passing() {
    const { turn, about } = this.model;
    return (
      Boolean(about.secret) &&
      about.status === "playing" &&
      this.yours.length > 1 &&
      this.yours.includes(turn) &&
      (this.uncovered !== turn || this.seat !== turn)
    );
  }

  #draw() {
    if (!this.answered) return;
    if (this.root.parentNode !== this.main) fill(this.main, this.root);
    keepFocus([this.tools, this.actions, ...this.tabs.elements], () => this.#redraw());
  }

  #redraw() {
    const { model } = this;
    document.title = `${this.acting !== null ? "● " : ""}${of(this.game, "title")} · Tablier`;
    if (!model.begun) {
      fill(this.stage, waiting(this));
      this.root.classList.add("waiting");
      fill(this.line, t("table.waiting"));
      this.players.draw({ yours: this.yours, points: null });
      for (const part of [this.actions, ...this.tabs.elements]) fill(part);
      this.#connection();
      return;
    }
    if (this.root.classList.contains("waiting")) {
      this.root.classList.remove("waiting");
      fill(this.stage, this.board.element);
    }
    this.#drawTurn();
    this.#cover();
    if (this.passing) return;
    this.#drawChoices();
    this.#drawTools();
    const looked = this.live ? null : this.seen;
    keepFocus([], () => {
      this.players.draw({ yours: this.yours, points: looked ? looked.points : model.points });
      this.#drawBeside();
    });
    this.history.draw();
    fill(this.actions, actions(this));
    this.tabs.draw();
    this.#connection();
  }

  #drawBeside() {
    const figure = (panel) => h("figure.panel", {}, h("figcaption", {}, say(panel.title)), panel.surface.svg);
    const panels = [...this.board.panels.values()].filter((panel) => panel.seat === null);
    const wide = ({ surface }) => surface.width > 5 * surface.height;
    fill(this.beside, panels.filter((panel) => !wide(panel)).map(figure));
    fill(this.below, panels.filter(wide).map(figure));
  }

  #drawTurn() {
    const { model } = this;
    const { about, turn } = model;
    const name = turn === null ? "" : playerName(model, turn);
    let line;
    if (about.status === "broken") line = t("table.broken");
    else if (model.outcome) line = ending.title(model, this.yours);
    else if (about.status === "over") line = t("table.closed");
    else if (turn === null) line = t("turn.draw");
    else if (this.acting !== null)
      line = this.yours.length > 1 ? t("turn.yours.named", { name: seatTitle(this, turn) }) : t("turn.yours");
    else if (about.seats[turn].level) line = t("turn.thinks", { name });
    else line = t("turn.theirs", { name });
    if (!this.live) line = t("walk.at", { ply: this.history.ply, of: this.history.end });
    fill(this.line, line);
    if (this.live && model.outcome) fill(this.advice, ending.reason(model));
    else fill(this.advice, this.live && model.advice && this.acting !== null ? say(model.advice) : "");
    fill(this.lately, this.live && !model.outcome && !this.passing ? this.#told() : "");
    this.root.classList.toggle("myturn", this.acting !== null && this.live);
  }

  /** The last move in a sentence, with what it scored and why. */
  #told() {
    const { log } = this.model;
    const entry = log.findLast(({ seat }) => seat !== null);
    if (!entry) return "";
    const facts = {
      name:
        this.yours.includes(entry.seat) && this.yours.length === 1 ? t("said.you") : playerName(this.model, entry.seat),
      move: entry.move,
      points: entry.gains?.[entry.seat],
    };
    const why = (this.reasons || []).filter((line) => line.seat === entry.seat).map((line) => say(line.text));
    return [t(facts.points > 0 ? "lately.scored" : "lately.played", facts), ...why.slice(0, 2)].join(" · ");
  }

  #drawChoices() {
    const offered = this.live && this.acting !== null && !this.wanted;
    const missing = this.board.offer(
      offered ? this.choice.targets : [],
      offered || this.wanted ? this.choice.path : [],
      this.choice.others,
    );
    const buttons = missing.map((name) =>
      h("button.choice", { onclick: () => this.#choose(name) }, of(this.game, `target.${name}`) ?? name),
    );
    if (this.wanted) {
      buttons.push(
        h("button.primary", { onclick: () => this.#send(this.wanted) }, t("choice.confirm", { move: this.wanted })),
        h("button", { onclick: () => this.#cancel() }, t("choice.cancel")),
      );
    } else if (offered && this.choice.path.length) {
      buttons.push(h("button", { onclick: () => this.#cancel() }, t("choice.other")));
    }
    if (!this.live)
      buttons.push(h("button.primary", { onclick: () => this.history.go(this.history.end) }, t("walk.now")));
    fill(this.choices, buttons);
  }

  #drawTools() {
    const wished = preferred("marks")[this.game] || ["last"];
    const kinds = this.board.kindsOfMarks;
    this.board.mark(wished);
    this.board.lastMove(wished.includes("last") ? (this.live ? this.model.last : this.seen?.last || []) : []);
    const toggle = (kind, label) =>
      h(
        "button.toggle",
        {
          "aria-pressed": String(wished.includes(kind)),
          onclick: () => {
            const next = wished.includes(kind) ? wished.filter((name) => name !== kind) : [...wished, kind];
            prefer("marks", { ...preferred("marks"), [this.game]: next });
            this.#draw();
          },
        },
        label,
      );
    const zoom = (factor, sign, name) =>
      h("button.icon", { onclick: () => this.#zoom(factor), "aria-label": t(name), title: t(name) }, sign);
    fill(
      this.tools,
      toggle("last", t("marks.last")),
      [...new Set([...kinds, ...(this.kinds || [])])].map((kind) =>
        toggle(kind, of(this.game, `mark.${kind}`) ?? kind),
      ),
      h("span.space"),
      h("span.row", {}, zoom(1.25, "+", "zoom.in"), zoom(0.8, "−", "zoom.out")),
    );
    this.kinds = [...new Set([...kinds, ...(this.kinds || [])])];
  }

  #zoom(factor) {
    this.zoomed = Math.max(1, Math.min(3, (this.zoomed || 1) * factor));
    this.board.element.style.width = `${this.zoomed * 100}%`;
    this.stage.classList.toggle("zoomed", this.zoomed > 1);
  }

  #connection() {
    const { presence } = this.model;
    const key =
      wire.state === "live"
        ? wire.unsaved
          ? "wire.sent"
          : "wire.saved"
        : navigator.onLine
          ? "wire.reconnecting"
          : "wire.offline.short";
    this.state.dataset.state = wire.state;
    fill(this.state, t(key), presence.spectators ? ` · ${t("spectators", { number: presence.spectators })}` : "");
  }

  #tick() {
    this.players.tick();
    if (pressing()) return;
    const { turn, presence, presentAt } = this.model;
    const gone = turn === null || turn === undefined ? null : presence.gone?.[turn];
    if (gone && presence.patience && !this.yours.includes(turn) && this.model.about.status === "playing") {
      const left = Math.max(0, gone + presence.patience - (presence.now + (Date.now() - presentAt)));
      fill(
        this.advice,
        left
          ? t("away.countdown", { name: playerName(this.model, turn), seconds: Math.ceil(left / 1000) })
          : t("away.claim"),
      );
    }
  }

  // ----- News

  #take(frame, at) {
    const plies = this.model.log.length;
    const fresh = this.model.take(frame, at);
    if (fresh.presence) {
      if (this.model.begun) this.#draw();
      return;
    }
    if (!this.model.begun) return this.#draw();
    this.choice.offer(this.model.moves || {});
    if (fresh.whole || this.model.log.length !== plies || (this.wanted && !this.choice.allows(this.wanted))) {
      this.tried.clear();
      this.wanted = null;
    }
    if (fresh.talk > 0 && !fresh.whole) this.tabs.heard(fresh.talk);
    if (fresh.back) this.history.ply = null;
    if (this.live) {
      this.board.ghost(null);
      this.board.show(this.model.scene, !fresh.whole);
      this.board.flash(fresh.lines.flatMap((line) => line.where));
      if (this.wanted) this.#preview(this.wanted);
    }
    if (fresh.moves.length || fresh.back || fresh.whole) this.reasons = fresh.lines;
    if (fresh.over) this.root.querySelector(".thought")?.remove();
    this.#announce(fresh);
    this.#draw();
    if (fresh.over) ending.showEnd(this);
  }

  /** Say what happened, for those who listen. */
  #announce(fresh) {
    const said = fresh.moves.map((entry) => {
      if (entry.seat === null) return t("said.drawn", { move: entry.move.replace("~", "") });
      const gain = entry.gains?.[entry.seat];
      const who = playerName(this.model, entry.seat);
      return gain > 0
        ? t("said.scored", { name: who, move: entry.move, points: gain })
        : t("said.played", { name: who, move: entry.move });
    });
    for (const entry of fresh.moves) if (entry.seat !== null) sound(this.yours.includes(entry.seat) ? "mine" : "place");
    if (fresh.over) {
      said.push(ending.title(this.model, this.yours), ending.reason(this.model));
      sound("end");
    } else if (this.acting !== null && fresh.moves.length) said.push(t("turn.yours"));
    if (said.length) speak(said.join(". "));
  }

  // ----- Choosing and playing

  #choose(target, keep = false) {
    if (!this.live || this.acting === null) return;
    if (this.wanted) this.#cancel();
    const move = this.choice.take(target, keep);
    if (move === null) {
      this.board.ghost(null);
      return this.#draw();
    }
    if (confirming(this.model.about.clock)) {
      this.wanted = move;
      this.#preview(move);
      this.#draw();
      this.choices.querySelector("button.primary")?.focus({ preventScroll: true });
    } else this.#send(move);
  }

  #cancel() {
    this.wanted = null;
    this.choice.clear();
    this.board.ghost(null);
    this.#draw();
  }

  async #send(move) {
    const seat = this.acting;
    this.wanted = null;
    this.choice.offer({});
    this.board.offer([]);
    if (this.choices.contains(document.activeElement)) this.board.rest();
    fill(this.choices);
    const sent = this.do("play", { seat, move });
    this.#connection();
    if (!(await sent)) {
      this.choice.offer(this.model.moves || {});
      this.board.ghost(null);
      this.#draw();
    }
    this.#connection();
  }

  /** Ask how the table would look after a move; asked once for each. */
  async #attempt(move) {
    if (!this.tried.has(move)) this.tried.set(move, wire.send("try", { table: this.name, seat: this.acting, move }));
    return this.tried.get(move);
  }

  async #preview(move) {
    try {
      const after = await this.#attempt(move);
      if (this.wanted === move || this.pointed === move) this.board.ghost(after.scene.width ? null : after.scene);
    } catch {
      this.board.ghost(null);
    }
  }

  #point(target) {
    if (this.wanted || this.acting === null || !this.live) return;
    const move = target && this.choice.completed(target);
    if (move === this.pointed) return;
    this.pointed = move;
    clearTimeout(this.pointing);
    if (!move) return this.board.ghost(null);
    this.pointing = setTimeout(() => this.pointed === move && this.#preview(move), 70);
  }

  /** Something was tapped that cannot be chosen: say which rule forbids it. */
  async #refused(items) {
    if (!this.live) return;
    if (this.acting === null) {
      if (this.yours.length && this.model.about.status === "playing") notice(t("turn.wait"));
      return;
    }
    for (const item of items.slice(0, 3)) {
      try {
        return await wire.send("try", {
          table: this.name,
          seat: this.acting,
          move: [...this.choice.path, item].join("-"),
        });
      } catch (refusal) {
        if (refusal.kind !== "Illegal") continue;
        sound("wrong");
        return notice(refusal.message, "wrong");
      }
    }
    if (this.model.advice) notice(say(this.model.advice));
  }

  async do(verb, fields = {}) {
    try {
      return await wire.send(verb, { table: this.name, ...fields });
    } catch (refusal) {
      notice(refusal.message, "wrong");
      return null;
    }
  }

  async sit(seat) {
    if (await this.do("sit", { seat, luck: luck() })) await this.#watch(null);
  }

  async leave(seat) {
    if (await this.do("leave", { seat })) await this.#watch(null);
  }

  get nextGame() {
    return this.model.about.match?.game === 1 ? t("again.second") : t("again");
  }

  analyse() {
    return showHint(this, true);
  }

  async again() {
    const answer = await this.do("rematch");
    if (answer?.again) dispatchEvent(new CustomEvent("go", { detail: `/table/${answer.again}` }));
  }

  share() {
    dialog(t("share"), () => invitation(this.name));
  }

  // ----- Looking back

  async #look(ply) {
    this.#cancelQuietly();
    if (ply === null) {
      this.seen = null;
      this.board.show(this.model.scene, true);
      return this.#draw();
    }
    try {
      const seen = await wire.send("look", {
        table: this.name,
        ply,
        ...(this.seat === null ? {} : { seat: this.seat }),
      });
      if (this.history.ply !== ply) return;
      this.seen = seen;
      this.board.show(seen.scene, true);
      this.#draw();
    } catch (refusal) {
      notice(refusal.message, "wrong");
    }
  }

  #cancelQuietly() {
    this.wanted = null;
    this.choice.clear();
    this.board.ghost(null);
    this.board.offer([]);
  }

  #key(event) {
    if (event.target.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") this.#cancel();
    else if (/^[1-9]$/.test(event.key) && this.acting !== null && this.live && this.board.digit(Number(event.key)))
      event.preventDefault();
    else if (event.key === "ArrowLeft" && this.model.begun) this.history.step(-1);
    else if (event.key === "ArrowRight" && this.model.begun) this.history.step(1);
  }

  // ----- One screen for several

  /** Take all that one player sees off the screen before the next one comes, and put it back for them. */
  #cover() {
    const { passing } = this;
    const { turn } = this.model;
    const next = passing ? String(turn) : "";
    if ((this.root.dataset.cover ?? "") === next) return;
    this.root.dataset.cover = next;
    this.root.classList.toggle("covered", passing);
    if (!passing) return fill(this.stage, this.board.element);
    const ready = h("button.primary", { onclick: () => this.#uncover(turn) }, t("pass.ready"));
    for (const part of [
      this.players.element,
      this.beside,
      this.below,
      this.choices,
      this.tools,
      this.actions,
      ...this.tabs.elements,
    ])
      fill(part);
    this.board.offer([]);
    fill(
      this.stage,
      h("div.cover", {}, h("h2", {}, t("pass.to", { name: seatTitle(this, turn) })), h("p", {}, t("pass.why")), ready),
    );
    this.root.querySelector(".thought")?.remove();
    ready.focus();
  }

  async #uncover(seat) {
    this.uncovered = seat;
    await this.#watch(seat);
  }
}

function seatTitle(page, seat) {
  return seatName(page.game, seat, page.model.panels);
}
