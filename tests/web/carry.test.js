import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./paper.js";
import { Carry } from "../../src/tablier/web/carry.js";

// four places around one in the middle, and a piece that lies on two of them
const PLACES = { m: [5, 5], e: [6, 5], s: [5, 6], w: [4, 5], n: [5, 4] };
const TILE = { id: "tile", glyph: "tile", layer: "tiles", x: 0, y: 0, size: 0.5 };
const PANEL = { panel: { carried: true, items: [TILE, { id: "place", glyph: "box", layer: "board" }] } };

let carry;
let panels;
beforeEach(() => {
  panels = new Map([["drawn", PANEL]]);
  carry = new Carry({
    panels,
    find: (name) =>
      PLACES[name] ? { item: { id: name, glyph: "disc", x: PLACES[name][0], y: PLACES[name][1] } } : null,
  });
  carry.offer({ m: { e: {}, s: {}, w: {} }, n: { m: {} } });
});

const moves = (name, by, times) =>
  Array.from({ length: times }, () => {
    carry.turn(name, by);
    return carry.move(carry.on(name));
  });

test("it lies between its two places and points from the first to the second", () => {
  assert.deepEqual(carry.on("s"), { path: ["m", "s"], x: 5, y: 5.5, angle: 90 });
  assert.deepEqual(carry.lying(carry.on("s")), [{ ...TILE, x: 5, y: 5.5, turn: 90, size: 1 }]);
});

test("on every place it is turned as nearly as possible as it is held", () => {
  assert.equal(carry.move(carry.on("m")), "m-e");
  carry.angle = 170;
  assert.equal(carry.move(carry.on("m")), "m-w");
  assert.equal(carry.move(carry.on("n")), "n-m");
  carry.angle = 350;
  assert.equal(carry.move(carry.on("m")), "m-e");
});

test("turned again and again it comes to every way that is allowed, and back", () => {
  assert.deepEqual(new Set(moves("m", 1, 3)), new Set(["m-s", "m-w", "m-e"]));
  carry.angle = 0;
  assert.equal(moves("m", 1, 1)[0], "m-s");
  carry.angle = 0;
  assert.equal(moves("m", -1, 1)[0], "m-w");
});

test("where there is one way only, turning leaves it", () => {
  assert.deepEqual(moves("e", 1, 2), ["m-e", "m-e"]);
});

test("what a move lays is what was shown for it", () => {
  assert.deepEqual(carry.laid("m-s"), carry.lying(carry.on("s")));
  assert.deepEqual(carry.laid("s-m"), []);
});

test("without a piece to carry, or without moves, nothing is carried", () => {
  carry.offer({});
  assert.equal(carry.active, false);
  panels.clear();
  carry.offer({ m: { e: {} } });
  assert.equal(carry.active, false);
});
