// @ts-check
// Checks the draws of a finished record as the server's own program does, without the rules of any game:
// the seed against what was shown of it before the game, each hidden draw against what was promised of it,
// and each draw against those that the record says were possible. Whether those were all that the rules
// allow, and whether the board follows from the seed, takes the rules: `tablier verify FILE` checks that too.

import { fixed, hex, pledge, sha256 } from "./pledge.js";

export { pledge };

const HEX = /^[0-9a-f]{64}$/;
const encoder = new TextEncoder();

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
const bytes = (hex) => {
  if (!HEX.test(hex)) throw new Error("no seed");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
};

/**
 * @param {BufferSource} secret
 * @param {string} text
 */
const digest = async (secret, text) => {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
};

/**
 * JSON in one way only: without spaces, names in their order.
 * @param {any} value
 * @returns {string}
 */
const written = (value) => {
  if (Array.isArray(value)) return `[${value.map(written)}]`;
  if (Object(value) !== value) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${written(name)}:${written(value[name])}`)}}`;
};

/**
 * What is shown of a seed before anybody brings luck.
 * @param {number} version in version 1 it was to the seed alone
 * @param {string} seed hexadecimal digits, as below
 * @param {string} [table]
 * @param {string} [game]
 * @param {unknown} [choices]
 */
export const commitment = async (version, seed, table, game, choices) =>
  version === 1 ? sha256(bytes(seed)) : fixed(`tablier/${version}|${table}|${game}|${written(choices)}|${seed}`);

/**
 * What all draws follow from: the seed and everybody's luck, in the order of the seats.
 * @param {string} seed
 * @param {string[]} luck
 */
export const key = (seed, luck) => digest(bytes(seed), JSON.stringify(luck));

/**
 * The salt of the promise of a draw.
 * @param {string} seed
 * @param {number} number counted from 0, as below
 */
export const salt = async (seed, number) => hex(await digest(bytes(seed), `salt/${number}`));

/**
 * What is shown at once of a draw that not everybody may see.
 * @param {string} seed
 * @param {number} number
 * @param {string} move
 */
export const promise = async (seed, number, move) => fixed(`${await salt(seed, number)}:${move}`);

/** Random numbers that follow from a key and a label: digests of `label/0`, `label/1` and so on, end to end. */
export class Luck {
  #key;
  #label;
  #block = 0;
  /** @type {number[]} */
  #bytes = [];

  /**
   * @param {BufferSource} key
   * @param {string} label
   */
  constructor(key, label) {
    this.#key = key;
    this.#label = label;
  }

  /**
   * As many of the next whole bytes as hold `bits`, the last bits dropped.
   * @param {number} bits
   */
  async bits(bits) {
    const size = Math.ceil(bits / 8);
    while (this.#bytes.length < size) {
      this.#bytes.push(...(await digest(this.#key, `${this.#label}/${this.#block++}`)));
    }
    const taken = this.#bytes.splice(0, size);
    return taken.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n) >> BigInt(8 * size - bits);
  }

  /**
   * A number from 0 up to `limit`, all alike: numbers too large are drawn again.
   * @param {bigint} limit
   */
  async below(limit) {
    if (limit < 1n) throw new Error("nothing to draw from");
    const bits = limit.toString(2).length;
    for (;;) {
      const number = await this.bits(bits);
      if (number < limit) return number;
    }
  }
}

/**
 * Which of the possible draws, sorted by their text, is draw `number`.
 * @param {BufferSource} key
 * @param {number} number
 * @param {number[]} weights
 */
export const pick = async (key, number, weights) => {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let rank = await new Luck(key, `draw/${number}`).below(total);
  return weights.findIndex((weight) => {
    rank -= BigInt(weight);
    return rank < 0n;
  });
};

/**
 * Whose place, counted from 0, the lot falls on: they begin, and the others follow in their order.
 * @param {BufferSource} key
 * @param {number} seats
 */
export const first = async (key, seats) => Number(await new Luck(key, "first").below(BigInt(seats)));

/**
 * The part of a record that is looked at. Whether it is there, and like this, is found out by looking.
 * @typedef {object} Drawn
 * @property {string} game
 * @property {number} seats
 * @property {string[]} moves
 * @property {object} draws
 * @property {2} [draws.version] missing in version 1, as table and pledges
 * @property {string} [draws.table]
 * @property {(string | null)[]} [draws.pledges] by the places where people sat down
 * @property {unknown} draws.choices
 * @property {string} draws.seed
 * @property {string} draws.commitment
 * @property {string[]} draws.luck by the places where people sat down
 * @property {number} [draws.first] the place that the lot fell on, if one decided who begins
 * @property {(string | null)[]} draws.promises by draw
 * @property {[string, number][][]} draws.possible by draw, each with its chance
 */

/**
 * What somebody saw of the draws of a table, and gave to them.
 * @typedef {object} Keepsake
 * @property {string} at when the commitment was seen, as people here write it
 * @property {string} commitment
 * @property {string} luck
 * @property {(string | null)[]} [pledges] by place, as they were when the luck was shown
 */
/** @typedef {"unreadable" | "commitment" | "pledge" | "withheld" | "seen" | "given" | "others" | "first" | "pick" | "promise"} What */

/**
 * What was looked at in a record, and whether it holds; draws and places are numbered from 1. What cannot be read does
 * not hold.
 * @param {Drawn} record
 * @param {Keepsake | null} [kept] what the one who asks has kept of that table
 * @returns {Promise<{ holds: boolean, what: What, number: number }[]>}
 */
export const check = async (record, kept) => {
  /** @type {Awaited<ReturnType<typeof check>>} */
  const found = [];
  /**
   * @param {boolean} holds
   * @param {What} what
   */
  const note = (holds, what, number = 0) => found.push({ holds, what, number });
  try {
    const {
      version = 1,
      commitment: shown,
      first: lot,
      seed,
      table,
      choices,
      pledges,
      luck,
      promises,
      possible,
    } = record.draws;
    const known = version === 1 ? !pledges : version === 2 && pledges?.length === luck.length;
    if (!known || !luck.every((text) => typeof text === "string")) throw new Error("version");
    note((await commitment(version, seed, table, record.game, choices)) === shown, "commitment");
    for (const [place, pledged] of pledges?.entries() ?? [])
      if (luck[place]) note(pledged === (await pledge(shown, luck[place])), "pledge", place + 1);
      else if (pledged) note(true, "withheld", place + 1);
    if (kept) {
      note(shown === kept.commitment, "seen");
      note(luck.includes(kept.luck), "given");
      if (kept.pledges) note(`${pledges}` === `${kept.pledges}`, "others");
    }
    const all = await key(seed, luck);
    if (lot !== undefined) note((await first(all, luck.length)) === lot, "first", lot + 1);
    for (const [index, move] of record.moves.filter((move) => move.startsWith("~")).entries()) {
      const some = possible[index];
      const weights = some.map(([, weight]) => weight);
      note(some[await pick(all, index, weights)][0] === move, "pick", index + 1);
      if (promises[index]) note(promises[index] === (await promise(seed, index, move)), "promise", index + 1);
    }
  } catch {
    note(false, "unreadable");
  }
  return found;
};
