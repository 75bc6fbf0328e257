"""Pictures of every page and of each game at its start, middle and end, to look at; and how smooth the page is.

    make screens            all of them, into build/screens, with an index.html to leaf through
    make screens ONLY=home  only those whose name begins so

Pictures are taken light and dark, in both languages: tables in windows of all kinds, other pages whole, in three
widths. The figures printed at the end are measured by the browser itself: when something is first seen, and which
frames took longer than 50 ms while people played.
"""

import argparse
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from server.support.servers import Process
from system import chromium
from web.visitors import SIZES, Mouse, Profiles, Visitor, play

BUILD = Path(__file__).parent.parent / "build" / "screens"
WIDTHS = [(320, 640), (768, 1024), (1440, 900)]
PAGES = {
    "home": "/",
    "game-quantik": "/game/quantik",
    "new-kulami": "/new/kulami",
    "new-on_top": "/new/on_top",
    "new-here": "/new/quantik?with=here",
    "draw-kulami": "/draw/kulami",
    "draw-rangees": "/draw/rangees",
    "draw-on_top": "/draw/on_top",
    "rules-quantik": "/rules/quantik",
    "games": "/games",
    "me": "/me",
    "settings": "/settings",
    "keys": "/keys",
    "fair": "/fair",
    "nothing": "/table/" + 32 * "0",
}
MIDDLE = {"quantik": 5, "kulami": 22, "rangees": 26, "on_top": 30, "kabaleo": 14}
SEATS = {"on_top": 4, "kabaleo": 3}

SLOW = """
window.slow = [];
new PerformanceObserver((list) => window.slow.push(...list.getEntries().map((entry) => entry.duration)))
  .observe({ type: "long-animation-frame" });
"""
PAINT = """() => new Promise((done) => new PerformanceObserver((list) =>
  done([performance.getEntriesByName("first-contentful-paint")[0].startTime, list.getEntries().at(-1).startTime])
).observe({ type: "largest-contentful-paint", buffered: true }))"""


def shots(visitor: Visitor, name: str, sizes: list[tuple[int, int]] = WIDTHS) -> None:
    """The page as it stands, in windows of all sizes, in every theme and language."""
    page = visitor.page
    for language in ("en", "fr"):
        page.evaluate(
            """(code) => { const choice = document.querySelector("select.language");
            choice.value = code; choice.dispatchEvent(new Event("change")); }""",
            language,
        )
        page.wait_for_function("code => document.documentElement.lang === code", arg=language)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            for size in sizes:
                visitor.resize(size)
                visitor.settle()
                named = f"{name}-{size[0]}x{size[1]}-{theme}-{language}.png"
                page.screenshot(path=BUILD / named, full_page=True)
    visitor.resize((1440, 900))


def game(visitor: Visitor, name: str) -> None:
    visitor.set_table(name, ["me", *["here"] * (SEATS.get(name, 2) - 1)])
    mouse = Mouse(visitor)
    if visitor.look()["cover"]:
        shots(visitor, f"{name}-0-cover", SIZES)
    play(mouse, Random(1), moves=MIDDLE[name] // 10)
    shots(visitor, f"{name}-1-start", SIZES)
    play(mouse, Random(2), moves=MIDDLE[name])
    shots(visitor, f"{name}-2-middle", SIZES)
    play(mouse, Random(3))
    shots(visitor, f"{name}-3-end", SIZES)
    visitor.page.keyboard.press("Escape")
    shots(visitor, f"{name}-4-after", SIZES)


def figures(profiles: Profiles, site: str) -> list[str]:
    """When the first page is seen, and the slowest frames while pieces move."""
    told = []
    visitor = Visitor(profiles, site, motion=True, worker=True).come("Ann")
    for name, path in (("first visit", "/"), ("home again", "/"), ("a game's page", "/new/kulami")):
        visitor.open(path)
        visitor.settle()
        first, largest = visitor.page.evaluate(PAINT)
        told.append(f"{name}: first paint after {first:.0f} ms, largest after {largest:.0f} ms")
    visitor.run_first(SLOW)
    for name, middle in MIDDLE.items():
        visitor.set_table(name, ["me", "here"])
        visitor.look()
        visitor.page.evaluate("window.slow.length = 0")
        play(Mouse(visitor), Random(1), moves=middle)
        slow = sorted(visitor.page.evaluate("window.slow"))
        told.append(
            f"{name}: {len(slow)} frames over 50 ms in {middle} moves"
            + (f", the slowest {slow[-1]:.0f} ms" if slow else "")
        )
    visitor.close()
    return told


def index() -> None:
    """All pictures on one page."""
    pictures = sorted(BUILD.glob("*.png"))
    figure = '<figure><img loading="lazy" src="{0}" height="420"><figcaption>{0}</figcaption></figure>'
    style = "<style>body{display:flex;flex-wrap:wrap;gap:1rem;font:12px sans-serif}figure{margin:0}</style>"
    (BUILD / "index.html").write_text(style + "".join(figure.format(one.name) for one in pictures), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="the beginning of a page's or a game's name, or `figures`")
    only = parser.parse_args().only
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Process(f"{folder}/tables.sqlite", Path(folder))
        server.start()
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        profiles = Profiles(browser)
        try:
            visitor = Visitor(profiles, server.url, size=(1440, 900)).come("Ann")
            for name in MIDDLE:
                if name.startswith(only):
                    game(visitor, name)
            visitor.set_table("rangees", ["me", "open"], listed=True)
            if "lounge".startswith(only):
                shots(visitor, "lounge", SIZES)
            for name, path in PAGES.items():
                if name.startswith(only):
                    shots(visitor.open(path), name)
            if "figures".startswith(only):
                print(*figures(profiles, server.url), sep="\n")
        finally:
            browser.close()
            server.kill()
    index()


if __name__ == "__main__":
    main()
