"""Every page for everybody: axe finds nothing, nothing is cut off, keys suffice, and nothing jumps."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tablier.server.http import editions
from web.visitors import Mouse, Random, Visitor, play

PAGES = {
    "home": "/",
    "game": "/game/quantik",
    "settings": "/settings",
    "keys": "/keys",
    "here": "/new/quantik?with=here",
    "somebody": "/person/Zoe",
    "nobody": "/person/Nobody",
    "options": "/new/kulami",
    "seats": "/new/on_top",
    "plates": "/draw/kulami",
    "cells": "/draw/on_top",
    "rules": "/rules/rangees",
    "mine": "/games",
    "me": "/me",
    "draws": "/fair",
    "nothing": "/table/00000000000000000000000000000000",
    "nowhere": "/nowhere",
}
TABLES = {
    "quantik": 3,
    "kulami": 6,
    "rangees": 4,
    "on_top": 5,
    "kabaleo": 4,
}
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="package")
def zoe(profiles, server):
    """Somebody with an account and a rated game; a server knows only one of that name."""
    zoe = Visitor(profiles, server.url).come("Zoe")
    zoe.make_account("Zoe")
    table = zoe.set_table("quantik", ["me", "level 1"], rated=True)
    zoe.exchange_moves(table)
    zoe.give_up(table)
    zoe.close()


@pytest.fixture(scope="module")
def reader(profiles, server, zoe):
    """Somebody who has played a little at a table of each game, and reads page after page."""
    yield from _reader(Visitor(profiles, server.url))


@pytest.fixture(scope="module")
def finger(profiles, server, zoe):
    yield from _reader(Visitor(profiles, server.url, touch=True, size=(390, 844)))


def _reader(visitor: Visitor):
    visitor.come("Ann").forgive("404")
    visitor.tables = {}
    yield visitor
    visitor.close()


def go(visitor: Visitor, name: str, size: tuple[int, int] = (1280, 900)) -> None:
    """To a page, and wait until all that it fetches is there."""
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.page.emulate_media(color_scheme="light")
    if name in visitor.tables:
        visitor.open(f"/table/{visitor.tables[name]}")
        play(Mouse(visitor), Random(1), moves=0)
    elif name in TABLES:
        visitor.tables[name] = visitor.set_table(name, ["me", "here"])
        play(Mouse(visitor), Random(1), moves=TABLES[name])
    else:
        visitor.open(PAGES[name])
    speak(visitor, "en")
    visitor.settle()


def speak(visitor: Visitor, language: str) -> None:
    visitor.page.locator("select.language").select_option(language, force=True)
    visitor.page.wait_for_function("code => document.documentElement.lang === code", arg=language)
    visitor.page.locator("#main h1, #main h2, #main h3, .turnline").first.wait_for()


def faults(visitor: Visitor, *rules: str) -> list[str]:
    """What axe finds, by all of its rules or by some."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    if not visitor.page.evaluate("Boolean(window.axe)"):
        visitor.page.evaluate(Axe().axe_script)
    found = Axe(axe_script="0").run(visitor.page, options=options).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:150]} {node['failureSummary'][:300]}"
        for fault in found
        for node in fault["nodes"][:3]
    ]


def everywhere(visitor: Visitor) -> list[str]:
    """What axe finds in both languages; in the dark, colours are all that is different, and no language has its own."""
    found = []
    for language, theme, rules in (("en", "dark", ("color-contrast",)), ("en", "light", ()), ("fr", "light", ())):
        speak(visitor, language)
        visitor.page.emulate_media(color_scheme=theme)
        visitor.page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        found += [f"{language} {theme} {fault}" for fault in faults(visitor, *rules)]
    return found


@pytest.mark.parametrize("name", [*PAGES, *TABLES])
def test_a_page_is_for_everybody(reader, name):
    go(reader, name)
    found = everywhere(reader)
    assert not found, "\n".join(found)
    nothing_is_cut_off(reader)
    if name in TABLES:
        the_board_is_one_stop_and_arrows_reach_all_of_it(reader)
    assert reader.errors == []


