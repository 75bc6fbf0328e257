// @ts-check
// All that is said, in the reader's language, from the same catalogues as everywhere else.

/** @import { Catalogues, Fact } from "./frame.d.ts" */

/** @typedef {Record<string, Fact | undefined>} Facts */

export const LANGUAGES = { en: "English", fr: "Français" };

/** @type {Catalogues} */
let catalogues = {};
let language = "en";

export const spoken = () => language;

/** The language of this browser. */
const own = () => navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES) || "en";

function preferred() {
  const kept = localStorage.getItem("language");
  return kept && kept in LANGUAGES ? kept : own();
}

/** Learn a language; the page is written anew by whoever asked. */
export async function learn(name = preferred()) {
  const response = await fetch(new URL(`./words/${name}.json`, import.meta.url));
  speakFrom(await response.json(), name);
  localStorage.setItem("language", name);
  // so that the server, too, answers in a language that is not the browser's own
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has another way
  document.cookie = `language=${name}; path=/; samesite=lax; max-age=${name === own() ? 0 : 31536000}`;
  document.documentElement.lang = name;
}

/**
 * Speak a language from its catalogues.
 * @param {Catalogues} words
 * @param {string} name
 */
export function speakFrom(words, name) {
  catalogues = words;
  language = name;
}

/**
 * A sentence that the server left unsaid: {in, say, with}. Plain text stays as it is.
 * @param {Fact | undefined} phrase
 * @returns {string}
 */
export function say(phrase) {
  if (phrase === null || phrase === undefined) return "";
  if (typeof phrase !== "object") return String(phrase);
  if (Array.isArray(phrase)) return phrase.map(say).join(", ");
  if ("glyph" in phrase) return say(phrase.name);
  return written(catalogues[phrase.in]?.[phrase.say] ?? phrase.say, phrase.with || {});
}

/**
 * A sentence of this client's own.
 * @param {string} key
 * @param {Facts} facts
 */
export function t(key, facts = {}) {
  return written(catalogues.web?.[key] ?? key, facts);
}

/**
 * A sentence of a game's, if it has one.
 * @param {string} game
 * @param {string} key
 * @param {Facts} facts
 */
export function of(game, key, facts = {}) {
  const sentence = catalogues[game]?.[key];
  return sentence === undefined ? undefined : written(sentence, facts);
}

/**
 * `{name}` is a fact, `{name:|one|many}` the form of a word that goes with a number, `{{` a brace.
 * @param {string} sentence
 * @param {Facts} facts
 */
function written(sentence, facts) {
  return unbroken(sentence).replace(/\{\{|\}\}|\{(\w+)(?::\|([^|}]*)\|([^}]*))?\}/g, (found, name, one, many) => {
    if (found === "{{") return "{";
    if (found === "}}") return "}";
    const fact = facts[name];
    if (one === undefined) return number(fact) ?? say(fact);
    const size = Math.abs(Number(fact));
    return (language === "fr" ? size < 2 : size === 1) ? one : many;
  });
}

/**
 * French signs stay on the line of the word before them; so do per cents in every language.
 * @param {string} text
 */
export const unbroken = (text) => text.replace(language === "fr" ? / (?=[:;?!»%])/g : / (?=%)/g, "\u00a0");

/**
 * A number with a fraction, as the language writes it.
 * @param {Fact | undefined} fact
 */
function number(fact) {
  return typeof fact === "number" && !Number.isInteger(fact) ? new Intl.NumberFormat(language).format(fact) : undefined;
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * So long, in the largest unit that it fills.
 * @param {number} milliseconds
 */
export function lasting(milliseconds) {
  const seconds = milliseconds / 1000;
  const [unit, size] = UNITS.find((one) => seconds >= one[1]) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit }).format(Math.round(seconds / size));
}

/**
 * How long ago, or how long from now, in words.
 * @param {number} milliseconds the moment
 */
export function when(milliseconds) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const seconds = (milliseconds - Date.now()) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, "second");
}
