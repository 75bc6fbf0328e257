"""The one document of the client, written for each page: what it is called, what a link to it shows, what it needs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from fastapi import Request

from tablier.core.game import Game
from tablier.core.registry import list_games
from tablier.core.words import Phrase
from tablier.server.errors import words
from tablier.server.http.editions import KINDS, Edition
from tablier.server.http.hosts import HOST
from tablier.server.http.packing import Packed
from tablier.server.http.state import state_of
from tablier.server.http.studio import SIZE

HERE = "<!-- what this page needs -->"
AHEAD = 12_500
"""So many bytes of the page that most go to next are fetched ahead: who only looks in shall not pay for all of it."""


@dataclass(frozen=True)
class Page:
    """What a page is about.

    module    the one that shows it, fetched together with all that it imports
    games     those whose drawings it shows first
    data      what it asks the server for first, whoever looks
    next      the module of the page that most go to from there: fetched when all the rest is here
    """

    title: Phrase
    text: Phrase
    module: str = ""
    games: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    next: str = ""
    picture: str = "/picture/tablier.png"


def site(request: Request) -> str:
    """Where this server is reached: as its settings say, else as it was asked; nothing if that makes no sense."""
    if said := state_of(request.app).settings.site:
        return said.rstrip("/")
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if HOST.fullmatch(host) and request.url.scheme in ("http", "https") else ""


def home() -> Page:
    games = tuple(game.name for game in list_games())
    data = ("/api/games", "/api/levels", *(f"/api/games/{game}/preview" for game in games))
    return Page(words("preview.home.title"), words("preview.home.text"), "home.js", games, data, "table.js")


def about(game: Game, title: Phrase, module: str, *, drawn: bool = False) -> Page:
    """A page about a game."""
    games = (game.name,) if drawn else ()
    return Page(title, game.words("about"), module, games, picture=f"/picture/{game.name}.png")


def plain(module: str = "") -> Page:
    return Page(words("preview.home.title"), words("preview.home.text"), module)


@lru_cache(512)
def written(edition: Edition, page: Page, language: str, site: str, path: str) -> Packed:
    """The document for a page, packed; the same again for the same page."""
    text = _named(edition, edition.pages["index.html"])
    text = text.replace('<html lang="en"', f'<html lang="{language}"')
    text = text.replace("app.webmanifest", f"app.{language}.webmanifest")
    text = re.sub("<title>.*?</title>", lambda _: f"<title>{escape(page.title.say(language))}</title>", text)
    lines = [*_shown(page, language, site, path), *_needed(edition, page, language)]
    return Packed.of(text.replace(HERE, "\n".join(lines)).encode(), KINDS[".html"])


def _named(edition: Edition, text: str) -> str:
    """With the names of this edition for its scripts, styles and pictures. A manifest and icons keep theirs: what is
    installed on a device knows them by it."""
    return re.sub(r'"/web/([\w./-]+\.(?:js|css|svg))"', lambda found: f'"{edition.url(found[1])}"', text)


def _shown(page: Page, language: str, site: str, path: str) -> Iterator[str]:
    """What a link to the page shows elsewhere."""
    title, text = (escape(said.say(language)) for said in (page.title, page.text))
    yield f'<meta name="description" content="{text}">'
    yield '<meta property="og:type" content="website">'
    yield '<meta property="og:site_name" content="Tablier">'
    yield f'<meta property="og:locale" content="{ {"en": "en_GB", "fr": "fr_FR"}[language] }">'
    yield f'<meta property="og:title" content="{title}">'
    yield f'<meta property="og:description" content="{text}">'
    if site:
        yield f'<meta property="og:url" content="{escape(site + path)}">'
        yield f'<meta property="og:image" content="{escape(site + page.picture)}">'
        yield f'<meta property="og:image:width" content="{SIZE[0]}">'
        yield f'<meta property="og:image:height" content="{SIZE[1]}">'
        yield f'<meta property="og:image:alt" content="{title}">'
    yield '<meta name="twitter:card" content="summary_large_image">'


def _needed(edition: Edition, page: Page, language: str) -> Iterator[str]:
    """All that the first view fetches, named at once, so that one round brings it."""
    modules = edition.modules("app.js", page.module)
    for module in modules:
        yield f'<link rel="modulepreload" href="{edition.url(module)}">'
    yield f'<link rel="preload" as="fetch" crossorigin href="{edition.url(f"words/{language}.json")}">'
    for game in page.games:
        yield f'<link rel="preload" as="style" href="{edition.url(f"colours/{game}.css")}">'
        yield f'<link rel="preload" as="fetch" crossorigin href="{edition.url(f"art/{game}.svg")}">'
    for address in page.data:
        yield f'<link rel="preload" as="fetch" crossorigin href="{address}">'
    left = AHEAD
    for module in edition.modules(page.next):
        if module not in modules:
            left -= len(edition.files[module].packed or edition.files[module].body)
            if left > 0:
                yield f'<link rel="prefetch" href="{edition.url(module)}">'
