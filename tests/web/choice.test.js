import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Choice } from "../../src/tablier/web/choice.js";

// two shapes to place, and a pass that is a move by itself
const TREE = { S: { a1: {}, b2: {} }, Y: { a1: {}, S: {} }, pass: {} };

let choice;
beforeEach(() => {
  choice = new Choice();
  choice.offer(TREE);
});

test("at first everything that begins a move can be chosen", () => {
  assert.deepEqual(choice.targets, ["S", "Y", "pass"]);
  assert.deepEqual(choice.others, []);
});

test("a path to the end of a branch is a move, and the choice begins anew", () => {
  assert.equal(choice.take("S"), null);
  assert.deepEqual(choice.path, ["S"]);
  assert.equal(choice.take("b2"), "S-b2");
  assert.deepEqual(choice.path, []);
});

test("a target without branches is a move by itself", () => {
  assert.equal(choice.take("pass"), "pass");
});

test("once a move is begun its next targets come first, and those that begin another one stay", () => {
  choice.take("S");
  assert.deepEqual(choice.targets, ["a1", "b2", "Y", "pass"]);
  assert.deepEqual(choice.others, ["S", "Y", "pass"]);
});

test("what both goes on and begins anew goes on", () => {
  choice.take("Y");
  assert.deepEqual(choice.others, ["Y", "pass"]);
  assert.equal(choice.take("S"), "Y-S");
});

test("a target that does not go on begins another move", () => {
  choice.take("S");
  assert.equal(choice.take("Y"), null);
  assert.deepEqual(choice.path, ["Y"]);
});

test("what is chosen is given up when it is chosen again, unless it is to be kept", () => {
  choice.take("S");
  assert.equal(choice.take("S", true), null);
  assert.deepEqual(choice.path, ["S"]);
  assert.equal(choice.take("S"), null);
  assert.deepEqual(choice.path, []);
});

test("what leads nowhere ends what was begun", () => {
  choice.take("S");
  assert.equal(choice.take("z9"), null);
  assert.deepEqual(choice.path, []);
});

test("new moves keep what is chosen as far as it is still possible", () => {
  const deep = { A: { b: { c: {} } } };
  choice.offer(deep);
  choice.take("A");
  choice.take("b");
  choice.offer(deep);
  assert.deepEqual(choice.path, ["A", "b"]);
  choice.offer({ A: { x: {} } });
  assert.deepEqual(choice.path, ["A"]);
  choice.offer({ A: {} });
  assert.deepEqual(choice.path, [], "a whole move is not half chosen");
});

test("a target tells which move it would complete, of what is begun or by itself", () => {
  assert.equal(choice.completed("a1"), null);
  assert.equal(choice.completed("pass"), "pass");
  choice.take("S");
  assert.equal(choice.completed("a1"), "S-a1");
  assert.equal(choice.completed("pass"), "pass");
  assert.equal(choice.completed("Y"), null);
});

test("a move is allowed if it is a whole path", () => {
  assert.equal(choice.allows("S-a1"), true);
  assert.equal(choice.allows("S"), false);
  assert.equal(choice.allows("S-c3"), false);
  assert.equal(choice.allows("S-c3-d4"), false);
});

test("clearing forgets what is chosen and keeps what can be", () => {
  choice.take("S");
  choice.clear();
  assert.deepEqual(choice.path, []);
  assert.deepEqual(choice.targets, ["S", "Y", "pass"]);
});
