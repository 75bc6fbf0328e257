// @ts-check
// Talking with the server: questions by HTTP, life at tables by one socket that mends itself.

import { released } from "./press.js";
import { say, t } from "./words.js";

/**
 * @import {
 *   Answers, BoardWish, Frame, HttpAnswer, HttpBody, Messages, SeatNumber, Sentence, TableName, Verb, WatchMessage, Wrong
 * } from "./frame.d.ts"
 */

/** What was asked in vain, with a sentence that says why. */
export class Refusal extends Error {
  /** @param {{ kind: string, text: Sentence | string }} error */
  constructor(error) {
    super(say(error.text));
    this.kind = error.kind;
  }
}

/**
 * The sentence that says why something was not done.
 * @param {unknown} refusal
 */
export const why = (refusal) => (refusal instanceof Error ? refusal.message : String(refusal));

const away = () => new Refusal({ kind: "Unwell", text: t("wire.away") });

/**
 * Ask the server by HTTP.
 * @template {"GET" | "POST" | "PATCH" | "DELETE"} Method
 * @template {string} Path
 * @param {Method} verb
 * @param {Path} path
 * @param {HttpBody<`${Method} ${Path}`>} [body]
 * @returns {Promise<HttpAnswer<`${Method} ${Path}`>>}
 * @throws {Refusal}
 */
export async function ask(verb, path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method: verb,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw away();
  }
  const found = await response.json().catch(() => ({}));
  await released();
  if (!response.ok) throw found.error ? new Refusal(found.error) : away();
  return found;
}

/**
 * A board as it would be, drawn.
 * @param {BoardWish} wish
 * @throws {Refusal} if the rules do not allow it
 */
export async function sketch(wish) {
  const found = await ask("POST", "/api/boards", wish);
  if (found.wrong) throw new Refusal({ kind: "Illegal", text: found.wrong });
  return found;
}

/** Random digits. */
export const luck = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const PAUSES = [200, 500, 1000, 2000, 4000];
const SILENCE = 25000;

/**
 * A message on its way, and who waits for its answer. What the answer is like, whoever sent it knows by the verb.
 * @typedef {{ message: { id: string, do: Verb }, done: (answer: any) => void, failed: (refusal: Refusal) => void }} Sent
 */
/**
 * A table that is watched.
 * @typedef {object} Watched
 * @property {SeatNumber | null} seat
 * @property {(frame: Frame, at: number) => void} take
 * @property {string} head the last one seen, nothing before the first frame
 */
/** @typedef {{ re: string, error?: Wrong }} Answer */
/** @typedef {"closed" | "connecting" | "live" | "reconnecting" | "refused"} State */

class Wire extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Sent>} */
  #waiting = new Map(); // what is sent and not answered: sent again after a break, and counted once
  /** @type {Map<TableName, Watched>} */
  #tables = new Map();
  #number = 0;
  #name = luck().slice(0, 10);
  #tries = 0;
  #heard = 0;
  /** @type {State} */
  state = "closed";

  /** The socket, opened if it is not open; whoever has no name yet has none. */
  open() {
    if (this.#socket) return this.#socket;
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
    this.#socket = socket;
    this.#heard = 0;
    this.#become(this.#tries ? "reconnecting" : "connecting");
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = Date.now();
      this.#become("live");
      for (const [table, watched] of this.#tables) if (watched.head) this.#rewatch(table, watched);
      for (const { message } of this.#waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = async ({ data }) => {
      const at = Date.now();
      this.#heard = at;
      await released();
      this.#hear(JSON.parse(data), at);
    };
    socket.onclose = async () => {
      if (this.#socket !== socket) return; // another has taken its place
      this.#socket = null;
      this.#become("reconnecting");
      // a socket that never opened may have been refused, and a stranger's always will be
      if (!this.#heard && (await ask("GET", "/api/me").catch(() => 0)) === null) return this.#become("refused");
      setTimeout(() => this.open(), PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] * (0.7 + 0.6 * Math.random()));
    };
    return socket;
  }

  /** After sleep, or when the network comes back: do not wait for the next try. */
  wake() {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.#heard > SILENCE) this.#socket.close();
      else this.send("ping", {}).catch(() => {});
    } else if (this.state !== "closed" && !this.#socket) {
      this.open();
    }
  }

  /** After signing in or out the socket must be somebody else's. */
  restart() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.open();
  }

  /**
   * Send a message; it is answered once, however often the socket breaks meanwhile.
   * @template {Verb} V
   * @param {V} verb
   * @param {Messages[V]} fields
   * @returns {Promise<Answers[V]>}
   * @throws {Refusal}
   */
  send(verb, fields) {
    const socket = this.open();
    const message = { v: 1, id: `${this.#name}-${this.#number++}`, do: verb, ...fields };
    return new Promise((done, failed) => {
      this.#waiting.set(message.id, { message, done, failed });
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    });
  }

  /**
   * Be told of a table: `take(frame, at)` is called for every frame, the first one whole, with when it was heard.
   * @param {TableName} table
   * @param {SeatNumber | null} seat the seat to watch from; with null the server finds one
   * @param {(frame: Frame, at: number) => void} take
   */
  async watch(table, seat, take) {
    this.#tables.set(table, { seat, take, head: "" });
    return this.send("watch", watching(table, seat));
  }

  /** @param {TableName} table */
  unwatch(table) {
    if (this.#tables.delete(table) && this.#socket?.readyState === WebSocket.OPEN)
      this.send("unwatch", { table }).catch(() => {});
  }

  /**
   * @param {TableName} table
   * @param {Watched} watched
   */
  #rewatch(table, watched) {
    this.send("watch", { ...watching(table, watched.seat), since: watched.head }).catch(() => {});
  }

  /**
   * @param {Frame | Answer} heard
   * @param {number} at
   */
  #hear(heard, at) {
    if ("table" in heard) {
      const watched = this.#tables.get(heard.table);
      if (!watched) return;
      if ("head" in heard) watched.head = heard.head;
      watched.take(heard, at);
      return;
    }
    const waiting = this.#waiting.get(heard.re);
    if (!waiting) return;
    this.#waiting.delete(heard.re);
    if (heard.error) waiting.failed(new Refusal(heard.error));
    else waiting.done(heard);
  }

  /** Is a move on its way? */
  get unsaved() {
    return [...this.#waiting.values()].some(({ message }) => message.do === "play");
  }

  /** @param {State} state */
  async #become(state) {
    this.state = state;
    await released();
    this.dispatchEvent(new Event("state"));
  }
}

/**
 * @param {TableName} table
 * @param {SeatNumber | null} seat
 * @returns {WatchMessage}
 */
function watching(table, seat) {
  return seat === null ? { table } : { table, seat };
}

export const wire = new Wire();
addEventListener("online", () => wire.wake());
addEventListener("pageshow", () => wire.wake());
document.addEventListener("visibilitychange", () => document.hidden || wire.wake());
