"""People at the page: each has a browser of their own, and hands that click, tap or press keys.

A visitor is handed nothing but what the page shows. Whatever goes wrong in the browser's console is kept,
and fails the test that caused it.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from functools import partial
from itertools import cycle
from random import Random

from playwright.sync_api import Browser, BrowserContext, Page, Route

PATIENCE = 150_000
"""Milliseconds after which something that should happen counts as not happening, also on a busy machine."""

SIZES = [
    (320, 568),
    (360, 640),
    (390, 664),
    (390, 844),
    (768, 1024),
    (844, 390),
    (568, 320),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
]
"""Windows of telephones, tablets and laptops, upright and across."""

STILL = {"motion": False, "pace": "off"}

FETCHING = """
window.fetching = 0;
const plain = window.fetch;
window.fetch = async (...asked) => {
  window.fetching++;
  try {
    const answer = await plain(...asked);
    answer.clone().arrayBuffer().finally(() => window.fetching--);
    return answer;
  } catch (away) {
    window.fetching--;
    throw away;
  }
};
"""
SETTLED = """() => {
  const busy = window.fetching > 0 || [...document.images].some((image) => !image.complete);
  window.calm = busy ? 0 : (window.calm ?? 0) + 1;
  return window.calm > 2;
}"""
"""Nothing is being fetched, and for a few frames nothing has been."""

LOOK = """(before) => {
  const centre = (element) => {
    const area = element.querySelector?.(":scope > .area") || element;
    if (area.tagName === "polygon") {
      const corners = [...area.points];
      const mean = (part) => corners.reduce((sum, corner) => sum + corner[part], 0) / corners.length;
      const spot = new DOMPoint(mean("x"), mean("y")).matrixTransform(area.getScreenCTM());
      return [spot.x, spot.y];
    }
    const box = area.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const all = (name) => [...document.querySelectorAll(name)];
  const mine = Boolean(document.querySelector(".table.myturn"));
  const targets = mine ? all(".table [data-target]") : [];
  const seen = {
    line: document.querySelector(".turnline")?.textContent || "",
    moves: all(".moves li").length,
    chosen: all(".ring.chosen").length,
    choices: mine ? all("button.choice").map((button) => button.textContent) : [],
    confirm: document.querySelector(".choices .primary")?.textContent || null,
    cover: Boolean(document.querySelector(".cover button")),
    over: Boolean(document.querySelector(".result .end")),
  };
  seen.sign = JSON.stringify([seen, targets.map((target) => target.dataset.target)]);
  const something = targets.length || seen.choices.length || (mine && seen.confirm) || seen.cover || seen.over;
  if (!something || seen.sign === before) return null;
  seen.focused = document.activeElement?.dataset?.target || null;
  seen.targets = targets.map((hit) => ({
    name: hit.dataset.target,
    beside: !hit.closest(".surface-board"),
    other: hit.classList.contains("other"),
    at: centre(hit),
  }));
  return seen;
}"""

LOOK_OUT = """([before, patience]) => new Promise((done, failed) => {
  const look = LOOK;
  const found = look(before);
  if (found) return done(found);
  const watcher = new MutationObserver(() => {
    const found = look(before);
    if (!found) return;
    watcher.disconnect();
    done(found);
  });
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(() => failed(new Error(`still as it was: ${before}`)), patience);
})""".replace("LOOK", LOOK)
"""The same as soon as there is something to see."""


SEND = """async ([name, about]) => {
  const { wire } = await import("/web/wire.js");
  await wire.send(name, about);
}"""


class Profiles:
    """Browsers as people have them, lent to one visitor after the other and emptied in between. Only the files of the
    page stay, which never change: to fetch them all for every visitor takes longer than most visits."""

    def __init__(self, browser: Browser):
        self.browser = browser
        self.free: dict[tuple, list[BrowserContext]] = {}

    def new(self, site: str, touch: bool, language: str, **more) -> BrowserContext:
        locale = {"en": "en-GB", "fr": "fr-FR"}[language]
        context = self.browser.new_context(base_url=site, has_touch=touch, is_mobile=touch, locale=locale, **more)
        context.set_default_timeout(PATIENCE)
        return context

    def lend(self, *kind) -> BrowserContext:
        if free := self.free.get(kind):
            return free.pop()
        return self.new(*kind, service_workers="block")

    def take_back(self, context: BrowserContext, *kind) -> None:
        site, *_ = kind
        context.clear_cookies()
        session = context.new_cdp_session(context.pages[0])
        session.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "local_storage,indexeddb"})
        for page in context.pages:
            page.close()
        self.free.setdefault(kind, []).append(context)


class Visitor:
    """Somebody with a browser; with `worker`, one that was never used before and may keep a service worker."""

    def __init__(
        self,
        profiles: Profiles,
        site: str,
        *,
        touch=False,
        size=(1280, 900),
        language="en",
        theme="light",
        worker=False,
        **taste,
    ):
        self.site, self.size, self.theme, self.taste = site, size, theme, taste
        self.wrongs: list[str] = []
        self.forgiven = [] if worker else ["Service Worker registration blocked"]
        self.scripts = [FETCHING]
        kind = (site, touch, language)
        self.context = profiles.new(*kind) if worker else profiles.lend(*kind)
        self.leave = self.context.close if worker else partial(profiles.take_back, self.context, *kind)
        self.page = self.tab()

    def tab(self) -> Page:
        """Another page of the same browser."""
        page = self.context.new_page()
        page.set_viewport_size({"width": self.size[0], "height": self.size[1]})
        motion = "no-preference" if self.taste.get("motion") else "reduce"
        page.emulate_media(color_scheme=self.theme, reduced_motion=motion)
        kept = json.dumps(json.dumps(STILL | self.taste))
        for script in (f"localStorage.getItem('taste') || localStorage.setItem('taste', {kept});", *self.scripts):
            page.add_init_script(f"{{{script}}}")
        page.on(
            "console",
            lambda said: (
                said.type in ("error", "warning") and self.wrongs.append(f"{said.text} {said.location.get('url', '')}")
            ),
        )
        page.on("pageerror", lambda error: self.wrongs.append(str(error)))
        page.on("response", lambda answer: answer.status >= 500 and self.wrongs.append(f"{answer.status} {answer.url}"))
        return page

    def run_first(self, script: str) -> None:
        """In every page that is opened from now on, before its own scripts."""
        self.scripts.append(script)
        self.page.add_init_script(f"{{{script}}}")

    def beside(self, size: tuple[int, int]) -> "Visitor":
        """The same person at another window of the same browser."""
        other = copy(self)
        other.size = size
        other.page = other.tab()
        return other

    def resize(self, size: tuple[int, int]) -> "Visitor":
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        return self

    def forgive(self, pattern: str) -> None:
        """What the browser itself says of a server that refuses or is away is not the page's fault."""
        self.forgiven.append(pattern)

    @property
    def errors(self) -> list[str]:
        return [wrong for wrong in self.wrongs if not any(re.search(pattern, wrong) for pattern in self.forgiven)]

    # ----- At tables

    def come(self, name: str) -> "Visitor":
        """Be somebody."""
        answer = self.context.request.post("/api/me", data={"name": name})
        assert answer.ok, answer.text()
        return self

    def set_table(self, game: str, seats: list[str], **more) -> str:
        """Set a table and go there; seats as on the wire, with `level 1` for an opponent."""
        places = [
            {"who": "opponent", "level": int(seat[6:])} if seat.startswith("level") else {"who": seat} for seat in seats
        ]
        answer = self.context.request.post(
            "/api/tables", data={"game": game, "seats": places, "begins": "seated"} | more
        )
        assert answer.ok, answer.text()
        table = answer.json()["table"]
        self.open(f"/table/{table}")
        return table

    def make_account(self, name: str) -> None:
        answer = self.context.request.post("/api/account", data={"name": name, "passphrase": "a long sentence"})
        assert answer.ok, answer.text()

    def exchange_moves(self, table: str) -> None:
        """Play once at a table of Quantik, and see what is played then: a rated game counts from there on."""
        before = self.look()
        self.send("play", table=table, seat=0, move="S-b2")
        self.look(before["sign"])

    def give_up(self, table: str, seat: int = 0) -> None:
        """Give up at a table without the buttons there."""
        self.send("resign", table=table, seat=seat)

    @contextmanager
    def answered_backwards(self, pattern: str, number: int) -> Iterator[None]:
        """So many questions are asked here, and the answer to the last one comes first."""
        asked: list[Route] = []
        self.page.route(pattern, lambda route: asked.append(route))
        yield
        while len(asked) < number:
            self.page.wait_for_timeout(10)
        for route in reversed(asked):
            with self.page.expect_response(pattern):
                route.continue_()
        self.settle()
        self.page.unroute(pattern)

    def send(self, name: str, **about) -> None:
        """What the page would send by its socket, without hands."""
        self.page.evaluate(SEND, [name, about])

    def open(self, path: str) -> "Visitor":
        self.page.goto(path)
        self.page.locator("#main > *").first.wait_for()
        return self

    def settle(self) -> None:
        """Wait until all that the page fetches is there."""
        self.page.evaluate("window.calm = 0")
        self.page.wait_for_function(SETTLED)

    def look(self, before: str | None = None) -> dict:
        """What can be done at the table, as soon as something can that is not what could before."""
        return self.page.evaluate(LOOK_OUT, [before, PATIENCE])

    def turn_to(self, tab: str) -> None:
        """Read a page of the sheet, which has to be opened first in a small window."""
        if not self.page.locator("#tab-moves").is_visible():
            self.page.locator(".quick .sheet").click()
        self.page.locator(f"#tab-{tab}").click()
        self.page.locator(f"#tab-{tab}[aria-selected=true]").wait_for()

    def press_resign(self) -> None:
        self.turn_to("rest")
        self.page.get_by_role("button", name="Resign").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        self.page.locator(".result .end").wait_for()

    @property
    def moves(self) -> list[str]:
        """The list of moves, as it reads."""
        return self.page.locator(".moves .text").evaluate_all(
            """texts => texts.map((text) => [...text.childNodes]
              .map((part) => part.getAttribute?.("aria-label") ?? part.textContent).join(""))"""
        )

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def record(self, table: str) -> dict:
        return json.loads(self.context.request.get(f"/api/tables/{table}/record").text())

    def close(self) -> None:
        self.leave()


class Mouse:
    def __init__(self, visitor: Visitor):
        self.visitor, self.page = visitor, visitor.page

    def press(self, selector: str, text: str | None = None) -> None:
        found = self.page.locator(selector).filter(has_text=text) if text else self.page.locator(selector)
        self._at(found.first)

    def _at(self, found) -> None:
        found.click()

    def choose(self, target: dict, random: Random) -> None:
        self._point(self._shown(target))

    def _shown(self, target: dict) -> tuple[float, float]:
        """Where a target is, brought into sight if it is not."""
        x, y = target["at"]
        if 70 < y < self.page.viewport_size["height"] - 10:
            return x, y
        self.page.evaluate(
            "name => document.querySelector(`[data-target='${name}']`).scrollIntoView({block: 'center'})",
            target["name"],
        )
        fresh = {other["name"]: other["at"] for other in self.visitor.look()["targets"]}
        return tuple(fresh[target["name"]])

    def _point(self, spot: tuple[float, float]) -> None:
        self.page.mouse.click(*spot)


class Touch(Mouse):
    def _at(self, found) -> None:
        found.tap()

    def _point(self, spot: tuple[float, float]) -> None:
        self.page.touchscreen.tap(*spot)


class InTurn(Touch):
    """A finger and a mouse by turns, as on a laptop whose screen can be touched."""

    def __init__(self, visitor: Visitor):
        super().__init__(visitor)
        self.kinds = cycle((Touch, Mouse))

    def _at(self, found) -> None:
        next(self.kinds)._at(self, found)

    def _point(self, spot: tuple[float, float]) -> None:
        next(self.kinds)._point(self, spot)


class Keyboard(Mouse):
    """Nothing but keys: Tab to come to something, Enter to press it, arrows over the board, digits for trays."""

    def press(self, selector: str, text: str | None = None) -> None:
        self.reach(selector, text or "")
        self.page.keyboard.press("Enter")

    def reach(self, selector: str, text: str = "") -> None:
        """By Tab to something."""
        for _ in range(80):
            if self.page.evaluate(
                """([name, text]) => document.activeElement.matches(name)
                && document.activeElement.textContent.includes(text)""",
                [selector, text],
            ):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def choose(self, target: dict, random: Random) -> None:
        seen = self.visitor.look()
        if target["beside"]:
            trays = [other["name"] for other in seen["targets"] if other["beside"]]
            if trays.index(target["name"]) < 9:
                return self.page.keyboard.press(str(1 + trays.index(target["name"])))
        if seen["focused"] is None and self._on_board():
            self.page.keyboard.press("ArrowDown")
        elif seen["focused"] is None:
            self.reach("[data-target]")
        self.walk(target, random)

    def _on_board(self) -> bool:
        return self.page.evaluate("Boolean(document.activeElement.closest('svg.surface-board'))")

    def walk(self, target: dict, random: Random) -> None:
        """By arrows towards a target; where they lead is good enough if it is on offer."""
        for _ in range(12):
            focused, at = self.page.evaluate(
                """() => { const hit = document.activeElement; const box = hit.getBoundingClientRect();
                return [hit.dataset.target, [box.x + box.width / 2, box.y + box.height / 2]]; }"""
            )
            aside, below = target["at"][0] - at[0], target["at"][1] - at[1]
            if focused == target["name"]:
                break
            across = abs(aside) > abs(below)
            towards = (
                ("ArrowRight" if aside > 0 else "ArrowLeft") if across else ("ArrowDown" if below > 0 else "ArrowUp")
            )
            self.page.keyboard.press(towards)
        self.page.keyboard.press("Enter")


def step(hand: Mouse, seen: dict, random: Random) -> None:
    """Do one of the things that can be done, by chance; what has been begun is gone on with."""
    if seen["cover"]:
        hand.press(".cover button")
    elif seen["confirm"]:
        hand.press(".choices .primary")
    elif seen["choices"] and (not seen["targets"] or random.random() < 0.5):
        hand.press("button.choice", random.choice(seen["choices"]))
    else:
        hand.choose(random.choice([target for target in seen["targets"] if not target["other"]]), random)


def play(hand: Mouse, random: Random, moves: int | None = None, stop_at_cover: bool = False) -> dict:
    """Play on until the game is over or so many moves stand in the list; return what is seen then."""
    before = None
    while True:
        seen = hand.visitor.look(before)
        enough = moves is not None and seen["moves"] >= moves and not seen["chosen"] and not seen["cover"]
        if seen["over"] or enough or (stop_at_cover and seen["cover"]):
            return seen
        before = seen["sign"]
        step(hand, seen, random)
