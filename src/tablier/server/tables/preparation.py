"""Having the rules of a game compiled, or found on disk, while others play on."""

import asyncio

from tablier.core.registry import game as find_game

_prepared: set[str] = set()
"""What is compiled is so for the whole process."""


async def prepare(game: str) -> None:
    if game not in _prepared:
        await asyncio.to_thread(find_game(game).warm)
        _prepared.add(game)
