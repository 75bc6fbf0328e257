"""The hall: the tables that somebody is at, and one writer for each."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial

import sqlalchemy as sa

from tablier.core.errors import TablierError
from tablier.core.registry import game as find_game
from tablier.server import commands, draws, ledger, metrics, people, ratings
from tablier.server.clocks import Now
from tablier.server.flags import Flags
from tablier.server.live import Decide, Live, Watcher
from tablier.server.opponents import Opponents
from tablier.server.people import Who
from tablier.server.presence import PULSE, Presence
from tablier.server.servers import BEAT, Servers
from tablier.server.store import Conflict, Store
from tablier.server.table import BROKEN, Event, Table
from tablier.server.tasks import Tasks
from tablier.server.thinkers import Thinkers
from tablier.server.words import Refused, Unwell, words

log = logging.getLogger("tablier.hall")

TRIES = 10
LOOK = 2.0
"""Tables that other servers may have changed are looked at every so many seconds, hints or not."""
TELL = 0.25
"""News of who is here is told every so many seconds."""
IDLE = 300.0
"""A table that nobody watches and that needs nothing is forgotten after so many seconds; the database keeps it."""


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, now: Callable[[], int] | None = None):
        self.store = store
        self.thinkers = thinkers
        self.now = now or Now()
        self.tasks = Tasks()
        self.servers = Servers(store, self.now)
        self.presence = Presence(store, self.servers, self.now)
        self.opponents = Opponents(self)
        self.flags = Flags(self)
        self.names: dict[str, str] = {}
        self.tables: dict[str, Live] = {}
        self.draining = False
        self._loading: dict[str, asyncio.Task] = {}
        self._news: set[Live] = set()
        self._prepared: set[str] = set()

    # ----- Opening and closing

    async def open(self) -> None:
        """Take up every game that needs a server to go on."""
        await self.servers.arrive()
        loop = asyncio.get_running_loop()
        self.store.listen(lambda table, number: loop.call_soon_threadsafe(self._hear, table, number))
        self.thinkers.start()
        for seconds, duty in (
            (BEAT, self._beat),
            (PULSE, self._pulse),
            (0.1, self.flags.look),
            (LOOK, self._look),
            (TELL, self._tell),
            (30, self._tidy),
        ):
            self.tasks.every(seconds, duty)
        self.tasks.spawn(self._adopt())

    async def _adopt(self) -> None:
        """Take up the tables that no server may be looking after: a clock runs, or an opponent is on turn."""
        for name in await self.store.read(ledger.unattended):
            try:
                await self._get(name)
            except TablierError:
                log.warning("cannot take up", extra={"table": name})

    async def drain(self) -> None:
        """Begin nothing new, and finish what was begun."""
        self.draining = True
        await self.tasks.finish()

    async def close(self) -> None:
        await self.drain()
        await self.tasks.stop()
        await self.thinkers.stop()
        try:
            await self.servers.beat()
            await self.opponents.release()
        except (Unwell, Conflict):
            log.warning("closed without the database")

    # ----- Tables

    async def create(self, created: dict, key: str | None = None) -> Table:
        """A new table; it starts at once if nobody is missing."""
        return await self.tasks.whole(self._create(created, key))

    async def _create(self, created: dict, key: str | None) -> Table:
        blank = Table(created.pop("id", None) or people.new_id(), draws.new_seed())
        now = self.now()
        events = _stamped([Event("created", created | {"commitment": draws.commitment(blank.seed)})], now, key)
        events += _stamped(commands.start(blank.after(events)), now)
        table = blank.after(events)
        await self._stored(table, events)
        live = self.tables.setdefault(table.id, Live(table))
        await self._learn(table.known())
        self._follow(live)
        return table

    async def get(self, name: str) -> Table:
        return (await self._get(name)).table

    async def _get(self, name: str) -> Live:
        """The table in memory, read from the database if need be."""
        if live := self.tables.get(name):
            live.used = time.monotonic()
            return live
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> Live:
        found = await self.store.read(lambda db: ledger.load(db, name))
        if found is None:
            raise Refused(words("table.unknown"))
        await self.prepare(found[1][0].data["game"])
        table = _replayed(Table(name, found[0]), found[1])
        await self._learn(table.known())
        live = self.tables.setdefault(name, Live(table))
        self._follow(live)
        return live

    async def prepare(self, game: str) -> None:
        """Have the rules of a game compiled, or found on disk, while others play on."""
        if game not in self._prepared:
            await asyncio.to_thread(find_game(game).warm)
            self._prepared.add(game)

    async def _learn(self, persons: Iterable[str]) -> None:
        """Find out the names of people."""
        unknown = {person for person in persons if person not in self.names}
        if unknown:
            self.names |= await self.store.read(lambda db: people.names(db, unknown))

    # ----- What happens at a table

    async def act(self, name: str, decide: Decide, key: str | None = None) -> int:
        """Let something happen at a table: the number of its last event, once that is stored.

        A message that has been heard before changes nothing. What was begun is finished, though whoever
        asked may be gone.
        """
        return await self.tasks.whole(self._act(name, decide, key))

    async def _act(self, name: str, decide: Decide, key: str | None) -> int:
        live = await self._get(name)
        async with live.lock:
            for _ in range(TRIES):
                table = live.table
                if key and key in table.keys:
                    return table.keys[key]
                try:
                    after, events, wrong = self._decided(table, decide, key)
                except TablierError:
                    if await self._was_behind(live):
                        continue
                    raise
                if not events:
                    return table.number
                if await self._happened(live, after, events):
                    if wrong:
                        raise wrong
                    return after.number
        raise Unwell(words("table.busy"))

    async def _was_behind(self, live: Live) -> bool:
        """Nobody is refused for what another server has changed meanwhile."""
        number = live.table.number
        if self.store.shared:
            await self._catch_up(live)
        return live.table.number != number

    def _decided(self, table: Table, decide: Decide, key: str | None) -> tuple[Table, list[Event], Unwell | None]:
        """The table after what happens. One whose rules fail is set aside; nobody else is disturbed."""
        now = self.now()
        try:
            events = _stamped(decide(table, now, self.servers.charged(table.since, now)), now, key)
            after = table.after(events)
            if begun := _stamped(commands.start(after), now) if events else []:
                return after.after(begun), events + begun, None
            return after, events, None
        except TablierError:
            raise
        except Exception as error:
            log.exception("a table is set aside", extra={"table": table.id})
            metrics.BROKEN.inc()
            events = _stamped(_broken(table, error), now)
            return table.after(events), events, Unwell(words("table.broke"))

    async def _happened(self, live: Live, after: Table, events: list[Event]) -> bool:
        """Store events and tell everybody; False if somebody else was first, then their events are known."""
        try:
            await self._stored(after, events)
        except Conflict:
            metrics.CONFLICTS.inc()
            await self._catch_up(live)
            return False
        except Unwell:
            live.doubtful = True
            raise
        self._changed(live, after)
        return True

    async def _stored(self, after: Table, events: list[Event]) -> None:
        begun = time.monotonic()
        try:
            await self.store.write(partial(self._append, after, events))
        except Unwell:
            metrics.UNWELL.inc()
            raise
        metrics.stored([event.kind for event in events], time.monotonic() - begun)

    def _append(self, after: Table, events: list[Event], db: sa.Connection) -> None:
        ledger.append(db, self.store, after, events, after.number - len(events) + 1)
        if after.rated and any(event.kind == "ended" for event in events):
            ratings.update(db, after)

    def _changed(self, live: Live, after: Table) -> None:
        live.table = after
        self._show(live)
        if any(person not in self.names for person in after.known()):
            self.tasks.spawn(self._introduce(live))
        self._follow(live)

    def _show(self, live: Live) -> None:
        try:
            live.publish(self.names, self.now())
        except Exception as error:
            log.exception("a table cannot be shown", extra={"table": live.table.id})
            self.tasks.spawn(self.set_aside(live.table.id, error))

    async def _introduce(self, live: Live) -> None:
        """Tell the names of those who came from elsewhere."""
        await self._learn(live.table.known())
        self._show(live)

    def _follow(self, live: Live) -> None:
        """See to it that a clock is watched and that an opponent on turn thinks."""
        self.flags.follow(live)
        self.opponents.follow(live)

    async def set_aside(self, name: str, error: Exception) -> None:
        """Play no further at a table where something fails."""
        metrics.BROKEN.inc()
        await self.act(name, lambda table, now, spent: _broken(table, error))

    async def hint(self, name: str, who: Who, seat: int, all_moves: bool, ply: int | None = None) -> dict:
        return await self.opponents.hint(await self.get(name), who, seat, all_moves, ply)

    # ----- Who is here

    async def watch(self, name: str, watcher: Watcher, seat: int | None, since: int | None = None) -> tuple[Table, int]:
        """Send somebody the frames of a table from now on, the first one whole if they have not seen number `since`."""
        live = await self._get(name)
        try:
            live.greet(watcher, seat, since, self.names, self.now())
        except TablierError:
            raise
        except Exception as error:
            log.exception("a table cannot be shown", extra={"table": name})
            await self.set_aside(name, error)
            live.greet(watcher, seat, since, self.names, self.now())
        self._news.add(live)
        return live.table, watcher.seat

    def unwatch(self, name: str, watcher: Watcher) -> None:
        live = self.tables.get(name)
        if live and watcher in live.watchers:
            live.watchers.discard(watcher)
            live.used = time.monotonic()
            self._news.add(live)

    def came(self, who: Who) -> None:
        self.names[who.person] = who.name
        self.presence.came(who)

    def went(self, who: Who) -> None:
        self.presence.went(who)

    async def absent_since(self, table: Table) -> int | None:
        return await self.presence.absent_since(table)

    async def _tell(self) -> None:
        news, self._news = self._news, set()
        for live in news:
            live.tell_presence(self.presence, self.now())

    async def _pulse(self) -> None:
        watched = [live for live in self.tables.values() if live.watchers]
        about = await self.presence.pulse({person for live in watched for person in live.table.people()})
        self._news |= {live for live in watched if about.intersection(live.table.people())}

    # ----- Several servers

    async def _beat(self) -> None:
        if await self.servers.beat():
            await self._adopt()

    def _hear(self, name: str, number: int) -> None:
        live = self.tables.get(name)
        if live and live.table.number < number and not self.draining:
            self.tasks.spawn(self._refresh(live, number))

    async def _refresh(self, live: Live, number: int) -> None:
        async with live.lock:
            if live.table.number < number:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        """Read what others have written."""
        table = live.table
        found = await self.store.read(lambda db: ledger.load(db, table.id, table.number))
        if found and found[1]:
            after = _replayed(table, found[1])
            await self._learn(after.known())
            self._changed(live, after)
        live.doubtful = False

    async def _look(self) -> None:
        """Hints may be lost, and writings that seemed to fail may not have: see what the database says."""
        names = [name for name, live in self.tables.items() if self.store.shared or live.doubtful]
        numbers = await self.store.read(lambda db: ledger.numbers(db, names)) if names else {}
        for name, number in numbers.items():
            if (live := self.tables.get(name)) and not live.lock.locked():
                live.doubtful = False
                await self._refresh(live, number)

    async def _tidy(self) -> None:
        """Forget tables that nobody is at and that need nothing, and names that nobody reads; read the others anew."""
        before = time.monotonic() - IDLE
        for name, live in list(self.tables.items()):
            needed = live.watchers or live.thinking or live.due is not None or live.lock.locked()
            if not needed and live.used < before:
                del self.tables[name]
        at_tables = {person for live in self.tables.values() for person in live.table.people()}
        said = {talk["person"] for live in self.tables.values() for talk in live.table.talk}
        for person in list(self.names.keys() - at_tables - said - self.presence.here):
            del self.names[person]
        if self.store.shared:
            self.names |= await self.store.read(lambda db: people.names(db, set(self.names)))


def _replayed(table: Table, events: list[Event]) -> Table:
    """The table after events that were stored. One that cannot be replayed is set aside as far as it came."""
    number = table.number + len(events)
    after = table.after([])
    try:
        for event in events:
            after.apply(event)
    except Exception as error:
        log.exception("a table cannot be replayed", extra={"table": table.id})
        after.status, after.trouble, after.number = BROKEN, type(error).__name__, number
    return after


def _stamped(events: list[Event], at: int, key: str | None = None) -> list[Event]:
    """Events with their time; the message's key goes with the first."""
    return [Event(event.kind, event.data, at, None if n else key) for n, event in enumerate(events)]


def _broken(table: Table, error: Exception) -> list[Event]:
    return [] if table.status == BROKEN else [Event("broke", {"why": type(error).__name__})]
