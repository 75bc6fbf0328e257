import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./paper.js";
import { History } from "../../src/tablier/web/history.js";
import { speakFrom } from "../../src/tablier/web/words.js";

const entry = (seat, move, gains = [0, 0]) => ({
  seat,
  move,
  gains,
  text: { in: "kulami", say: "on", with: { place: move.replace("~", "") } },
});

let history;
let looked;
beforeEach(() => {
  speakFrom({ web: {}, kulami: { "seat.0": "Red", on: "on {place}" } }, "en");
  looked = [];
  const log = [entry(0, "a1", [2, 0]), entry(1, "b2", [0, -1]), entry(null, "~4"), entry(0, "c3")];
  history = new History({ about: { game: "kulami" }, log }, (ply) => looked.push(ply));
});

const texts = () => history.list.childNodes.map((item) => item.textContent);

test("one looks at the game as it is until one walks", () => {
  assert.equal(history.ply, null);
  assert.equal(history.end, 4);
});

test("walking leads to a moment, and the last one is now", () => {
  history.go(2);
  history.step(-1);
  history.step(1);
  history.go(4);
  assert.deepEqual(looked, [2, 1, 3, null]);
  assert.equal(history.ply, null);
});

test("one steps from move to move, and what is drawn belongs to the next", () => {
  for (const by of [-1, -1, -1, -1, 1, 1, 1]) history.step(by);
  assert.deepEqual(looked, [3, 1, 0, 1, 3, null]);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((ply) => history.count(ply)),
    [0, 1, 2, 2, 3],
  );
});

test("nobody walks beyond the first moment or the last", () => {
  history.go(-3);
  assert.equal(history.ply, 0);
  history.step(-1);
  assert.equal(history.ply, 0);
  history.go(9);
  assert.equal(history.ply, null);
});

test("moves are numbered and told in words, draws are not numbered, and gains have their sign", () => {
  history.draw();
  assert.deepEqual(texts(), ["1.on a1+2", "2.on b2-1", "on 4", "3.on c3"]);
});

test("the moment that one looks at is marked, and the slider stands there", () => {
  history.go(2);
  assert.equal(history.list.querySelector(".here").textContent, "2.on b2-1");
  assert.equal(history.slider.value, "2");
  history.go(0);
  assert.equal(history.list.querySelector(".here"), null);
});

test("buttons that lead nowhere cannot be pressed", () => {
  const pressable = () => history.buttons.childNodes.map((button) => !("disabled" in button.attributes));
  history.go(0);
  assert.deepEqual(pressable(), [false, false, true, true]);
  history.go(2);
  assert.deepEqual(pressable(), [true, true, true, true]);
  history.go(4);
  assert.deepEqual(pressable(), [true, true, false, false]);
});

test("a wheel walks with the shift key held, and only then", () => {
  const wheel = (given) => history.list.dispatchEvent(Object.assign(new Event("wheel"), { deltaX: 0, ...given }));
  wheel({ deltaY: -120, shiftKey: false });
  assert.deepEqual(looked, []);
  wheel({ deltaY: -120, shiftKey: true });
  assert.deepEqual(looked, [3]);
});
