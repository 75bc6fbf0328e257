import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { of, say, speakFrom, spoken, t, unbroken, when } from "../../src/tablier/web/words.js";

const ENGLISH = {
  web: { plain: "Your turn", moves: "{number} {number:|move|moves}", braces: "{{{name}}} {{x}}" },
  kulami: { "seat.0": "Red", scored: "{points} {points:|point|points} for {where}" },
  core: { word: "cell {name}" },
};
const FRENCH = {
  web: { plain: "À vous !", moves: "{number} {number:|coup|coups}" },
  kulami: { "seat.0": "Rouge" },
};
const word = (name) => ({ in: "core", say: "word", with: { name } });

beforeEach(() => speakFrom(ENGLISH, "en"));
afterEach(() => mock.timers.reset());

test("a sentence of the page is found by its key, and a key that is missing stands for itself", () => {
  assert.equal(t("plain"), "Your turn");
  assert.equal(t("nowhere"), "nowhere");
});

test("a word goes with its number, in English and in French", () => {
  assert.deepEqual(
    [0, 1, 2, -1].map((number) => t("moves", { number })),
    ["0 moves", "1 move", "2 moves", "-1 move"],
  );
  speakFrom(FRENCH, "fr");
  assert.equal(spoken(), "fr");
  assert.deepEqual(
    [0, 1, 1.5, 2].map((number) => t("moves", { number })),
    ["0 coup", "1 coup", "1,5 coup", "2 coups"],
  );
});

test("doubled braces are braces", () => {
  assert.equal(t("braces", { name: "Ada" }), "{Ada} {x}");
});

test("a sentence that the server left unsaid is said, with the sentences among its facts", () => {
  const phrase = { in: "kulami", say: "scored", with: { points: 2, where: word("b2") } };
  assert.equal(say(phrase), "2 points for cell b2");
});

test("a list is said one after the other, sentences included", () => {
  assert.equal(say(["a", word("b2"), 3]), "a, cell b2, 3");
  const phrase = { in: "kulami", say: "scored", with: { points: 1, where: [word("a1"), word("b2")] } };
  assert.equal(say(phrase), "1 point for cell a1, cell b2");
});

test("plain text stays as it is, and nothing is said of nothing", () => {
  assert.deepEqual([say("Ada"), say(7), say(null), say(undefined)], ["Ada", "7", "", ""]);
});

test("what no catalogue knows is said by its key", () => {
  assert.equal(say({ in: "chess", say: "mate", with: {} }), "mate");
});

test("a game's own sentence is said if it has one", () => {
  assert.equal(of("kulami", "seat.0"), "Red");
  assert.equal(of("kulami", "seat.1"), undefined);
  assert.equal(of("chess", "seat.0"), undefined);
});

test("numbers with a fraction are written as the language does", () => {
  const phrase = { in: "core", say: "word", with: { name: 0.5 } };
  assert.equal(say(phrase), "cell 0.5");
  speakFrom({ core: ENGLISH.core }, "fr");
  assert.equal(say(phrase), "cell 0,5");
});

test("French signs stay on the line of the word before them", () => {
  assert.equal(unbroken("Go !"), "Go !");
  speakFrom(FRENCH, "fr");
  assert.equal(t("plain"), "À vous\u00a0!");
  assert.equal(unbroken("« a » ; b"), "« a\u00a0» ; b".replace(" ;", "\u00a0;"));
});

test("per cents stay on the line of their number", () => {
  speakFrom({ web: { chance: "{percent} %" } }, "en");
  assert.equal(t("chance", { percent: 46 }), "46\u00a0%");
});

test("how long ago is told in the largest unit that fits", () => {
  mock.timers.enable({ apis: ["Date"], now: 10 * 86400000 });
  const ago = (seconds) => when(Date.now() - 1000 * seconds);
  assert.deepEqual([ago(5), ago(60), ago(7200), ago(86400)], ["now", "1 minute ago", "2 hours ago", "yesterday"]);
  assert.equal(ago(-7200), "in 2 hours");
});
