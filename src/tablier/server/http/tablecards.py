"""What a link to a table shows: the game, who plays, and how it stands. Nothing that everybody with the link may not
know."""

import re
from typing import Any

from tablier.core.registry import game as find_game
from tablier.core.words import Fact, Phrase
from tablier.server.errors import words
from tablier.server.hall import Hall
from tablier.server.http.digests import public
from tablier.server.http.documents import Page
from tablier.server.storage import ledger
from tablier.server.tables.ids import TABLE
from tablier.server.tables.table import OPEN, OVER, PLAYING


async def card(hall: Hall, table: str) -> Page | None:
    """The page of a table; None if there is no such table."""
    found = await hall.store.read(lambda db: ledger.one(db, table)) if re.fullmatch(TABLE, table) else None
    if found is None:
        return None
    [digest] = await public(hall.directory, [found])
    game = find_game(digest["game"])
    title = words("preview.table", game=game.title, players=_players(digest))
    picture = f"/picture/{table}.png?{digest['number']}"  # another address when it looks different
    return Page(title, standing(digest), "table.js", (game.name,), picture=picture)


def _players(digest: dict[str, Any]) -> Phrase:
    names = [_name(seat) for seat in digest["seats"]]
    if len(names) == 2:
        return words("preview.two", first=names[0], second=names[1])
    return words("preview.several", names=names)


def _name(seat: dict[str, Any]) -> Fact:
    if seat["level"]:
        return words("preview.level", level=seat["level"].partition(":")[2])
    return words("people.gone") if seat["name"] == "" else seat["name"] or words("preview.free")


def standing(digest: dict[str, Any]) -> Phrase:
    """How a game stands, in a sentence."""
    moves = digest["moves"]
    if digest["status"] == OPEN:
        return words("preview.open")
    if digest["status"] == PLAYING:
        return words("preview.playing", moves=moves) if moves else words("preview.begun")
    if digest["status"] != OVER or not digest["ranks"]:
        return words("preview.closed")
    winners = [_name(seat) for seat, rank in zip(digest["seats"], digest["ranks"], strict=True) if rank == 1]
    if len(winners) != 1:
        return words("preview.drawn", moves=moves, names=winners)
    return words("preview.won", name=winners[0], moves=moves)
