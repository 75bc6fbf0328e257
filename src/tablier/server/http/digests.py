"""Lists of tables, as everybody may read them."""

from typing import Any

from tablier.server.people.directory import Directory

Digest = dict[str, Any]


async def public(directory: Directory, tables: list[Digest]) -> list[Digest]:
    """Digests with the names of people, and without their ids."""
    people = {seat["person"] or seat["kept"] for table in tables for seat in table["seats"]} - {None}
    names = await directory.learn(people)
    return [
        {name: value for name, value in table.items() if name != "host"}
        | {
            "seats": [
                {
                    "name": None if seat["level"] else names.get(seat["person"] or seat["kept"] or ""),
                    "level": seat["level"],
                    "free": not (seat["person"] or seat["level"]),
                }
                for seat in table["seats"]
            ]
        }
        for table in tables
    ]
