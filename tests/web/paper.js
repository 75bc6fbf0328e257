// A document on paper, for tests without a browser: elements that hold what is put into them, and do nothing else.

/** As much of an element as the modules under test ask for. */
export class PaperElement extends EventTarget {
  constructor(tag) {
    super();
    this.tag = tag;
    this.childNodes = [];
    this.attributes = {};
    this.dataset = {};
    this.classes = new Set();
    this.classList = {
      add: (...names) => names.forEach((name) => void this.classes.add(name)),
      contains: (name) => this.classes.has(name),
      toggle: (name, wish) => void (wish ? this.classes.add(name) : this.classes.delete(name)),
    };
  }

  append(...nodes) {
    this.childNodes.push(...nodes);
  }

  replaceChildren(...nodes) {
    this.childNodes = nodes;
  }

  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  removeAttribute(name) {
    delete this.attributes[name];
  }

  get lastElementChild() {
    return this.childNodes.findLast((node) => node instanceof PaperElement) ?? null;
  }

  get textContent() {
    return this.childNodes.map((node) => (node instanceof PaperElement ? node.textContent : node)).join("");
  }

  /** All elements in here, from the outside in. */
  get all() {
    const inner = this.childNodes.filter((node) => node instanceof PaperElement);
    return inner.flatMap((node) => [node, ...node.all]);
  }

  /** By class only: ".here". */
  querySelector(selector) {
    return this.all.find((element) => element.classes.has(selector.slice(1))) ?? null;
  }

  /** By tag only, of a list such as "select, textarea"; paper elements lie in nothing. */
  closest(selector) {
    return selector.split(", ").includes(this.tag) ? this : null;
  }

  /** Tags and text, without attributes. */
  get html() {
    const inner = this.childNodes.map((node) => (node instanceof PaperElement ? node.html : node)).join("");
    return `<${this.tag}>${inner}</${this.tag}>`;
  }
}

const listening = new EventTarget();
globalThis.requestAnimationFrame = (draw) => draw();
globalThis.Element = PaperElement;
globalThis.document = {
  createElement: (tag) => new PaperElement(tag),
  createElementNS: (_, tag) => new PaperElement(tag),
  addEventListener: (...given) => listening.addEventListener(...given),
};
