// @ts-check
// Installable, and never out of date: the network comes first; what was seen last only stands in when it is away.

/**
 * What a worker has and a page has not.
 * @typedef {object} Working
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim(): Promise<void> }} clients
 */
/** @typedef {Event & { waitUntil(done: Promise<unknown>): void }} Activation */
/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} Fetching */

const KEPT = "tablier";
const worker = /** @type {Window & Working} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => {
  /** @type {Activation} */ (event).waitUntil(worker.clients.claim());
});
worker.addEventListener("fetch", (event) => {
  const { request } = /** @type {Fetching} */ (event);
  const { pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    pathname === "/ws" ||
    (pathname.startsWith("/api/") && !/\/(words|games|levels)/.test(pathname))
  )
    return;
  /** @type {Fetching} */ (event).respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) kept.put(request, response.clone());
    return response;
  } catch (away) {
    const found = (await kept.match(request)) || (request.mode === "navigate" && (await kept.match("/")));
    if (found) return found;
    throw away;
  }
}
