"""HTTP: for making and finding. Whoever has made or found a table lives there by the socket."""

import asyncio
import contextlib
from functools import cache
from random import Random
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from tablier.core.errors import BadOption, TablierError
from tablier.core.game import Game
from tablier.core.options import Data, unknown_option
from tablier.core.position import Position
from tablier.core.random_play import random_game
from tablier.core.registry import game as find_game
from tablier.core.registry import list_games
from tablier.core.rules import SPECTATOR
from tablier.server import catalogues, frames, ledger, people, ratings, verification
from tablier.server.draws import derived_name
from tablier.server.hall import Hall
from tablier.server.names import clean_name
from tablier.server.people import Who
from tablier.server.requests import Account, Board, Named, NewTable, RecordText
from tablier.server.store import Conflict
from tablier.server.table import OVER, Event
from tablier.server.words import Refused, words

COOKIE = "tablier"
YEAR = 365 * 24 * 3600

TableName = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
Language = Annotated[str, Path(pattern="^(en|fr)$")]
GamePath = Annotated[str, Path(pattern=r"^[a-z_]{1,40}$")]

api = APIRouter(prefix="/api")


def hall(request: Request) -> Hall:
    return request.app.state.hall


def visitor(request: Request) -> Who | None:
    return request.state.who


def somebody(who: Annotated[Who | None, Depends(visitor)]) -> Who:
    if who is None:
        raise Refused(words("people.nobody"))
    return who


TheHall = Annotated[Hall, Depends(hall)]
Visitor = Annotated[Who | None, Depends(visitor)]
Somebody = Annotated[Who, Depends(somebody)]


def me(who: Who | None) -> dict | None:
    return None if who is None else {"name": who.name, "account": who.account is not None}


# ----- People


@api.get("/me", tags=["people"])
async def who_am_i(who: Visitor) -> dict | None:
    """Who the session's cookie says you are; null for a stranger."""
    return me(who)


@api.post("/me", tags=["people"])
async def come_in(request: Request, response: Response, body: Named, hall: TheHall, who: Visitor) -> dict | None:
    """Become a guest of that name. A cookie remembers you."""
    name = clean_name(body.name)
    if who is not None:
        return await _rename(hall, who, name)
    token = people.new_token()
    who = await hall.store.write(lambda db: people.guest(db, token, name, hall.now()))
    _remember(request, response, token)
    return me(who)


def _remember(request: Request, response: Response, token: str) -> None:
    secure = request.app.state.settings.secure
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


@api.patch("/me", tags=["people"])
async def change_name(body: Named, hall: TheHall, who: Somebody) -> dict | None:
    return await _rename(hall, who, clean_name(body.name))


async def _rename(hall: Hall, who: Who, name: str) -> dict | None:
    await hall.store.write(lambda db: people.rename(db, who, name))
    hall.names[who.person] = name
    return {"name": name, "account": who.account is not None}


@api.post("/account", tags=["people"])
async def make_account(body: Account, hall: TheHall, who: Somebody) -> dict:
    """Keep your games and seats under a name and a passphrase, on any device."""
    name = clean_name(body.name)
    hashed = await asyncio.to_thread(people.hash_passphrase, body.passphrase)
    await hall.store.write(lambda db: people.make_account(db, who.person, name, hashed))
    hall.names[who.person] = name
    return {"name": name, "account": True}


@api.post("/session", tags=["people"])
async def sign_in(request: Request, response: Response, body: Account, hall: TheHall, was: Visitor) -> dict | None:
    """Sign in to an account from this device. What you began as a guest goes with you."""
    found = await hall.store.read(lambda db: people.account(db, body.name))
    fits = await asyncio.to_thread(people.fits, found and found[1], body.passphrase)
    if not fits or found is None:
        raise Refused(words("account.wrong"))
    person, token, before = found[0], people.new_token(), request.cookies.get(COOKIE)
    who = await hall.store.write(lambda db: people.sign_in(db, person, token, before, hall.now()))
    if was is not None:
        _hang_up(request, was)
    _remember(request, response, token)
    return me(who)


@api.delete("/session", tags=["people"])
async def sign_out(request: Request, response: Response, hall: TheHall, who: Somebody) -> dict:
    token = request.cookies[COOKIE]
    await hall.store.write(lambda db: people.sign_out(db, token))
    _hang_up(request, who)
    response.delete_cookie(COOKIE)
    return {}


def _hang_up(request: Request, who: Who) -> None:
    """Close somebody's sockets; those that are still welcome come back by themselves, as who they are now."""
    for connection in list(request.app.state.connections):
        if connection.who.selves & who.selves:
            connection.send_away()


