// Each game's drawings and colours, fetched once.

import { s } from "./dom.js";

const fetched = new Map();

/** Have a game's symbols in the document and its colours in force. */
export function art(game) {
  if (!fetched.has(game)) fetched.set(game, gather(game));
  return fetched.get(game);
}

async function gather(game) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = `/web/colours/${game}.css`;
  const ready = new Promise((done) => (style.onload = style.onerror = done));
  document.head.append(style);
  const text = await (await fetch(`/web/art/${game}.svg`)).text();
  const symbols = new DOMParser().parseFromString(text, "image/svg+xml").querySelector("defs");
  const holder = s("svg.symbols", { "aria-hidden": "true", width: 0, height: 0 });
  holder.append(document.importNode(symbols, true));
  document.body.append(holder);
  await ready;
}
