// @ts-check
// Installable, and never out of date: the network says which edition is the present one, and all files of an edition
// stay what they are. What was seen last stands in only when the network is away, and then as a whole.

/**
 * What a worker has and a page has not.
 * @typedef {object} Working
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim(): Promise<void>, matchAll(wish: object): Promise<{ url: string }[]> }} clients
 */
/** @typedef {Event & { waitUntil(done: Promise<unknown>): void }} Lasting */
/** @typedef {Lasting & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */

const KEPT = "tablier";
const PAGE = "/"; // all pages are one document: the last one seen opens every address
const LIST = "list.json";
const FILE = /\/web\/([0-9a-f]{16})\/([\w./-]+)/;
const DATA = /\/api\/(?:games|levels)[\w/]*/g;
const NO_PAGE = /^\/(api|embed|healthz|metrics|picture|web)\b/;
const ANY = { ignoreVary: true };
const worker = /** @type {Window & Working} */ (/** @type {unknown} */ (self));

/** @type {Map<string, Promise<Response>>} */
const coming = new Map();

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => {
  /** @type {Lasting} */ (event).waitUntil(begin());
});
worker.addEventListener("fetch", (event) => {
  const fetching = /** @type {Fetching} */ (event);
  const { request } = fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!NO_PAGE.test(pathname)) fetching.respondWith(page(fetching));
  } else if (FILE.test(pathname)) fetching.respondWith(file(pathname));
  else if (pathname.match(DATA)) fetching.respondWith(latest(request));
});

/** The pages that are open were loaded before this worker was there: keep what they need, too. */
async function begin() {
  await worker.clients.claim();
  const open = await worker.clients.matchAll({ type: "window" });
  if (!open.length) return;
  const response = await fetch(open[0].url);
  if (response.ok) await keep(response);
}

/**
 * A page: as the server has it now, else the one that was seen last.
 * @param {Fetching} fetching
 */
async function page(fetching) {
  try {
    const response = await fetch(fetching.request);
    if (response.ok) fetching.waitUntil(keep(response.clone()));
    return response;
  } catch (away) {
    const found = await (await caches.open(KEPT)).match(PAGE, ANY);
    if (found) return found;
    throw away;
  }
}

/**
 * Keep a page with all the files that it names. Only when all are here does it take the place of the one before, and
 * are files of other editions let go: so what opens without a network is never half of one and half of another.
 * @param {Response} response
 */
async function keep(response) {
  const text = await response.clone().text();
  const named = new Set(text.match(new RegExp(FILE, "g")));
  const [, edition] = FILE.exec(text) ?? [];
  if (!edition) return;
  const kept = await caches.open(KEPT);
  const files = await Promise.all([...named, `/web/${edition}/${LIST}`].map(file));
  if (!files.every(lasting)) return;
  await Promise.all([...new Set(text.match(DATA))].map((path) => latest(new Request(path))));
  await kept.put(PAGE, response);
  for (const { url } of await kept.keys()) {
    const [, other, name] = FILE.exec(url) ?? [];
    if (!other || other === edition) continue;
    if (!(await kept.match(`/web/${edition}/${name}`, ANY))) await same(kept, edition, name);
    await kept.delete(url, ANY);
  }
}

/**
 * A file of an edition: once here, it is never asked for again.
 * @param {string} path
 */
function file(path) {
  const found = coming.get(path) ?? obtain(path).finally(() => coming.delete(path));
  coming.set(path, found);
  return found.then((response) => response.clone());
}

/** @param {string} path */
async function obtain(path) {
  const [, edition, name] = FILE.exec(path) ?? ["", "", ""];
  const kept = await caches.open(KEPT);
  const found = (await kept.match(path, ANY)) || (name !== LIST && (await same(kept, edition, name)));
  if (found) return found;
  const response = await fetch(path);
  if (lasting(response)) await kept.put(path, response.clone());
  return response;
}

/**
 * After an update: a file that is the same in an edition that is here is taken over from there.
 * @param {Cache} kept
 * @param {string} edition
 * @param {string} name
 */
async function same(kept, edition, name) {
  for (const { url } of await kept.keys()) {
    const [, other, list] = FILE.exec(url) ?? [];
    if (list !== LIST || other === edition) continue;
    const [now, before] = await Promise.all([tags(edition), tags(other)]);
    const found = now[name] && now[name] === before[name] && (await kept.match(`/web/${other}/${name}`, ANY));
    if (!found) continue;
    // as it is, it would still say where it is from, and a module would import others from there
    const headers = ["Content-Type", "Cache-Control"].map((header) => [header, found.headers.get(header) ?? ""]);
    const own = new Response(await found.blob(), { headers: Object.fromEntries(headers) });
    await kept.put(`/web/${edition}/${name}`, own.clone());
    return own;
  }
  return null;
}

/**
 * By what each file of an edition is known.
 * @param {string} edition
 * @returns {Promise<Record<string, string>>}
 */
async function tags(edition) {
  const response = await file(`/web/${edition}/${LIST}`).catch(() => null);
  return response && lasting(response) ? response.json() : {};
}

/**
 * Is this what was asked for, and for good? A server of another edition answers with something else.
 * @param {Response} response
 */
const lasting = (response) =>
  response.ok && !response.redirected && /immutable/.test(response.headers.get("Cache-Control") ?? "");

/**
 * What the server says now, else what it said last.
 * @param {Request} request
 */
async function latest(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request.url, response.clone());
    return response;
  } catch (away) {
    const found = await kept.match(request.url, ANY);
    if (found) return found;
    throw away;
  }
}
