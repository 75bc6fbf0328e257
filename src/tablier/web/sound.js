// @ts-check
// What is heard: wood, glass, stone and felt, never twice quite alike. Nothing is fetched before the first gesture.

import { file } from "./art.js";
import { preferred } from "./preferences.js";
import { ask } from "./wire.js";

/** @import { Material, Sounds } from "./frame.d.ts" */

/** @typedef {Material | "lift" | "chime" | "knock"} Sample */
/**
 * One stroke: a sample, or what the game is made of; how loud, how high, and how many seconds later.
 * @typedef {{ of: Sample | "place" | "take", loud: number, high?: number, after?: number }} Stroke
 */

const VOLUME = 0.4;

/** @satisfies {Record<string, Stroke[]>} */
const HEARD = {
  place: [{ of: "place", loud: 0.8, high: 0.95 }],
  mine: [{ of: "place", loud: 1 }],
  lift: [{ of: "lift", loud: 0.25 }],
  take: [
    { of: "lift", loud: 0.2 },
    { of: "take", loud: 0.6, high: 0.86, after: 0.05 },
  ],
  wrong: [{ of: "knock", loud: 0.8 }],
  turn: [{ of: "chime", loud: 0.28 }],
  points: [{ of: "chime", loud: 0.22, high: 1.335 }],
  end: [
    { of: "chime", loud: 0.4, high: 0.749 },
    { of: "chime", loud: 0.4, after: 0.13 },
    { of: "chime", loud: 0.5, high: 1.335, after: 0.26 },
  ],
};

/** @type {AudioContext | undefined} */
let context;
/** @type {Map<Sample, Promise<AudioBuffer | undefined>>} */
const samples = new Map();
/** @type {Promise<Map<string, Sounds>> | undefined} */
let materials;

/** Browsers let a page be heard once somebody has touched it. */
function wake() {
  if (!preferred("sound")) return;
  context ||= new AudioContext();
  if (context.state === "suspended") context.resume();
  materials ||= ask("GET", "/api/games")
    .then((games) => new Map(games.map((game) => [game.name, game.sounds])))
    .catch(() => new Map());
}

for (const gesture of ["pointerdown", "keydown"])
  globalThis.addEventListener?.(gesture, wake, { capture: true, passive: true });
if (globalThis.navigator?.userActivation?.hasBeenActive) wake();

/**
 * A sound, fetched when it is first wanted.
 * @param {AudioContext} context
 * @param {Sample} name
 */
function sampled(context, name) {
  const found = samples.get(name) ?? fetched(context, name);
  samples.set(name, found);
  return found;
}

/**
 * A sound, or nothing if it is away; it is asked for again by the next stroke.
 * @param {AudioContext} context
 * @param {Sample} name
 */
async function fetched(context, name) {
  try {
    const response = await fetch(file(`${name}.wav`));
    if (!response.ok) throw new Error(response.statusText);
    const { rate, wave } = unpacked(await response.arrayBuffer());
    const buffer = context.createBuffer(1, wave.length, rate);
    buffer.copyToChannel(wave, 0);
    return buffer;
  } catch {
    samples.delete(name);
  }
}

/**
 * A WAV file of one channel, G.711 mu-law; unpacked here, since not every browser can.
 * @param {ArrayBuffer} file
 */
export function unpacked(file) {
  const view = new DataView(file);
  let [at, rate] = [12, 0];
  for (; at + 8 <= view.byteLength; at += 8 + view.getUint32(at + 4, true)) {
    const kind = String.fromCharCode(...new Uint8Array(file, at, 4));
    if (kind === "fmt ") rate = view.getUint32(at + 12, true);
    if (kind === "data") break;
  }
  const bytes = new Uint8Array(file, at + 8, view.getUint32(at + 4, true));
  const wave = Float32Array.from(bytes, (byte) => {
    const code = ~byte & 255;
    const size = ((((code & 15) << 3) + 132) << ((code >> 4) & 7)) - 132;
    return (code & 128 ? -size : size) / 32768;
  });
  return { rate, wave };
}

/**
 * Let something be heard, unless sounds are off.
 * @param {keyof typeof HEARD} name
 * @param {{ game?: string, pan?: number }} options whose pieces, and how far to the left (-1) or to the right (1)
 */
export async function play(name, { game = "", pan = 0 } = {}) {
  if (!context || !preferred("sound")) return;
  const now = context.currentTime;
  const made = (await materials)?.get(game);
  /** @type {Stroke[]} */
  const strokes = HEARD[name];
  for (const { of, loud, high = 1, after = 0 } of strokes) {
    const sample = await sampled(context, of === "place" || of === "take" ? (made?.[of] ?? "wood") : of);
    if (!sample) continue;
    const struck = context.createBufferSource();
    const volume = context.createGain();
    const side = context.createStereoPanner();
    const tuned = of === "chime";
    struck.buffer = sample;
    struck.playbackRate.value = high * (tuned ? 1 : 0.96 + 0.08 * Math.random());
    volume.gain.value = VOLUME * preferred("volume") * loud * (0.85 + 0.15 * Math.random());
    side.pan.value = Math.max(-1, Math.min(1, pan)) * 0.6;
    struck.connect(volume).connect(side).connect(context.destination);
    struck.start(Math.max(now, context.currentTime) + after);
  }
}
