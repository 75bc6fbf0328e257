// @ts-check
// A table as this client knows it, kept up to date by frames.

/**
 * @import {
 *   About, ChangeFrame, Clock, Frame, Item, LogEntry, Outcome, Panel, PanelChange, Presence, Question, Scene, SceneChange,
 *   SeatNumber, Sentence, SheetLine, TableName, Tree, WholeFrame
 * } from "./frame.d.ts"
 */

/**
 * What is new in a frame.
 * @typedef {object} Fresh
 * @property {boolean} presence it tells who is here, and nothing else
 * @property {boolean} whole
 * @property {LogEntry[]} moves those made since the frame before
 * @property {SheetLine[]} lines those that brought points since then
 * @property {boolean} over the game has just ended
 * @property {boolean} back moves were taken back
 * @property {SeatNumber | null} declined who asked to take back, and was told no
 * @property {number} talk how many things more were said
 */

/**
 * A panel after a change: what is not said has stayed as it was.
 * @param {Panel | undefined} known
 * @param {Panel | PanelChange} change
 */
function changed(known, change) {
  if (!known) return /** @type {Panel} */ (change); // a new one is sent whole
  const items = new Map(known.items.map((item) => [item.id, item]));
  mend(items, change);
  return { ...known, ...change, items: [...items.values()] };
}

/**
 * Items by id, after those that are new, changed or gone.
 * @param {Map<string, Item>} items
 * @param {{ items?: Item[], gone?: string[] }} change
 */
function mend(items, change) {
  for (const item of change.items || []) items.set(item.id, item);
  for (const id of change.gone || []) items.delete(id);
}

/**
 * A scene after a change.
 * @param {Scene} scene
 * @param {SceneChange} change
 * @returns {Scene}
 */
export function after(scene, change) {
  const items = new Map(scene.items.map((item) => [item.id, item]));
  mend(items, change);
  const panels = change.panels?.map((panel) =>
    changed(
      scene.panels.find(({ id }) => id === panel.id),
      panel,
    ),
  );
  const { width = scene.width, height = scene.height } = change;
  return { width, height, items: [...items.values()], panels: panels ?? scene.panels };
}

export class Model {
  /** @param {TableName} name */
  constructor(name) {
    this.name = name;
    this.number = -1;
    this.about = /** @type {About} */ ({}); // nothing is asked of it before the first frame
    /** @type {Presence} */
    this.presence = { gone: [], spectators: 0, patience: null, now: 0 };
    /** @type {Scene} */
    this.scene = { width: 0, height: 0, items: [], panels: [] };
    /** @type {SeatNumber | null} */
    this.turn = null;
    /** @type {Tree} */
    this.moves = {};
    /** @type {Sentence | null} */
    this.advice = null;
    /** @type {Sentence | null} */
    this.more = null; // what is behind the advice
    /** @type {LogEntry[]} */
    this.log = [];
    /** @type {SheetLine[]} */
    this.sheet = [];
    /** @type {(number | null)[]} */
    this.points = [];
    /** @type {Question | null} */
    this.asked = null;
    /** @type {Outcome | null} */
    this.outcome = null;
    /** @type {Clock | null} */
    this.clock = null;
    this.heardAt = 0;
    this.presentAt = 0;
  }

  /**
   * Take in a frame that was heard at a time of this browser's clock; returns what is new in it.
   * @param {Frame} frame
   * @param {number} at
   * @returns {Fresh}
   */
  take(frame, at) {
    /** @type {Fresh} */
    const fresh = {
      presence: false,
      whole: false,
      moves: [],
      lines: [],
      over: false,
      back: false,
      declined: null,
      talk: 0,
    };
    if (frame.presence) {
      this.presence = frame.presence;
      this.presentAt = at;
      return { ...fresh, presence: true };
    }
    fresh.whole = Boolean(frame.whole);
    this.number = frame.number;
    if (frame.about) {
      const ended = "outcome" in frame && frame.outcome !== null;
      fresh.over = this.about.status === "playing" && frame.about.status === "over" && ended;
      fresh.talk = frame.about.talk.length - (this.about.talk || []).length;
      this.about = frame.about;
    }
    if (frame.scene) this.#stand(frame, at, fresh);
    return fresh;
  }

  /**
   * Where the game stands by a frame that shows it.
   * @param {WholeFrame | ChangeFrame} frame
   * @param {number} at
   * @param {Fresh} fresh told what is new
   */
  #stand(frame, at, fresh) {
    const { scene, log, sheet, whole } = frame;
    this.scene = whole ? scene : after(this.scene, scene);

    const kept = log.from;
    if (!whole) fresh.moves = log.moves.slice(Math.max(0, this.log.length - kept));
    fresh.back = kept < this.log.length && log.moves.length === 0;
    this.log = this.log.slice(0, kept).concat(log.moves);

    const known = new Set(this.sheet.map((line) => JSON.stringify(line)));
    if (!whole) fresh.lines = sheet.filter((line) => line.points > 0 && !known.has(JSON.stringify(line)));
    this.sheet = sheet;

    this.turn = frame.turn;
    this.moves = frame.moves;
    this.advice = frame.advice;
    this.more = frame.more ?? null;
    this.points = frame.points;
    if (this.asked && !frame.asked && !whole && !fresh.back && !fresh.moves.length) fresh.declined = this.asked.seat;
    this.asked = frame.asked;
    this.outcome = frame.outcome;
    this.clock = frame.clock;
    this.heardAt = at;
  }

  get begun() {
    return this.scene.width > 0;
  }

  get panels() {
    return this.scene.panels;
  }

  /**
   * What the others have done since one of these seats moved; before it has, and for those who look on, the last move.
   * @param {SeatNumber[]} seats
   */
  since(seats) {
    const own = this.log.findLastIndex(({ seat }) => seat !== null && seats.includes(seat));
    const made = this.log.slice(own + 1).filter(({ seat }) => seat !== null);
    return own >= 0 && made.length ? made : this.log.filter(({ seat }) => seat !== null).slice(-1);
  }

  /**
   * What is left on a seat's clock now, in milliseconds; null without a clock.
   * @param {SeatNumber} seat
   */
  left(seat) {
    const left = this.clock?.left[seat];
    if (!this.clock || left === null || left === undefined) return null;
    if (this.clock.running !== seat) return left;
    return left - (this.clock.now - this.clock.since) - (Date.now() - this.heardAt);
  }
}
