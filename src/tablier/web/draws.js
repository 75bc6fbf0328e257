// @ts-check
// Checks the draws of a finished record as the server's own program does, without the rules of any game:
// the seed against what was shown of it before the game, each hidden draw against what was promised of it,
// and each draw against those that the record says were possible. Whether those were all that the rules
// allow, and whether the board follows from the seed, takes the rules: `tablier verify FILE` checks that too.

const HEX = /^(?:[0-9a-f]{2})*$/;
const encoder = new TextEncoder();

/**
 * @param {string} hex
 * @returns {Uint8Array<ArrayBuffer>}
 */
const bytes = (hex) => {
  if (!HEX.test(hex)) throw new Error("these are no hexadecimal digits");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
};

/** @param {Uint8Array} data */
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {BufferSource} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/**
 * @param {BufferSource} secret
 * @param {string} text
 */
const digest = async (secret, text) => {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
};

/**
 * What is shown of a seed before the game.
 * @param {string} seed hexadecimal digits, as below
 */
export const commitment = async (seed) => hex(await sha256(bytes(seed)));

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
export const promise = async (seed, number, move) =>
  hex(await sha256(encoder.encode(`${await salt(seed, number)}:${move}`)));

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
  if (total <= 0n) throw new Error("nothing to draw from");
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
 * The part of a record that is looked at.
 * @typedef {object} Drawn
 * @property {string[]} moves
 * @property {object} draws
 * @property {string} draws.seed
 * @property {string} draws.commitment
 * @property {string[]} draws.luck by the places where people sat down
 * @property {number} [draws.first] the place that the lot fell on, if one decided who begins
 * @property {(string | null)[]} draws.promises by draw
 * @property {[string, number][][]} draws.possible by draw, each with its chance
 */

/** @param {unknown} draw */
const chance = (draw) =>
  Array.isArray(draw) && typeof draw[0] === "string" && Number.isSafeInteger(draw[1]) && draw[1] >= 0;

/**
 * Can a record be checked? It is what somebody has pasted, and may be anything.
 * @param {Partial<Drawn>} record
 * @returns {record is Drawn}
 */
function fits(record) {
  const { draws, moves } = record;
  return (
    !!draws &&
    HEX.test(draws.seed) &&
    (draws.first === undefined || (Number.isSafeInteger(draws.first) && draws.luck?.length > 0)) &&
    Array.isArray(moves) &&
    [draws.luck, draws.promises, draws.possible].every(Array.isArray) &&
    [...moves, ...draws.luck].every((text) => typeof text === "string") &&
    draws.possible.every((some) => Array.isArray(some) && some.every(chance))
  );
}

/**
 * What was looked at in a record, and whether it holds; draws and places are numbered from 1. Empty if the record says nothing of
 * its draws.
 * @param {Partial<Drawn>} record
 * @returns {Promise<{ holds: boolean, what: "commitment" | "first" | "pick" | "promise", number: number }[]>}
 */
export const check = async (record) => {
  if (!fits(record)) return [];
  const { draws, moves } = record;
  /** @type {Awaited<ReturnType<typeof check>>} */
  const found = [{ holds: (await commitment(draws.seed)) === draws.commitment, what: "commitment", number: 0 }];
  const all = await key(draws.seed, draws.luck);
  if (draws.first !== undefined)
    found.push({
      holds: (await first(all, draws.luck.length)) === draws.first,
      what: "first",
      number: draws.first + 1,
    });
  for (const [index, move] of moves.filter((move) => move.startsWith("~")).entries()) {
    const number = index + 1;
    const possible = draws.possible[index] ?? [];
    const weights = possible.map(([, weight]) => weight);
    const picked = weights.some((weight) => weight > 0) ? possible[await pick(all, index, weights)][0] : null;
    found.push({ holds: picked === move, what: "pick", number });
    if (draws.promises[index]) {
      found.push({
        holds: draws.promises[index] === (await promise(draws.seed, index, move)),
        what: "promise",
        number,
      });
    }
  }
  return found;
};
