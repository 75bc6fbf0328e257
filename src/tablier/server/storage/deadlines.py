"""When the time of tables may be over: so no table need be in memory to have a clock."""

import sqlalchemy as sa

from tablier.server.storage.schema import TABLES

MOST = 200
"""So many tables are looked at together; the others come next."""


def due(db: sa.Connection, until: int) -> dict[str, int]:
    """Tables whose time may be over by then, the most urgent first, and when it may be."""
    chosen = sa.select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due <= until).order_by(TABLES.c.due).limit(MOST)
    return {row.id: row.due for row in db.execute(chosen)}


def put_off(db: sa.Connection, table: str, due: int, until: int) -> bool:
    """Look at a table later; False if it is due at another moment now."""
    same = TABLES.c.id == table, TABLES.c.due == due
    return db.execute(TABLES.update().where(*same).values(due=until)).rowcount > 0
