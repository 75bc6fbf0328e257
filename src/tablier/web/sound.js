// @ts-check
// Small sounds, made here; silent unless wished for.

import { preferred } from "./preferences.js";

/** @type {AudioContext | undefined} */
let context;

/** Pitch, length in seconds, loudness. */
const NOTES = {
  place: [[220, 0.05, 0.5]],
  mine: [[330, 0.05, 0.5]],
  end: [
    [392, 0.15, 0.3],
    [523, 0.2, 0.3],
    [659, 0.3, 0.3],
  ],
  wrong: [[140, 0.12, 0.3]],
};

/** @param {keyof typeof NOTES} name */
export function play(name, _how) {
  if (!(name in NOTES)) return; // SHIM
  if (!preferred("sound")) return;
  context ||= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length, loud] of NOTES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud * 0.3, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length * 0.8;
  }
}
