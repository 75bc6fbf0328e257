import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { calledName, levelName, plainName, playerName, seatName } from "../../src/tablier/web/names.js";
import { speakFrom } from "../../src/tablier/web/words.js";

const person = (name) => ({ name, level: null, free: false, kept: false });
const level = { name: null, level: "tablier:3", free: false, kept: false };
const model = (...seats) => ({ about: { game: "kulami", seats }, panels: [] });

beforeEach(() =>
  speakFrom(
    {
      web: {
        "level.short": "Level {level}",
        "seat.number": "Player {number}",
        "seat.free": "free",
        "seat.kept": "kept",
      },
      search: { "level.3.character": "Bruno" },
      kulami: { "seat.0": "Red", "seat.1": "Black" },
      rangees: { "colour.blue": "blue" },
    },
    "en",
  ),
);

test("a person has a name and an opponent that of its character", () => {
  const { about } = model(person("Ada"), level);
  assert.deepEqual([plainName(about, 0), plainName(about, 1)], ["Ada", "Bruno"]);
  assert.equal(levelName("tablier:9"), "Level 9");
});

test("a seat where nobody sits is free, or kept for somebody", () => {
  const free = { name: null, level: null, free: true, kept: false };
  const { about } = model(free, { ...free, kept: true }, { ...free, kept: true, name: "Bob" });
  assert.deepEqual([plainName(about, 0), plainName(about, 1), plainName(about, 2)], ["free", "kept", "Bob"]);
});

test("a name that is alone needs no more", () => {
  assert.equal(playerName(model(person("Ada"), person("Bob")), 0), "Ada");
});

test("namesakes are told apart by their seats", () => {
  const table = model(person("Ada"), person("Ada"), person("Bob"));
  assert.deepEqual(
    [playerName(table, 0), playerName(table, 1), playerName(table, 2)],
    ["Ada (Red)", "Ada (Black)", "Bob"],
  );
});

test("a seat is called as its game says, else by the colour of what it holds, else by its number from one", () => {
  const title = { in: "rangees", say: "hand", with: { colour: { in: "rangees", say: "colour.blue", with: {} } } };
  const panels = [{ seat: 1, title }];
  assert.equal(seatName("kulami", 0, panels), "Red");
  assert.equal(seatName("rangees", 1, panels), "Blue");
  assert.equal(seatName("rangees", 0, panels), "Player 1");
  assert.equal(seatName("rangees", 1), "Player 2");
});

test("for short one is called by one's name, or by the seat if somebody else is called the same", () => {
  assert.equal(calledName(model(person("Ada"), person("Bob")), 0), "Ada");
  assert.equal(calledName(model(person("Ada"), person("Ada")), 1), "Black");
});
