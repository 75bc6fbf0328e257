"""Reading and writing tables: their events, and the digest by which they are found.

Events are only ever added, with one exception: see `keepsakes`.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from tablier.server.errors import Conflict
from tablier.server.storage import deadlines
from tablier.server.storage.schema import EVENTS, PEOPLE, SEATS, SITTERS, TABLES, THOUGHTS
from tablier.server.storage.store import Store, as_json, pieces
from tablier.server.tables.clocks import DAY
from tablier.server.tables.events import (
    Broke,
    Closed,
    Created,
    Ended,
    Entry,
    Event,
    Left,
    Replaced,
    Row,
    Sat,
    Started,
)
from tablier.server.tables.table import OPEN, OVER, PLAYING, Table

LASTING = ("id", "seed", "commitment", "created", "origin")
"""What of a table stays as it was set."""
CHANGE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.number == sa.bindparam("before"))
    .values({column: sa.bindparam(column.name) for column in TABLES.c if column.name not in LASTING})
)
ROW = sa.select(EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at, EVENTS.c.key)
ADD, NEW, SIT = EVENTS.insert(), TABLES.insert(), SEATS.insert()
SEATED = (Created, Sat, Left, Started, Replaced)
"""The events after which other people sit there; when a game is started a lot may have moved them."""
LAST = (Ended, Closed, Broke)
"""The events after which nobody plays there any more."""
GOING_ON = (OPEN, PLAYING)


@cache
def _written(statement: sa.UpdateBase, dialect: sa.Dialect) -> tuple[str, list[str] | None]:
    """A statement as the database reads it, and the order of its values if they have no names there. It is made once:
    to prepare one anew takes longer than to run it."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), compiled.positiontup


def _run(db: sa.Connection, statement: sa.UpdateBase, *rows: dict[str, Any]) -> int:
    """Run a statement that every move needs; how many rows it changed."""
    text, order = _written(statement, db.dialect)
    values = [tuple(row[name] for name in order) for row in rows] if order else list(rows)
    return db.exec_driver_sql(text, values[0] if len(values) == 1 else values).rowcount


class Ledger:
    """The log of all tables in a store."""

    def __init__(self, store: Store, rate: Callable[[sa.Connection, Table], None]):
        """`rate` is called in the same transaction when a rated game ends."""
        self.store, self.rate = store, rate
        self.shared = store.shared

    async def append(self, after: Table, entries: Sequence[Entry]) -> None:
        await self.store.write(lambda db: self._append(db, after, entries))

    def _append(self, db: sa.Connection, after: Table, entries: Sequence[Entry]) -> None:
        append(db, self.store, after, entries)
        if after.rated and any(isinstance(entry.event, Ended) for entry in entries):
            self.rate(db, after)

    async def load(self, name: str, since: int = 0) -> tuple[Table, list[Row]] | None:
        return await self.store.read(lambda db: load(db, name, since))

    async def numbers(self, names: list[str]) -> dict[str, int]:
        return await self.store.read(lambda db: numbers(db, names))

    async def rated_of(self, people: Collection[str]) -> list[str]:
        return await self.store.read(lambda db: rated_of(db, people))

    async def unattended(self) -> list[str]:
        return await self.store.read(unattended)

    async def due(self, until: int) -> dict[str, int]:
        return await self.store.read(lambda db: deadlines.due(db, until))

    async def put_off(self, name: str, due: int, until: int) -> bool:
        return await self.store.write(lambda db: deadlines.put_off(db, name, due, until))


