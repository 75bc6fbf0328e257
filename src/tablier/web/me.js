// Who is here.

import { ask } from "./wire.js";
import { t } from "./words.js";

export let me = null;
let asked = null;

/** Who this browser is. With `needed`, somebody who has no name yet is given one, to be changed at leisure. */
export async function person(needed = true) {
  asked ||= ask("GET", "/api/me").catch(() => null);
  me ||= await asked;
  if (!me && needed) await come(t("guest", { number: 100 + Math.floor(Math.random() * 900) }));
  return me;
}

export async function come(name) {
  become(await ask("POST", "/api/me", { name }));
}

export function become(somebody) {
  me = somebody;
  asked = null;
  dispatchEvent(new Event("me"));
}
