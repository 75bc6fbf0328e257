"""What a server has committed to, day by day, and what became of it: games that were broken off stay visible.

Tables are not named, since whoever knows the name of one may sit down there. Whoever has kept a commitment finds it.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, Literal

import sqlalchemy as sa

from tablier.server.storage.schema import TABLES
from tablier.server.tables.table import OPEN, OVER, PLAYING

MOST = 500

Became = Literal["waiting", "playing", "revealed", "never revealed"]


@dataclass(frozen=True)
class Committed:
    """A commitment: when it was made (milliseconds), to the draws of which game, and what became of it."""

    commitment: str
    at: int
    game: str
    became: Became


@dataclass(frozen=True)
class Leaf:
    """Some commitments, the oldest first, and where the next ones begin."""

    commitments: list[Committed]
    next: str | None


def of_day(db: sa.Connection, day: date, after: str | None = None, most: int = MOST) -> Leaf:
    """The commitments of a day (UTC) after the place where the leaf before ended."""
    begun = _moment(day)
    ended = begun + 86_400_000
    chosen = sa.select(TABLES.c.commitment, TABLES.c.created, TABLES.c.game, TABLES.c.status, TABLES.c.digest).where(
        TABLES.c.created >= begun, TABLES.c.created < ended, TABLES.c.commitment.is_not(None)
    )
    if after:
        made, _, commitment = after.partition(".")
        place = sa.tuple_(sa.literal(int(made)), sa.literal(commitment))
        chosen = chosen.where(sa.tuple_(TABLES.c.created, TABLES.c.commitment) > place)
    rows = db.execute(chosen.order_by(TABLES.c.created, TABLES.c.commitment).limit(most + 1)).all()
    some = [Committed(row.commitment, row.created, row.game, _became(row.status, row.digest)) for row in rows[:most]]
    return Leaf(some, f"{some[-1].at}.{some[-1].commitment}" if len(rows) > most else None)


def _became(status: str, digest: dict[str, Any]) -> Became:
    """A table that was closed before its game began, or set aside, never shows its seed."""
    if status == OPEN:
        return "waiting"
    if status == PLAYING:
        return "playing"
    return "revealed" if status == OVER and digest["ranks"] is not None else "never revealed"


def _moment(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp()) * 1000