def test_axe_finds_nothing_in_what_opens(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "open"])
    ann.page.locator(".lounge").wait_for()
    found = everywhere(ann)
    assert not found, "\n".join(found)
    ann.page.locator("select.language").select_option("en")
    ann.page.get_by_role("button", name="Settings").click()
    assert faults(ann) == []
    ann.page.keyboard.press("Escape")
    ann.set_table("quantik", ["me", "here"])
    ann.look()
    for tab in ("Score", "Rules", "Talk", "More"):
        ann.page.get_by_role("tab", name=tab).click()
        ann.page.get_by_role("tabpanel", name=tab).wait_for()
        assert faults(ann) == []
    ann.page.get_by_role("tab", name="Moves").click()
    ann.page.get_by_role("button", name="Hint").click()
    for name in ("Why there?", "Show the move", "Play it"):
        ann.page.get_by_role("button", name=name).wait_for()
        assert faults(ann) == []
        ann.page.get_by_role("button", name=name).click()
    play(Mouse(ann), Random(2))
    assert faults(ann) == []
    ann.page.locator(".result").get_by_role("button", name="Close").click()
    ann.page.get_by_role("tab", name="Score").click()
    assert faults(ann) == []


def nothing_is_cut_off(reader: Visitor) -> None:
    """Neither on the smallest telephone nor at 200 %, in the language with the longer words."""
    speak(reader, "fr")
    for size in ((320, 640), (640, 450)):
        reader.page.set_viewport_size({"width": size[0], "height": size[1]})
        wide = reader.page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
            .map((part) => part.outerHTML.slice(0, 120))"""
        )
        assert wide == [], size
    reader.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("name", [*PAGES, *TABLES])
def test_a_finger_finds_everything(finger, name):
    go(finger, name, size=(390, 844))
    small = finger.page.evaluate(
        """() => [...document.querySelectorAll("button, a.button, select, input, textarea, summary, header a")]
        .filter((part) => part.checkVisibility() && part.type !== "checkbox")
        .filter((part) => part.getBoundingClientRect().height < 43.5)
        .map((part) => `${part.outerHTML.slice(0, 100)} ${part.getBoundingClientRect().height}`)"""
    )
    assert small == []


def the_board_is_one_stop_and_arrows_reach_all_of_it(reader: Visitor) -> None:
    unreached, stops, unnamed = reader.page.evaluate(
        """() => {
          const hits = () => [...document.querySelectorAll(".table [data-target]")];
          const hit = (name) => hits().find((one) => one.dataset.target === name);
          const stops = hits().filter((one) => one.tabIndex === 0).length;
          const seen = new Set([hits().find((one) => one.tabIndex === 0).dataset.target]);
          for (const name of seen) {
            for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
              hit(name).focus();
              hit(name).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
              if (document.activeElement.dataset.target) seen.add(document.activeElement.dataset.target);
            }
          }
          const names = (list) => list.map((one) => one.dataset.target);
          const unnamed = hits().filter((one) => one.getAttribute("aria-label") === one.dataset.target);
          return [names(hits()).filter((name) => !seen.has(name)), stops, names(unnamed)];
        }"""
    )
    assert stops == 1
    assert unreached == []
    assert unnamed == []


def test_what_has_the_focus_is_seen_to_have_it(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    ann.look()
    met = set()
    for _ in range(40):
        ann.page.keyboard.press("Tab")
        shown, what = ann.page.evaluate(
            """() => {
              const one = document.activeElement;
              const style = getComputedStyle(one);
              const drawn = [...one.querySelectorAll?.(".rim, .halo") ?? []].map((part) => getComputedStyle(part));
              const ringed = drawn.some(({ stroke, strokeWidth }) => parseFloat(strokeWidth) > 6 && stroke !== "none");
              const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              return [one === document.body || ringed || outlined, one.outerHTML.slice(0, 80)];
            }"""
        )
        met.add(what)
        assert shown, what
    assert len(met) > 8


@pytest.mark.parametrize("name", ["home", "quantik", "on_top"])
def test_nothing_jumps(visit, name):
    ann = visit("Ann", motion=True)
    ann.page.add_init_script(SHIFTS)
    if name in TABLES:
        ann.set_table(name, ["me", "here"])
        play(Mouse(ann), Random(1), moves=TABLES[name])
    else:
        ann.open(PAGES[name])
    ann.settle()
    assert ann.page.evaluate("window.shifted") < 0.1


def test_script_and_style_of_the_whole_site_are_small():
    edition = editions.known()
    own = [file.body for name, file in edition.files.items() if re.fullmatch(r"[\w-]+\.(js|css)", name)]
    assert len(own) > 60
    assert sum(map(len, own)) + len(edition.pages["sw.js"]) < 250_000
