"""People: guests known by a cookie, and those who have made an account of themselves."""

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from tablier.server.errors import Refused, words
from tablier.server.people import sessions
from tablier.server.people.names import LONGEST, fold
from tablier.server.storage import keepsakes
from tablier.server.storage.schema import PEOPLE, RATINGS, SESSIONS
from tablier.server.storage.store import pieces
from tablier.server.tables.ids import new_id
from tablier.server.tables.who import Who


class Account(NamedTuple):
    person: str
    passphrase: str
    """Its hash."""


# ----- Guests


def guest(db: sa.Connection, token: str, name: str, now: int) -> Who:
    """A new guest, with a session of that token."""
    person = new_id()
    check_free(db, name, person)
    db.execute(PEOPLE.insert().values(id=person, name=name, folded=fold(name), created=now, seen=now))
    sessions.begin(db, token, person, now)
    return Who(person, name, None, frozenset([person]))


def rename(db: sa.Connection, who: Who, name: str) -> None:
    if who.account is not None and fold(name) != who.account:
        raise Refused(words("account.name"))
    check_free(db, name, who.person)
    _call(db, who.person, name)


def _call(db: sa.Connection, person: str, name: str) -> None:
    db.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(name=name, folded=fold(name)))


def check_free(db: sa.Connection, name: str, person: str) -> None:
    """The name of an account is its own: nobody else looks like it."""
    if _owned(db, name, person):
        raise Refused(words("account.taken"))


def _owned(db: sa.Connection, name: str, person: str) -> bool:
    """Has an account of somebody else that name?"""
    others = PEOPLE.c.account == fold(name), PEOPLE.c.id != person
    return db.execute(sa.select(PEOPLE.c.id).where(*others)).first() is not None


def names(db: sa.Connection, people: Collection[str]) -> dict[str, str]:
    """What people are called; nothing, those who asked to be forgotten."""
    asked = sa.select(PEOPLE.c.id, PEOPLE.c.name)
    rows = (row for some in pieces(people) for row in db.execute(asked.where(PEOPLE.c.id.in_(some))))
    return {row.id: row.name for row in rows}


def seen(db: sa.Connection, people: Collection[str], now: int) -> None:
    db.execute(PEOPLE.update().where(PEOPLE.c.id.in_(people), PEOPLE.c.name != "").values(seen=now))


def last_seen(db: sa.Connection, people: Collection[str]) -> dict[str, int]:
    rows = db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.seen).where(PEOPLE.c.id.in_(people)))
    return {row.id: row.seen for row in rows}


# ----- Accounts


def make_account(db: sa.Connection, person: str, name: str, hashed: str) -> list[str]:
    """A guest becomes somebody who can come back from anywhere; return the guests who had to give up that name."""
    concerned = sa.or_(PEOPLE.c.id == person, PEOPLE.c.folded == fold(name))
    rows = db.execute(PEOPLE.select().where(concerned).order_by(PEOPLE.c.id).with_for_update()).all()
    check_free(db, name, person)
    if any(row.id == person and row.account for row in rows):
        raise Refused(words("account.has"))
    account = {"name": name, "folded": fold(name), "account": fold(name), "passphrase": hashed}
    db.execute(PEOPLE.update().where(PEOPLE.c.id == person).values(**account))
    return _make_way(db, person, name)


def _make_way(db: sa.Connection, person: str, name: str) -> list[str]:
    """Number the guests who look like somebody who has made an account."""
    _fold_older(db)
    alike = PEOPLE.c.folded == fold(name), PEOPLE.c.id != person, PEOPLE.c.account.is_(None)
    others = sa.or_(PEOPLE.c.became.is_(None), PEOPLE.c.became != person)
    guests = db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.name).where(*alike, others)).all()
    for number, guest in enumerate(guests, 2):
        _call(db, guest.id, _numbered(db, guest.name, number))
    return [guest.id for guest in guests]


def _numbered(db: sa.Connection, name: str, number: int) -> str:
    while True:
        called = f"{name[: LONGEST - 1 - len(str(number))]} {number}"
        if not _owned(db, called, ""):
            return called
        number += 1


