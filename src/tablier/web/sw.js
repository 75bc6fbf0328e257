// Installable, and never out of date: the network comes first; what was seen last only stands in when it is away.

const KEPT = "tablier";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    pathname === "/ws" ||
    (pathname.startsWith("/api/") && !/\/(words|games|levels)/.test(pathname))
  )
    return;
  event.respondWith(answer(request));
});

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
