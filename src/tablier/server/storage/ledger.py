"""Reading and writing tables: their events, and the digest by which they are found.

Events are only ever added, with one exception: see `unsay` and `unname`.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa

from tablier.server.errors import Conflict
from tablier.server.storage.database import Store, as_json
from tablier.server.storage.schema import EVENTS, SEATS, TABLES
from tablier.server.tables.events import Created, Ended, Entry, Left, Replaced, Row, Said, Sat, Started
from tablier.server.tables.table import OPEN, OVER, PLAYING, Table

FOR_GOOD = ("id", "seed", "commitment", "created")
CHANGE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.number == sa.bindparam("before"))
    .values({column: sa.bindparam(column.name) for column in TABLES.c if column.name not in FOR_GOOD})
)
ROW = sa.select(EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at, EVENTS.c.key)
ADD, NEW, SIT = EVENTS.insert(), TABLES.insert(), SEATS.insert()
SEATED = (Created, Sat, Left, Started, Replaced)
"""The events after which other people sit there; when a game is started a lot may have moved them."""


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

    async def load(self, name: str, since: int = 0) -> tuple[str, list[Row]] | None:
        return await self.store.read(lambda db: load(db, name, since))

    async def numbers(self, names: list[str]) -> dict[str, int]:
        return await self.store.read(lambda db: numbers(db, names))

    async def unattended(self) -> list[str]:
        return await self.store.read(unattended)


def append(db: sa.Connection, store: Store, table: Table, entries: Sequence[Entry]) -> None:
    """Write the last entries of a table, and the digest of the table as it is after them.

    If somebody else has written any of these numbers, nothing is written.
    """
    digest, first = _digest(table), table.number - len(entries) + 1
    if first == 1:
        _run(db, NEW, {name: getattr(table, name) for name in FOR_GOOD} | digest)
    elif _run(db, CHANGE, {"table": table.id, "before": first - 1, **digest}) == 0:
        raise Conflict
    _run(db, ADD, *(_row(table.id, number, entry) for number, entry in enumerate(entries, first)))
    if any(isinstance(entry.event, SEATED) for entry in entries):
        db.execute(SEATS.delete().where(SEATS.c.table == table.id))
        people = [{"table": table.id, "seat": n, "person": s.person or s.kept} for n, s in enumerate(table.seats)]
        _run(db, SIT, *people)
    store.notify(db, table.id, table.number)


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
        "timed": table.deadline() is not None,
        "thinks": table.level is not None,
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


def load(db: sa.Connection, table: str, since: int = 0) -> tuple[str, list[Row]] | None:
    """The seed of a table and its events after number `since`."""
    seed = db.execute(sa.select(TABLES.c.seed).where(TABLES.c.id == table)).scalar()
    if seed is None:
        return None
    later = sa.and_(EVENTS.c.table == table, EVENTS.c.number > since)
    try:
        return seed, [Row(*row) for row in db.execute(ROW.where(later).order_by(EVENTS.c.number))]
    except ValueError:  # what is stored there is no JSON any more
        numbers = db.execute(sa.select(EVENTS.c.number).where(later).order_by(EVENTS.c.number)).scalars().all()
        return seed, [_readable(db, table, number) for number in numbers]


def _readable(db: sa.Connection, table: str, number: int) -> Row:
    """An event, or a row that is none if it cannot be read."""
    try:
        return Row(*db.execute(ROW.where(EVENTS.c.table == table, EVENTS.c.number == number)).one())
    except ValueError:
        return Row("unreadable", {}, 0)


def numbers(db: sa.Connection, tables: list[str]) -> dict[str, int]:
    """The number of the last event of each of these tables."""
    rows = db.execute(sa.select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(tables)))
    return {row.id: row.number for row in rows}


def said_by(db: sa.Connection, people: Collection[str]) -> list[sa.Row[Any]]:
    """What some people said at the tables where they sit."""
    at = sa.select(SEATS.c.table).where(SEATS.c.person.in_(people))
    said = EVENTS.select().where(EVENTS.c.kind == Said.kind, EVENTS.c.table.in_(at)).order_by(EVENTS.c.at)
    return [row for row in db.execute(said) if row.data["person"] in people]


def unsay(db: sa.Connection, people: Collection[str]) -> list[str]:
    """Blank what some people said, and return at which tables: those are to be told to forget it.

    The log is added to and never changed, but for this: whoever asks to be forgotten has a right to it, and an event
    added later would leave their words in the database. That something was said, by whom and when, stays, so numbers
    and games stay what they were.
    """
    said = said_by(db, people)
    for row in said:
        same = (EVENTS.c.table == row.table) & (EVENTS.c.number == row.number)
        db.execute(EVENTS.update().where(same).values(data=row.data | {"text": ""}))
    return sorted({row.table for row in said})


def unname(db: sa.Connection, people: Collection[str]) -> list[str]:
    """Take away what those were called who shared a screen with some people, for the same reason; return where."""
    at = sa.select(SEATS.c.table).where(SEATS.c.person.in_(people))
    named = []
    for row in db.execute(EVENTS.select().where(EVENTS.c.kind == Created.kind, EVENTS.c.table.in_(at))).all():
        seats = [_nameless(place) if place.get("person") in people else place for place in row.data["seats"]]
        if seats != row.data["seats"]:
            same = (EVENTS.c.table == row.table) & (EVENTS.c.number == row.number)
            db.execute(EVENTS.update().where(same).values(data=row.data | {"seats": seats}))
            named.append(row.table)
    return named


def _nameless(place: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in place.items() if name != "name"}


def lobby(db: sa.Connection, most: int = 100) -> list[dict[str, Any]]:
    """Listed tables: those with a free place first, then those at play."""
    chosen = (
        sa.select(TABLES)
        .where(TABLES.c.listed, TABLES.c.status.in_((OPEN, PLAYING)))
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


def one(db: sa.Connection, table: str) -> dict[str, Any] | None:
    """The digest of a table."""
    row = db.execute(sa.select(TABLES).where(TABLES.c.id == table)).one_or_none()
    return found(row) if row else None


def unattended(db: sa.Connection) -> list[str]:
    """Tables that need a server though nobody is there: a clock runs, luck is awaited, or an opponent is on turn."""
    chosen = sa.select(TABLES.c.id).where(TABLES.c.status.in_((OPEN, PLAYING)), sa.or_(TABLES.c.timed, TABLES.c.thinks))
    return list(db.execute(chosen).scalars())


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
