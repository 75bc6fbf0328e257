"""The servers that share a database. Each shows that it is there; time when none could work is charged to nobody."""

from collections.abc import Callable

import sqlalchemy as sa

from tablier.server.storage.schema import OUTAGES, SERVERS, TABLES
from tablier.server.storage.sharedtime import SharedTime
from tablier.server.storage.store import Store
from tablier.server.tables import clocks
from tablier.server.tables.ids import new_id

BEAT = 2.0
"""A server shows every so many seconds that it is there."""
ALIVE = 6_000
"""One that has not done so for so many milliseconds is taken to be gone."""
KEPT = 100 * clocks.DAY
"""Outages are remembered for longer than any move can take."""


class Cluster:
    def __init__(self, store: Store, now: Callable[[], int] | None = None):
        """All go by the database's time, unless another one is given."""
        self.store = store
        self.me = new_id()
        self.outages: list[tuple[int, int]] = []
        self.time = SharedTime(now or clocks.Now(), (lambda db: None) if now else store.time)
        self._beaten = self.time()

    def now(self) -> int:
        """The time in milliseconds, the same for all servers."""
        return self.time()

    @property
    def sure(self) -> bool:
        return self.time.sure

    @property
    def unwritten(self) -> int:
        """For how many milliseconds nothing of this server has reached the database."""
        return self.now() - self._beaten

    async def arrive(self) -> None:
        """Note for how long no server ran."""
        await self.store.write(self._arrive)
        await self.beat()

    def _arrive(self, db: sa.Connection) -> None:
        now = self.time.read(db)
        last = db.execute(sa.select(sa.func.max(SERVERS.c.seen))).scalar()
        if last is None:  # a backup does not know which server ran when it was made, only what happened last
            last = db.execute(sa.select(sa.func.max(TABLES.c.changed))).scalar()
        if last is not None and self.store.alone(db):
            _note(db, min(last, now - 1), now)
            db.execute(SERVERS.delete())
        db.execute(SERVERS.insert().values(id=self.me, seen=now))

    async def beat(self) -> bool:
        """Show that this server is there. Has another one gone, and left its tables behind?"""
        self._beaten, self.outages, gone = await self.store.write(self._beat)
        return gone

    def _beat(self, db: sa.Connection) -> tuple[int, list[tuple[int, int]], bool]:
        now = self.time.read(db)
        last = db.execute(sa.select(sa.func.max(SERVERS.c.seen))).scalar() or now
        if now - last > ALIVE:  # the database was away
            _note(db, last, now)
        here = db.execute(SERVERS.update().where(SERVERS.c.id == self.me).values(seen=now))
        if here.rowcount == 0:
            db.execute(SERVERS.insert().values(id=self.me, seen=now))
        gone = db.execute(SERVERS.delete().where(SERVERS.c.seen < now - ALIVE, SERVERS.c.id != self.me))
        rows = db.execute(OUTAGES.select().where(OUTAGES.c.ended > now - KEPT))
        return now, [(row.begun, row.ended) for row in rows], gone.rowcount > 0

    def ago(self, milliseconds: int) -> int:
        """The moment since which so much time has been charged."""
        now = self.now()
        begun = now - milliseconds
        while (lacking := milliseconds - self.charged(begun, now)) > 0:
            begun -= lacking
        return begun

    def charged(self, begun: int, now: int) -> int:
        """The time from `begun` to `now` without outages, also without one that is not over yet."""
        present = [(self._beaten, now)] if now - self._beaten > ALIVE else []
        return clocks.charged(begun, now, self.outages + present)


def _note(db: sa.Connection, begun: int, ended: int) -> None:
    db.execute(OUTAGES.delete().where(OUTAGES.c.begun == begun))
    db.execute(OUTAGES.insert().values(begun=begun, ended=ended))
