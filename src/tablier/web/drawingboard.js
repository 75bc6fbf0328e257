// @ts-check
// Rectangles laid side by side on a grid, as the game draws them: dragged from a tray, tapped, or laid by keys.

import { fill, h, notice, s, speak as tell } from "./dom.js";
import { icon } from "./icons.js";
import { inside, Layout, overlap } from "./layout.js";
import { drawn, UNIT } from "./surface.js";
import { of, t } from "./words.js";

/** @import { GridPlan } from "./frame.d.ts" */
/** @import { Cell, Piece } from "./layout.js" */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const WIDE = 12; // columns that a narrow screen cannot show at once

export class DrawingBoard {
  /**
   * @param {string} game
   * @param {GridPlan} plan
   */
  constructor(game, plan) {
    this.game = game;
    this.plan = plan;
    this.layout = new Layout(plan);
    this.at = { x: 0, y: 0 };
    /** @type {{ piece: Piece, from: Cell, grip: Cell, moved: boolean } | null} */
    this.held = null; // a piece that is dragged
    this.tray = h("div.tray", { role: "group" });
    this.ground = s("g");
    this.pieces = s("g");
    this.over = s("g");
    const [width, height] = plan.grid;
    this.svg = s(
      "svg.drawing",
      {
        viewBox: `${-UNIT / 10} ${-UNIT / 10} ${(width + 0.2) * UNIT} ${(height + 0.2) * UNIT}`,
        role: "application",
        tabindex: 0,
        "data-game": game,
        onpointerdown: (event) => this.#press(event),
        onpointermove: (event) => this.#move(event),
        onpointerup: (event) => this.#drop(event),
        onpointerleave: () => this.held || this.#hover(null),
        onkeydown: (event) => this.#key(event),
      },
      this.ground,
      this.pieces,
      this.over,
    );
    if (width > WIDE) this.svg.classList.add("wide");
    this.desk = h("div.desk", {}, this.svg);
    this.element = h("div", {}, this.desk);
    this.changed = () => {};
    this.#drawGround();
  }

  get empty() {
    return this.layout.laid.length === 0;
  }

  get value() {
    return this.layout.text;
  }

  speak() {
    this.svg.setAttribute("aria-label", t("draw.title", { game: of(this.game, "title") }));
    this.tray.setAttribute("aria-label", t("draw.tray"));
    this.draw();
  }

  /** What is drawn here is all that there is to show. */
  show() {}

  /** On a narrow screen a large board is wider than the screen: begin in the middle. */
  centre() {
    this.desk.scrollLeft = (this.desk.scrollWidth - this.desk.clientWidth) / 2;
  }

  // ----- Pointers

