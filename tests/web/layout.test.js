import assert from "node:assert/strict";
import { test } from "node:test";
import { Layout } from "../../src/tablier/web/layout.js";

const PLAN = {
  grid: [4, 3],
  pieces: [
    [2, 1, 2],
    [2, 2, 1],
  ],
  start: [
    [1, 0, 2, 1],
    [1, 1, 2, 2],
  ],
  trim: true,
};

test("a board is written with a letter for each piece, and without empty rims", () => {
  assert.equal(new Layout(PLAN).text, "aa\nbb\nbb");
  assert.equal(new Layout({ ...PLAN, trim: false }).text, ".aa.\n.bb.\n.bb.");
  assert.equal(new Layout({ ...PLAN, mark: "#" }).text, "##\n##\n##");
});

test("a board where nothing lies is no text at all", () => {
  const layout = new Layout(PLAN);
  layout.laid = [];
  assert.equal(layout.text, "");
});

test("what is taken away is in the hand, turned as it lay", () => {
  const layout = new Layout({ ...PLAN, start: [[0, 0, 1, 2]] });
  layout.take(layout.laid[0]);
  assert.deepEqual([layout.kind, layout.turned, layout.current], [0, true, { width: 1, height: 2 }]);
  assert.equal(layout.sizes[0].left, 2);
});

test("a piece is laid where there is room for it, as long as some are left", () => {
  const layout = new Layout(PLAN);
  assert.equal(layout.lay({ x: 3, y: 0 }), "room", "beyond the edge");
  assert.equal(layout.lay({ x: 2, y: 2 }), "room", "over another");
  layout.turned = true;
  assert.equal(layout.lay({ x: 0, y: 0 }), null);
  assert.equal(layout.lay({ x: 3, y: 0 }), "none");
});

test("as at first is as at first, whatever was drawn since", () => {
  const layout = new Layout(PLAN);
  layout.take(layout.laid[0]);
  layout.laid = layout.start;
  assert.equal(layout.text, "aa\nbb\nbb");
});
