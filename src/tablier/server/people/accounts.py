"""People: guests known by a cookie, and those who have made an account of themselves."""

import hashlib
import secrets
from collections.abc import Collection
from functools import cache
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from tablier.server.errors import Refused, words
from tablier.server.people.names import fold
from tablier.server.storage import ledger
from tablier.server.storage.database import pieces
from tablier.server.storage.schema import PEOPLE, RATINGS, SEATS, SESSIONS
from tablier.server.tables.ids import new_id
from tablier.server.tables.who import Who

HASHER = PasswordHasher()
PASSPHRASE = range(8, 201)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is kept of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


# ----- Sessions


def guest(db: sa.Connection, token: str, name: str, now: int) -> Who:
    """A new guest, with a session of that token."""
    person = new_id()
    _check_free(db, name, person)
    db.execute(PEOPLE.insert().values(id=person, name=name, created=now, seen=now))
    _begin_session(db, token, person, now)
    return Who(person, name, None, frozenset([person]))


def _begin_session(db: sa.Connection, token: str, person: str, now: int) -> None:
    db.execute(SESSIONS.insert().values(token=digest(token), person=person, created=now, seen=now))


def whoever(db: sa.Connection, token: str) -> Who | None:
    """Whose session that is."""
    found = db.execute(
        sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.account)
        .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
        .where(SESSIONS.c.token == digest(token))
    ).first()
    return found and Who(found.id, found.name, found.account, frozenset(selves(db, found.id)))


def rename(db: sa.Connection, who: Who, name: str) -> None:
    if who.account is not None and fold(name) != who.account:
        raise Refused(words("account.name"))
    _check_free(db, name, who.person)
    db.execute(PEOPLE.update().where(PEOPLE.c.id == who.person).values(name=name))


def _check_free(db: sa.Connection, name: str, person: str) -> None:
    """The name of an account is its own: nobody else looks like it."""
    if db.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.account == fold(name), PEOPLE.c.id != person)).first():
        raise Refused(words("account.taken"))


def names(db: sa.Connection, people: Collection[str]) -> dict[str, str]:
    asked = sa.select(PEOPLE.c.id, PEOPLE.c.name)
    rows = (row for some in pieces(people) for row in db.execute(asked.where(PEOPLE.c.id.in_(some))))
    return {row.id: row.name for row in rows}


def seen(db: sa.Connection, people: list[str], now: int) -> None:
    db.execute(PEOPLE.update().where(PEOPLE.c.id.in_(people)).values(seen=now))


def last_seen(db: sa.Connection, people: list[str]) -> dict[str, int]:
    rows = db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.seen).where(PEOPLE.c.id.in_(people)))
    return {row.id: row.seen for row in rows}


# ----- Accounts


def hash_passphrase(passphrase: str) -> str:
    """Slow on purpose: not to be called where others wait."""
    if len(passphrase) not in PASSPHRASE:
        raise Refused(words("account.passphrase", least=PASSPHRASE[0], most=PASSPHRASE[-1]))
    return HASHER.hash(passphrase)


def make_account(db: sa.Connection, person: str, name: str, hashed: str) -> None:
    """A guest becomes somebody who can come back from anywhere."""
    _check_free(db, name, person)
    row = db.execute(sa.select(PEOPLE.c.account).where(PEOPLE.c.id == person)).first()
    if row and row.account:
        raise Refused(words("account.has"))
    db.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(name=name, account=fold(name), passphrase=hashed))


def account(db: sa.Connection, name: str) -> tuple[str, str] | None:
    """The person with that account, and the hash of the passphrase."""
    row = db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.passphrase).where(PEOPLE.c.account == fold(name))).first()
    return row and (row.id, row.passphrase)


@cache
def _nobodys() -> str:
    return HASHER.hash("nobody's passphrase")


def fits(hashed: str | None, passphrase: str) -> bool:
    """Does the passphrase fit? An account that does not exist takes as long to refuse."""
    try:
        return HASHER.verify(hashed or _nobodys(), passphrase) and hashed is not None
    except Argon2Error:
        return False


def sign_in(db: sa.Connection, person: str, token: str, before: str | None, now: int) -> Who:
    """A new session of an account, in place of the session `before`; a guest's games go with it."""
    was = whoever(db, before) if before else None
    if before:
        sign_out(db, before)
    if was and was.account is None:
        db.execute(PEOPLE.update().where(PEOPLE.c.id == was.person).values(became=person))
    _begin_session(db, token, person, now)
    signed_in = whoever(db, token)
    assert signed_in is not None
    return signed_in


def selves(db: sa.Connection, person: str) -> list[str]:
    """A person and the guests who turned out to be that person."""
    guests = db.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.became == person)).scalars()
    return [person, *guests]


def sign_out(db: sa.Connection, token: str) -> None:
    db.execute(SESSIONS.delete().where(SESSIONS.c.token == digest(token)))


def forget(db: sa.Connection, person: str, nobody: str) -> list[str]:
    """Delete all that tells who somebody was; their games stay, played by nobody.

    Return the tables where they said something, or gave names to others: those are to be told to forget it.
    """
    everybody = selves(db, person)
    talked = sorted({*ledger.unsay(db, everybody), *ledger.unname(db, everybody)})
    blank = {"name": nobody, "account": None, "passphrase": None, "became": None}
    db.execute(PEOPLE.update().where(PEOPLE.c.id.in_(everybody)).values(**blank))
    db.execute(SESSIONS.delete().where(SESSIONS.c.person.in_(everybody)))
    db.execute(RATINGS.delete().where(RATINGS.c.who.in_(everybody)))
    db.execute(SEATS.update().where(SEATS.c.person.in_(everybody)).values(person=None))
    return talked


def export(db: sa.Connection, who: Who) -> dict[str, Any]:
    """What is kept of somebody, apart from their tables."""
    row = db.execute(sa.select(PEOPLE.c.name, PEOPLE.c.created, PEOPLE.c.seen).where(PEOPLE.c.id == who.person)).one()
    rated = db.execute(RATINGS.select().where(RATINGS.c.who.in_(who.selves)))
    sessions = db.execute(sa.select(SESSIONS.c.created).where(SESSIONS.c.person == who.person)).scalars()
    return {
        "name": row.name,
        "account": who.account,
        "created": row.created,
        "seen": row.seen,
        "sessions": list(sessions),
        "said": [{"table": r.table, "at": r.at, "text": r.data["text"]} for r in ledger.said_by(db, who.selves)],
        "ratings": [{"game": r.game, "mu": r.mu, "sigma": r.sigma, "games": r.games} for r in rated],
    }
