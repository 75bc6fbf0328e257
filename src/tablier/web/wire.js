// Talking with the server: questions by HTTP, life at tables by one socket that mends itself.

import { released } from "./press.js";
import { say, t } from "./words.js";

export class Refusal extends Error {
  constructor(error) {
    super(say(error.text) || error.message);
    this.kind = error.kind;
    this.key = error.text?.say;
  }
}

export async function ask(verb, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: verb,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal({ kind: "Unwell", text: t("wire.away") });
  }
  const found = await response.json().catch(() => ({}));
  await released();
  if (!response.ok) throw new Refusal(found.error || { kind: "Unwell", text: t("wire.away") });
  return found;
}

/** A board as it would be, drawn. */
export async function sketch(wish) {
  const found = await ask("POST", "/api/boards", wish);
  if (found.wrong) throw new Refusal({ kind: "Illegal", text: found.wrong });
  return found;
}

const luck = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export { luck };

const PAUSES = [200, 500, 1000, 2000, 4000];
const SILENCE = 25000;

class Wire extends EventTarget {
  #socket = null;
  #waiting = new Map(); // what is sent and not answered: sent again after a break, and counted once
  #tables = new Map();
  #number = 0;
  #name = luck().slice(0, 10);
  #tries = 0;
  #heard = 0;
  state = "closed";

  /** Open the socket, if it is not open; whoever has no name yet has none. */
  open() {
    if (this.#socket) return;
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
    this.#socket = socket;
    this.#become(this.#tries ? "reconnecting" : "connecting");
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = Date.now();
      this.#become("live");
      for (const [table, watched] of this.#tables) if (watched.number >= 0) this.#rewatch(table, watched);
      for (const { message } of this.#waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = async ({ data }) => {
      const at = Date.now();
      this.#heard = at;
      await released();
      this.#hear(JSON.parse(data), at);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#become("reconnecting");
      setTimeout(() => this.open(), PAUSES[Math.min(this.#tries++, PAUSES.length - 1)] * (0.7 + 0.6 * Math.random()));
    };
  }

  /** After sleep, or when the network comes back: do not wait for the next try. */
  wake() {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      if (Date.now() - this.#heard > SILENCE) this.#socket.close();
      else this.send("ping").catch(() => {});
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

  send(verb, fields = {}) {
    this.open();
    const message = { v: 1, id: `${this.#name}-${this.#number++}`, do: verb, ...fields };
    return new Promise((done, failed) => {
      this.#waiting.set(message.id, { message, done, failed });
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    });
  }

  /** Be told of a table: `take(frame, at)` is called for every frame, the first one whole, with when it was heard. */
  async watch(table, seat, take) {
    const watched = { seat, take, number: -1 };
    this.#tables.set(table, watched);
    const fields = seat === null || seat === undefined ? {} : { seat };
    return this.send("watch", { table, ...fields });
  }

  unwatch(table) {
    if (this.#tables.delete(table) && this.#socket?.readyState === WebSocket.OPEN)
      this.send("unwatch", { table }).catch(() => {});
  }

  #rewatch(table, watched) {
    const fields = watched.seat === null || watched.seat === undefined ? {} : { seat: watched.seat };
    this.send("watch", { table, ...fields, since: watched.number }).catch(() => {});
  }

  #hear(frame, at) {
    if (frame.table) {
      const watched = this.#tables.get(frame.table);
      if (!watched) return;
      if ("number" in frame) watched.number = frame.number;
      watched.take(frame, at);
      return;
    }
    const waiting = this.#waiting.get(frame.re);
    if (!waiting) return;
    this.#waiting.delete(frame.re);
    if (frame.error) waiting.failed(new Refusal(frame.error));
    else waiting.done(frame);
  }

  get unsaved() {
    return [...this.#waiting.values()].some(({ message }) => message.do === "play");
  }

  async #become(state) {
    this.state = state;
    await released();
    this.dispatchEvent(new Event("state"));
  }
}

export const wire = new Wire();
addEventListener("online", () => wire.wake());
addEventListener("pageshow", () => wire.wake());
document.addEventListener("visibilitychange", () => document.hidden || wire.wake());
