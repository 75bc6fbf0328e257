"""Reading and writing tables: their events, and the digest by which they are found."""

import sqlalchemy as sa

from tablier.server.schema import EVENTS, SEATS, TABLES
from tablier.server.store import Conflict, Store
from tablier.server.table import OPEN, OVER, PLAYING, Event, Table

CHANGE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.number == sa.bindparam("before"))
    .values({column: sa.bindparam(column.name) for column in TABLES.c if column.name not in ("id", "seed", "created")})
)
ADD, NEW, SIT = EVENTS.insert(), TABLES.insert(), SEATS.insert()
"""Statements made once: to make one takes longer than to run it."""


def append(db: sa.Connection, store: Store, table: Table, events: list[Event], first: int) -> None:
    """Write events `first`, `first + 1`, …, and the digest of the table as it is after them.

    If somebody else has written any of them, nothing is written.
    """
    digest = _digest(table)
    if first == 1:
        db.execute(NEW, {"id": table.id, "seed": table.seed, "created": table.created, **digest})
    elif db.execute(CHANGE, {"table": table.id, "before": first - 1, **digest}).rowcount == 0:
        raise Conflict
    rows = [
        {"table": table.id, "number": first + offset, "at": e.at, "kind": e.kind, "data": e.data, "key": e.key}
        for offset, e in enumerate(events)
    ]
    db.execute(ADD, rows)
    if any(event.kind in ("created", "sat", "left", "replaced") for event in events):
        db.execute(SEATS.delete().where(SEATS.c.table == table.id))
        people = [{"table": table.id, "seat": n, "person": s.person or s.kept} for n, s in enumerate(table.seats)]
        db.execute(SIT, people)
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
        "digest": {
            "seats": [{"person": s.person, "level": s.level, "kept": s.kept} for s in table.seats],
            "clock": table.clock.model_dump(),
            "turn": turn,
            "moves": sum(played["seat"] is not None for played in table.played),
            "ranks": list(table.outcome.ranks) if table.outcome else None,
            "points": list(table.outcome.points) if table.outcome else None,
            "reason": table.outcome.reason if table.outcome else None,
            "match": table.match,
        },
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
