// @ts-check
// Who is here.

import { ask, wire } from "./wire.js";
import { t } from "./words.js";

/** @import { Me } from "./frame.d.ts" */

/** @type {Me | null} */
export let me = null;
/** @type {Promise<Me | null> | null} */
let asked = null;

/** Who this browser is. With `needed`, somebody who has no name yet is given one, to be changed at leisure. */
export async function person(needed = true) {
  asked ||= ask("GET", "/api/me").catch(() => null);
  me ||= await asked;
  if (!me && needed) await come(t("guest", { number: 100 + Math.floor(Math.random() * 900) }));
  return me;
}

/** @param {string} name */
export async function come(name) {
  become(await ask("POST", "/api/me", { name }));
}

/** @param {Me | null} somebody */
export function become(somebody) {
  me = somebody;
  asked = null;
  dispatchEvent(new Event("me"));
}

wire.addEventListener("state", () => wire.state === "refused" && become(null));
