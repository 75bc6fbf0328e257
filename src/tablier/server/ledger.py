"""Reading and writing tables: their events, and the digest by which they are found."""

from functools import cache
from typing import cast

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

from tablier.server.schema import EVENTS, SEATS, TABLES
from tablier.server.store import Conflict, Store, as_json
from tablier.server.table import OPEN, OVER, PLAYING, Event, Table

CHANGE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.number == sa.bindparam("before"))
    .values({column: sa.bindparam(column.name) for column in TABLES.c if column.name not in ("id", "seed", "created")})
)
ADD, NEW, SIT = EVENTS.insert(), TABLES.insert(), SEATS.insert()


@cache
def _written(statement: sa.UpdateBase, dialect: sa.Dialect) -> tuple[str, list[str] | None]:
    """A statement as the database reads it, and the order of its values if they have no names there. It is made once:
    to prepare one anew takes longer than to run it."""
    compiled = cast(SQLCompiler, statement.compile(dialect=dialect))
    return str(compiled), compiled.positiontup


def _run(db: sa.Connection, statement: sa.UpdateBase, *rows: dict) -> int:
    """Run a statement that every move needs; how many rows it changed."""
    text, order = _written(statement, db.dialect)
    values = [tuple(row[name] for name in order) for row in rows] if order else list(rows)
    return db.exec_driver_sql(text, values[0] if len(values) == 1 else values).rowcount


def append(db: sa.Connection, store: Store, table: Table, events: list[Event], first: int) -> None:
    """Write events `first`, `first + 1`, …, and the digest of the table as it is after them.

    If somebody else has written any of them, nothing is written.
    """
    digest = _digest(table)
    if first == 1:
        _run(db, NEW, {"id": table.id, "seed": table.seed, "created": table.created, **digest})
    elif _run(db, CHANGE, {"table": table.id, "before": first - 1, **digest}) == 0:
        raise Conflict
    rows = [
        {"table": table.id, "number": first + offset, "at": e.at, "kind": e.kind, "data": as_json(e.data), "key": e.key}
        for offset, e in enumerate(events)
    ]
    _run(db, ADD, *rows)
    if any(event.kind in ("created", "sat", "left", "replaced") for event in events):
        db.execute(SEATS.delete().where(SEATS.c.table == table.id))
        people = [{"table": table.id, "seat": n, "person": s.person or s.kept} for n, s in enumerate(table.seats)]
        _run(db, SIT, *people)
    store.hint(db, table.id, table.number)


def _digest(table: Table) -> dict:
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
        "thinks": turn is not None and table.seats[turn].level is not None,
        "digest": as_json(_listed(table, turn)),
    }


def _listed(table: Table, turn: int | None) -> dict:
    """What lists of tables show besides."""
    return {
        "seats": [{"person": s.person, "level": s.level, "kept": s.kept} for s in table.seats],
        "clock": table.clock.model_dump(),
        "turn": turn,
        "moves": sum(played["seat"] is not None for played in table.played),
        "ranks": list(table.outcome.ranks) if table.outcome else None,
        "points": list(table.outcome.points) if table.outcome else None,
        "reason": table.outcome.reason if table.outcome else None,
        "match": table.match,
    }


def load(db: sa.Connection, table: str, since: int = 0) -> tuple[str, list[Event]] | None:
    """The seed of a table and its events after number `since`."""
    seed = db.execute(sa.select(TABLES.c.seed).where(TABLES.c.id == table)).scalar()
    if seed is None:
        return None
    rows = db.execute(
        sa.select(EVENTS.c.kind, EVENTS.c.data, EVENTS.c.at, EVENTS.c.key)
        .where(EVENTS.c.table == table, EVENTS.c.number > since)
        .order_by(EVENTS.c.number)
    )
    return seed, [Event(*row) for row in rows]


def numbers(db: sa.Connection, tables: list[str]) -> dict[str, int]:
    """The number of the last event of each of these tables."""
    rows = db.execute(sa.select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(tables)))
    return {row.id: row.number for row in rows}


def lobby(db: sa.Connection, most: int = 100) -> list[dict]:
    """Listed tables: those with a free place first, then those at play."""
    chosen = (
        sa.select(TABLES)
        .where(TABLES.c.listed, TABLES.c.status.in_((OPEN, PLAYING)))
        .order_by(TABLES.c.status, TABLES.c.changed.desc())
        .limit(most)
    )
    return [_row(row) for row in db.execute(chosen)]


def of_person(db: sa.Connection, people: list[str], over: bool, most: int = 200) -> list[dict]:
    """The tables at which somebody sits (or is awaited), newest first."""
    chosen = (
        sa.select(TABLES)
        .where(TABLES.c.id.in_(sa.select(SEATS.c.table).where(SEATS.c.person.in_(people))))
        .where(TABLES.c.status == OVER if over else TABLES.c.status != OVER)
        .order_by(TABLES.c.changed.desc())
        .limit(most)
    )
    return [_row(row) for row in db.execute(chosen)]


def unattended(db: sa.Connection) -> list[str]:
    """Tables that need a server though nobody is there: a clock runs, or an opponent is on turn."""
    chosen = sa.select(TABLES.c.id).where(TABLES.c.status == PLAYING, sa.or_(TABLES.c.timed, TABLES.c.thinks))
    return list(db.execute(chosen).scalars())


def _row(row) -> dict:
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
