"""What a database does for the server, whichever it is. Work is a function of a connection, done as a whole or not
at all."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tablier.server.errors import Conflict, Unwell, words

log = logging.getLogger("tablier.store")

VALUES = 500
"""So many names are asked for at one go: a statement holds only so many."""

T = TypeVar("T")
Work = Callable[[sa.Connection], T]


class Store:
    """Reads and writes, each in a thread of its own kind; errors of the database become `Unwell`."""

    shared = False
    snapshot = "SERIALIZABLE"
    """The isolation in which a long reading sees one moment."""

    def __init__(self, engine: sa.Engine, readers: int):
        self.engine = engine
        self.waiting = 0
        """How much work is still to be written."""
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="read")

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._done, work)

    async def write(self, work: Work[T]) -> T:
        self.waiting += 1
        try:
            return await self._written(work)
        finally:
            self.waiting -= 1

    async def _written(self, work: Work[T]) -> T:
        raise NotImplementedError

    def _done(self, work: Work[T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except IntegrityError:
            raise Conflict from None
        except SQLAlchemyError as error:
            raise unwell(error) from None

    def alone(self, connection: sa.Connection) -> bool:
        """Is no other server at work on this database?"""
        return True

    def time(self, connection: sa.Connection) -> int | None:
        """The time of the database in milliseconds; None where one server has it for itself, and its own is as good."""
        return None

    def listen(self, heard: Callable[[str, int], Any], mentioned: Callable[[str], Any]) -> None:
        """Call `heard` with a table that has been changed, and the number of its last event; and `mentioned` with
        somebody about whom something has changed. A notice may be lost."""

    def notify(self, connection: sa.Connection, table: str, number: int) -> None:
        """Tell other servers of a table, when this work is written."""

    def mention(self, connection: sa.Connection, person: str) -> None:
        """Tell other servers that something has changed about somebody, when this work is written."""

    @property
    def hears(self) -> bool:
        """Would other servers' notices be heard now?"""
        return True

    def close(self) -> None:
        self._readers.shutdown()
        self.engine.dispose()


def unwell(error: Exception) -> Unwell:
    """What people are told; the database's own words may hold what was to be written, and stay here."""
    log.warning("the database failed", extra={"error": type(error).__name__, "code": _code(error)})
    return Unwell(words("store.unwell", kind=type(error).__name__))


def _code(error: Exception) -> str | None:
    """The database's own name for what is wrong, which holds no values."""
    original = getattr(error, "orig", None)
    return getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None)


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pieces(names: Iterable[str]) -> Iterator[list[str]]:
    """Names, so many at a time that a statement can hold them."""
    left = iter(names)
    while some := list(islice(left, VALUES)):
        yield some