  /**
   * @param {MouseEvent} event
   * @returns {Cell}
   */
  #cell(event) {
    const inward = this.svg.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(inward);
    return { x: Math.floor(point.x / UNIT), y: Math.floor(point.y / UNIT) };
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button || !event.isPrimary) return;
    const from = this.#cell(event);
    const piece = this.layout.laid.find((laid) => inside(laid, from));
    this.held = piece ? { piece, from, grip: { x: from.x - piece.x, y: from.y - piece.y }, moved: false } : null;
    if (piece) this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const cell = this.#cell(event);
    const { held } = this;
    if (!held) return this.#hover(cell);
    if (!held.moved && cell.x === held.from.x && cell.y === held.from.y) return;
    if (!held.moved) {
      held.moved = true;
      this.layout.take(held.piece);
      this.#drawPieces();
    }
    this.#hover({ x: cell.x - held.grip.x, y: cell.y - held.grip.y });
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    if (event.button || !event.isPrimary) return;
    const { held } = this;
    const cell = this.#cell(event);
    this.held = null;
    if (!held) return this.#act(cell);
    if (!held.moved) return this.#act(held.from);
    this.layout.lay({ x: cell.x - held.grip.x, y: cell.y - held.grip.y });
    this.#hover(null);
    this.#news();
  }

  /**
   * From the tray onto the board.
   * @param {PointerEvent & { currentTarget: HTMLElement }} event
   * @param {number} kind
   */
  #lift(event, kind) {
    this.#choose(kind);
    if (event.button || !event.isPrimary) return;
    const move = (/** @type {PointerEvent} */ moved) => this.#hover(this.#cell(moved));
    const drop = (/** @type {PointerEvent} */ dropped) => {
      removeEventListener("pointermove", move);
      const under = document.elementFromPoint(dropped.clientX, dropped.clientY);
      if (under && this.svg.contains(under)) this.#act(this.#cell(dropped), false);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop, { once: true });
  }

  // ----- Keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    const [width, height] = this.plan.grid;
    const kind = Number(event.key) - 1;
    if (step) {
      const x = Math.min(width - 1, Math.max(0, this.at.x + step[0]));
      const y = Math.min(height - 1, Math.max(0, this.at.y + step[1]));
      this.#hover({ x, y });
      const lies = this.layout.laid.some((piece) => inside(piece, { x, y }));
      tell(t(lies ? "draw.at.piece" : "draw.at.free", { column: x + 1, row: y + 1 }));
    } else if (event.key === "Enter" || event.key === " ") this.#act(this.at);
    else if (event.key === "r") this.#turn();
    else if (this.layout.sizes[kind]) this.#choose(kind);
    else return;
    event.preventDefault();
  }

  // ----- Deeds

  /**
   * Take away what lies there, or lay what is in the hand.
   * @param {Cell} cell
   * @param {boolean} taking
   */
  #act(cell, taking = true) {
    this.at = cell;
    const piece = this.layout.laid.find((laid) => inside(laid, cell));
    if (piece && taking) this.layout.take(piece);
    else {
      const wrong = this.layout.lay(cell);
      if (wrong) return notice(t(wrong === "none" ? "draw.none_left" : "draw.no_room"), "wrong");
    }
    this.#news();
    this.#hover(cell);
  }

  #turn() {
    this.layout.turned = !this.layout.turned;
    this.draw();
    this.#hover(this.at);
  }

  /** @param {number} kind */
  #choose(kind) {
    this.layout.kind = kind;
    this.#drawTray();
  }

  /** @param {Piece[]} laid */
  #put(laid) {
    this.layout.laid = laid;
    this.#news();
  }

  #news() {
    this.draw();
    this.changed();
  }

  // ----- Drawing

  draw() {
    this.#drawTray();
    this.#drawPieces();
  }

  #drawGround() {
    const { looks, grid } = this.plan;
    const [width, height] = grid;
    const cells = Array.from({ length: width * height }, (_, at) => ({ x: at % width, y: Math.floor(at / width) }));
    fill(
      this.ground,
      looks.field &&
        s("rect", {
          class: `c-${looks.field}`,
          fill: "currentColor",
          x: 0,
          y: 0,
          width: width * UNIT,
          height: height * UNIT,
          rx: UNIT / 4,
        }),
      cells.map(({ x, y }) =>
        looks.ground
          ? drawn(this.game, { id: "", glyph: looks.ground, colour: looks.ground_colour, x: x + 0.5, y: y + 0.5 })
          : s("circle.empty", { cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT, r: UNIT / 8 }),
      ),
    );
  }

  #drawPieces() {
    fill(
      this.pieces,
      this.layout.laid.map((piece, index) => s("g.piece", {}, this.#items(piece, index))),
    );
  }

  /**
   * A piece, as the game draws it.
   * @param {Piece} piece
   * @param {number} index
   */
  #items({ x, y, width, height }, index) {
    const { looks } = this.plan;
    const glyph = looks.piece.replace("{width}", String(width)).replace("{height}", String(height));
    const colour = looks.colours[index % looks.colours.length];
    const cells = looks.cell ? Array.from({ length: width * height }, (_, at) => at) : [];
    return [
      drawn(this.game, { id: "", glyph, colour, x: x + width / 2, y: y + height / 2 }),
      ...cells.map((at) =>
        drawn(this.game, {
          id: "",
          glyph: looks.cell ?? "",
          x: x + (at % width) + 0.5,
          y: y + Math.floor(at / width) + 0.5,
        }),
      ),
    ];
  }

  /** @param {Cell | null} cell */
  #hover(cell) {
    this.over.replaceChildren();
    if (!cell) return;
    this.at = cell;
    const piece = { ...cell, ...this.layout.current };
    const free = !this.layout.laid.some((laid) => inside(laid, cell));
    if (free && this.layout.sizes[this.layout.kind].left > 0) {
      const fits = this.layout.fits(piece) && !this.layout.laid.some((laid) => overlap(laid, piece));
      this.over.append(s("g.hover", { class: fits ? "" : "nowhere" }, this.#items(piece, 0)));
    }
    this.over.append(s("rect.at", { x: cell.x * UNIT, y: cell.y * UNIT, width: UNIT, height: UNIT, rx: UNIT / 8 }));
  }

  #drawTray() {
    const { layout } = this;
    const focused = [...this.tray.children].indexOf(/** @type {Element} */ (document.activeElement));
    fill(
      this.tray,
      layout.sizes.map(({ width, height, left }, kind) => {
        const [w, e] = layout.turned ? [height, width] : [width, height];
        return h(
          "button.kind",
          {
            "aria-pressed": String(kind === layout.kind),
            "aria-label": t("draw.kind", { width: w, height: e, number: left }),
            onclick: () => this.#choose(kind),
            onpointerdown: (event) => this.#lift(event, kind),
          },
          s(
            "svg",
            { viewBox: `-10 -10 ${w * UNIT + 20} ${e * UNIT + 20}`, "data-game": this.game, "aria-hidden": "true" },
            this.#items({ x: 0, y: 0, width: w, height: e }, kind),
          ),
          h("span", {}, `× ${left}`),
        );
      }),
      layout.sizes.some(({ width, height }) => width !== height) &&
        h("button", { onclick: () => this.#turn() }, icon("rotate-right"), t("draw.turn")),
      h("button", { onclick: () => this.#put(this.layout.start) }, icon("refresh"), t("draw.again")),
      h("button", { onclick: () => this.#put([]) }, icon("trash"), t("draw.clear")),
    );
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.tray.children[focused])?.focus();
  }
}
