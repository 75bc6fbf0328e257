import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { after, Model } from "../../src/tablier/web/model.js";

const TITLE = { in: "quantik", say: "seat.0", with: {} };
const ABOUT = { game: "quantik", status: "playing", seats: [], talk: [] };
const move = (seat, name) => ({ seat, move: name, gains: [0, 0], text: TITLE });
const line = (points, where) => ({ seat: 0, points, text: TITLE, where });

/** Where a game stands, in which nothing has happened. */
const STANDING = {
  log: { from: 0, moves: [] },
  turn: 0,
  moves: { S: { a1: {} } },
  advice: null,
  points: [0, 0],
  clock: { left: [600000, 600000], running: 0, since: 1000, now: 1000 },
  asked: null,
  outcome: null,
  sheet: [],
};
const WHOLE = {
  ...STANDING,
  number: 5,
  whole: true,
  about: ABOUT,
  scene: {
    width: 4,
    height: 3,
    items: [
      { id: "a1", glyph: "square" },
      { id: "b2", glyph: "square" },
    ],
    panels: [
      { id: "hand", title: TITLE, width: 2, height: 1, seat: 0, items: [{ id: "S", glyph: "sphere" }] },
      { id: "tray", title: TITLE, width: 2, height: 1, seat: null, items: [] },
    ],
  },
};
const NOTHING = { items: [], gone: [] };
const change = (more) => ({ ...STANDING, number: 6, scene: NOTHING, log: { from: 1, moves: [] }, ...more });

let model;
beforeEach(() => {
  model = new Model("f".repeat(32));
  model.take({ ...WHOLE, log: { from: 0, moves: [move(0, "S-b2")] } }, 50);
});

test("before the start a table has only what is known about it", () => {
  const waiting = new Model("f".repeat(32));
  const fresh = waiting.take({ number: 1, whole: true, about: { ...ABOUT, status: "open" } }, 0);
  assert.equal(fresh.whole, true);
  assert.equal(waiting.begun, false);
  assert.equal(waiting.about.status, "open");
  assert.equal(waiting.number, 1);
});

test("a whole frame says all there is, and nothing in it is news", () => {
  const other = new Model("f".repeat(32));
  const fresh = other.take({ ...WHOLE, log: { from: 0, moves: [move(0, "S-b2")] }, sheet: [line(3, ["a1"])] }, 0);
  assert.equal(other.begun, true);
  assert.equal(other.number, 5);
  assert.deepEqual(other.scene, WHOLE.scene);
  assert.deepEqual(other.moves, { S: { a1: {} } });
  assert.deepEqual([fresh.moves, fresh.lines, fresh.over, fresh.back], [[], [], false, false]);
});

test("a whole frame forgets whatever was there before", () => {
  model.take({ ...WHOLE, scene: { ...WHOLE.scene, items: [{ id: "z", glyph: "x" }], panels: [] } }, 0);
  assert.deepEqual(
    model.scene.items.map(({ id }) => id),
    ["z"],
  );
  assert.deepEqual(model.panels, []);
  assert.deepEqual(model.log, []);
});

test("a panel of a whole frame is taken as it is, though one of that name was there", () => {
  const hand = { id: "hand", title: TITLE, width: 9, height: 9, seat: 1, items: [] };
  model.take({ ...WHOLE, scene: { ...WHOLE.scene, panels: [hand] } }, 0);
  assert.deepEqual(model.panels, [hand]);
});

test("changes bring what is new, replace what has changed and take away what is gone", () => {
  const scene = {
    items: [
      { id: "b2", glyph: "cube" },
      { id: "c3", glyph: "square" },
    ],
    gone: ["a1"],
  };
  model.take(change({ scene }), 0);
  assert.deepEqual(model.scene.items, scene.items);
  assert.deepEqual([model.scene.width, model.scene.height], [4, 3]);
  assert.equal(model.number, 6);
});

test("the board has another size only if that is said", () => {
  model.take(change({ scene: { ...NOTHING, width: 5, height: 3 } }), 0);
  assert.deepEqual([model.scene.width, model.scene.height], [5, 3]);
});

test("of a panel what is not said stays as it was", () => {
  const panels = [{ id: "hand", items: [{ id: "Y", glyph: "cone" }], gone: ["S"] }, { id: "tray" }];
  model.take(change({ scene: { ...NOTHING, panels } }), 0);
  const [hand, tray] = model.panels;
  assert.deepEqual(hand.items, [{ id: "Y", glyph: "cone" }]);
  assert.deepEqual([hand.title, hand.width, hand.seat], [TITLE, 2, 0]);
  assert.deepEqual(tray, WHOLE.scene.panels[1]);
});

test("panels come, go and are put in order", () => {
  const stock = { id: "stock", title: TITLE, width: 1, height: 1, seat: null, items: [] };
  model.take(change({ scene: { ...NOTHING, panels: [stock, { id: "hand", width: 3, height: 1 }] } }), 0);
  assert.deepEqual(
    model.panels.map(({ id, width }) => [id, width]),
    [
      ["stock", 1],
      ["hand", 3],
    ],
  );
});

test("without a word of panels all stay", () => {
  model.take(change({}), 0);
  assert.deepEqual(model.panels, WHOLE.scene.panels);
});

test("new moves are news", () => {
  const fresh = model.take(change({ log: { from: 1, moves: [move(1, "Y-c3"), move(null, "~4")] } }), 0);
  assert.deepEqual(
    fresh.moves.map((entry) => entry.move),
    ["Y-c3", "~4"],
  );
  assert.equal(fresh.back, false);
  assert.equal(model.log.length, 3);
});

