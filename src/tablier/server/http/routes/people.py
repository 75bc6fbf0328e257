"""Who one is: guests, accounts, sessions, and what is kept of everybody."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.server.errors import Refused, words
from tablier.server.hall import Hall
from tablier.server.http.digests import public
from tablier.server.http.requests import Account, Named
from tablier.server.http.state import COOKIE, Somebody, TheHall, Visitor, origin, state_of
from tablier.server.people import accounts
from tablier.server.people.names import clean_name
from tablier.server.storage import ledger
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Unsaid
from tablier.server.tables.who import Who

YEAR = 365 * 24 * 3600
ALL = 100_000

router = APIRouter(tags=["people"])


def me(who: Who | None) -> dict[str, Any] | None:
    return None if who is None else {"name": who.name, "account": who.account is not None}


@router.get("/me")
async def who_am_i(who: Visitor) -> dict[str, Any] | None:
    """Who the session's cookie says you are; null for a stranger."""
    return me(who)


@router.post("/me")
async def come_in(
    request: Request, response: Response, body: Named, hall: TheHall, who: Visitor
) -> dict[str, Any] | None:
    """Become a guest of that name. A cookie remembers you."""
    name = clean_name(body.name)
    if who is not None:
        return await _rename(hall, who, name)
    if seconds := state_of(request.app).guests.wait(origin(request)):
        raise Refused(words("people.often", seconds=int(seconds) + 1))
    token = accounts.new_token()
    who = await hall.store.write(lambda db: accounts.guest(db, token, name, hall.cluster.now()))
    _remember(request, response, token)
    return me(who)


def _remember(request: Request, response: Response, token: str) -> None:
    secure = state_of(request.app).settings.secure
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


@router.patch("/me")
async def change_name(body: Named, hall: TheHall, who: Somebody) -> dict[str, Any] | None:
    return await _rename(hall, who, clean_name(body.name))


async def _rename(hall: Hall, who: Who, name: str) -> dict[str, Any]:
    await hall.directory.rename(who, name)
    return {"name": name, "account": who.account is not None}


@router.post("/account")
async def make_account(body: Account, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """Keep your games and seats under a name and a passphrase, on any device."""
    name = clean_name(body.name)
    hashed = await asyncio.to_thread(accounts.hash_passphrase, body.passphrase)
    await hall.directory.make_account(who, name, hashed)
    return {"name": name, "account": True}


@router.post("/session")
async def sign_in(
    request: Request, response: Response, body: Account, hall: TheHall, was: Visitor
) -> dict[str, Any] | None:
    """Sign in to an account from this device. What you began as a guest goes with you."""
    found = await hall.store.read(lambda db: accounts.account(db, body.name))
    fits = await asyncio.to_thread(accounts.fits, found and found[1], body.passphrase)
    if not fits or found is None:
        raise Refused(words("account.wrong"))
    person, token, before = found[0], accounts.new_token(), request.cookies.get(COOKIE)
    who = await hall.store.write(lambda db: accounts.sign_in(db, person, token, before, hall.cluster.now()))
    if was is not None:
        _hang_up(request, was)
    _remember(request, response, token)
    return me(who)


@router.delete("/session")
async def sign_out(request: Request, response: Response, hall: TheHall, who: Somebody) -> dict[str, Any]:
    token = request.cookies[COOKIE]
    await hall.store.write(lambda db: accounts.sign_out(db, token))
    _hang_up(request, who)
    response.delete_cookie(COOKIE)
    return {}


def _hang_up(request: Request, who: Who) -> None:
    """Close somebody's sockets; those that are still welcome come back by themselves, as who they are now."""
    for connection in list(state_of(request.app).connections):
        if connection.who.selves & who.selves:
            connection.send_away()


@router.get("/me/export")
async def export(hall: TheHall, who: Somebody) -> dict[str, Any]:
    """All that is kept about you."""
    kept = await hall.store.read(lambda db: accounts.export(db, who))
    selves = list(who.selves)
    tables = await hall.store.read(
        lambda db: [*ledger.of_person(db, selves, False, ALL), *ledger.of_person(db, selves, True, ALL)]
    )
    return kept | {"tables": await public(hall.directory, tables)}


@router.delete("/me")
async def forget_me(request: Request, response: Response, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """Delete your name, account, sessions, ratings and what you said. Your games stay, played by nobody."""
    talked = await hall.directory.forget(who)
    _hang_up(request, who)
    for table in talked:
        await hall.tables.act(table, lambda table, now, spent: happens(Unsaid(people=sorted(who.selves))))
    response.delete_cookie(COOKIE)
    return {}
