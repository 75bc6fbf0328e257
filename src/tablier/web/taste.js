// What this person likes: kept in the browser, the same in all its tabs.

const LIKES = { theme: "auto", sound: false, motion: true, confirm: "auto", marks: {}, level: 3, contrast: false };

export function liked(name) {
  try {
    const kept = JSON.parse(localStorage.getItem("taste") || "{}");
    return name in kept ? kept[name] : LIKES[name];
  } catch {
    return LIKES[name];
  }
}

export function like(name, value) {
  const kept = JSON.parse(localStorage.getItem("taste") || "{}");
  localStorage.setItem("taste", JSON.stringify({ ...kept, [name]: value }));
  dress();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const contrast = matchMedia("(prefers-contrast: more)");

/** Give the page its theme. */
export function dress() {
  const theme = liked("theme");
  const root = document.documentElement;
  root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  root.dataset.contrast = liked("contrast") || contrast.matches ? "high" : "normal";
}

export const moving = () => liked("motion") && !still.matches;
export const touching = () => matchMedia("(pointer: coarse)").matches;

/** Is a move confirmed before it is sent? By default by touch and when there are days for it. */
export function confirming(clock) {
  const wish = liked("confirm");
  return wish === "auto" ? touching() || clock?.kind === "days" : wish === "yes";
}

dark.addEventListener("change", dress);
contrast.addEventListener("change", dress);
addEventListener("storage", dress);
