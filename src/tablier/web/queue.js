// @ts-check
// What happens at a table, shown at a pace that people can follow: one move after the other, with a pause between.

/** @import { Frame, SeatNumber } from "./frame.d.ts" */

/** Milliseconds between the end of one move and the beginning of the next. */
export const PAUSES = { slow: 1100, normal: 550, fast: 180, off: 0 };

/** @typedef {keyof typeof PAUSES} Pace */

export class Queue {
  /**
   * @param {object} uses
   * @param {(frame: Frame, at: number) => number} uses.show shows a frame; returns how long that is to be looked at
   * @param {() => Pace} uses.pace
   * @param {() => SeatNumber[]} uses.own the seats whose moves were seen when they were made
   */
  constructor({ show, pace, own }) {
    this.show = show;
    this.pace = pace;
    this.own = own;
    /** @type {[Frame, number][]} */
    this.waiting = [];
    this.free = 0; // the moment from which the next one may be shown
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Is there anything that has not been shown yet? */
  get behind() {
    return this.waiting.length > 0;
  }

  /**
   * @param {Frame} frame
   * @param {number} at when it was heard
   */
  add(frame, at) {
    if (frame.presence) return void this.show(frame, at);
    if (frame.whole) this.clear();
    this.waiting.push([frame, at]);
    this.#go();
  }

  /** Show all that waits, without a pause. */
  hurry() {
    this.free = 0;
    while (this.waiting.length) this.#next();
  }

  /** Forget what waits: somebody knows better. */
  clear() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.free = 0;
  }

  #go() {
    clearTimeout(this.timer);
    while (this.waiting.length) {
      const left = this.#paced(this.waiting[0][0]) ? this.free - Date.now() : 0;
      if (left > 0) {
        this.timer = setTimeout(() => this.#go(), left);
        return;
      }
      this.#next();
    }
  }

  #next() {
    const [frame, at] = /** @type {[Frame, number]} */ (this.waiting.shift());
    const lasting = this.show(frame, at);
    if (lasting > 0) this.free = Date.now() + lasting + PAUSES[this.pace()];
  }

  /**
   * Does a frame wait until the one before has been seen? Those that tell a move of somebody else do.
   * @param {Frame} frame
   */
  #paced(frame) {
    if (document.hidden || this.pace() === "off") return false;
    const moves = ("log" in frame && frame.log?.moves) || [];
    return moves.some(({ seat }) => seat === null || !this.own().includes(seat));
  }
}
