"""Halls without sockets: as many as can share a database, each with a store of its own."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable

from server.support.played import Who
from tablier.core.record import Record
from tablier.server.audience.watchers import Watcher
from tablier.server.engines.question import Question
from tablier.server.errors import Unwell, words
from tablier.server.hall import Hall
from tablier.server.http.deeds import Deeds
from tablier.server.storage import ledger, migration
from tablier.server.storage.database import store
from tablier.server.tables import commands
from tablier.server.tables.events import Row, Wish


class Quick:
    """Engines that play the first legal move, after a moment; the first `failing` times they are lost."""

    waiting = 0

    def __init__(self, failing: int = 0):
        self.failing = failing
        self.asked: list[Question] = []
        self.begun: list[float] = []
        """When each thought began."""

    def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def think(self, asked: Question, urgency: int, whose: str, near: str = "") -> dict:
        self.asked.append(asked)
        self.begun.append(time.monotonic())
        await asyncio.sleep(0.05)
        if len(self.asked) <= self.failing:
            raise Unwell(words("think.lost"))
        return {"move": Record.parse(asked.record).replay().moves[0].text}


class Clock:
    """A time that goes on when told."""

    def __init__(self, now: int = 1_000_000):
        self.now = now

    def __call__(self) -> int:
        return self.now


@contextlib.asynccontextmanager
async def open_halls(database: str, now=None, **more) -> AsyncIterator[list[Hall]]:
    """Two halls on PostgreSQL, one on SQLite."""
    migration.upgrade(database)
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(open_hall(database, now, **more)) for _ in range(_most(database))]


def _most(database: str) -> int:
    return 2 if "://" in database else 1


@contextlib.asynccontextmanager
async def open_hall(database: str, now=None, engines=None, **more) -> AsyncIterator[Hall]:
    opened = store(database)
    hall = Hall(opened, engines or Quick(), now, **more)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()
        opened.close()


async def events(hall: Hall, table: str) -> list[Row]:
    found = await hall.store.read(lambda db: ledger.load(db, table))
    return found[1]


def setting(seats=("ada", "bob"), **changes) -> Wish:
    """What a table is created with."""
    places = [{"level": seat} if seat and ":" in seat else {"person": seat} if seat else {} for seat in seats]
    usual = {"game": "quantik", "choices": {}, "seats": places, "clock": {"kind": "none"}, "listed": True}
    return Wish.model_validate(usual | {"rated": False, "host": "ada"} | changes)


def deeds_of(hall: Hall, who: Who, tell: Callable[[str], None] = lambda frame: None) -> Deeds:
    """What somebody does who never has too many tables."""

    async def admit() -> None:
        pass

    return Deeds(hall, who, "here", tell, admit)


def plays(by: Who, seat: int, move: str):
    return lambda table, now, spent: commands.play(table, by, seat, move, spent)


class Eyes(Watcher):
    """Somebody who remembers every frame."""

    def __init__(self, who: Who):
        self.frames: list[dict] = []
        super().__init__(who, lambda text: self.frames.append(json.loads(text)))

    @property
    def number(self) -> int:
        return max(frame.get("number", 0) for frame in self.frames)

    @property
    def moves(self) -> list[str]:
        """The moves as told, frame by frame."""
        told: list[str] = []
        for frame in self.frames:
            if "log" in frame:
                told[frame["log"]["from"] :] = [entry["move"] for entry in frame["log"]["moves"]]
        return told
