"""The tables in memory, each as far as it is stored.

A table gets here in two ways: it was read from the ledger, or its last events have just been stored there. So whoever
follows the tables is never told what might be lost.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tablier.core.errors import TablierError
from tablier.server import metrics
from tablier.server.errors import Refused, Unwell, words
from tablier.server.tables.contracts import Follower, Ledger
from tablier.server.tables.events import Row
from tablier.server.tables.preparation import prepare
from tablier.server.tables.table import BROKEN, Table
from tablier.server.tasks import Tasks

log = logging.getLogger("tablier.tables")

LOOK = 2.0
"""Tables that other servers may have changed are looked at every so many seconds, notified or not."""
IDLE = 300.0
"""A table that nobody needs is forgotten after so many seconds; the ledger keeps it."""


TOGETHER = 20
"""So many events are replayed at one go; then it is another table's turn."""


@dataclass(eq=False)
class Kept:
    """A table in memory. Whoever changes it holds the lock."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    doubtful: bool = False
    """May more have been written than is known here?"""
    used: float = field(default_factory=time.monotonic)


class Memory:
    def __init__(self, ledger: Ledger, tasks: Tasks):
        self.ledger, self.tasks = ledger, tasks
        self.followers: tuple[Follower, ...] = ()
        self._tables: dict[str, Kept] = {}
        self._loading: dict[str, asyncio.Task[Kept]] = {}
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="replay")

    def __len__(self) -> int:
        return len(self._tables)

    def tables(self) -> list[Table]:
        return [kept.table for kept in self._tables.values()]

    async def get(self, name: str) -> Kept:
        """The table in memory, read from the ledger if need be."""
        if kept := self._tables.get(name):
            kept.used = time.monotonic()
            return kept
        if name not in self._loading:
            self._loading[name] = self.tasks.begin(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await self.tasks.ended(self._loading[name])

    async def _load(self, name: str) -> Kept:
        found = await self.ledger.load(name)
        if found is None:
            raise Refused(words("table.unknown"))
        blank, rows = found
        if not rows:
            raise Unwell(words("table.broke"))
        if isinstance(game := rows[0].data.get("game"), str):
            await prepare(game)
        return self.put(await self._replayed(blank, rows))

    async def _replayed(self, table: Table, rows: Sequence[Row]) -> Table:
        """The table after events that were stored. One that cannot be replayed is set aside as far as it came.

        However many there are, others play on meanwhile; whoever waits for a short game does not wait for a long one.
        """
        after, loop = table.after([]), asyncio.get_running_loop()
        try:
            for first in range(0, len(rows), TOGETHER):
                await loop.run_in_executor(self._beside, _apply, after, rows[first : first + TOGETHER])
        except Exception as error:
            log.exception("a table cannot be replayed", extra={"table": table.id})
            if after.number == 0:
                raise Unwell(words("table.broke")) from None
            metrics.BROKEN.inc()
            after.status, after.trouble, after.number = BROKEN, type(error).__name__, table.number + len(rows)
        return after

    def put(self, table: Table) -> Kept:
        """Keep a table that has just been stored, or read."""
        kept = self._tables.setdefault(table.id, Kept(table))
        self._tell(kept)
        return kept

    def stands(self, kept: Kept, after: Table) -> None:
        """A table has gone on, and that is stored: tell everybody."""
        kept.table, kept.used = after, time.monotonic()
        self._tell(kept)

    def _tell(self, kept: Kept) -> None:
        for follower in self.followers:
            follower.follow(kept.table)

    # ----- What others have written

    async def catch_up(self, kept: Kept) -> None:
        """Read what others have written; the lock is held."""
        table = kept.table
        found = await self.ledger.load(table.id, table.number)
        if found and found[1]:
            self.stands(kept, await self._replayed(table, found[1]))
        kept.doubtful = False

    def heard(self, name: str, number: int) -> None:
        """Another server says that it has written up to that number."""
        kept = self._tables.get(name)
        if kept and kept.table.number < number and not self.tasks.draining:
            self.tasks.spawn(self._refresh(kept, number))

    async def _refresh(self, kept: Kept, number: int) -> None:
        async with kept.lock:
            if kept.table.number < number:
                await self.catch_up(kept)

    async def look(self) -> None:
        """Notices may be lost, and writings that seemed to fail may not have: see what the ledger says."""
        names = [name for name, kept in self._tables.items() if self.ledger.shared or kept.doubtful]
        numbers = await self.ledger.numbers(names) if names else {}
        for name, number in numbers.items():
            if (kept := self._tables.get(name)) and not kept.lock.locked():
                kept.doubtful = False
                await self._refresh(kept, number)

    # ----- Coming and going

    async def adopt(self) -> None:
        """Take up the tables where an opponent is on turn and no server may let it think."""
        for name in await self.ledger.unattended():
            try:
                await self.get(name)
            except TablierError:
                log.warning("cannot take up", extra={"table": name})
            except Exception:  # whatever it is, the other tables are taken up
                metrics.BROKEN.inc()
                log.exception("cannot take up", extra={"table": name})

    def tidy(self) -> None:
        """Forget tables that nobody has needed for a while."""
        now = time.monotonic()
        for name, kept in list(self._tables.items()):
            if kept.lock.locked() or any(follower.needs(name) for follower in self.followers):
                kept.used = now
            elif kept.used < now - IDLE:
                del self._tables[name]


def _apply(table: Table, rows: Sequence[Row]) -> None:
    for row in rows:
        table.apply(row.entry())
