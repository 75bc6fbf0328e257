"""One server for an SQLite file: two would each believe that nobody else writes."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from tablier.server.errors import Refused, words
from tablier.server.storage.database import address

try:
    import fcntl
except ImportError:  # a system without such locks: nothing is kept apart there
    fcntl = None  # type: ignore[assignment]


@contextlib.contextmanager
def occupied(database: str) -> Iterator[None]:
    """The database is this process's own until it ends, however it ends. Others may read it, and make backups."""
    url = address(database)
    if fcntl is None or url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        yield
        return
    lock = Path(f"{url.database}.lock")
    with open(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(words("store.taken", path=str(url.database), process=file.read(20))) from None
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        yield