def append(db: sa.Connection, store: Store, table: Table, entries: Sequence[Entry]) -> None:
    """Write the last entries of a table, and the digest of the table as it is after them.

    If somebody else has written any of these numbers, nothing is written.
    """
    digest, first = _digest(table), table.number - len(entries) + 1
    if first == 1:
        _run(db, NEW, {name: getattr(table, name) or None for name in LASTING} | digest)
    elif _run(db, CHANGE, {"table": table.id, "before": first - 1, **digest}) == 0:
        raise Conflict
    _run(db, ADD, *(_row(table.id, number, entry) for number, entry in enumerate(entries, first)))
    if any(isinstance(entry.event, SEATED) for entry in entries):
        db.execute(SEATS.delete().where(SEATS.c.table == table.id))
        people = [{"table": table.id, "seat": n, "person": s.person or s.kept} for n, s in enumerate(table.seats)]
        _run(db, SIT, *people)
        _note_sitters(db, table, entries)
    if any(isinstance(entry.event, LAST) for entry in entries):
        db.execute(TABLES.update().where(TABLES.c.id == table.id).values(origin=None))
        db.execute(THOUGHTS.delete().where(THOUGHTS.c.table == table.id))
    store.notify(db, table.id, table.number)


def _note_sitters(db: sa.Connection, table: Table, entries: Sequence[Entry]) -> None:
    """Remember who has sat there, for when they ask what is kept of them."""
    came = {person for entry in entries for person in _seated(entry.event)}
    if came:
        known = sa.select(SITTERS.c.person).where(SITTERS.c.table == table.id, SITTERS.c.person.in_(came))
        new = sorted(came - set(db.execute(known).scalars()))
        if new:
            db.execute(SITTERS.insert(), [{"table": table.id, "person": person} for person in new])


def _seated(event: Event) -> list[str]:
    """Who sits down with an event, or is awaited from then on."""
    if isinstance(event, Created):
        return [person for place in event.seats if (person := place.get("person") or place.get("kept"))]
    return [event.person] if isinstance(event, Sat) else []


def _row(table: str, number: int, entry: Entry) -> dict[str, Any]:
    event = entry.event
    stored = {"kind": event.kind, "data": as_json(event.as_json())}
    return {"table": table, "number": number, "at": entry.at, "key": entry.key, **stored}


def _digest(table: Table) -> dict[str, Any]:
    turn = table.turn
    return {
        "game": table.game,
        "status": table.status,
        "listed": table.listed,
        "rated": table.rated,
        "host": table.host,
        "changed": table.changed,
        "number": table.number,
        "due": table.due,
        "thinks": table.level is not None and bool(table.people()),
        "digest": as_json(_listed(table, turn)),
    }


def _listed(table: Table, turn: int | None) -> dict[str, Any]:
    """What lists of tables show besides."""
    return {
        "seats": [
            {"person": s.person, "level": s.level, "kept": s.kept} | ({"name": s.name} if s.name else {})
            for s in table.seats
        ],
        "clock": table.clock.model_dump(),
        "turn": turn,
        "moves": sum(played["seat"] is not None for played in table.played),
        "ranks": list(table.outcome.ranks) if table.outcome else None,
        "points": list(table.outcome.points) if table.outcome else None,
        "reason": table.outcome.reason if table.outcome else None,
        "match": table.match,
    }


