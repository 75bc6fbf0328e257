// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("button.primary", {onclick}, "Play")`. Children that are null or false are left out. */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElement(tag), classes, props, children);
}

/** The same for SVG. */
export function s(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElementNS(SVG, tag), classes, props, children);
}

function filled(element, classes, props, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.classList.add(...value.split(" ").filter(Boolean));
    else if (name in element && !element.namespaceURI.endsWith("svg") && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Put other children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** A dialog over the page; `close` is given to whoever fills it. It gives the focus back when it goes. */
export function dialog(title, make) {
  const box = h("dialog.box", { "aria-label": title });
  const close = () => box.close();
  box.append(h("h2", {}, title), make(close));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && close());
  document.body.append(box);
  box.showModal();
  return close;
}

/** Draw, and leave the focus where it was; what is drawn anew is known by its place among `parts`. */
export function keepFocus(parts, draw) {
  const had = document.activeElement;
  const part = parts.find((one) => one.contains(had));
  const all = () => [...(part?.querySelectorAll("button, a, input") ?? [])];
  const place = all().indexOf(had);
  draw();
  if (document.activeElement !== document.body) return;
  (had.isConnected ? had : all()[place])?.focus({ preventScroll: true });
}

let fading;

/** Tell something in passing, seen and heard. */
export function notice(text, kind = "") {
  const place = document.getElementById("notices");
  clearTimeout(fading);
  fill(place, h("p.notice", { class: kind }, text));
  fading = setTimeout(() => place.replaceChildren(), kind === "wrong" ? 7000 : 4000);
}

/** Say something to those who listen instead of looking. */
export function speak(text) {
  const place = document.getElementById("spoken");
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 60);
}