@api.get("/me/export", tags=["people"])
async def export(hall: TheHall, who: Somebody) -> dict:
    """All that is kept about you."""
    kept = await hall.store.read(lambda db: people.export(db, who))
    tables = await hall.store.read(
        lambda db: (
            ledger.of_person(db, list(who.selves), False, 100_000)
            + ledger.of_person(db, list(who.selves), True, 100_000)
        )
    )
    return kept | {"tables": [_public(table, hall) for table in tables]}


@api.delete("/me", tags=["people"])
async def forget_me(request: Request, response: Response, hall: TheHall, who: Somebody) -> dict:
    """Delete your name, account, sessions, ratings and what you said. Your games stay, played by nobody."""
    nobody = words("people.gone").say("en")
    everybody = sorted(who.selves)
    talked = await hall.store.write(lambda db: people.forget(db, who.person, nobody))
    for person in everybody:
        hall.names[person] = nobody
    _hang_up(request, who)
    for table in talked:
        await hall.act(table, lambda table, now, spent: [Event("unsaid", {"people": everybody})])
    response.delete_cookie(COOKIE)
    return {}


# ----- Games


@api.get("/games", tags=["games"])
async def games() -> list[dict]:
    """Every game, its numbers of players, its options and boards."""
    return [_game(game) for game in list_games()]


def _game(game) -> dict:
    return {
        "name": game.name,
        "title": game.title.as_json(),
        "seats": list(game.seats),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "data": isinstance(option, Data),
            }
            for option in game.options
        ],
    }


@api.get("/games/{name}/rules/{language}", tags=["games"])
async def rules(name: GamePath, language: Language) -> dict:
    """The rules in our own words, as Markdown."""
    return {"markdown": find_game(name).help(language)}


@api.get("/games/{name}/art", tags=["games"])
async def art(name: GamePath) -> Response:
    """The game's drawings: an SVG sheet of symbols."""
    return Response((find_game(name).folder / "art.svg").read_bytes(), media_type="image/svg+xml")


@api.get("/games/{name}/sight", tags=["games"])
async def sight(name: GamePath) -> dict:
    """What the game looks like in the middle of play."""
    return await asyncio.to_thread(_sight, name)


@cache
def _sight(name: str) -> dict:
    *_, last = positions = list(random_game(find_game(name).start(seed=2), Random(2)))
    shown = [position for position in positions if position.ply <= 0.6 * last.ply and position.turn >= 0][-1]
    return {"scene": frames.Picture().whole(shown.view(SPECTATOR).scene())}


@api.get("/games/{name}/plan", tags=["games"])
async def plan(name: GamePath) -> dict:
    """What one draws boards of this game with."""
    part = find_game(name).part("setup")
    if not hasattr(part, "plan"):
        raise Refused(words("http.no_page"))
    return part.plan()


@api.get("/words/{language}", tags=["games"])
async def catalogue(language: Language) -> dict:
    """Every sentence of every catalogue in one language, by catalogue and key."""
    return catalogues.all_words(language)


@api.get("/levels", tags=["games"])
async def levels() -> list[dict]:
    """The opponents' levels, described."""
    return [{"level": level, **{k: v.as_json() for k, v in catalogues.level(level).items()}} for level in range(1, 7)]


@api.post("/boards", tags=["games"])
async def board(body: Board, hall: TheHall) -> dict:
    """A game as it would start, drawn, or what is `wrong` with it; nothing is kept."""
    game = find_game(body.game)
    await hall.prepare(body.game)
    try:
        position = _start(game, body.seats, body.options, body.seed or None)
    except TablierError as error:  # an answer like another to somebody who is still drawing
        return {"wrong": error.phrase.as_json()}
    return {"setup": position.setup, "options": position.options, "scene": frames.Picture().whole(position.scene())}


def _start(game: Game, seats: int | None, options: dict, seed) -> Position:
    """A game as somebody wishes it; `setup` among the options is a literal one."""
    for name in ("self", "seats", "seed"):  # not for everybody to say
        if name in options:
            raise BadOption(unknown_option(name, [option.name for option in game.options]))
    return game.start(seats, seed=seed, **options)


# ----- Tables


