"""The browser's pages: one document for all of them, and the files of the client under names that never change."""

import asyncio
import re

import segno
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from tablier.core.errors import UnknownGame
from tablier.core.game import Game
from tablier.core.registry import game as find_game
from tablier.server.errors import Refused, Unwell, words
from tablier.server.http import documents, editions
from tablier.server.http.documents import Page, site
from tablier.server.http.editions import KINDS, NAME, Edition
from tablier.server.http.languages import spoken
from tablier.server.http.packing import FOR_GOOD, Packed
from tablier.server.http.state import TheHall
from tablier.server.http.tablecards import card
from tablier.server.tables.ids import TABLE

pages = APIRouter(include_in_schema=False)


async def document(request: Request, page: Page, status: int = 200) -> Response:
    """A page, in the language of whoever asks. Browsers ask for it every time: it names the edition of all the rest."""
    edition = await asyncio.to_thread(editions.present)
    text = documents.written(edition, page, spoken(request), site(request), request.url.path)
    return text.answer(request, status=status, vary="Accept-Language, Cookie")


async def nowhere(request: Request) -> Response:
    """The same document for an address that there is not; it says so kindly."""
    return await document(request, documents.plain(), 404)


@pages.get("/")
async def first(request: Request) -> Response:
    return await document(request, documents.home())


def _known(name: str) -> Game | None:
    try:
        return find_game(name)
    except UnknownGame:
        return None


@pages.get("/new/{name}")
async def new(name: str, request: Request) -> Response:
    game = _known(name)
    if game is None:
        return await nowhere(request)
    return await document(request, documents.about(game, words("preview.new", game=game.title), "new.js", drawn=True))


@pages.get("/rules/{name}")
async def rules(name: str, request: Request) -> Response:
    game = _known(name)
    if game is None:
        return await nowhere(request)
    title = words("preview.rules", game=game.title)
    return await document(request, documents.about(game, title, "rules.js", drawn=True))


@pages.get("/draw/{name}")
async def draw(name: str, request: Request) -> Response:
    game = _known(name)
    if game is None or game.plan() is None:
        return await nowhere(request)
    return await document(request, documents.about(game, words("preview.draw", game=game.title), "editor.js"))


PLAIN = {
    "/games": "mygames.js",
    "/me": "account.js",
    "/fair": "fair.js",
    "/settings": "settings.js",
    "/keys": "keys.js",
}


@pages.get("/games")
@pages.get("/me")
@pages.get("/fair")
@pages.get("/settings")
@pages.get("/keys")
async def other(request: Request) -> Response:
    return await document(request, documents.plain(PLAIN[request.url.path]))


@pages.get("/person/{name}")
async def person(request: Request) -> Response:
    return await document(request, documents.plain("profile.js"))


@pages.get("/game/{name}")
async def about(name: str, request: Request) -> Response:
    game = _known(name)
    if game is None:
        return await nowhere(request)
    return await document(request, documents.about(game, game.title, "gamepage.js", drawn=True))


@pages.get("/table/{table}")
async def at_table(table: str, request: Request, hall: TheHall) -> Response:
    try:
        page = await card(hall, table)
    except Unwell:
        response = await document(request, documents.plain("table.js"), 503)
        response.headers["Retry-After"] = "2"
        return response
    return await (document(request, page) if page else nowhere(request))


# ----- Files


@pages.get("/sw.js")
async def worker(request: Request) -> Response:
    edition = await asyncio.to_thread(editions.present)
    return Packed.of(edition.pages["sw.js"].encode(), KINDS[".js"]).answer(request)


@pages.get("/web/code/{table}.svg")
async def code(table: str, request: Request) -> Response:
    """The link to a table as a picture that a telephone reads."""
    if not re.fullmatch(TABLE, table):
        raise Refused(words("table.unknown"))
    drawn = segno.make(f"{site(request)}/table/{table}", error="m")
    text = drawn.svg_inline(scale=4, border=2, dark="#2b2622", light="#fff")
    whole = text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Packed.of(whole.encode(), KINDS[".svg"]).answer(request)


@pages.get("/web/{path:path}")
async def file(path: str, request: Request) -> Response:
    """A file of the client: of the present edition for good, by its plain name as it is now."""
    first, _, rest = path.partition("/")
    edition = editions.known()
    if first != edition.name:
        edition = await asyncio.to_thread(editions.present)
    if first == edition.name:
        return _found(edition, rest).answer(request, FOR_GOOD)
    if NAME.fullmatch(first):
        return _later(edition, first, rest)
    return _found(edition, path).answer(request)


def _found(edition: Edition, name: str) -> Packed:
    if name not in edition.files:
        raise Refused(words("http.no_page"))
    return edition.files[name]


MOST = 8
RELOAD = """// This page was opened before the server was updated: it is loaded anew, and loses nothing.
const tried = Number(sessionStorage.getItem("EDITION") ?? 0);
if (tried >= MOST) throw new Error("The server and this page are of different editions.");
sessionStorage.setItem("EDITION", String(tried + 1));
setTimeout(() => location.reload(), 400 * tried);
await new Promise(() => {});
"""


def _later(edition: Edition, asked: str, name: str) -> Response:
    """For a page of another edition, opened before an update and still there.

    What it says and draws with is as the server is now, whose frames it gets: that is where it is sent. A module is
    not: today's would import today's others beside those of its own edition that run already, with other names in
    them and a state of their own. So it gets a module that loads the page anew. Where several servers are updated one
    by one it may be asked for from one that is not yet: then that is done some times, less and less often.
    """
    headers = {"Cache-Control": "no-store"}
    if name.endswith(".js"):
        text = RELOAD.replace("EDITION", f"edition-{asked}").replace("MOST", str(MOST))
        return Response(text, headers=headers, media_type=KINDS[".js"])
    _found(edition, name)
    return RedirectResponse(edition.url(name), 307, headers)
