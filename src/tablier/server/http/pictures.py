"""Pictures of tables and games, as somebody looks at them who only looks on: for links, and for other sites."""

import re
from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablier.core.looks import THEMES
from tablier.core.position import Position
from tablier.core.registry import list_games
from tablier.core.rules import SPECTATOR
from tablier.server.errors import Refused, words
from tablier.server.hall import Hall
from tablier.server.http.packing import ASK, Packed
from tablier.server.http.state import TheHall, origin, state_of
from tablier.server.http.studio import card, collage, example, painted
from tablier.server.tables.ids import GAME, TABLE
from tablier.server.tables.preparation import prepare
from tablier.server.tables.table import BROKEN, OVER

pictures = APIRouter(include_in_schema=False)

A_DAY = "public, max-age=86400"
ALL = "tablier"
"""The picture of all games together."""
ANYWHERE = {"Cross-Origin-Resource-Policy": "cross-origin"}


@pictures.get("/picture/{name}.png")
async def png(name: str, request: Request, hall: TheHall) -> Response:
    """A picture of the size that links are shown with."""
    return await _picture(name, "png", "light", request, hall)


@pictures.get("/picture/{name}.svg")
async def svg(name: str, request: Request, hall: TheHall, theme: str = "light") -> Response:
    """The same picture in lines, for any size."""
    return await _picture(name, "svg", theme if theme in THEMES else "light", request, hall)


async def _picture(name: str, kind: str, theme: str, request: Request, hall: Hall) -> Response:
    studio = state_of(request.app).studio
    key, keep, position = await _subject(name, hall)

    def draw() -> Packed:
        if kind == "svg":
            return Packed.of(position().svg(theme=theme, alone=True).encode(), "image/svg+xml")
        return Packed.of(painted(collage() if name == ALL else card(position())), "image/png")

    found = await studio.drawn(f"{key} {kind} {theme}", draw, origin(request))
    answer = found.answer(request, keep)
    answer.headers.update(ANYWHERE)
    return answer


async def _subject(name: str, hall: Hall) -> tuple[str, str, Callable[[], Position]]:
    """What is to be drawn: its name among the pictures kept, how long a browser may keep it, and the position."""
    if re.fullmatch(TABLE, name):
        table = await hall.tables.get(name)
        if table.position is not None and table.status != BROKEN:
            view = table.view(SPECTATOR)
            return f"{name} {table.number}", A_DAY if table.status == OVER else ASK, lambda: view
        name = table.game
    elif name == ALL:
        for game in list_games():
            await prepare(game.name)
        return ALL, A_DAY, lambda: example(list_games()[0].name)
    elif not re.fullmatch(GAME, name) or name not in {game.name for game in list_games()}:
        raise Refused(words("http.no_page"))
    await prepare(name)
    return name, A_DAY, lambda: example(name)
