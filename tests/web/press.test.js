import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { heed, pressing, release, released } from "../../src/tablier/web/press.js";
import { PaperElement } from "./paper.js";

/** A window: what is told to it happened on an element of some tag, or on itself. */
class PaperWindow extends EventTarget {
  tell(kind, fields = {}, tag = "button") {
    const event = new Event(kind);
    const target = tag ? new PaperElement(tag) : this;
    for (const [name, value] of Object.entries({ isPrimary: true, button: 0, buttons: 1, target, ...fields }))
      Object.defineProperty(event, name, { value });
    this.dispatchEvent(event);
  }
}

const page = new PaperWindow();
heed(page);

/** Has everybody who waited for the release been told? */
async function told() {
  let done = false;
  released().then(() => (done = true));
  await Promise.resolve();
  await Promise.resolve();
  return done;
}

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1000 }));
afterEach(() => {
  release();
  mock.timers.reset();
});

test("when nothing is pressed nobody waits", async () => {
  assert.equal(pressing(), false);
  assert.equal(await told(), true);
});

test("from press to click everybody waits", async () => {
  page.tell("pointerdown");
  assert.equal(pressing(), true);
  assert.equal(await told(), false);
  page.tell("pointerup");
  mock.timers.tick(100);
  assert.equal(pressing(), true, "the click is still to come");
  page.tell("click");
  mock.timers.tick(0);
  assert.equal(await told(), true);
});

test("those who wait are told at the release", async () => {
  page.tell("pointerdown");
  const waiting = released();
  release();
  await waiting;
  assert.equal(pressing(), false);
});

test("a release that no click follows is over soon", () => {
  page.tell("pointerdown");
  page.tell("pointerup");
  mock.timers.tick(299);
  assert.equal(pressing(), true);
  mock.timers.tick(1);
  assert.equal(pressing(), false);
});

test("a press whose release is never told is over in the end", () => {
  page.tell("pointerdown");
  mock.timers.tick(19999);
  assert.equal(pressing(), true);
  mock.timers.tick(1);
  assert.equal(pressing(), false);
});

test("a finger that is seen to hover has let go", () => {
  page.tell("pointerdown");
  page.tell("pointermove");
  mock.timers.tick(300);
  assert.equal(pressing(), true, "it is still down");
  page.tell("pointermove", { buttons: 0 });
  mock.timers.tick(300);
  assert.equal(pressing(), false);
});

test("other buttons, other fingers and fields to write in are no press", () => {
  page.tell("pointerdown", { button: 2 });
  page.tell("pointerdown", { isPrimary: false });
  page.tell("pointerdown", {}, "textarea");
  assert.equal(pressing(), false);
});

test("the space bar presses buttons, once, and nothing else", () => {
  page.tell("keydown", { key: " ", repeat: true });
  page.tell("keydown", { key: " " }, "textarea");
  page.tell("keydown", { key: "a" });
  assert.equal(pressing(), false);
  page.tell("keydown", { key: " " });
  assert.equal(pressing(), true);
  page.tell("keyup", { key: " " });
  mock.timers.tick(300);
  assert.equal(pressing(), false);
});

test("a window that is left is pressed no more, an element that loses the focus may be", () => {
  page.tell("pointerdown");
  page.tell("blur");
  mock.timers.tick(0);
  assert.equal(pressing(), true);
  page.tell("blur", {}, null);
  mock.timers.tick(0);
  assert.equal(pressing(), false);
});

test("a press that follows another is counted anew", () => {
  page.tell("pointerdown");
  page.tell("pointerup");
  page.tell("pointerdown");
  mock.timers.tick(300);
  assert.equal(pressing(), true);
});

test("whoever waits goes on waiting if something else is pressed at once", async () => {
  page.tell("pointerdown");
  let done = false;
  const waiting = released().then(() => (done = true));
  release();
  page.tell("pointerdown");
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  assert.equal(done, false);
  release();
  await waiting;
});

test("what comes after a release does not put off its end", () => {
  page.tell("pointerdown");
  page.tell("pointerup");
  mock.timers.tick(200);
  page.tell("pointermove", { buttons: 0 });
  mock.timers.tick(100);
  assert.equal(pressing(), false);
});
