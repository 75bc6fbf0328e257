// @ts-check
// Drawing a board: pieces laid on a grid, or places picked on a board. What is wrong is said at once.

import { art } from "./art.js";
import { Board, miniature } from "./board.js";
import { toCode } from "./boardcode.js";
import { fill, h, notice, s } from "./dom.js";
import { ask, sketch, why } from "./wire.js";
import { of, t } from "./words.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @import { GridPlan, PicksPlan, Scene, TargetName } from "./frame.d.ts" */

/** @typedef {{ x: number, y: number }} Cell */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Cell & Size} Piece */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function editor(main, game) {
  const [plan] = await Promise.all([ask("GET", `/api/games/${game}/plan`), art(game)]);
  const desk = plan.grid ? new Grid(game, plan) : new Picks(game, plan);
  const picture = h("div.picture.large", { "data-game": game });
  const wrong = h("p.error", { role: "alert" });
  const link = h("input", { readOnly: true, onfocus: (event) => event.currentTarget.select() });
  const use = h("a.button.primary", { "data-link": "" });
  const show = async () => {
    const value = desk.value;
    const address = `/new/${game}?${plan.option}=${toCode(value)}`;
    try {
      const { scene } = await sketch({ game, options: { [plan.option]: value } });
      fill(picture, miniature(game, scene, of(game, "title") ?? game));
      desk.show(scene);
      fill(wrong);
      use.setAttribute("href", address);
      link.value = location.origin + address;
      use.hidden = link.hidden = false;
    } catch (refusal) {
      fill(wrong, why(refusal));
      use.hidden = link.hidden = true;
    }
  };
  desk.changed = show;
  const lay = () => {
    desk.speak();
    use.textContent = t("draw.use");
    link.setAttribute("aria-label", t("draw.link"));
    fill(
      main,
      h(
        "div.setting",
        {},
        h(
          "section.no-print",
          {},
          h("h1", {}, t("draw.title", { game: of(game, "title") })),
          h("p", {}, t(plan.grid ? "draw.grid" : "draw.pick")),
          desk.element,
        ),
        h(
          "section.preview",
          {},
          picture,
          wrong,
          h(
            "div.row.no-print",
            {},
            use,
            h("button", { onclick: () => print() }, t("draw.print")),
            h(
              "button",
              { onclick: () => navigator.clipboard?.writeText(desk.value).then(() => notice(t("draw.copied"))) },
              t("draw.copy"),
            ),
          ),
          link,
        ),
      ),
    );
  };
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

/** Rectangles laid side by side on a grid: tap to lay one, tap it to take it away. */
class Grid {
  /**
   * @param {string} game
   * @param {GridPlan} plan
   */
  constructor(game, plan) {
    this.game = game;
    this.plan = plan;
    this.width = plan.grid[0];
    this.height = plan.grid[1];
    /** @type {Piece[]} */
    this.laid = plan.start.map(([x, y, width, height]) => ({ x, y, width, height }));
    this.kind = 0;
    this.turned = false;
    this.tools = h("div.row");
    this.svg = s("svg.drawing", { viewBox: `0 0 ${this.width} ${this.height}`, role: "application", tabindex: 0 });
    this.svg.addEventListener("click", (event) => this.#tap(this.#cell(event)));
    this.svg.addEventListener("pointermove", (event) => this.#hover(this.#cell(event)));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.at = { x: 0, y: 0 };
    this.desk = h("div.desk", {}, this.svg);
    this.element = h("div", {}, this.tools, this.desk);
    if (this.width > 12) this.svg.classList.add("wide");
    this.changed = () => {};
  }

  speak() {
    this.svg.setAttribute("aria-label", t("draw.title", { game: of(this.game, "title") }));
    this.draw();
  }

  /** The picture beside it is all that there is to show. */
  show() {}

  /** On a narrow screen a large board is wider than the screen: begin in the middle. */
  centre() {
    this.desk.scrollLeft = (this.desk.scrollWidth - this.desk.clientWidth) / 2;
  }

  get sizes() {
    return this.plan.pieces.map(([width, height, number]) => ({
      width,
      height,
      left: number - this.laid.filter((piece) => sameSize(piece, { width, height })).length,
    }));
  }

  get current() {
    const { width, height } = this.sizes[this.kind];
    return this.turned ? { width: height, height: width } : { width, height };
  }

  /** @param {MouseEvent} event */
  #cell(event) {
    const inward = this.svg.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(inward);
    return { x: Math.floor(point.x), y: Math.floor(point.y) };
  }

  /** @param {Cell} cell */
  #tap(cell) {
    this.at = cell;
    const found = this.laid.findIndex((piece) => inside(piece, cell));
    if (found >= 0) this.#take(this.laid.splice(found, 1)[0]);
    else {
      const piece = { ...cell, ...this.current };
      if (this.sizes[this.kind].left <= 0) return notice(t("draw.none_left"), "wrong");
      if (
        piece.x + piece.width > this.width ||
        piece.y + piece.height > this.height ||
        this.laid.some((other) => overlap(other, piece))
      )
        return notice(t("draw.no_room"), "wrong");
      this.laid.push(piece);
    }
    this.draw();
    this.changed();
  }

  /**
   * What has been taken away is in the hand, to be laid elsewhere.
   * @param {Piece} piece
   */
  #take(piece) {
    this.kind = this.sizes.findIndex((size) => sameSize(size, piece));
    this.turned = this.sizes[this.kind].width !== piece.width;
  }

  /** @param {Cell} cell */
  #hover(cell) {
    this.at = cell;
    this.svg.querySelector(".hover")?.remove();
    if (!this.laid.some((piece) => inside(piece, cell)))
      this.svg.append(rectangle({ ...cell, ...this.current }, "hover"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (step) {
      const to = {
        x: Math.min(this.width - 1, Math.max(0, this.at.x + step[0])),
        y: Math.min(this.height - 1, Math.max(0, this.at.y + step[1])),
      };
      this.#hover(to);
    } else if (event.key === "Enter" || event.key === " ") this.#tap(this.at);
    else if (event.key === "r") this.#turn();
    else return;
    event.preventDefault();
  }

  #turn() {
    this.turned = !this.turned;
    this.draw();
  }

  draw() {
    const { sizes } = this;
    fill(
      this.tools,
      sizes.length > 1 &&
        sizes.map(({ width, height, left }, kind) =>
          h(
            "button",
            {
              "aria-pressed": String(kind === this.kind),
              class: "toggle",
              onclick: () => {
                this.kind = kind;
                this.draw();
              },
            },
            `${width} × ${height}, ${t("draw.left", { number: left })}`,
          ),
        ),
      sizes.length > 1 && h("button", { onclick: () => this.#turn() }, t("draw.turn")),
      sizes.length === 1 && h("span", {}, t("draw.left", { number: sizes[0].left })),
      h(
        "button",
        {
          onclick: () => {
            this.laid = [];
            this.draw();
            this.changed();
          },
        },
        t("draw.clear"),
      ),
    );
    fill(
      this.svg,
      Array.from({ length: this.width * this.height }, (_, index) =>
        rectangle({ x: index % this.width, y: Math.floor(index / this.width), width: 1, height: 1 }, "empty"),
      ),
      this.laid.map((piece) => rectangle(piece, "laid")),
    );
  }

  /** The board as text: a mark for each piece, dots between. */
  get value() {
    const lines = Array.from({ length: this.height }, () => Array(this.width).fill("."));
    this.laid.forEach((piece, index) => {
      for (let y = piece.y; y < piece.y + piece.height; y++)
        for (let x = piece.x; x < piece.x + piece.width; x++) lines[y][x] = this.plan.mark || LETTERS[index];
    });
    let rows = lines.map((line) => line.join(""));
    if (this.plan.trim) {
      const filled = rows.filter((row) => /[^.]/.test(row));
      const left = Math.min(...filled.map((row) => row.search(/[^.]/)));
      const right = Math.max(...filled.map((row) => row.search(/[^.]\.*$/)));
      const top = rows.findIndex((row) => /[^.]/.test(row));
      const bottom = rows.findLastIndex((row) => /[^.]/.test(row));
      rows = filled.length ? rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1)) : ["."];
    }
    return rows.join("\n");
  }
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
    this.changed = () => {};
  }

  speak() {
    this.board.element.setAttribute("aria-label", t("draw.title", { game: of(this.game, "title") }));
    this.board.rename();
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
    this.board.show({ ...scene, panels: [] }, false);
    this.board.targets.offer(this.plan.names, [...this.picked]);
  }

  get value() {
    return [...this.picked].join(", ");
  }
}

/**
 * The same, turned or not.
 * @param {Size} a
 * @param {Size} b
 */
const sameSize = (a, b) =>
  (a.width === b.width && a.height === b.height) || (a.width === b.height && a.height === b.width);
/**
 * @param {Piece} piece
 * @param {Cell} cell
 */
const inside = (piece, { x, y }) =>
  x >= piece.x && x < piece.x + piece.width && y >= piece.y && y < piece.y + piece.height;
/**
 * @param {Piece} a
 * @param {Piece} b
 */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * @param {Piece} piece
 * @param {"empty" | "laid" | "hover"} kind
 */
function rectangle(piece, kind) {
  return s(`rect.${kind}`, {
    x: piece.x + 0.04,
    y: piece.y + 0.04,
    width: piece.width - 0.08,
    height: piece.height - 0.08,
    rx: 0.15,
  });
}
