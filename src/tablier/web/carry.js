// @ts-check
// A piece that lies on two places at once, carried over the board: it pivots on the place that is pointed at, and is
// turned by tap, wheel or key. It lies in the middle between its two targets, and points from the first to the second.

import { middle } from "./surface.js";

/** @import { Board } from "./board.js" */
/** @import { Item, Move, TargetName, Tree } from "./frame.d.ts" */

/**
 * A way to lay it.
 * @typedef {object} Laid
 * @property {[TargetName, TargetName]} path
 * @property {number} x
 * @property {number} y
 * @property {number} angle degrees, from 0 to 359
 */

/** @param {number} angle */
const whole = (angle) => ((Math.round(angle) % 360) + 360) % 360;

/**
 * How far two directions are apart.
 * @param {number} one
 * @param {number} other
 */
const apart = (one, other) => Math.abs(((one - other + 540) % 360) - 180);

export class Carry {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<TargetName, Laid[]>} */
    this.ways = new Map(); // by each of the two places
    this.angle = 0; // as it is held
  }

  /** What is carried, if anything is: the pieces of a panel that says so. */
  get piece() {
    const panel = [...this.board.panels.values()].find((shown) => shown.panel.carried)?.panel;
    return panel?.items.filter((item) => item.layer === "tiles") ?? [];
  }

  /**
   * The legal moves of now.
   * @param {Tree} tree
   */
  offer(tree) {
    this.ways = new Map();
    if (!this.piece.length) return;
    for (const [first, branch] of Object.entries(tree))
      for (const second of Object.keys(branch)) {
        const way = this.#way(first, second);
        if (way) for (const name of way.path) this.ways.set(name, [...(this.ways.get(name) ?? []), way]);
      }
  }

  get active() {
    return this.ways.size > 0;
  }

  /**
   * @param {TargetName} first
   * @param {TargetName} second
   * @returns {Laid | null}
   */
  #way(first, second) {
    const [one, other] = [this.board.find(first), this.board.find(second)];
    if (!one || !other) return null;
    const [x, y] = middle(one.item);
    const [otherX, otherY] = middle(other.item);
    const angle = whole((Math.atan2(otherY - y, otherX - x) * 180) / Math.PI);
    return { path: [first, second], x: (x + otherX) / 2, y: (y + otherY) / 2, angle };
  }

  /**
   * How it would lie on a place, turned as nearly as possible as it is held.
   * @param {TargetName} name
   * @returns {Laid | undefined}
   */
  on(name) {
    return [...(this.ways.get(name) ?? [])].sort((a, b) => apart(a.angle, this.angle) - apart(b.angle, this.angle))[0];
  }

  /**
   * Turn it to the next way that it may lie on a place.
   * @param {TargetName} name
   * @param {1 | -1} by clockwise, or the other way
   */
  turn(name, by) {
    const held = this.on(name)?.angle ?? this.angle;
    const angles = (this.ways.get(name) ?? []).map(({ angle }) => angle).filter((angle) => angle !== held);
    /** @param {number} angle */
    const ahead = (angle) => whole(by * (angle - held));
    this.angle = angles.sort((a, b) => ahead(a) - ahead(b))[0] ?? held;
  }

  /**
   * The move that lays it so.
   * @param {Laid} way
   * @returns {Move}
   */
  move(way) {
    return way.path.join("-");
  }

  /**
   * How it looks after a move; nothing if it is not carried.
   * @param {Move} move
   */
  laid(move) {
    const way = [...this.ways.values()].flat().find((one) => this.move(one) === move);
    return way ? this.lying(way) : [];
  }

  /**
   * How it looks there.
   * @param {Laid} way
   * @returns {Item[]}
   */
  lying({ x, y, angle }) {
    return this.piece.map((item) => ({ ...item, x, y, turn: angle, size: 1 }));
  }
}
