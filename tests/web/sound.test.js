import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import "./paper.js";

const WEB = new URL("../../src/tablier/web/", import.meta.url);
const media = { matches: false, addEventListener() {} };
const kept = new Map();
const listening = {};
let struck = [];
let fetched = [];

/** Audio on paper: what is struck is written down. */
class PaperAudio {
  state = "running";
  currentTime = 0;
  createBuffer = (_, length, rate) => ({ length, rate, copyToChannel() {} });
  createBufferSource = () => {
    const source = { playbackRate: {}, connect: (node) => node, start: (at) => struck.push({ at, ...source }) };
    return source;
  };
  createGain = () => ({ gain: {}, connect: (node) => node });
  createStereoPanner = () => ({ pan: {}, connect: (node) => node });
}

Object.assign(globalThis, {
  matchMedia: () => media,
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  addEventListener: (name, heed) => (listening[name] = heed),
  AudioContext: PaperAudio,
  fetch: async (path) => {
    fetched.push(path);
    if (path === "/api/games")
      return { ok: true, json: async () => [{ name: "kulami", sounds: { place: "glass", take: "stone" } }] };
    const file = readFileSync(new URL(path, WEB));
    return { ok: true, arrayBuffer: async () => file.buffer.slice(file.byteOffset, file.byteOffset + file.length) };
  },
});
document.documentElement = { dataset: {} };

const { play, unpacked } = await import("../../src/tablier/web/sound.js");
const length = (name) => readFileSync(new URL(`${name}.wav`, WEB)).length - 58;

beforeEach(() => {
  struck = [];
  fetched = [];
  kept.clear();
});

test("before the first gesture nothing is fetched and nothing is heard", async () => {
  await play("place", { game: "kulami" });
  assert.deepEqual([fetched, struck], [[], []]);
});

test("who has turned sounds off fetches none", async () => {
  kept.set("taste", JSON.stringify({ sound: false }));
  listening.pointerdown();
  assert.deepEqual(fetched, []);
});

test("a piece sounds like what it is made of", async () => {
  listening.pointerdown();
  await play("place", { game: "kulami" });
  await play("take", { game: "kulami" });
  await play("place");
  assert.deepEqual(
    struck.map(({ buffer }) => buffer.length),
    ["glass", "lift", "stone", "wood"].map(length),
  );
});

test("no two strokes are quite alike, and none is far off", async () => {
  for (let time = 0; time < 8; time++) await play("mine", { game: "kulami" });
  const pitches = struck.map(({ playbackRate }) => playbackRate.value);
  assert.ok(new Set(pitches).size > 4);
  assert.ok(pitches.every((pitch) => Math.abs(pitch - 1) <= 0.05));
});

test("the end is three notes one after another", async () => {
  await play("end");
  assert.deepEqual(
    struck.map(({ at }) => at),
    [0, 0.13, 0.26],
  );
});

test("turned off, it is silent at once", async () => {
  kept.set("taste", JSON.stringify({ sound: false }));
  await play("wrong");
  assert.deepEqual(struck, []);
});

test("a file is unpacked to a wave that neither clips nor is still", () => {
  const file = readFileSync(new URL("wood.wav", WEB));
  const { rate, wave } = unpacked(file.buffer.slice(file.byteOffset, file.byteOffset + file.length));
  const peak = Math.max(...wave.map(Math.abs));
  assert.equal(rate, 22050);
  assert.ok(peak > 0.7 && peak < 0.9);
});
