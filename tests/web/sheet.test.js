import assert from "node:assert/strict";
import { test } from "node:test";
import "./paper.js";
import { decisive } from "../../src/tablier/web/sheet.js";

const line = (seat, points, ...where) => ({ seat, points, where });

test("all that brought the winner points is lit, and nothing of others", () => {
  const sheet = [line(0, 3, "a1", "a2"), line(1, 2, "b1"), line(0, 0, "c1"), line(0, 4, "d1")];
  assert.deepEqual(decisive({ sheet, ranks: [1, 2] }), ["a1", "a2", "d1"]);
  assert.deepEqual(decisive({ sheet, ranks: [1, 1] }), ["a1", "a2", "b1", "d1"]);
});

test("of rows that lie across each other the best are lit", () => {
  const sheet = [line(0, 3, "a1", "b1", "c1"), line(0, 2, "a1", "a2"), line(0, 3, "b1", "b2", "b3"), line(1, 9, "d1")];
  assert.deepEqual(decisive({ sheet, ranks: [1, 2] }), ["a1", "b1", "c1", "b2", "b3"]);
});

test("nothing is lit where nobody has points", () => {
  assert.deepEqual(decisive({ sheet: [], ranks: [1, 1] }), []);
});
