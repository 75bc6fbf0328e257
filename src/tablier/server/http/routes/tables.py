"""Tables: setting them, finding them, and what is left of them."""

import contextlib
from typing import Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response

from tablier.core.options import Choices
from tablier.core.registry import game as find_game
from tablier.server.audience import frames
from tablier.server.errors import Conflict, Refused, words
from tablier.server.hall import Hall
from tablier.server.http import requests
from tablier.server.http.admission import admit
from tablier.server.http.digests import Digest, public, seats_of
from tablier.server.http.languages import spoken
from tablier.server.http.requests import NewTable
from tablier.server.http.routes.games import understood
from tablier.server.http.state import Somebody, TheHall, Visitor, address, origin, state_of
from tablier.server.people.names import clean_name
from tablier.server.storage import archive, ledger
from tablier.server.tables import commands
from tablier.server.tables.commands import HOST_GONE
from tablier.server.tables.draws import derived_name
from tablier.server.tables.events import Match, Place, Wish
from tablier.server.tables.ids import TableName, new_id
from tablier.server.tables.preparation import prepare
from tablier.server.tables.who import Who

Theme = Literal["light", "dark"]
Boards = Literal["classic", "slate", "paper"]
LIVELY = 3_600_000
"""A game counts as being played for so many milliseconds after anything happened there."""

router = APIRouter(tags=["tables"])


@router.post("/tables", status_code=201)
async def new_table(request: Request, body: NewTable, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """Set a table. It begins by itself as soon as every seat is taken, and all luck is brought that was announced.

    The commitment is to the draws of this table; it is made before anybody brings luck.
    """
    if hall.tasks.draining:
        raise Refused(words("table.draining"))
    name = derived_name(who.person, body.key) if body.key else new_id()
    if body.key and await hall.ledger.numbers([name]):  # it was asked for twice, and set the first time
        return await _set(hall, name)
    game = find_game(body.game)
    await prepare(body.game)
    choices = understood(game, len(body.seats), body.options)
    mine = sum(place.who in ("me", "here") for place in body.seats)
    if body.rated and (mine > 1 or len(body.seats) < 2):
        raise Refused(words("table.rated"))
    commands.check_rated(body.rated, who)
    if sum(place.who == "here" for place in body.seats) and not any(place.who == "me" for place in body.seats):
        raise Refused(words("table.here"))
    here = origin(request)
    await admit(state_of(request.app), who, here, all(place.who == "opponent" for place in body.seats))
    with contextlib.suppress(Conflict):  # it was asked for twice at once
        await hall.tables.create(_wish(body, who, name, choices), name, origin=here)
    await hall.presence.note(who)
    return await _set(hall, name)


async def _set(hall: Hall, name: str) -> dict[str, Any]:
    return {"table": name, "commitment": (await hall.tables.get(name)).commitment}


def _wish(body: NewTable, who: Who, name: str, choices: Choices) -> Wish:
    match: Match | None = {"id": name, "game": 1} if body.match else None
    return Wish(
        game=body.game,
        choices=choices,
        seats=[_seat(place, who, body.luck) for place in body.seats],
        clock=body.clock,
        listed=body.listed,
        rated=body.rated,
        host=who.person,
        match=match,
        begins=body.begins,
    )


def _seat(place: requests.Place, who: Who, luck: bool) -> Place:
    if place.who == "opponent":
        return {"level": f"tablier:{place.level}"}
    if place.who == "open":
        return {}
    named: Place = {"name": clean_name(place.name)} if place.name else {}
    return named | commands.seated(who.person, luck)


@router.get("/tables")
async def lobby(hall: TheHall) -> list[dict[str, Any]]:
    """Listed tables, those with free seats first."""
    since, now = hall.cluster.ago(HOST_GONE), hall.cluster.now()
    return await public(hall.directory, await hall.store.read(lambda db: ledger.lobby(db, since, now)))


@router.get("/tables/mine")
async def my_tables(hall: TheHall, who: Visitor, over: bool = False) -> list[dict[str, Any]]:
    """The tables where you sit, newest first; with `over` those whose game has ended."""
    if who is None:
        return []
    tables = await hall.store.read(lambda db: ledger.of_person(db, list(who.selves), over))
    return await public(hall.directory, tables, who.selves)


@router.get("/now")
async def going_on(request: Request, hall: TheHall, who: Visitor) -> dict[str, Any]:
    """What goes on: how many people are here and games are played, listed tables, and yours, your turn first."""
    state = state_of(request.app)
    state.visitors.note(who.person if who else address(request))
    now, selves = hall.cluster.now(), list(who.selves) if who else []
    offered = hall.cluster.ago(HOST_GONE)

    def read(db: sa.Connection) -> tuple[int, list[Digest], list[Digest]]:
        mine = ledger.of_person(db, selves, False) if selves else []
        return archive.being_played(db, now - LIVELY), ledger.lobby(db, offered, now), mine

    games, listed, mine = await hall.store.read(read)
    mine.sort(key=lambda table: table["turn"] not in seats_of(table, selves))
    return {
        "people": state.visitors.with_those({connection.who.person for connection in state.connections}),
        "games": games,
        "listed": await public(hall.directory, listed, selves),
        "mine": await public(hall.directory, mine, selves),
    }


@router.get("/tables/{table}")
async def one_table(table: TableName, hall: TheHall, who: Visitor) -> dict[str, Any]:
    """What everybody may know of a table, and which seats are yours."""
    found = await hall.tables.get(table)
    names = await hall.directory.learn(found.known())
    mine = found.seats_of(who) if who else []
    return {"table": table, "yours": mine, "number": found.number, **frames.about(found, names)}


@router.get("/tables/{table}/picture")
async def picture(
    table: TableName,
    request: Request,
    hall: TheHall,
    theme: Theme = "light",
    boards: Boards = "classic",
    number: int = 0,
) -> Response:
    """The board as everybody may see it, drawn. With the table's `number` a browser may keep it for good."""
    found = await hall.tables.get(table)
    drawn = await state_of(request.app).miniatures.of(found, theme, boards)
    kept = "private, max-age=31536000, immutable" if number == found.number else "no-store"
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": kept})


@router.get("/tables/{table}/record")
async def record(table: TableName, request: Request, hall: TheHall) -> Response:
    """The record of the game: one line of JSON. While it goes on, what is hidden stays so."""
    found = await hall.tables.get(table)
    if found.position is None:
        raise Refused(words("refused.waiting"))
    known = await hall.directory.learn(found.people())
    gone = words("people.gone").say(spoken(request))
    names = [place.level or place.name or known.get(place.person or "", "?") or gone for place in found.seats]
    disposition = f'attachment; filename="{found.game}-{table[:8]}.jsonl"'
    return Response(
        found.record(names).line + "\n",
        media_type="application/json",
        headers={"Content-Disposition": disposition},
    )
