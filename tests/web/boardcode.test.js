import assert from "node:assert/strict";
import { test } from "node:test";
import { fromCode, read, toCode } from "../../src/tablier/web/boardcode.js";

test("a board comes back from its code", () => {
  for (const board of ["aab\nc.b", "é ✓", "?>~ÿ".repeat(9), { tiles: [1, 2], names: { a: "ü" } }])
    assert.deepEqual(fromCode(toCode(board)), board);
});

test("a code needs no escaping in a link", () => {
  assert.match(toCode("?>~ÿ".repeat(9)), /^[\w-]+$/);
});

test("a spoilt code is no board", () => {
  assert.throws(() => fromCode("*"));
});

test("what somebody pasted is read if it can be, and otherwise left as it is", () => {
  assert.deepEqual(read(' {"a": 1} '), { a: 1 });
  assert.equal(read("ab\ncd\n\n"), "ab\ncd");
  assert.equal(read("{oh"), "{oh");
});
