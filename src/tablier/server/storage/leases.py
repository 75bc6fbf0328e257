"""Which of several servers lets an opponent think about a table. A lease ends with its server, or by itself."""

import sqlalchemy as sa

from tablier.server.errors import Conflict, Unwell
from tablier.server.storage.cluster import ALIVE, Cluster
from tablier.server.storage.schema import SERVERS, THOUGHTS
from tablier.server.storage.store import Store

LASTING = 90_000


class Leases:
    def __init__(self, store: Store, cluster: Cluster):
        self.store, self.cluster = store, cluster

    async def take(self, table: str) -> bool:
        """May this server think about a table? A server that is alone always may."""
        if not self.store.shared:
            return True
        try:
            return await self.store.write(lambda db: self._take(db, table))
        except (Unwell, Conflict):
            return False

    def _take(self, db: sa.Connection, table: str) -> bool:
        now, me = self.cluster.now(), self.cluster.me
        row = db.execute(THOUGHTS.select().where(THOUGHTS.c.table == table).with_for_update()).first()
        held = {"server": me, "until": now + LASTING}
        if row is None:
            db.execute(THOUGHTS.insert().values(table=table, **held))
            return True
        there = db.execute(SERVERS.select().where(SERVERS.c.id == row.server, SERVERS.c.seen > now - ALIVE)).first()
        if row.server != me and row.until >= now and there:
            return False
        db.execute(THOUGHTS.update().where(THOUGHTS.c.table == table).values(**held))
        return True

    async def release(self) -> None:
        """Leave the thinking to other servers."""
        if self.store.shared:
            mine = THOUGHTS.c.server == self.cluster.me
            await self.store.write(lambda db: db.execute(THOUGHTS.delete().where(mine)))
