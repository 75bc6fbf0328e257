"""Lists of tables, as everybody may read them."""

from collections.abc import Collection, Mapping
from typing import Any

from tablier.server.people.directory import Directory

Digest = dict[str, Any]


def seats_of(table: Digest, people: Collection[str]) -> list[int]:
    """The seats where some people sit, or are awaited."""
    return [number for number, seat in enumerate(table["seats"]) if (seat["person"] or seat["kept"]) in people]


async def public(directory: Directory, tables: list[Digest], selves: Collection[str] = ()) -> list[Digest]:
    """Digests with the names of people, and without their ids; the seats of `selves` are yours."""
    people = {seat["person"] or seat["kept"] for table in tables for seat in table["seats"]} - {None}
    names = await directory.learn(people)
    return [
        {name: value for name, value in table.items() if name != "host"}
        | {"seats": [_seat(seat, names) for seat in table["seats"]], "yours": seats_of(table, selves)}
        for table in tables
    ]


def _seat(seat: Digest, names: Mapping[str, str]) -> Digest:
    own = seat.get("name") or names.get(seat["person"] or seat["kept"] or "")
    return {
        "name": None if seat["level"] else own,
        "level": seat["level"],
        "free": not (seat["person"] or seat["level"]),
    }
