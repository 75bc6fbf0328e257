// @ts-check
// Rectangles on a grid: which lie where, which are left, and the whole as text.

/** @import { GridPlan } from "./frame.d.ts" */

/** @typedef {{ x: number, y: number }} Cell */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Cell & Size} Piece */

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class Layout {
  /** @param {Pick<GridPlan, "grid" | "pieces" | "start" | "mark" | "trim">} plan */
  constructor(plan) {
    this.plan = plan;
    this.laid = this.start;
    this.kind = 0; // in the hand
    this.turned = false;
  }

  /** @returns {Piece[]} */
  get start() {
    return this.plan.start.map(([x, y, width, height]) => ({ x, y, width, height }));
  }

  get sizes() {
    return this.plan.pieces.map(([width, height, number]) => ({
      width,
      height,
      left: number - this.laid.filter((piece) => sameSize(piece, { width, height })).length,
    }));
  }

  /** @returns {Size} */
  get current() {
    const { width, height } = this.sizes[this.kind];
    return this.turned ? { width: height, height: width } : { width, height };
  }

  /** @param {Piece} piece */
  fits({ x, y, width, height }) {
    return x >= 0 && y >= 0 && x + width <= this.plan.grid[0] && y + height <= this.plan.grid[1];
  }

  /**
   * What has been taken away is in the hand, turned as it lay.
   * @param {Piece} piece
   */
  take(piece) {
    this.laid = this.laid.filter((other) => other !== piece);
    this.kind = this.sizes.findIndex((size) => sameSize(size, piece));
    this.turned = this.sizes[this.kind].width !== piece.width;
  }

  /**
   * Lay what is in the hand; why not, if there is none left or no room.
   * @param {Cell} cell
   * @returns {"none" | "room" | null}
   */
  lay(cell) {
    const piece = { ...cell, ...this.current };
    if (this.sizes[this.kind].left <= 0) return "none";
    if (!this.fits(piece) || this.laid.some((other) => overlap(other, piece))) return "room";
    this.laid = [...this.laid, piece];
    return null;
  }

  /** The board as text: a mark for each piece, dots between; "" where nothing lies. */
  get text() {
    const [width, height] = this.plan.grid;
    const lines = Array.from({ length: height }, () => Array(width).fill("."));
    this.laid.forEach((piece, index) => {
      for (let y = piece.y; y < piece.y + piece.height; y++)
        for (let x = piece.x; x < piece.x + piece.width; x++) lines[y][x] = this.plan.mark || LETTERS[index];
    });
    const rows = lines.map((line) => line.join(""));
    const filled = rows.filter((row) => /[^.]/.test(row));
    if (!filled.length) return "";
    if (!this.plan.trim) return rows.join("\n");
    const left = Math.min(...filled.map((row) => row.search(/[^.]/)));
    const right = Math.max(...filled.map((row) => row.search(/[^.]\.*$/)));
    const top = rows.findIndex((row) => /[^.]/.test(row));
    const bottom = rows.findLastIndex((row) => /[^.]/.test(row));
    return rows
      .slice(top, bottom + 1)
      .map((row) => row.slice(left, right + 1))
      .join("\n");
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
export const inside = (piece, { x, y }) =>
  x >= piece.x && x < piece.x + piece.width && y >= piece.y && y < piece.y + piece.height;
/**
 * @param {Piece} a
 * @param {Piece} b
 */
export const overlap = (a, b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
