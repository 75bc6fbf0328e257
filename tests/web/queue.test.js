import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import "./paper.js";
import { PAUSES, Queue } from "../../src/tablier/web/queue.js";

const LASTING = 400; // milliseconds that every move takes to be seen
const MINE = 0;
const made = (seat) => ({ number: 1, log: { from: 0, moves: seat === undefined ? [] : [{ seat }] } });

let queue;
let pace;
let shown;
let own;
beforeEach(() => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1000 });
  document.hidden = false;
  pace = "normal";
  shown = [];
  own = [MINE];
  queue = new Queue({
    show: (frame) => {
      shown.push(frame);
      return frame.log?.moves.length ? LASTING : 0;
    },
    pace: () => pace,
    own: () => own,
  });
});
afterEach(() => mock.timers.reset());

const add = (...frames) => frames.forEach((frame) => void queue.add(frame, Date.now()));
const pass = (milliseconds) => mock.timers.tick(milliseconds);

test("the first frame is shown at once", () => {
  const frame = made(1);
  add(frame);
  assert.deepEqual(shown, [frame]);
  assert.equal(queue.behind, false);
});

test("a reply waits until the move before has been seen, and a pause longer", () => {
  add(made(MINE), made(1));
  assert.equal(shown.length, 1);
  pass(LASTING + PAUSES.normal - 1);
  assert.equal(shown.length, 1);
  assert.equal(queue.behind, true);
  pass(1);
  assert.equal(shown.length, 2);
  assert.equal(queue.behind, false);
});

test("three replies are shown one after the other", () => {
  add(made(MINE), made(1), made(2), made(3));
  const counts = [0, 1, 2, 3].map(() => {
    const count = shown.length;
    pass(LASTING + PAUSES.normal);
    return count;
  });
  assert.deepEqual(counts, [1, 2, 3, 4]);
});

test("one's own move waits for nothing, unless something waits before it", () => {
  add(made(1), made(MINE));
  assert.equal(shown.length, 2);
  add(made(1), made(MINE));
  assert.equal(shown.length, 2);
  pass(LASTING + PAUSES.normal);
  assert.equal(shown.length, 4);
});

test("those who look on see every move at the pace", () => {
  own = [];
  add(made(0), made(1));
  assert.equal(shown.length, 1);
});

test("what is said, and who is here, waits for no move", () => {
  const presence = { presence: {} };
  add(made(MINE), made(), made(1), presence);
  assert.equal(shown.length, 3);
  assert.equal(shown[2], presence);
});

test("whoever hurries sees all at once, in order", () => {
  const frames = [made(MINE), made(1), made(2)];
  add(...frames);
  queue.hurry();
  assert.deepEqual(shown, frames);
});

test("each pace has its own pause, and without one nothing waits", () => {
  for (const wish of ["slow", "fast"]) {
    pace = wish;
    shown = [];
    queue.clear();
    add(made(MINE), made(1));
    pass(LASTING + PAUSES[wish] - 1);
    assert.equal(shown.length, 1, wish);
    pass(1);
    assert.equal(shown.length, 2, wish);
  }
  pace = "off";
  shown = [];
  add(made(MINE), made(1), made(2));
  assert.equal(shown.length, 3);
});

test("in a window that nobody sees nothing waits", () => {
  document.hidden = true;
  add(made(MINE), made(1), made(2));
  assert.equal(shown.length, 3);
});

test("a whole frame takes the place of all that waits", () => {
  const whole = { ...made(), whole: true };
  add(made(MINE), made(1), whole);
  assert.equal(shown.length, 2);
  assert.equal(shown[1], whole);
  pass(10_000);
  assert.equal(shown.length, 2);
});
