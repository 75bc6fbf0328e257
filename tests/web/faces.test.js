import assert from "node:assert/strict";
import { test } from "node:test";
import { face } from "../../src/tablier/web/faces.js";
import "./paper.js";

const LEVELS = [1, 2, 3, 4, 5, 6];

test("every level has a face of its own", () => {
  const drawn = LEVELS.map((level) =>
    face(level)
      .all.map((path) => path.attributes.d)
      .join(),
  );
  assert.equal(new Set(drawn).size, LEVELS.length);
});

test("a face is not read out, since a name stands beside it", () => {
  for (const level of LEVELS) assert.equal(face(level).attributes["aria-hidden"], "true");
});
