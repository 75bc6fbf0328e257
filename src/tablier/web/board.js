// A scene on the screen. It knows no game: items are drawn, changes become movements, targets can be chosen.

import { s } from "./dom.js";
import { moving } from "./preferences.js";
import { release } from "./press.js";
import { corners, drawn, middle, Surface, styled, UNIT } from "./surface.js";
import { say } from "./words.js";

const SPEED = 280;
const SLOP = 22; // half of what a finger needs

const alike = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The board and the panels of one table. */
export class Board {
  constructor(game, { label = "", choose = () => {}, refuse = () => {}, point = () => {} } = {}) {
    this.game = game;
    this.main = new Surface(game, "board", label);
    this.panels = new Map();
    this.choose = choose;
    this.refuse = refuse;
    this.point = point;
    this.targets = new Map();
    this.chosen = [];
    this.others = new Set();
    this.last = [];
    this.advised = [];
    this.marks = new Set();
    this.#listen(this.main);
  }

  get element() {
    return this.main.svg;
  }

  get surfaces() {
    return [this.main, ...[...this.panels.values()].map((panel) => panel.surface)];
  }

  /** Show a scene: {width, height, items: [...], panels: [...]}; what has changed is seen to move. */
  show(scene, animate = true) {
    animate = animate && moving() && this.main.shown.size > 0 && !document.hidden;
    const before = animate ? this.#spots(scene) : null;
    this.main.size(scene.width, scene.height);
    const fresh = [];
    this.#sync(this.main, scene.items, fresh, animate);
    const kept = new Set();
    for (const panel of scene.panels || []) {
      kept.add(panel.id);
      if (!this.panels.has(panel.id)) {
        const surface = new Surface(this.game, "panel", say(panel.title));
        this.#listen(surface);
        this.panels.set(panel.id, { surface, title: panel.title, seat: panel.seat });
      }
      const known = this.panels.get(panel.id);
      known.title = panel.title;
      known.surface.svg.setAttribute("aria-label", say(panel.title));
      known.surface.size(panel.width, panel.height);
      this.#sync(known.surface, panel.items, fresh, animate);
    }
    for (const [id, panel] of this.panels) {
      if (!kept.has(id)) {
        panel.surface.svg.remove();
        this.panels.delete(id);
      }
    }
    if (animate) this.#animate(fresh, before);
    this.#annotate();
    this.#offer();
  }

