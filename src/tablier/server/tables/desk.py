"""One writer for each table: decide, store, then tell.

decide   `Decide` says what happens, or refuses; nothing has changed
store    `Ledger.append` returns when the disk has it; if somebody else was first, it is decided anew
tell     `Memory.stands` lets everybody know; then whoever asked has the number of the last event
"""

import logging
import time
from collections.abc import Collection, Iterable, Sequence

from tablier.core.errors import TablierError
from tablier.server import metrics
from tablier.server.errors import Conflict, Unwell, words
from tablier.server.tables import commands, draws
from tablier.server.tables.contracts import Decide, Inquire, Ledger, Tables, Time
from tablier.server.tables.events import Created, Entry, Event, Wish
from tablier.server.tables.ids import new_id
from tablier.server.tables.memory import Kept, Memory
from tablier.server.tables.table import Table
from tablier.server.tasks import Tasks

log = logging.getLogger("tablier.tables")

TRIES = 10


class Desk:
    def __init__(self, memory: Memory, ledger: Ledger, time: Time, tasks: Tasks):
        self.memory, self.ledger, self.time, self.tasks = memory, ledger, time, tasks

    async def get(self, name: str) -> Table:
        """A table as it stands."""
        return (await self.memory.get(name)).table

    async def rated_of(self, people: Collection[str]) -> list[Table]:
        return [await self.get(name) for name in await self.ledger.rated_of(people)]

    async def create(self, wish: Wish, name: str | None = None, key: str | None = None, origin: str = "") -> Table:
        """A new table, set from somewhere; it starts at once if nobody is missing."""
        return await self.tasks.whole(self._create(wish, Table(name or new_id(), draws.new_seed(), origin), key))

    async def _create(self, wish: Wish, blank: Table, key: str | None) -> Table:
        fields = {field: getattr(wish, field) for field in Wish.model_fields if field in wish.model_fields_set}
        commitment = draws.commitment(draws.VERSION, blank.seed, blank.id, wish.game, wish.choices)
        created = Created(**fields, commitment=commitment, version=draws.VERSION)
        now = self.time.now()
        entries = _stamped([created], now, key)
        after, begun = _begun(blank.after(entries), now)
        await self._store(after, [*entries, *begun])
        self.memory.put(after)
        return after

    async def act(self, name: str, decide: Decide, key: str | None = None, inquire: Inquire | None = None) -> int:
        """Let something happen at a table: the number of its last event, once that is stored.

        A message that has been heard before changes nothing. What was begun is finished, though whoever
        asked may be gone.
        """
        return await self.tasks.whole(self._act(name, decide, key, inquire))

    async def _act(self, name: str, decide: Decide, key: str | None, inquire: Inquire | None) -> int:
        kept = await self.memory.get(name)
        async with kept.lock:
            for _ in range(TRIES):
                table = kept.table
                if key and key in table.keys:
                    return table.keys[key]
                if table.deadline() is not None and not self.time.sure:
                    raise Unwell(words("time.doubt"))
                if inquire:
                    await inquire(table)
                try:
                    after, entries, wrong = self._decided(table, decide, key)
                except TablierError:
                    if await self._was_behind(kept):
                        continue
                    raise
                if not entries:
                    return table.number
                if await self._happened(kept, after, entries):
                    if wrong:
                        raise wrong
                    return after.number
        raise Unwell(words("table.busy"))

    async def _was_behind(self, kept: Kept) -> bool:
        """Nobody is refused for what another server has changed meanwhile."""
        number = kept.table.number
        if self.ledger.shared:
            await self.memory.catch_up(kept)
        return kept.table.number != number

    def _decided(self, table: Table, decide: Decide, key: str | None) -> tuple[Table, list[Entry], Unwell | None]:
        """The table after what happens. One whose rules fail is set aside; nobody else is disturbed."""
        now = self.time.now()
        try:
            decided = decide(table, now, self.time.charged(table.since, now))
            entries = _stamped(decided.events, now, key)
            after, begun = _begun(table.after(entries, decided.positions), now) if entries else (table, [])
            return after, [*entries, *begun], None
        except TablierError:
            raise
        except Exception as error:
            log.exception("a table is set aside", extra={"table": table.id})
            metrics.BROKEN.inc()
            entries = _stamped(commands.set_aside(table, error).events, now)
            return table.after(entries), entries, Unwell(words("table.broke"))

    async def _happened(self, kept: Kept, after: Table, entries: list[Entry]) -> bool:
        """Store events and tell everybody; False if somebody else was first, then their events are known."""
        try:
            await self._store(after, entries)
        except Conflict:
            metrics.CONFLICTS.inc()
            await self.memory.catch_up(kept)
            return False
        except Unwell:
            kept.doubtful = True
            raise
        self.memory.stands(kept, after)
        return True

    async def _store(self, after: Table, entries: Sequence[Entry]) -> None:
        begun = time.monotonic()
        try:
            await self.ledger.append(after, entries)
        except Unwell:
            metrics.UNWELL.inc()
            raise
        metrics.stored([entry.event.kind for entry in entries], time.monotonic() - begun)


def _begun(table: Table, now: int) -> tuple[Table, list[Entry]]:
    """The table with its game begun, if nobody is missing any more, and what was added for that."""
    decided = commands.start(table)
    entries = _stamped(decided.events, now)
    return (table.after(entries, decided.positions) if entries else table), entries


def _stamped(events: Iterable[Event], at: int, key: str | None = None) -> list[Entry]:
    """Events with their time; the message's key goes with the first."""
    return [Entry(event, at, None if n else key) for n, event in enumerate(events)]


async def set_aside(tables: Tables, name: str, error: Exception) -> None:
    """Play no further at a table where something fails."""
    metrics.BROKEN.inc()
    await tables.act(name, lambda table, now, spent: commands.set_aside(table, error))
