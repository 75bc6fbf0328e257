"""The clocks of all tables: whose time is over, and when to look again.

The ledger knows when the time of each table may be over, so a table need not be in memory to lose on time.
"""

import contextlib

from tablier.core.errors import TablierError
from tablier.server.tables import commands
from tablier.server.tables.contracts import Ledger, Tables, Time
from tablier.server.tables.table import Table
from tablier.server.tasks import Tasks

LOOK = 0.1
AHEAD = 1_000
"""The ledger is asked every so many milliseconds whose time may be over within as many."""
AGAIN = 5_000
"""Whoever looks at a table has so many milliseconds for it; then another server does."""


class Flagfall:
    def __init__(self, tables: Tables, ledger: Ledger, time: Time, tasks: Tasks):
        self.tables, self.ledger, self.time, self.tasks = tables, ledger, time, tasks
        self._until = 0
        """Up to when the ledger was asked."""
        self._soon: dict[str, int] = {}
        """The tables whose time may be over by then, and when."""

    def follow(self, table: Table) -> None:
        """Look at a table's clock in time. If the ledger is asked before, it need not be remembered."""
        if table.due is None or table.due > self._until:
            self._soon.pop(table.id, None)
        else:
            self._soon[table.id] = table.due

    def needs(self, name: str) -> bool:
        return False

    async def look(self) -> None:
        """Let the flags fall that are due; time when no server worked is charged to nobody."""
        if not self.time.sure:
            return
        now = self.time.now()
        if not self._until - AHEAD <= now < self._until:
            self._until = now + AHEAD
            for name, due in (await self.ledger.due(self._until)).items():
                self._soon.setdefault(name, due)
        for name in [name for name, due in self._soon.items() if due <= now]:
            self.tasks.spawn(self._fall(name, self._soon.pop(name)))

    async def _fall(self, name: str, due: int) -> None:
        """Look at one table, unless another server does; whatever goes wrong, it is looked at again."""
        with contextlib.suppress(TablierError):
            later = self.time.now() + AGAIN
            if not await self.ledger.put_off(name, due, later):
                return
            await self.tables.act(name, lambda table, now, spent: commands.flag(table, spent))
            table = await self.tables.get(name)
            if (left := table.deadline()) is not None:
                now = self.time.now()
                await self.ledger.put_off(name, later, now + max(0, left - self.time.charged(table.since, now)) + 1)
