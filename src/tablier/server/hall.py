"""The hall: where the rooms are introduced to each other. What each of them does is its own affair."""

import asyncio
import logging
from collections.abc import Callable

from tablier.server.audience.gallery import TELL, Gallery
from tablier.server.engines.scheduler import Pool, Scheduler
from tablier.server.errors import Conflict, Unwell
from tablier.server.people import attendance, ratings, sessions
from tablier.server.people.attendance import Attendance
from tablier.server.people.directory import Directory
from tablier.server.people.doorkeeper import Doorkeeper
from tablier.server.people.news import News
from tablier.server.people.presence import PULSE, Presence
from tablier.server.settings import Settings
from tablier.server.storage.cluster import BEAT, Cluster
from tablier.server.storage.leases import Leases
from tablier.server.storage.ledger import Ledger
from tablier.server.storage.store import Store
from tablier.server.tables import flagfall, memory
from tablier.server.tables.desk import Desk
from tablier.server.tables.flagfall import Flagfall
from tablier.server.tables.memory import Memory
from tablier.server.tasks import Tasks, measure_lag

log = logging.getLogger("tablier.hall")

TIDY = 30.0
PURGE = 3600.0


class Hall:
    def __init__(
        self, store: Store, engines: Pool, now: Callable[[], int] | None = None, thinking: float = Settings.thinking
    ):
        self.store, self.engines = store, engines
        self.tasks = Tasks()
        self.cluster = Cluster(store, now)
        self.leases = Leases(store, self.cluster)
        self.news = News(store)
        self.directory = Directory(store, self.news)
        self.attendance = Attendance(store, self.cluster)
        self.news.hearers = (self.directory.refresh, self.attendance.look)
        self.doorkeeper = Doorkeeper(store)
        self.presence = Presence(store, self.cluster)
        self.ledger = Ledger(store, ratings.update)
        self.memory = Memory(self.ledger, self.tasks)
        self.tables = Desk(self.memory, self.ledger, self.cluster, self.tasks)
        self.gallery = Gallery(self.tables, self.directory, self.presence, self.cluster, self.tasks)
        self.flagfall = Flagfall(self.tables, self.ledger, self.cluster, self.tasks)
        watched = self.gallery.needs
        self.scheduler = Scheduler(self.tables, engines, self.leases, self.cluster, self.tasks, thinking, watched)
        self.gallery.arrivals = self.scheduler.follow
        self.memory.followers = (self.gallery, self.flagfall, self.scheduler)

    async def open(self) -> None:
        """Take up every game that needs a server to go on."""
        await self.cluster.arrive()
        loop = asyncio.get_running_loop()
        self.store.listen(
            lambda table, number: loop.call_soon_threadsafe(self.memory.heard, table, number),
            lambda person: loop.call_soon_threadsafe(self._mentioned, person),
        )
        self.engines.start()
        for seconds, duty in (
            (BEAT, self._beat),
            (PULSE, self.gallery.pulse),
            (flagfall.LOOK, self.flagfall.look),
            (memory.LOOK, self.memory.look),
            (TELL, self.gallery.tell),
            (attendance.LOOK, self.attendance.look),
            (TIDY, self._tidy),
            (PURGE, self._purge),
        ):
            self.tasks.every(seconds, duty)
        self.tasks.spawn(measure_lag())
        self.tasks.spawn(self.memory.adopt())

    async def _beat(self) -> None:
        """Show that this server is there; take up what another one has left behind."""
        if await self.cluster.beat():
            await self.memory.adopt()

    def _mentioned(self, person: str) -> None:
        """Another server says that something has changed about somebody."""
        if not self.tasks.draining:
            self.tasks.spawn(self.news.heard([person]))

    async def _purge(self) -> None:
        await self.store.write(lambda db: sessions.purge(db, self.cluster.now()))

    async def _tidy(self) -> None:
        """Forget tables that nobody needs, and names that nobody reads."""
        self.memory.tidy()
        shown = {person for table in self.memory.tables() for person in table.known()}
        await self.directory.tidy(shown | self.presence.here)

    async def drain(self) -> None:
        """Begin nothing new, and finish what was begun."""
        self.tasks.draining = True
        await self.tasks.finish()

    async def close(self) -> None:
        await self.drain()
        await self.tasks.stop()
        await self.engines.stop()
        self.doorkeeper.hashing.close()
        try:
            await self.cluster.beat()
            await self.leases.release()
        except (Unwell, Conflict):
            log.warning("closed without the database")
