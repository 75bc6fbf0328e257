"""How well people play, and what they played."""

from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query

from tablier.core.registry import game as find_game
from tablier.server.errors import Refused, words
from tablier.server.http.digests import Digest, public, seats_of
from tablier.server.http.state import TheHall, Visitor
from tablier.server.people import profiles, ratings
from tablier.server.people.profiles import Result
from tablier.server.storage import archive
from tablier.server.storage.archive import Leaf, Wanted
from tablier.server.tables.ids import GameName

Name = Annotated[str, Path(min_length=1, max_length=100)]
Part = Annotated[str | None, Query(max_length=100)]
Against = Annotated[str | None, Query(pattern="^(people|levels|here|tablier:[1-6])$")]
Place = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}\.[0-9a-f]{32}$")]

router = APIRouter(tags=["people"])


@router.get("/ratings/{name}")
async def strongest(name: GameName, hall: TheHall) -> list[dict[str, Any]]:
    """The strongest at a game, people and opponents alike."""
    find_game(name)
    rows = await hall.store.read(lambda db: ratings.best(db, name))
    names = await hall.directory.learn({row["who"] for row in rows if not row["who"].startswith("tablier:")})
    return [row | {"who": names.get(row["who"], row["who"])} for row in rows]


@router.get("/people/{name}")
async def person(name: Name, hall: TheHall) -> dict[str, Any]:
    """Somebody with an account: ratings by game, and how their public games ended."""

    def read(db: sa.Connection) -> dict[str, Any] | None:
        found = profiles.find(db, name)
        return profiles.profile(db, found) if found else None

    found = await hall.store.read(read)
    if found is None:
        raise Refused(words("people.unknown"))
    return found


@router.get("/archive")
async def finished(
    hall: TheHall,
    who: Visitor,
    person: Part = None,
    game: GameName | None = None,
    result: Result | None = None,
    against: Against = None,
    beside: Part = None,
    after: Place = None,
) -> dict[str, Any]:
    """Finished games, newest first: yours, or those of `person` that everybody could find while they were played."""
    selves = set(who.selves) if who else set()

    def read(db: sa.Connection) -> tuple[set[str], Leaf] | None:
        somebody = profiles.find(db, person) if person else None
        if person and somebody is None:
            return None
        people = set(somebody.people) if somebody else selves

        def fits(digest: Digest) -> bool:
            ended = result is None or profiles.result(digest, people) == result
            return ended and (against is None or _against(digest, people, against))

        return people, archive.finished(db, Wanted(people, bool(somebody), game, beside, fits), after)

    found = await hall.store.read(read)
    if found is None:
        raise Refused(words("people.unknown"))
    people, leaf = found
    shown = await public(hall.directory, leaf.games, selves)
    return {
        "games": [
            table | {"theirs": seats_of(digest, people)} for table, digest in zip(shown, leaf.games, strict=True)
        ],
        "next": leaf.next,
    }


def _against(digest: Digest, people: set[str], whom: str | Literal["people", "levels", "here"]) -> bool:
    """Did some people play against that kind of opponent?"""
    others = [seat for seat in digest["seats"] if (seat["person"] or seat["kept"]) not in people]
    if whom == "here":
        return not others
    if whom == "people":
        return any(seat["person"] or seat["kept"] for seat in others)
    return any(seat["level"] and whom in ("levels", seat["level"]) for seat in others)
