// @ts-check
// A board as text: in a link, or as somebody pasted it.

/**
 * A board as a short code for a link.
 * @param {unknown} value
 */
export function toCode(value) {
  const bytes = new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * The board of a code; one that is spoilt throws.
 * @param {string} code
 */
export function fromCode(code) {
  const bytes = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return read(new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))));
}

/**
 * A board as somebody pasted it; what cannot be read is left to the server, which says what is wrong.
 * @param {string} text
 * @returns {unknown}
 */
export function read(text) {
  try {
    return text.trim().startsWith("{") ? JSON.parse(text) : text.trimEnd();
  } catch {
    return text;
  }
}
