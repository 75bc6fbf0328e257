"""Signing in and out, here and on other devices."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from tablier.server.errors import Refused, words
from tablier.server.http.cookies import forget, remember, token_of
from tablier.server.http.requests import Account
from tablier.server.http.routes.people import me
from tablier.server.http.state import Somebody, TheHall, Visitor, address
from tablier.server.people import accounts, sessions
from tablier.server.people.sessions import NAME

SessionName = Annotated[str, Path(pattern=rf"^[0-9a-f]{{{NAME}}}$")]

router = APIRouter(tags=["people"])


@router.post("/session")
async def sign_in(
    request: Request, response: Response, body: Account, hall: TheHall, was: Visitor
) -> dict[str, Any] | None:
    """Sign in to an account from this device. What you began as a guest goes with you."""
    person = await hall.doorkeeper.admit(body.name, body.passphrase, address(request))
    token, before, now = sessions.new_token(), token_of(request), hall.cluster.now()
    people = [person, was.person] if was else [person]
    who = await hall.news.change(people, lambda db: accounts.sign_in(db, person, token, before, now))
    remember(request, response, token)
    return me(who)


@router.delete("/session")
async def sign_out(request: Request, response: Response, hall: TheHall, who: Somebody) -> dict[str, Any]:
    token = token_of(request)
    assert token is not None
    await hall.news.change([who.person], lambda db: sessions.end(db, token))
    forget(request, response)
    return {}


@router.get("/sessions")
async def my_sessions(request: Request, hall: TheHall, who: Somebody) -> list[dict[str, Any]]:
    """Where you are signed in: since when, when it was last used (to a day), and which of them this is."""
    found = await hall.store.read(lambda db: sessions.of_person(db, who.person, hall.cluster.now()))
    this = sessions.digest(token_of(request) or "")[:NAME]
    return [session | {"this": session["id"] == this} for session in found]


@router.delete("/sessions")
async def end_others(request: Request, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """End all your sessions but this one."""
    token = token_of(request)
    await hall.news.change([who.person], lambda db: sessions.end_all(db, [who.person], but=token))
    return {}


@router.delete("/sessions/{name}")
async def end_session(name: SessionName, hall: TheHall, who: Somebody) -> dict[str, Any]:
    """End one of your sessions, by its `id`."""
    if not await hall.news.change([who.person], lambda db: sessions.end_one(db, who.person, name)):
        raise Refused(words("account.session"))
    return {}