@api.post("/tables", tags=["tables"], status_code=201)
async def new_table(body: NewTable, hall: TheHall, who: Somebody) -> dict:
    """Set a table. It begins by itself as soon as every seat is taken."""
    if hall.draining:
        raise Refused(words("table.draining"))
    game = find_game(body.game)
    await hall.prepare(body.game)
    _start(game, len(body.seats), body.options, 0)
    mine = sum(place.who in ("me", "here") for place in body.seats)
    if body.rated and (mine > 1 or len(body.seats) < 2):
        raise Refused(words("table.rated"))
    if sum(place.who == "here" for place in body.seats) and not any(place.who == "me" for place in body.seats):
        raise Refused(words("table.here"))
    name = derived_name(who.person, body.key) if body.key else people.new_id()
    created = {
        "id": name,
        "game": body.game,
        "choices": body.options,
        "seats": [_seat(place, who, body.luck) for place in body.seats],
        "clock": body.clock.model_dump(),
        "listed": body.listed,
        "rated": body.rated,
        "host": who.person,
        "match": {"id": name, "game": 1} if body.match else None,
    }
    hall.names[who.person] = who.name
    with contextlib.suppress(Conflict):  # it was asked for twice, and set the first time
        await hall.create(created)
    return {"table": name}


def _seat(place, who: Who, luck: str) -> dict:
    if place.who == "opponent":
        return {"level": f"tablier:{place.level}"}
    return {"person": who.person, "luck": luck} if place.who in ("me", "here") else {}


@api.get("/tables", tags=["tables"])
async def lobby(hall: TheHall) -> list[dict]:
    """Listed tables, those with free seats first."""
    return await _named(hall, await hall.store.read(ledger.lobby))


@api.get("/tables/mine", tags=["tables"])
async def my_tables(hall: TheHall, who: Visitor, over: bool = False) -> list[dict]:
    """The tables where you sit, newest first; with `over` those whose game has ended."""
    if who is None:
        return []
    return await _named(hall, await hall.store.read(lambda db: ledger.of_person(db, list(who.selves), over)))


@api.get("/tables/{table}", tags=["tables"])
async def one_table(table: TableName, hall: TheHall, who: Visitor) -> dict:
    """What everybody may know of a table, and which seats are yours."""
    found = await hall.get(table)
    mine = [n for n, place in enumerate(found.seats) if who and place.person in who.selves]
    return {"table": table, "yours": mine, "number": found.number, **frames.about(found, hall.names)}


@api.get("/tables/{table}/record", tags=["tables"])
async def record(table: TableName, hall: TheHall) -> Response:
    """The record of the game: one line of JSON. While it goes on, what is hidden stays so."""
    found = await hall.get(table)
    if found.position is None:
        raise Refused(words("refused.waiting"))
    names = [place.level or hall.names.get(place.person or "", "?") for place in found.seats]
    disposition = f'attachment; filename="{found.game}-{table[:8]}.jsonl"'
    return Response(
        found.record(names).line + "\n",
        media_type="application/json",
        headers={"Content-Disposition": disposition},
    )


@api.get("/tables/{table}/draws", tags=["tables"])
async def draws(table: TableName, hall: TheHall) -> dict:
    """What is shown of the draws: the commitment and promises, and at the end the seed."""
    found = await hall.get(table)
    luck = [place.luck for place in found.seats]
    shown = {"commitment": found.commitment, "luck": luck, "promises": found.promises}
    return shown | ({"seed": found.seed} if found.status == OVER else {})


@api.get("/ratings/{name}", tags=["tables"])
async def strongest(name: GamePath, hall: TheHall) -> list[dict]:
    find_game(name)
    rows = await hall.store.read(lambda db: ratings.best(db, name))
    persons = {row["who"] for row in rows if not row["who"].startswith("tablier:")}
    names = await hall.store.read(lambda db: people.names(db, persons))
    return [row | {"who": names.get(row["who"], row["who"])} for row in rows]


@api.post("/verify", tags=["tables"])
async def verify(body: RecordText) -> dict:
    """Check the draws of a finished record."""
    checks = await asyncio.to_thread(verification.check, body.record)
    return {
        "fair": all(check.holds for check in checks),
        "checks": [{"holds": c.holds, "text": c.what.as_json()} for c in checks],
    }


async def _named(hall: Hall, tables: list[dict]) -> list[dict]:
    persons = {seat["person"] or seat["kept"] for table in tables for seat in table["seats"]} - {None}
    unknown = persons - set(hall.names)
    if unknown:
        hall.names |= await hall.store.read(lambda db: people.names(db, unknown))
    return [_public(table, hall) for table in tables]


def _public(table: dict, hall: Hall) -> dict:
    """A digest without the ids of people."""
    seats = [
        {
            "name": None if seat["level"] else hall.names.get(seat["person"] or seat["kept"] or ""),
            "level": seat["level"],
            "free": not (seat["person"] or seat["level"]),
        }
        for seat in table["seats"]
    ]
    return {name: value for name, value in table.items() if name != "host"} | {"seats": seats}
