"""The browser's pages: one document, its modules and styles, and each game's drawings and colours."""

import hashlib
import re
from functools import cache
from pathlib import Path

import segno
from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablier.core.looks import BOARDS, FINISHES, THEMES, finish, palette
from tablier.core.registry import game as find_game
from tablier.server.errors import Refused, words
from tablier.server.tables.ids import TABLE

WEB = Path(__file__).parents[2] / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".wav": "audio/wav",
}

pages = APIRouter(include_in_schema=False)


def file(name: str, request: Request) -> Response:
    """A file of the client; a browser that has it is told so, and never keeps an old one unasked."""
    path = WEB / name
    if path.parent != WEB or path.suffix not in KINDS or not path.is_file():
        raise Refused(words("http.no_page"))
    return _tagged(path.read_bytes(), KINDS[path.suffix], request)


def _tagged(body: bytes, kind: str, request: Request) -> Response:
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


@pages.get("/")
@pages.get("/new/{game}")
@pages.get("/rules/{game}")
@pages.get("/table/{table}")
@pages.get("/games")
@pages.get("/me")
@pages.get("/fair")
@pages.get("/game/{game}")
@pages.get("/person/{name}")
@pages.get("/settings")
@pages.get("/keys")
@pages.get("/draw/{game}")
async def document(request: Request) -> Response:
    return file("index.html", request)


def nowhere() -> Response:
    """The same document for an address that there is not; it says so kindly."""
    return Response((WEB / "index.html").read_bytes(), 404, {"Cache-Control": "no-cache"}, KINDS[".html"])


@pages.get("/web/{name}")
async def module(name: str, request: Request) -> Response:
    return file(name, request)


@pages.get("/sw.js")
async def worker(request: Request) -> Response:
    return file("sw.js", request)


@pages.get("/web/art/{game}.svg")
async def art(game: str, request: Request) -> Response:
    return _tagged((find_game(game).folder / "art.svg").read_bytes(), KINDS[".svg"], request)


@pages.get("/web/colours/{game}.css")
async def colours(game: str, request: Request) -> Response:
    return _tagged(style(game).encode(), KINDS[".css"], request)


@cache
def style(game: str) -> str:
    """Every role of a game as a colour, and how things are finished, for each theme and all kinds of boards."""
    folder, here = find_game(game).folder, f"[data-game={game}]"
    rules = []
    for boards in BOARDS:
        finished = {f"finish-{name}": f"{share:g}" for name, share in finish(boards).items()}
        for theme in THEMES:
            rules.append(f"{_places(here, theme, boards)}{{{_set(palette(folder, theme, boards) | finished)}}}")
    rules += [f"{here} .c-{role}{{color:var(--{role})}}" for role in palette(folder, THEMES[0])]
    rules += [f".finish-{name}{{opacity:var(--finish-{name})}}" for name in FINISHES]
    return "\n".join(rules) + "\n"


def _places(here: str, theme: str, boards: str) -> str:
    """Where some boards are shown: all over the page, or in a part of it that says so, which counts for more."""
    day, kind = f'[data-theme="{theme}"]', f'[data-boards="{boards}"]'
    usual = f":is({kind},:not([data-boards]))" if boards == BOARDS[0] else kind
    inside = f":root{day} {kind}:not(:root)"
    return f"{here}{day}{usual},:root{day}{usual} {here},{inside} {here},{inside}{here}"


def _set(roles: dict[str, str]) -> str:
    return "".join(f"--{role}:{colour};" for role, colour in roles.items())


@pages.get("/web/code/{table}.svg")
async def code(table: str, request: Request) -> Response:
    """The link to a table as a picture that a telephone reads."""
    if not re.fullmatch(TABLE, table):
        raise Refused(words("table.unknown"))
    link = f"{request.url.scheme}://{request.headers.get('host', '')}/table/{table}"
    drawn = segno.make(link, error="m").svg_inline(scale=4, border=2, dark="#2b2622", light="#fff")
    return _tagged(
        drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode(), KINDS[".svg"], request
    )
