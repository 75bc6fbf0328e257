import assert from "node:assert/strict";
import { test } from "node:test";
import { ICONS, icon } from "../../src/tablier/web/icons.js";
import "./paper.js";

test("a sign beside words is not read out", () => {
  const sign = icon("hint");
  assert.equal(sign.attributes["aria-hidden"], "true");
  assert.equal(sign.attributes.role, undefined);
});

test("a sign that stands alone says what it means", () => {
  const sign = icon("mute", { label: "Sound off" });
  assert.deepEqual([sign.attributes.role, sign.attributes["aria-label"]], ["img", "Sound off"]);
  assert.equal(sign.attributes["aria-hidden"], undefined);
});

test("every sign is drawn within its grid, by one pen, and unlike any other", () => {
  const seen = new Set();
  for (const name of ICONS) {
    const paths = icon(name).all.filter((element) => element.tag === "path");
    assert.ok(paths.length, name);
    for (const { attributes } of paths) {
      assert.match(attributes.d, /^M[\d.]/, name);
      assert.doesNotMatch(attributes.d, /NaN|undefined/, name);
      for (const [, x, y] of attributes.d.matchAll(/M([\d.]+) ?([\d.]+)/g))
        assert.ok(x >= 1.5 && x <= 22.5 && y >= 1.5 && y <= 22.5, `${name}: ${x} ${y}`);
      assert.ok(attributes["stroke-width"] === "1.75" || attributes.fill === "currentColor", name);
    }
    seen.add(paths.map((path) => path.attributes.d).join());
  }
  assert.equal(seen.size, ICONS.length);
});
