"""Which database it is: SQLite for one server, or PostgreSQL shared by several."""

from pathlib import Path

import sqlalchemy as sa

from tablier.server.errors import Unwell, words
from tablier.server.storage.postgres import PostgresStore
from tablier.server.storage.sqlite import SqliteStore
from tablier.server.storage.store import Store


def address(database: str) -> sa.URL:
    """The URL of a database; a path or nothing means SQLite."""
    return sa.make_url(database if "://" in database else f"sqlite:///{Path(database).expanduser()}")


def store(database: str) -> Store:
    """The store of a database, given by its path or URL."""
    made = address(database)
    if made.get_backend_name() == "sqlite":
        return SqliteStore(made)
    if made.get_backend_name() == "postgresql":
        return PostgresStore(made.set(drivername="postgresql+psycopg"))
    raise Unwell(words("store.kind", kind=made.get_backend_name()))