  #spots(scene) {
    const spots = new Map();
    const next = new Map(
      [...scene.items, ...(scene.panels || []).flatMap((panel) => panel.items)].map((item) => [item.id, item]),
    );
    for (const surface of this.surfaces) {
      const matrix = surface.svg.getScreenCTM();
      for (const [id, { item }] of surface.shown) {
        const after = next.get(id);
        if (item.layer !== "board" && item.layer !== "marks" && after && after !== item && !alike(item, after))
          spots.set(id, surface.spot(item, matrix));
      }
    }
    return spots;
  }

  #sync(surface, items, fresh, animate) {
    const names = new Set(items.map((item) => item.id));
    for (const [id, { item, element }] of surface.shown) {
      if (names.has(id)) continue;
      surface.shown.delete(id);
      if (animate && (item.layer || "pieces") === "pieces") fadeAway(element);
      else element.remove();
    }
    for (const item of items) {
      const known = surface.shown.get(item.id);
      if (known && alike(known.item, item)) continue;
      if (known) {
        const replaced = drawn(this.game, item);
        const layer = surface.layers[item.layer || "pieces"];
        if (known.element.parentNode === layer) known.element.replaceWith(replaced);
        else {
          known.element.remove();
          layer.append(replaced);
        }
        surface.shown.set(item.id, { item, element: replaced });
        fresh.push({ surface, item, element: replaced, known: known.item });
      } else {
        fresh.push({ surface, item, element: surface.draw(item), known: null });
      }
    }
  }

  #animate(fresh, before) {
    let late = 0;
    // asked once: every asking lays the page out
    const inward = new Map(this.surfaces.map((surface) => [surface, surface.inward]));
    for (const { surface, item, element, known } of fresh) {
      const layer = item.layer || "pieces";
      if (layer !== "pieces" && layer !== "tiles") continue;
      if (item.glyph === "polygon") continue;
      const from = before.get(item.id);
      const origin = from && inward.get(surface) && from.matrixTransform(inward.get(surface));
      const to = styled(item);
      if (origin && Math.hypot(origin.x - (item.x || 0) * UNIT, origin.y - (item.y || 0) * UNIT) > 1) {
        const start = `translate(${origin.x}px, ${origin.y}px) scale(${item.size ?? 1})`;
        element.animate([{ transform: start }, { transform: to }], {
          duration: SPEED,
          easing: "cubic-bezier(.2,.8,.3,1)",
          delay: late,
          fill: "backwards",
        });
      } else if (!known) {
        element.animate(
          [
            { transform: `${to} scale(1.5)`, opacity: 0 },
            { transform: to, opacity: 1 },
          ],
          { duration: SPEED * 0.8, easing: "ease-out", delay: late, fill: "backwards" },
        );
        late = Math.min(late + 70, 700);
      }
    }
  }

  /** Let places of the board light up, because they scored. */
  flash(names) {
    if (!moving()) return;
    for (const name of names) {
      const found = this.main.shown.get(name);
      if (!found) continue;
      const [x, y] = middle(found.item);
      const ring = s("circle.flash", { cx: x * UNIT, cy: y * UNIT, r: 48 * (found.item.size ?? 1) });
      this.main.layers.notes.append(ring);
      ring.animate([{ opacity: 0 }, { opacity: 0.9 }, { opacity: 0 }], { duration: 1400 }).onfinish = () =>
        ring.remove();
    }
  }

  // ----- Marks

  /** Which of the game's own marks are shown. */
  mark(kinds) {
    this.marks = new Set(kinds);
    this.#annotate();
  }

  get kindsOfMarks() {
    return [...new Set([...this.main.shown.values()].map(({ item }) => item.mark).filter(Boolean))];
  }

  lastMove(names) {
    this.last = names;
    this.advised = [];
    this.#annotate();
  }

  /** Show a move that is advised: on the board, and what is to be taken from beside it. */
  advise(names) {
    this.last = [];
    this.advised = names;
    this.#annotate();
  }

  #annotate() {
    for (const surface of this.surfaces) {
      for (const { item, element } of surface.shown.values())
        if (item.layer === "marks") element.classList.toggle("hidden", !this.marks.has(item.mark));
    }
    for (const { layers } of this.surfaces) for (const old of layers.notes.querySelectorAll(".last")) old.remove();
    this.main.layers.notes.append(
      ...this.last
        .map((name) => this.main.shown.get(name))
        .filter(Boolean)
        .map(({ item }) => ring(item, "last")),
    );
    for (const found of this.advised.map((name) => this.#find(name)))
      found?.surface.layers.notes.append(ring(found.item, "last"));
  }

  // ----- Choosing

  /** What can be chosen now, and what is chosen already; `others` would begin anew. Returns names without an item. */
  offer(targets, chosen = [], others = []) {
    this.others = new Set(others);
    const missing = targets.filter((name) => !this.#find(name));
    this.targets = new Map(targets.map((name) => [name, this.#find(name)]).filter(([, found]) => found));
    this.chosen = chosen;
    this.#offer();
    return missing;
  }

  #find(name) {
    for (const surface of this.surfaces) {
      const found = surface.shown.get(name);
      if (found) return { surface, ...found };
    }
    return null;
  }

  #offer() {
    const focused = document.activeElement?.dataset?.target;
    const had =
      document.activeElement === this.main.svg ||
      this.surfaces.some((surface) => surface.layers.hits.contains(document.activeElement));
    for (const surface of this.surfaces) surface.layers.hits.replaceChildren();
    let first = null;
    for (const name of this.chosen) {
      const found = this.#find(name);
      if (found) found.surface.layers.hits.append(ring(found.item, "chosen"));
    }
    for (const [name, old] of this.targets) {
      const found = this.#find(name) || old;
      const hit = this.#hit(name, found);
      found.surface.layers.hits.append(hit);
      first ||= hit;
      if (name === focused) first = hit;
    }
    if (first) {
      first.setAttribute("tabindex", "0");
      if (had) first.focus({ preventScroll: true });
    } else if (had) this.rest();
  }

  /** Hold the focus until there is something to choose again. */
  rest() {
    this.main.svg.setAttribute("tabindex", "-1");
    this.main.svg.focus({ preventScroll: true });
  }

  #hit(name, { item }) {
    const label = item.label ? say(item.label) : name;
    const about = {
      role: "button",
      tabindex: "-1",
      "aria-label": label,
      "data-target": name,
      class: this.others.has(name) ? "other" : "",
    };
    if (item.glyph === "polygon") {
      return s(
        "g.target",
        about,
        s("polygon.area", { points: corners(item) }),
        s("polygon.dot", { points: corners(item) }),
      );
    }
    const size = item.size ?? 1;
    const [x, y] = [(item.x || 0) * UNIT, (item.y || 0) * UNIT];
    return s(
      "g.target",
      about,
      s("circle.area", { cx: x, cy: y, r: 50 * size }),
      s("circle.dot", { cx: x, cy: y, r: 13 * size }),
    );
  }

  /** The target at a point of the screen, or the nearest one within a finger's reach. */
  #near(point) {
    let best = null;
    let least = Infinity;
    for (const [name, found] of this.targets) {
      const spot = found.surface.spot(found.item);
      if (!spot) continue;
      const away = Math.hypot(spot.x - point.x, spot.y - point.y);
      const scale = found.surface.svg.getScreenCTM().a * UNIT;
      const reach = Math.max(SLOP, 0.5 * scale * (found.item.size ?? 1));
      if (away <= reach && away < least) [best, least] = [name, away];
    }
    return best;
  }

  #listen(surface) {
    const { svg } = surface;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("click", (event) => this.#click(event));
    svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.#hover(event));
    svg.addEventListener("pointerleave", () => this.point(null));
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focusin", (event) => event.target.dataset?.target && this.point(event.target.dataset.target));
  }

  #click(event) {
    if (this.dragged) return;
    const target = event.target.closest?.("[data-target]")?.dataset.target;
    const name = target || this.#near({ x: event.clientX, y: event.clientY });
    if (name) return this.choose(name);
    const under = this.#under(event);
    const chosen = under.find((item) => this.chosen.includes(item));
    if (chosen) this.choose(chosen);
    else if (under.length) this.refuse(under);
  }

  /** What lies at a point, one thing on another; what has a description is a place or a piece, and comes first. */
  #under(event) {
    const found = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest("[data-id]"));
    const items = [...new Set(found)].filter((element) => element && !element.closest(".layer-labels"));
    const described = items.filter((element) => element.hasAttribute("aria-label"));
    return [...new Set([...described, ...items])].map((element) => element.dataset.id);
  }

  #hover(event) {
    const under = event.target.closest?.("[data-target]")?.dataset.target;
    this.point(under || null);
  }

  /** Take a piece and drop it where it shall go. */
  #down(event) {
    this.dragged = false;
    if (event.button !== 0) return;
    const name =
      event.target.closest?.("[data-target]")?.dataset.target ||
      (event.pointerType !== "mouse" ? this.#near({ x: event.clientX, y: event.clientY }) : null);
    const found = name && this.#find(name);
    if (!found || this.chosen.includes(name)) return;
    const start = { x: event.clientX, y: event.clientY };
    let held = null;
    const move = (moved) => {
      if (!held && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < 10) return;
      if (!held) {
        this.dragged = true;
        release();
        this.choose(name, true);
        held = this.#lift(found);
      }
      moved.preventDefault();
      held.style.transform = `translate(${moved.clientX}px, ${moved.clientY}px)`;
    };
    const drop = (up) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      if (!held) return;
      held.remove();
      const target = up.type === "pointerup" && this.#near({ x: up.clientX, y: up.clientY });
      if (target && target !== name) this.choose(target);
      setTimeout(() => (this.dragged = false));
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  #lift({ surface, item }) {
    const scale = surface.svg.getScreenCTM().a;
    const size = Math.max(60, 110 * scale * (item.size ?? 1));
    const copy = drawn(this.game, { ...item, x: 0, y: 0 });
    const held = s("svg.held", { viewBox: "-60 -60 120 120", width: size, height: size, "data-game": this.game }, copy);
    document.body.append(held);
    return held;
  }

  // ----- Keys

  #key(event) {
    const focused = event.target.dataset?.target;
    const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (towards && this.targets.size) {
      event.preventDefault();
      event.stopPropagation();
      this.#step(focused, towards);
    } else if ((event.key === "Enter" || event.key === " ") && focused) {
      event.preventDefault();
      event.stopPropagation();
      this.choose(focused);
    }
  }

  /** Choose the n-th target that lies beside the board. */
  digit(number) {
    const beside = [...this.targets].filter(([, found]) => found.surface !== this.main).map(([name]) => name);
    if (beside[number - 1]) this.choose(beside[number - 1]);
    return Boolean(beside[number - 1]);
  }

  /** Move the focus to the nearest target in a direction: near ahead, little aside. */
  #step(focused, [dx, dy]) {
    const here = focused && this.targets.get(focused);
    const spots = [...this.targets].map(([name, found]) => ({ name, spot: found.surface.spot(found.item) }));
    if (!here) return this.focus(spots[0].name);
    const from = here.surface.spot(here.item);
    let best = null;
    let least = Infinity;
    for (const { name, spot } of spots) {
      if (name === focused) continue;
      const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
      const aside = Math.abs((spot.x - from.x) * dy + (spot.y - from.y) * dx);
      const far = ahead ** 2 + (2 * aside) ** 2;
      if (ahead > 2 && far < least) [best, least] = [name, far];
    }
    if (best) this.focus(best);
  }

  focus(name = [...this.targets.keys()][0]) {
    for (const surface of this.surfaces) {
      for (const hit of surface.layers.hits.querySelectorAll("[data-target]")) {
        const mine = hit.dataset.target === name;
        hit.setAttribute("tabindex", mine ? "0" : "-1");
        if (mine) hit.focus({ preventScroll: true });
      }
    }
  }

  // ----- Ghosts

  /** How it would look: changes of the scene, shown faintly; null for none. */
  ghost(change) {
    for (const surface of this.surfaces) {
      surface.layers.ghost.replaceChildren();
      for (const { element } of surface.shown.values()) element.classList.remove("leaving");
    }
    if (!change) return;
    for (const item of change.items) {
      if (["pieces", "tiles"].includes(item.layer || "pieces") && !alike(this.main.shown.get(item.id)?.item, item))
        this.main.layers.ghost.append(drawn(this.game, item));
    }
    for (const name of change.gone || []) this.main.shown.get(name)?.element.classList.add("leaving");
  }

  /** What everything is called, in the language now spoken. */
  rename() {
    for (const surface of this.surfaces)
      for (const { item, element } of surface.shown.values())
        if (item.label) element.setAttribute("aria-label", say(item.label));
    this.#offer();
  }
}

function ring(item, kind) {
  if (item.glyph === "polygon") return s(`polygon.ring.${kind}`, { points: corners(item) });
  return s(`circle.ring.${kind}`, { cx: (item.x || 0) * UNIT, cy: (item.y || 0) * UNIT, r: 47 * (item.size ?? 1) });
}

function fadeAway(element) {
  element.setAttribute("aria-hidden", "true");
  element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SPEED * 0.8, fill: "forwards" }).onfinish = () =>
    element.remove();
}

/** A small picture of a scene, to look at only. */
export function miniature(game, scene, label) {
  const board = new Board(game, { label });
  board.show({ ...scene, panels: [] }, false);
  const { svg } = board.main;
  if (label) svg.setAttribute("role", "img");
  else svg.setAttribute("aria-hidden", "true");
  for (const named of svg.querySelectorAll("[aria-label]")) {
    named.removeAttribute("role");
    named.removeAttribute("aria-label");
  }
  return svg;
}
