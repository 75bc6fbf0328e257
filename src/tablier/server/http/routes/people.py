"""Who one is: guests and accounts, and what is kept of everybody."""

from typing import Any

from fastapi import APIRouter, Request, Response

from tablier.server.errors import Refused, words
from tablier.server.hall import Hall
from tablier.server.http.cookies import forget, remember, token_of
from tablier.server.http.digests import public
from tablier.server.http.requests import Account, Named, Passphrases
from tablier.server.http.state import Somebody, TheHall, Visitor, address, origin, state_of
from tablier.server.people import accounts, passphrases, sessions
from tablier.server.people.names import clean_name
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Unsaid
from tablier.server.tables.who import Who

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
    token = sessions.new_token()
    who = await hall.store.write(lambda db: accounts.guest(db, token, name, hall.cluster.now()))
    remember(request, response, token)
    return me(who)


@router.patch("/me")
async def change_name(body: Named, hall: TheHall, who: Somebody) -> dict[str, Any] | None:
    return await _rename(hall, who, clean_name(body.name))


async def _rename(hall: Hall, who: Who, name: str) -> dict[str, Any]:
    await hall.directory.rename(who, name)
    return {"name": name, "account": who.account is not None}


@router.post("/account")
async def make_account(
    request: Request, response: Response, body: Account, hall: TheHall, who: Somebody
) -> dict[str, Any]:
    """Keep your games and seats under a name and a passphrase, on any device."""
    name = clean_name(body.name)
    if who.account is not None:
        raise Refused(words("account.has"))
    await hall.store.read(lambda db: accounts.check_free(db, name, who.person))
    hashed = await hall.doorkeeper.hashing.hash(body.passphrase)
    before, token = token_of(request), sessions.new_token()
    assert before is not None
    await hall.directory.make_account(who, name, hashed, before, token)
    remember(request, response, token)
    return {"name": name, "account": True}


@router.post("/account/passphrase")
async def change_passphrase(request: Request, body: Passphrases, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """A new passphrase for whoever knows the old one. Your sessions on other devices end."""
    if who.account is None:
        raise Refused(words("account.none"))
    passphrases.check_length(body.new)
    await hall.doorkeeper.admit(who.name, body.old, address(request))
    hashed = await hall.doorkeeper.hashing.hash(body.new)
    token = token_of(request)
    await hall.news.change([who.person], lambda db: accounts.change_passphrase(db, who.person, hashed, token))
    return {}


@router.get("/me/export")
async def export(hall: TheHall, who: Somebody) -> dict[str, Any]:
    """All that is kept about you."""
    kept = await hall.store.read(lambda db: accounts.export(db, who))
    return kept | {"tables": await public(hall.directory, kept["tables"])}


@router.delete("/me")
async def forget_me(request: Request, response: Response, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """Delete your name, account, sessions, ratings and what you said. Your games stay, played by nobody."""
    for table in await hall.directory.forget(who):
        await hall.tables.act(table, lambda table, now, spent: happens(Unsaid(people=sorted(who.selves))))
    forget(request, response)
    return {}
