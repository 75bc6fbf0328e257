"""Finished games of some people, page by page."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from tablier.server.storage.ledger import found
from tablier.server.storage.schema import PEOPLE, SEATS, TABLES
from tablier.server.tables.table import OVER, PLAYING

LOOKED_AT = 2_000
"""So many games are looked through for one answer, at most."""

Digest = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Which games of whom."""

    people: Collection[str]
    public: bool = False
    """Only those that everybody could find while they were played?"""
    game: str | None = None
    beside: str | None = None
    """A part of the name of somebody else at the table."""
    fits: Callable[[Digest], bool] = field(default=lambda digest: True)


@dataclass(frozen=True)
class Leaf:
    """Some games, the newest first, and where the next ones begin."""

    games: list[Digest]
    next: str | None


def finished(db: sa.Connection, wanted: Wanted, after: str | None = None, most: int = 24) -> Leaf:
    """Games after the place where the leaf before ended."""
    games: list[Digest] = []
    place = after
    for looked, digest in enumerate(_all(db, wanted, after)):
        if len(games) == most or looked == LOOKED_AT:
            return Leaf(games, place)
        place = _place(digest)
        if digest["ranks"] is not None and wanted.fits(digest):
            games.append(digest)
    return Leaf(games, None)


def _all(db: sa.Connection, wanted: Wanted, after: str | None) -> Iterator[Digest]:
    sat = sa.select(SEATS.c.table).where(SEATS.c.person.in_(wanted.people))
    chosen = sa.select(TABLES).where(TABLES.c.status == OVER, TABLES.c.id.in_(sat))
    if wanted.public:
        chosen = chosen.where(sa.or_(TABLES.c.listed, TABLES.c.rated))
    if wanted.game:
        chosen = chosen.where(TABLES.c.game == wanted.game)
    if wanted.beside:
        others = PEOPLE.c.id == SEATS.c.person, PEOPLE.c.id.not_in(wanted.people)
        named = PEOPLE.c.name.icontains(wanted.beside, autoescape=True)
        chosen = chosen.where(TABLES.c.id.in_(sa.select(SEATS.c.table).where(*others, named)))
    if after:
        changed, _, table = after.partition(".")
        moment = int(changed)
        earlier = sa.and_(TABLES.c.changed == moment, TABLES.c.id < table)
        chosen = chosen.where(sa.or_(TABLES.c.changed < moment, earlier))
    ordered = chosen.order_by(TABLES.c.changed.desc(), TABLES.c.id.desc()).limit(LOOKED_AT + 1)
    return (found(row) for row in db.execute(ordered))


def _place(digest: Digest) -> str:
    return f"{digest['changed']}.{digest['table']}"


def being_played(db: sa.Connection, since: int) -> int:
    """How many games go on at which something has happened since."""
    chosen = sa.select(sa.func.count()).select_from(TABLES)
    return db.execute(chosen.where(TABLES.c.status == PLAYING, TABLES.c.changed >= since)).scalar_one()
