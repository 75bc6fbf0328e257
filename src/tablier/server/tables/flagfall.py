"""The clocks of all tables in memory: whose time is over, and when to look again."""

import contextlib
import heapq
from dataclasses import dataclass

from tablier.core.errors import TablierError
from tablier.server.tables import commands
from tablier.server.tables.contracts import Tables, Time
from tablier.server.tables.table import Table
from tablier.server.tasks import Tasks

LOOK = 0.1
AGAIN = 500
"""Milliseconds after which a flag that could not fall is looked at again."""


@dataclass
class Running:
    """A table whose clock runs, and when it is to be looked at."""

    table: Table
    due: int


class Flagfall:
    """A heap with one valid entry for each clock that runs: the one at its `due`."""

    def __init__(self, tables: Tables, time: Time, tasks: Tasks):
        self.tables, self.time, self.tasks = tables, time, tasks
        self._running: dict[str, Running] = {}
        self._heap: list[tuple[int, str]] = []

    def follow(self, table: Table) -> None:
        """Look at a table's clock in time. A look too early costs little, so an entry need not be moved back."""
        left = self._left(table)
        if left is None:
            self._running.pop(table.id, None)
            return
        due, running = self.time.now() + left, self._running.get(table.id)
        if running is None or due < running.due:
            self._look_at(table, due)
        else:
            running.table = table

    def needs(self, name: str) -> bool:
        return name in self._running

    def _look_at(self, table: Table, due: int) -> None:
        self._running[table.id] = Running(table, due)
        heapq.heappush(self._heap, (due, table.id))

    def _left(self, table: Table) -> int | None:
        left = table.deadline()
        return None if left is None else left - self.time.charged(table.since, self.time.now())

    async def look(self) -> None:
        """Let the flags fall that are due; time when no server worked is charged to nobody."""
        if not self.time.sure:
            return
        now = self.time.now()
        while self._heap and self._heap[0][0] <= now:
            due, name = heapq.heappop(self._heap)
            running = self._running.get(name)
            if running is None or running.due != due:
                continue
            table = running.table
            left = self._left(table)
            del self._running[name]
            if left is not None and left >= 0:
                self._look_at(table, now + left + 1)
            elif left is not None:
                self._look_at(table, now + AGAIN)
                self.tasks.spawn(self._fall(name))

    async def _fall(self, table: str) -> None:
        with contextlib.suppress(TablierError):  # then it is looked at again
            await self.tables.act(table, lambda table, now, spent: commands.flag(table, spent))
