"""The clocks of all tables in memory: whose time is over, and when to look again."""

import contextlib
import heapq
from typing import TYPE_CHECKING

from tablier.core.errors import TablierError
from tablier.server import commands
from tablier.server.live import Live

if TYPE_CHECKING:
    from tablier.server.hall import Hall

AGAIN = 500
"""Milliseconds after which a flag that could not fall is looked at again."""


class Flags:
    """A heap with one valid entry for each table whose clock runs: the one at `live.due`."""

    def __init__(self, hall: "Hall"):
        self.hall = hall
        self._due: list[tuple[int, str]] = []

    def follow(self, live: Live) -> None:
        """Look at a table's clock in time. A look too early costs little, so an entry need not be moved back."""
        left = self._left(live)
        if left is None:
            live.due = None
        elif live.due is None or self.hall.now() + left < live.due:
            self._look_at(live, self.hall.now() + left)

    def _look_at(self, live: Live, due: int) -> None:
        live.due = due
        heapq.heappush(self._due, (due, live.table.id))

    def _left(self, live: Live) -> int | None:
        left = live.table.deadline()
        return None if left is None else left - self.hall.servers.charged(live.table.since, self.hall.now())

    async def look(self) -> None:
        """Let the flags fall that are due; time when no server worked is charged to nobody."""
        now = self.hall.now()
        while self._due and self._due[0][0] <= now:
            due, name = heapq.heappop(self._due)
            live = self.hall.tables.get(name)
            if live is None or live.due != due:
                continue
            left = self._left(live)
            live.due = None
            if left is not None and left >= 0:
                self._look_at(live, now + left + 1)
            elif left is not None:
                self._look_at(live, now + AGAIN)
                self.hall.tasks.spawn(self._fall(name))

    async def _fall(self, table: str) -> None:
        with contextlib.suppress(TablierError):  # then it is looked at again
            await self.hall.act(table, lambda table, now, spent: commands.flag(table, spent))
