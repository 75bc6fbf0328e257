"""What everybody may know of somebody with an account: ratings, and how their public games ended."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa

from tablier.server.people import accounts, ratings
from tablier.server.people.names import fold
from tablier.server.storage import archive
from tablier.server.storage.archive import Wanted
from tablier.server.storage.schema import PEOPLE

Result = Literal["won", "lost", "drawn"]


@dataclass(frozen=True)
class Somebody:
    name: str
    since: int
    people: frozenset[str]
    """The person, and the guests who turned out to be that person."""


def find(db: sa.Connection, name: str) -> Somebody | None:
    """Whoever has the account of that name. Guests have no profile: their names are nobody's own."""
    row = db.execute(
        sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.created).where(PEOPLE.c.account == fold(name))
    ).first()
    return row and Somebody(row.name, row.created, frozenset(accounts.selves(db, row.id)))


def result(digest: dict[str, Any], people: Collection[str]) -> Result | None:
    """How a game ended for some people; None where they played against themselves alone."""
    ranks = digest["ranks"]
    own = [
        rank for rank, seat in zip(ranks, digest["seats"], strict=True) if (seat["person"] or seat["kept"]) in people
    ]
    if not own or len(own) == len(ranks):
        return None
    if len(set(ranks)) == 1:
        return "drawn"
    return "won" if min(own) == 1 else "lost"


def tallies(db: sa.Connection, people: Collection[str]) -> dict[str, dict[Result, int]]:
    """How often somebody won, lost and drew each game, of those that everybody could find."""
    counted: dict[str, dict[Result, int]] = {}
    for digest in archive.finished(db, Wanted(people, public=True), most=archive.LOOKED_AT).games:
        if ended := result(digest, people):
            tally = counted.setdefault(digest["game"], {"won": 0, "lost": 0, "drawn": 0})
            tally[ended] += 1
    return counted


def profile(db: sa.Connection, somebody: Somebody) -> dict[str, Any]:
    return {
        "name": somebody.name,
        "since": somebody.since,
        "ratings": ratings.of(db, somebody.people),
        "tallies": tallies(db, somebody.people),
    }