def load(db: sa.Connection, table: str, since: int = 0) -> tuple[Table, list[Row]] | None:
    """A table without its events, and those after number `since`."""
    row = db.execute(sa.select(TABLES.c.seed, TABLES.c.origin).where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    blank = Table(table, row.seed, origin=row.origin or "")
    later = sa.and_(EVENTS.c.table == table, EVENTS.c.number > since)
    try:
        return blank, [Row(*row) for row in db.execute(ROW.where(later).order_by(EVENTS.c.number))]
    except ValueError:  # what is stored there is no JSON any more
        numbers = db.execute(sa.select(EVENTS.c.number).where(later).order_by(EVENTS.c.number)).scalars().all()
        return blank, [_readable(db, table, number) for number in numbers]


def _readable(db: sa.Connection, table: str, number: int) -> Row:
    """An event, or a row that is none if it cannot be read."""
    try:
        return Row(*db.execute(ROW.where(EVENTS.c.table == table, EVENTS.c.number == number)).one())
    except ValueError:
        return Row("unreadable", {}, 0)


def numbers(db: sa.Connection, tables: list[str]) -> dict[str, int]:
    """The number of the last event of each of these tables."""
    asked = sa.select(TABLES.c.id, TABLES.c.number)
    rows = (row for some in pieces(tables) for row in db.execute(asked.where(TABLES.c.id.in_(some))))
    return {row.id: row.number for row in rows}


def lobby(db: sa.Connection, since: int, now: int, most: int = 100) -> list[dict[str, Any]]:
    """Listed tables: those with a free place first, then those at play.

    A free place is offered if whoever set the table was seen after `since`; with days for a move, in so many days.
    """
    days = TABLES.c.digest["clock"]["days"].as_integer() * DAY
    seen = sa.func.coalesce(PEOPLE.c.seen, now)
    offered = sa.or_(TABLES.c.status == PLAYING, seen > since, seen + days > now)
    chosen = (
        sa.select(TABLES)
        .outerjoin(PEOPLE, PEOPLE.c.id == TABLES.c.host)
        .where(TABLES.c.listed, TABLES.c.status.in_((OPEN, PLAYING)), offered)
        .order_by(TABLES.c.status, TABLES.c.changed.desc())
        .limit(most)
    )
    return [found(row) for row in db.execute(chosen)]


def of_person(db: sa.Connection, people: list[str], over: bool, most: int = 200) -> list[dict[str, Any]]:
    """The tables at which somebody sits (or is awaited), newest first."""
    chosen = (
        sa.select(TABLES)
        .where(TABLES.c.id.in_(sa.select(SEATS.c.table).where(SEATS.c.person.in_(people))))
        .where(TABLES.c.status == OVER if over else TABLES.c.status != OVER)
        .order_by(TABLES.c.changed.desc())
        .limit(most)
    )
    return [found(row) for row in db.execute(chosen)]


def rated_of(db: sa.Connection, people: Collection[str]) -> list[str]:
    """The rated games that some people are playing."""
    at = sa.select(SEATS.c.table).where(SEATS.c.person.in_(people))
    chosen = sa.select(TABLES.c.id).where(TABLES.c.id.in_(at), TABLES.c.rated, TABLES.c.status == PLAYING)
    return list(db.execute(chosen).scalars())


def one(db: sa.Connection, table: str) -> dict[str, Any] | None:
    """The digest of a table."""
    row = db.execute(sa.select(TABLES).where(TABLES.c.id == table)).one_or_none()
    return found(row) if row else None


def unattended(db: sa.Connection) -> list[str]:
    """Tables that need a server though nobody is there: an opponent is on turn, against people."""
    return list(db.execute(sa.select(TABLES.c.id).where(TABLES.c.status == PLAYING, TABLES.c.thinks)).scalars())


class GoingOn(NamedTuple):
    """How many tables that are open or at play somebody has set, how many came from the same place, and how many of the
    first are opponents among themselves."""

    own: int
    near: int
    without_people: int


def going_on(db: sa.Connection, people: Collection[str], origin: str) -> GoingOn:
    def number(*which: sa.ColumnElement[bool]) -> int:
        chosen = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.status.in_(GOING_ON), *which)
        return db.execute(chosen).scalar_one()

    own = TABLES.c.host.in_(people)
    taken = sa.select(SEATS.c.table).where(SEATS.c.table == TABLES.c.id, SEATS.c.person.is_not(None)).exists()
    alone = own, TABLES.c.status == PLAYING, ~taken
    return GoingOn(number(own), number(TABLES.c.origin == origin), number(*alone))


def found(row: sa.Row[Any]) -> dict[str, Any]:
    return {
        "table": row.id,
        "game": row.game,
        "status": row.status,
        "rated": row.rated,
        "host": row.host,
        "created": row.created,
        "changed": row.changed,
        "number": row.number,
        **row.digest,
    }