def _fold_older(db: sa.Connection) -> None:
    """Guests of earlier versions are not known by how their names compare."""
    unknown = PEOPLE.c.folded.is_(None), PEOPLE.c.name != ""
    for row in db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.name).where(*unknown).order_by(PEOPLE.c.id)).all():
        _call(db, row.id, row.name)


def account(db: sa.Connection, name: str) -> Account | None:
    """The account of that name."""
    row = db.execute(sa.select(PEOPLE.c.id, PEOPLE.c.passphrase).where(PEOPLE.c.account == fold(name))).first()
    return row and Account(row.id, row.passphrase)


def keep_passphrase(db: sa.Connection, person: str, hashed: str, instead_of: str | None = None) -> None:
    """Change the passphrase of an account, unless somebody has just done so."""
    theirs = [PEOPLE.c.id == person] + ([PEOPLE.c.passphrase == instead_of] if instead_of else [])
    db.execute(PEOPLE.update().where(*theirs).values(passphrase=hashed))


def change_passphrase(db: sa.Connection, person: str, hashed: str, token: str | None) -> None:
    """A new passphrase; only the session of that token goes on."""
    keep_passphrase(db, person, hashed)
    sessions.end_all(db, [person], but=token)


def reset_passphrase(db: sa.Connection, name: str, hashed: str) -> str:
    """A new passphrase for somebody who has lost theirs, from whoever runs the server. All their sessions end.

    Return the person, whom servers are to hear of (`Store.mention`); without that they notice at their next beat.
    """
    found = account(db, name)
    if found is None:
        raise Refused(words("people.unknown"))
    keep_passphrase(db, found.person, hashed)
    sessions.end_all(db, [found.person])
    return found.person


def sign_in(db: sa.Connection, person: str, token: str, before: str | None, now: int) -> Who:
    """A new session of an account, in place of the session `before`; a guest's games go with it."""
    was = sessions.whoever(db, before, now) if before else None
    if before:
        sessions.end(db, before)
    if was and was.account is None:
        db.execute(PEOPLE.update().where(PEOPLE.c.id == was.person).values(became=person))
    sessions.begin(db, token, person, now)
    signed_in = sessions.whoever(db, token, now)
    assert signed_in is not None
    return signed_in


def selves(db: sa.Connection, person: str) -> list[str]:
    """A person and the guests who turned out to be that person."""
    guests = db.execute(sa.select(PEOPLE.c.id).where(PEOPLE.c.became == person)).scalars()
    return [person, *guests]


# ----- What is kept


def forget(db: sa.Connection, person: str) -> list[str]:
    """Delete all that tells who somebody was; their games stay, played by nobody.

    Return the tables where they said something, or gave names to others: those are to be told to forget it.
    """
    everybody = selves(db, person)
    told = keepsakes.take_away(db, everybody)
    blank = {"name": "", "folded": None, "account": None, "passphrase": None, "became": None, "created": 0, "seen": 0}
    db.execute(PEOPLE.update().where(PEOPLE.c.id.in_(everybody)).values(**blank))
    sessions.end_all(db, everybody)
    db.execute(RATINGS.delete().where(RATINGS.c.who.in_(everybody)))
    return told


def export(db: sa.Connection, who: Who) -> dict[str, Any]:
    """All that is kept of somebody."""
    rows = db.execute(PEOPLE.select().where(PEOPLE.c.id.in_(who.selves))).all()
    [own] = [row for row in rows if row.id == who.person]
    rated = db.execute(RATINGS.select().where(RATINGS.c.who.in_(who.selves)))
    kept = db.execute(SESSIONS.select().where(SESSIONS.c.person.in_(who.selves)).order_by(SESSIONS.c.created))
    return {
        "name": own.name,
        "account": who.account,
        "created": own.created,
        "seen": own.seen,
        "guests": [{"name": r.name, "created": r.created, "seen": r.seen} for r in rows if r.id != who.person],
        "sessions": [{"begun": row.created, "used": row.seen} for row in kept],
        "said": [{"table": r.table, "at": r.at, "text": r.data["text"]} for r in keepsakes.said(db, who.selves)],
        "luck": keepsakes.luck(db, who.selves),
        "moves": keepsakes.moves(db, who.selves),
        "ratings": [{"game": r.game, "mu": r.mu, "sigma": r.sigma, "games": r.games} for r in rated],
        "tables": keepsakes.tables(db, who.selves),
    }
