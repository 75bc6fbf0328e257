// @ts-check
// Making elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The tag in a name such as "button.primary".
 * @template {string} Name
 * @typedef {Name extends `${infer Tag}.${string}` ? Tag : Name} TagOf
 */
/**
 * @template {string} Name
 * @typedef {TagOf<Name> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<Name>] : HTMLElement} Made
 */
/**
 * @template {string} Name
 * @typedef {TagOf<Name> extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[TagOf<Name>] : SVGElement} Drawn
 */
/**
 * Properties, attributes and listeners of an element; those that are null, undefined or false are left out.
 * @template {Element} E
 * @typedef {{
 *   [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K] & { currentTarget: E }) => unknown;
 * } & Record<string, unknown>} Props
 */
/** @typedef {Node | string | number | false | null | undefined | Child[]} Child */

/**
 * An element: `h("button.primary", {onclick}, "Play")`. Children that are null or false are left out.
 * @template {string} Name
 * @param {Name} name
 * @param {Props<Made<Name>>} props
 * @param {Child[]} children
 */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return /** @type {Made<Name>} */ (filled(document.createElement(tag), classes, props, children));
}

/**
 * The same for SVG.
 * @template {string} Name
 * @param {Name} name
 * @param {Props<Drawn<Name>>} props
 * @param {Child[]} children
 */
export function s(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return /** @type {Drawn<Name>} */ (filled(document.createElementNS(SVG, tag), classes, props, children));
}

/**
 * @param {Element} element
 * @param {string[]} classes
 * @param {Record<string, unknown>} props
 * @param {Child[]} children
 */
function filled(element, classes, props, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else if (name in element && element.namespaceURI !== SVG && name !== "list")
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...shown(children));
  return element;
}

/**
 * Put other children into an element; those that it has already, from the first on, are not touched.
 * @template {Element} E
 * @param {E} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  const wanted = shown(children);
  const { childNodes } = element;
  let same = 0;
  while (same < wanted.length && wanted[same] === childNodes[same]) same++;
  while (childNodes.length > same) element.removeChild(childNodes[childNodes.length - 1]);
  element.append(...wanted.slice(same));
  return element;
}

/**
 * What of some children is to be seen.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function shown(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return shown(child);
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * A dialog over the page; `close` is given to whoever fills it. It gives the focus back when it goes.
 * @param {string} title
 * @param {(close: () => void) => Node} make
 */
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

/**
 * Draw, and leave the focus where it was; what is drawn anew is known by its place among `parts`.
 * @param {Element[]} parts
 * @param {() => void} draw
 */
export function keepFocus(parts, draw) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const part = parts.find((one) => one.contains(had));
  const all = () => /** @type {HTMLElement[]} */ ([...(part?.querySelectorAll("button, a, input") ?? [])]);
  const place = had ? all().indexOf(had) : -1;
  draw();
  if (had === document.body || document.activeElement !== document.body) return;
  (had?.isConnected ? had : all()[place])?.focus({ preventScroll: true });
}

/** @type {number | undefined} */
let fading;

/**
 * Tell something in passing, seen and heard.
 * @param {string} text
 * @param {"" | "wrong"} kind
 */
export function notice(text, kind = "") {
  const place = part("notices");
  clearTimeout(fading);
  fill(place, h("p.notice", { class: kind }, text));
  fading = setTimeout(() => place.replaceChildren(), kind === "wrong" ? 7000 : 4000);
}

/**
 * Say something to those who listen instead of looking.
 * @param {string} text
 */
export function speak(text) {
  const place = part("spoken");
  place.textContent = "";
  setTimeout(() => (place.textContent = text), 60);
}

/**
 * A part that every page has.
 * @param {"header" | "main" | "notices" | "spoken"} name
 */
export const part = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

/**
 * The element that an event happened on, or in, if one fits.
 * @param {Event} event
 * @param {string} selector
 */
export function struck(event, selector) {
  const { target } = event;
  return target instanceof Element ? /** @type {HTMLElement | SVGElement | null} */ (target.closest(selector)) : null;
}
