"""The gallery: everybody who watches any table, told what happens there and who is here."""

import contextlib
import logging
from collections.abc import Callable

from tablier.core.errors import TablierError
from tablier.server.audience.watchers import Audience, Watcher
from tablier.server.errors import Unwell
from tablier.server.people.directory import Directory
from tablier.server.people.presence import Presence
from tablier.server.tables.contracts import Tables, Time
from tablier.server.tables.desk import set_aside
from tablier.server.tables.table import Table
from tablier.server.tasks import Tasks

log = logging.getLogger("tablier.audience")

TELL = 0.25
"""News of who is here is told every so many seconds."""


class Gallery:
    def __init__(self, tables: Tables, directory: Directory, presence: Presence, time: Time, tasks: Tasks):
        self.tables, self.directory, self.presence, self.time, self.tasks = tables, directory, presence, time, tasks
        self._audiences: dict[str, Audience] = {}
        self._news: set[str] = set()
        """The tables where somebody has come or gone."""
        self.arrivals: Callable[[Table], object] = lambda table: None
        """Told of every table to which somebody comes."""

    @property
    def watchers(self) -> int:
        return sum(len(audience.watchers) for audience in self._audiences.values())

    async def watch(self, name: str, watcher: Watcher, seat: int | None, since: str | None = None) -> tuple[Table, int]:
        """Send somebody the frames of a table from now on, the first one whole unless all they have seen is `since`."""
        await self.directory.learn((await self.tables.get(name)).known())
        try:
            self._greet(await self.tables.get(name), watcher, seat, since)
        except TablierError:
            raise
        except Exception as error:
            log.exception("a table cannot be shown", extra={"table": name})
            await set_aside(self.tables, name, error)
            self._greet(await self.tables.get(name), watcher, seat, since)
        self._news.add(name)
        table = self._audiences[name].table
        self.arrivals(table)
        return table, watcher.seat

    def _greet(self, table: Table, watcher: Watcher, seat: int | None, since: str | None) -> None:
        audience = self._audiences.get(table.id) or Audience(table)
        audience.greet(watcher, seat, since, self.directory.names, self.time.now())
        self._audiences[table.id] = audience

    def unwatch(self, name: str, watcher: Watcher) -> None:
        audience = self._audiences.get(name)
        if audience and watcher in audience.watchers:
            audience.watchers.discard(watcher)
            self._news.add(name)
            if not audience.watchers:
                del self._audiences[name]

    # ----- What happens at the tables

    def follow(self, table: Table) -> None:
        """Show everybody how a table stands now, with the names of all who have come there."""
        audience = self._audiences.get(table.id)
        if audience is None:
            return
        audience.table = table
        if self.directory.knows(table.known()):
            self._show(audience)
        else:
            self.tasks.spawn(self._introduce(audience))

    def needs(self, name: str) -> bool:
        return name in self._audiences

    async def _introduce(self, audience: Audience) -> None:
        """Somebody came by another server: find out who, and show it."""
        with contextlib.suppress(Unwell):  # what happened is told, if without the name
            await self.directory.learn(audience.table.known())
        self._show(audience)

    def _show(self, audience: Audience) -> None:
        try:
            audience.publish(self.directory.names, self.time.now())
        except Exception as error:
            log.exception("a table cannot be shown", extra={"table": audience.table.id})
            self.tasks.spawn(set_aside(self.tables, audience.table.id, error))

    # ----- Who is here

    async def tell(self) -> None:
        """Tell everybody who has come and gone."""
        news, self._news = self._news, set()
        for name in news:
            if audience := self._audiences.get(name):
                audience.tell_presence(self.presence, self.time.now())

    async def pulse(self) -> None:
        """Note who is here, and find out who of those at watched tables is."""
        seated = {name: audience.table.people() for name, audience in self._audiences.items()}
        about = await self.presence.pulse({person for people in seated.values() for person in people})
        self._news |= {name for name, people in seated.items() if about.intersection(people)}