const since = (...seats) => model.since(seats).map((entry) => entry.move);

test("what the others have done since one's own last move is told without draws", () => {
  model.take(change({ log: { from: 1, moves: [move(1, "Y-c3"), move(null, "~4"), move(2, "Q-a1")] } }), 0);
  assert.deepEqual(since(0), ["Y-c3", "Q-a1"]);
  assert.deepEqual(since(1), ["Q-a1"]);
  assert.deepEqual(since(1, 0), ["Q-a1"]);
});

test("whoever moved last, has not moved or looks on is told the last move that was no draw", () => {
  model.take(change({ log: { from: 1, moves: [move(1, "Y-c3"), move(null, "~4")] } }), 0);
  assert.deepEqual([since(1), since(3), since()], [["Y-c3"], ["Y-c3"], ["Y-c3"]]);
  model.take(change({ log: { from: 0, moves: [] } }), 0);
  assert.deepEqual(since(0), []);
});

test("moves that were taken back are forgotten", () => {
  const fresh = model.take(change({ log: { from: 0, moves: [] } }), 0);
  assert.equal(fresh.back, true);
  assert.deepEqual(model.log, []);
});

test("draws that are shown at the end replace what was hidden, and only moves beyond those known are news", () => {
  model.take(change({ log: { from: 1, moves: [move(null, "~?")] } }), 0);
  const fresh = model.take(change({ log: { from: 1, moves: [move(null, "~7"), move(0, "Y-d4")] } }), 0);
  assert.deepEqual(
    model.log.map((entry) => entry.move),
    ["S-b2", "~7", "Y-d4"],
  );
  assert.deepEqual(
    fresh.moves.map((entry) => entry.move),
    ["Y-d4"],
  );
  assert.equal(fresh.back, false);
});

test("lines of the sheet that brought points are news once", () => {
  const sheet = [line(3, ["a1"]), line(0, ["b2"])];
  assert.deepEqual(model.take(change({ sheet }), 0).lines, [sheet[0]]);
  assert.deepEqual(model.take(change({ sheet }), 0).lines, []);
  assert.deepEqual(model.sheet, sheet);
});

test("where the game stands is what the last frame says", () => {
  const asked = { seat: 0, to: 0, agreed: [0] };
  model.take(change({ turn: 1, moves: {}, advice: TITLE, points: [2, null], asked }), 0);
  assert.deepEqual([model.turn, model.moves, model.advice, model.points], [1, {}, TITLE, [2, null]]);
  assert.deepEqual(model.asked, asked);
  model.take(change({ asked: null }), 0);
  assert.equal(model.asked, null);
});

test("a game ends once, by a frame that has an outcome", () => {
  const outcome = { ranks: [1, 2], points: [3, 0], reason: "blocked", sheet: [] };
  const over = { about: { ...ABOUT, status: "over" } };
  assert.equal(model.take(change({ ...over, outcome, turn: null }), 0).over, true);
  assert.deepEqual(model.outcome, outcome);
  assert.equal(model.take(change({ ...over, outcome, turn: null }), 0).over, false);
});

test("a table that everybody left is over without an end", () => {
  assert.equal(model.take(change({ about: { ...ABOUT, status: "over" } }), 0).over, false);
  assert.equal(model.about.status, "over");
});

test("of a table that was set aside only what is known about it is new", () => {
  const fresh = model.take({ number: 9, about: { ...ABOUT, status: "broken", trouble: "x" } }, 0);
  assert.equal(model.about.status, "broken");
  assert.deepEqual([fresh.moves, fresh.back], [[], false]);
  assert.equal(model.log.length, 1);
});

test("how many things more were said is told", () => {
  const talk = [{ name: "Ada", text: "bonjour", at: 1 }];
  assert.equal(model.take(change({ about: { ...ABOUT, talk } }), 0).talk, 1);
  assert.equal(model.take(change({ about: { ...ABOUT, talk } }), 0).talk, 0);
  assert.equal(model.take(change({}), 0).talk, 0);
});

test("who is here comes by itself, and changes nothing else", () => {
  const presence = { gone: [null, 1700], spectators: 2, patience: 180000, now: 1800 };
  const fresh = model.take({ presence }, 70);
  assert.equal(fresh.presence, true);
  assert.deepEqual(model.presence, presence);
  assert.equal(model.presentAt, 70);
  assert.equal(model.number, 5);
});

test("a running clock has lost what passed before the frame was sent, and since it was heard", () => {
  mock.timers.enable({ apis: ["Date"], now: 10000 });
  const clock = { left: [60000, 50000], running: 1, since: 2000, now: 5000 };
  model.take(change({ clock }), 9000);
  assert.equal(model.left(0), 60000);
  assert.equal(model.left(1), 50000 - 3000 - 1000);
  mock.timers.reset();
});

test("without a clock nothing is left to tell", () => {
  model.take(change({ clock: { left: [null, null], running: 0, since: 0, now: 0 } }), 0);
  assert.equal(model.left(0), null);
  assert.equal(new Model("f".repeat(32)).left(0), null);
});

test("what would be leaves what is as it was", () => {
  const scene = { items: [{ id: "a1", glyph: "cube" }], gone: ["b2"], panels: [{ id: "hand", gone: ["S"] }] };
  const next = after(model.scene, scene);
  assert.deepEqual(next.items, [{ id: "a1", glyph: "cube" }]);
  assert.deepEqual(
    next.panels.map(({ id, items }) => [id, items]),
    [["hand", []]],
  );
  assert.deepEqual(model.scene, WHOLE.scene);
});
