// A table as this client knows it, kept up to date by frames.

/** A panel after a change: what is not said has stayed as it was. */
function changed(before, change, whole) {
  const known = !whole && before.find((panel) => panel.id === change.id);
  if (!known) return change;
  const items = new Map(known.items.map((item) => [item.id, item]));
  mend(items, change);
  return { ...known, ...change, items: [...items.values()] };
}

/** Items by id, after those that are new, changed or gone. */
function mend(items, change) {
  for (const item of change.items || []) items.set(item.id, item);
  for (const id of change.gone || []) items.delete(id);
}

export class Model {
  constructor(name) {
    this.name = name;
    this.number = -1;
    this.about = {};
    this.presence = { gone: [], spectators: 0 };
    this.items = new Map();
    this.panels = [];
    this.moves = {};
    this.log = [];
    this.sheet = [];
    this.points = [];
    this.clock = null;
    this.heardAt = 0;
    this.presentAt = 0;
  }

  /** Take in a frame that was heard at a time; returns what is new in it. */
  take(frame, at) {
    if (frame.presence) {
      this.presence = frame.presence;
      this.presentAt = at;
      return { presence: true };
    }
    const fresh = { whole: Boolean(frame.whole), moves: [], lines: [], over: false };
    this.number = frame.number;
    if (frame.about) {
      fresh.over = this.about.status === "playing" && frame.about.status === "over" && Boolean(frame.outcome);
      fresh.talk = (frame.about.talk || []).length - (this.about.talk || []).length;
      this.about = frame.about;
    }
    if (frame.scene) {
      if (frame.whole) this.items = new Map();
      if (frame.scene.width) [this.width, this.height] = [frame.scene.width, frame.scene.height];
      mend(this.items, frame.scene);
      if (frame.scene.panels) this.panels = frame.scene.panels.map((panel) => changed(this.panels, panel, frame.whole));
    }
    if (frame.log) {
      const kept = frame.whole ? 0 : frame.log.from;
      if (!frame.whole) fresh.moves = frame.log.moves.slice(Math.max(0, this.log.length - kept));
      fresh.back = kept < this.log.length && frame.log.moves.length === 0;
      this.log = this.log.slice(0, kept).concat(frame.log.moves);
    }
    if (frame.sheet) {
      const known = new Set(this.sheet.map((line) => JSON.stringify(line)));
      if (!frame.whole) fresh.lines = frame.sheet.filter((line) => line.points > 0 && !known.has(JSON.stringify(line)));
      this.sheet = frame.sheet;
    }
    for (const part of ["turn", "moves", "advice", "points", "asked", "outcome"])
      if (part in frame) this[part] = frame[part];
    if (frame.clock) {
      this.clock = frame.clock;
      this.heardAt = at;
    }
    return fresh;
  }

  get begun() {
    return this.width !== undefined;
  }

  get scene() {
    return { width: this.width, height: this.height, items: [...this.items.values()], panels: this.panels };
  }

  /** The last move that was not a draw, as a path of targets. */
  get last() {
    const found = this.log.findLast((entry) => entry.seat !== null);
    return found ? found.move.split("-") : [];
  }

  /** What is left on a seat's clock now, in milliseconds; null without a clock. */
  left(seat) {
    const left = this.clock?.left?.[seat];
    if (left === null || left === undefined) return null;
    if (this.clock.running !== seat) return left;
    return left - (this.clock.now - this.clock.since) - (Date.now() - this.heardAt);
  }
}
