"""What tables keep of somebody, for whoever asks for it; and how it is taken away."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from tablier.server.storage.ledger import found
from tablier.server.storage.schema import EVENTS, SEATS, SITTERS, TABLES
from tablier.server.tables.events import Created, Moved, Replaced, Revealed, Said, Sat

People = Collection[str]


def _sat(people: People) -> sa.Select[tuple[str]]:
    """The tables where some people have ever sat, or were awaited."""
    return sa.select(SITTERS.c.table).where(SITTERS.c.person.in_(people))


def _happened(db: sa.Connection, people: People, *kinds: str) -> list[sa.Row[Any]]:
    there = EVENTS.select().where(EVENTS.c.kind.in_(kinds), EVENTS.c.table.in_(_sat(people)))
    return list(db.execute(there.order_by(EVENTS.c.at, EVENTS.c.table, EVENTS.c.number)))


def tables(db: sa.Connection, people: People) -> list[dict[str, Any]]:
    """All tables that some people set, or where they have ever sat, the newest first."""
    theirs = sa.or_(TABLES.c.host.in_(people), TABLES.c.id.in_(_sat(people)))
    return [found(row) for row in db.execute(sa.select(TABLES).where(theirs).order_by(TABLES.c.changed.desc()))]


def said(db: sa.Connection, people: People) -> list[sa.Row[Any]]:
    """What some people said, wherever they have sat."""
    return [row for row in _happened(db, people, Said.kind) if row.data["person"] in people]


def luck(db: sa.Connection, people: People) -> list[dict[str, Any]]:
    """What some people added to the draws: shown by whoever sat there then, or of old brought when they sat down."""
    brought: list[dict[str, Any]] = []
    sitting: dict[tuple[str, int], str | None] = {}
    for row in _happened(db, people, Created.kind, Sat.kind, Revealed.kind):
        if row.kind == Revealed.kind:
            shown = [sitting.get((row.table, seat)) for seat in row.data["seats"]]
            given = [row.data["luck"]] if set(shown).intersection(people) else []
        else:
            places = dict(enumerate(row.data["seats"])) if row.kind == Created.kind else {row.data["seat"]: row.data}
            sitting |= {(row.table, seat): place.get("person") for seat, place in places.items()}
            given = [place["luck"] for place in places.values() if place.get("person") in people and place.get("luck")]
        brought += [{"table": row.table, "at": row.at, "luck": one} for one in given]
    return brought


def moves(db: sa.Connection, people: People) -> list[dict[str, Any]]:
    """What some people played, also what was taken back, until an opponent played on for them."""
    seats = db.execute(sa.select(SEATS.c.table, SEATS.c.seat).where(SEATS.c.person.in_(people)))
    theirs = {(row.table, row.seat) for row in seats}
    played = []
    for row in _happened(db, people, Moved.kind, Replaced.kind):
        seat = row.table, row.data["seat"]
        if row.kind == Replaced.kind:
            theirs.discard(seat)
        elif seat in theirs:
            played.append({"table": row.table, "at": row.at, "move": row.data["move"]})
    return played


def take_away(db: sa.Connection, people: People) -> list[str]:
    """Blank what some people said and what they called others; return at which tables, which are to be told.

    The log is added to and never changed, but for this: whoever asks to be forgotten has a right to it, and an event
    added later would leave their words in the database. That something was said, by whom and when, stays, so numbers
    and games stay what they were.
    """
    told = {row.table for row in said(db, people)}
    for row in said(db, people):
        _write(db, row, {"text": ""})
    for row in _happened(db, people, Created.kind):
        seats = [_nameless(place) if _whose(place) in people else place for place in row.data["seats"]]
        if seats != row.data["seats"]:
            _write(db, row, {"seats": seats})
            told.add(row.table)
    db.execute(SEATS.update().where(SEATS.c.person.in_(people)).values(person=None))
    db.execute(SITTERS.delete().where(SITTERS.c.person.in_(people)))
    return sorted(told)


def _write(db: sa.Connection, row: sa.Row[Any], changes: dict[str, Any]) -> None:
    same = (EVENTS.c.table == row.table) & (EVENTS.c.number == row.number)
    db.execute(EVENTS.update().where(same).values(data=row.data | changes))


def _whose(place: dict[str, Any]) -> str | None:
    return place.get("person") or place.get("kept")


def _nameless(place: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in place.items() if name != "name"}
