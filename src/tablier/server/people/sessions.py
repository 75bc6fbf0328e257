"""Sessions: the cookies by which somebody is known. One that is not used for a long time ends by itself."""

import hashlib
import secrets
from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from tablier.server.storage.schema import PEOPLE, SESSIONS
from tablier.server.tables.clocks import DAY
from tablier.server.tables.who import Who

LASTING = 90 * DAY
"""A session ends when it has not been used for so many milliseconds."""
NOTED = DAY
"""Its use is noted when it was last noted so many milliseconds ago: not with every request."""
NAME = 16
"""So many digits name a session among those of one person."""


class Session(NamedTuple):
    who: Who
    used: int
    """Its last use, as far as it is noted."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


def begin(db: sa.Connection, token: str, person: str, now: int) -> None:
    db.execute(SESSIONS.insert().values(token=digest(token), person=person, created=now, seen=now))


def found(db: sa.Connection, digests: Collection[str], now: int) -> dict[str, Session]:
    """Those of some sessions, by their digests, that go on; and whose they are."""
    rows = db.execute(
        sa.select(SESSIONS.c.token, SESSIONS.c.seen, PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.account)
        .join(PEOPLE, SESSIONS.c.person == PEOPLE.c.id)
        .where(SESSIONS.c.token.in_(digests), SESSIONS.c.seen > now - LASTING)
    ).all()
    became: dict[str, set[str]] = {row.id: {row.id} for row in rows}
    for guest in db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.became).where(PEOPLE.c.became.in_(became))):
        became[guest.became].add(guest.id)
    return {r.token: Session(Who(r.id, r.name, r.account, frozenset(became[r.id])), r.seen) for r in rows}


def of(db: sa.Connection, token: str, now: int) -> Session | None:
    return found(db, [digest(token)], now).get(digest(token))


def whoever(db: sa.Connection, token: str, now: int) -> Who | None:
    """Whose session that is."""
    session = of(db, token, now)
    return session and session.who


def use(db: sa.Connection, digests: Collection[str], now: int) -> None:
    """Note that some sessions are used now."""
    db.execute(SESSIONS.update().where(SESSIONS.c.token.in_(digests)).values(seen=now))


def renew(db: sa.Connection, before: str, token: str) -> None:
    """Go on with another token: whoever has seen the one before knows nothing."""
    db.execute(SESSIONS.update().where(SESSIONS.c.token == digest(before)).values(token=digest(token)))


def of_person(db: sa.Connection, person: str, now: int) -> list[dict[str, Any]]:
    """Somebody's sessions, the one used last first: nothing of the device is kept."""
    going = SESSIONS.c.person == person, SESSIONS.c.seen > now - LASTING
    rows = db.execute(SESSIONS.select().where(*going).order_by(SESSIONS.c.seen.desc(), SESSIONS.c.created.desc()))
    return [{"id": row.token[:NAME], "begun": row.created, "used": row.seen} for row in rows]


def end(db: sa.Connection, token: str) -> None:
    db.execute(SESSIONS.delete().where(SESSIONS.c.token == digest(token)))


def end_one(db: sa.Connection, person: str, name: str) -> bool:
    """End one of somebody's sessions; False if there is none of that name."""
    named = SESSIONS.c.token.startswith(name, autoescape=True)
    return db.execute(SESSIONS.delete().where(SESSIONS.c.person == person, named)).rowcount > 0


def end_all(db: sa.Connection, people: Collection[str], but: str | None = None) -> None:
    """End all sessions of some people, but the one of that token."""
    kept = [digest(but)] if but else []
    db.execute(SESSIONS.delete().where(SESSIONS.c.person.in_(people), SESSIONS.c.token.not_in(kept)))


def purge(db: sa.Connection, now: int) -> None:
    """Remove those that have ended by themselves."""
    db.execute(SESSIONS.delete().where(SESSIONS.c.seen <= now - LASTING))
