import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./paper.js";
import { markdown } from "../../src/tablier/web/markdown.js";
import { speakFrom } from "../../src/tablier/web/words.js";

const html = (text) => markdown(text).html.replace(/^<div>(.*)<\/div>$/s, "$1");

beforeEach(() => speakFrom({}, "en"));

test("headings have their depth, down to the fourth", () => {
  assert.equal(html("# One\n## Two\n##### Five"), "<h1>One</h1><h2>Two</h2><h4>Five</h4>");
});

test("lines that follow each other are one paragraph, and an empty line ends it", () => {
  assert.equal(html("one\ntwo\n\nthree"), "<p>one two</p><p>three</p>");
});

test("a heading, a list or a table ends a paragraph without an empty line", () => {
  assert.equal(html("one\n# Two"), "<p>one</p><h1>Two</h1>");
  assert.equal(html("one\n- two"), "<p>one</p><ul><li>two</li></ul>");
  assert.equal(html("one\n1. two"), "<p>one</p><ol><li>two</li></ol>");
});

test("lists are of dots or of numbers, and what follows indented belongs to the last of them", () => {
  assert.equal(html("- one\n- two\n  more"), "<ul><li>one</li><li>two more</li></ul>");
  assert.equal(html("1. one\n2. two"), "<ol><li>one</li><li>two</li></ol>");
});

test("another kind of list is another list, and an empty line between two items is not", () => {
  assert.equal(html("- one\n1. two"), "<ul><li>one</li></ul><ol><li>two</li></ol>");
  assert.equal(html("- one\n\n- two"), "<ul><li>one</li><li>two</li></ul>");
});

test("words between two lists keep them apart", () => {
  assert.equal(html("- one\n\nword\n\n- two"), "<ul><li>one</li></ul><p>word</p><ul><li>two</li></ul>");
});

test("words are bold, in italics, or code, and a single star is a star", () => {
  assert.equal(
    html("a **bold** and *soft* `code` 2 * 3"),
    "<p>a <strong>bold</strong> and <em>soft</em> <code>code</code> 2 * 3</p>",
  );
});

test("a block of code is left as it is", () => {
  assert.equal(
    html("```\n# no **heading**\n\n- x\n```\nend"),
    "<pre><code># no **heading**\n\n- x</code></pre><p>end</p>",
  );
});

test("a table has a head and rows, and its line of dashes is not one of them", () => {
  assert.equal(
    html("| a | b |\n|---|:-:|\n| 1 | **2** |\nend"),
    "<div><table><thead><tr><th>a</th><th>b</th></tr></thead>" +
      "<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div><p>end</p>",
  );
});

test("French signs stay with their words in the rules too", () => {
  speakFrom({}, "fr");
  assert.equal(html("Attention !"), "<p>Attention\u00a0!</p>");
});
