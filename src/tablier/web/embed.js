// @ts-check
// A table within another site's page: looked at again while somebody sees it.

const PAUSE = 4000;

/** Ask how the table is now. Where nothing has changed the server says so in a few bytes. */
async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { cache: "no-cache" });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, then] = [fresh.querySelector("main"), document.querySelector("main")];
  if (now && then && now.innerHTML !== then.innerHTML) await turn(then, now);
}

/**
 * Show the new picture once it is there, so that nothing blinks.
 * @param {Element} then
 * @param {Element} now
 */
async function turn(then, now) {
  const picture = document.importNode(now, true);
  await picture
    .querySelector("img")
    ?.decode()
    .catch(() => {});
  then.replaceWith(picture);
}

setInterval(() => look().catch(() => {}), PAUSE);
document.addEventListener("visibilitychange", () => look().catch(() => {}));
