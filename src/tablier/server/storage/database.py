"""The database: SQLite with one writing thread, or PostgreSQL shared by several servers.

Work is a function of a connection, done as a whole or not at all. On SQLite all work that is waiting
is written together, so that one wait for the disk serves many.
"""

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from tablier.server.errors import Conflict, Unwell, words

log = logging.getLogger("tablier.store")

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
Done = tuple[Any, BaseException | None]
"""What came of a work, or what was wrong."""

PATIENCE = 200
"""How often a new file is tried."""

TOGETHER = 200
"""So much work is written at one go, at most."""
GATHER = 0.005
"""Seconds for which more work is waited for when there was much a moment ago."""
VALUES = 500
"""So many names are asked for at one go: a statement holds only so many."""
BUSY = 5.0
"""So many seconds are waited for another program that has locked an SQLite file."""

CHANNEL = "tablier"
TIME = sa.text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("notice")))
AT_WORK = 723146
"""The lock that every server at work on a PostgreSQL database shares."""


def address(database: str) -> sa.URL:
    """The URL of a database; a path or nothing means SQLite."""
    return sa.make_url(database if "://" in database else f"sqlite:///{Path(database).expanduser()}")


def store(database: str) -> "Store":
    """The store of a database, given by its path or URL."""
    made = address(database)
    if made.get_backend_name() == "sqlite":
        return SqliteStore(made)
    if made.get_backend_name() == "postgresql":
        return PostgresStore(made.set(drivername="postgresql+psycopg"))
    raise Unwell(words("store.kind", kind=made.get_backend_name()))


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
            raise _unwell(error) from None

    def alone(self, connection: sa.Connection) -> bool:
        """Is no other server at work on this database?"""
        return True

    def time(self, connection: sa.Connection) -> int | None:
        """The time of the database in milliseconds; None where one server has it for itself, and its own is as good."""
        return None

    def listen(self, heard: Callable[[str, int], Any]) -> None:
        """Call `heard` with a table that has been changed, and the number of its last event. A notice may be lost."""

    def notify(self, connection: sa.Connection, table: str, number: int) -> None:
        """Tell other servers, when this work is written."""

    def close(self) -> None:
        self._readers.shutdown()
        self.engine.dispose()


class SqliteStore(Store):
    def __init__(self, url: sa.URL):
        if url.database and url.database != ":memory:":
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(
            url, json_serializer=as_json, connect_args={"check_same_thread": False, "timeout": BUSY}, pool_size=8
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        super().__init__(engine, 4)
        self._connection: sa.Connection | None = None
        self._waiting: queue.SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="write", daemon=True)
        self._writer.start()

    async def _written(self, work: Work[T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put((work, future))
        return await future

    def _write(self) -> None:
        batch: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        while (first := self._waiting.get()) is not None:
            if len(batch) > 1:
                time.sleep(GATHER)  # there is much to do: more will come
            batch = [first]
            while len(batch) < TOGETHER and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)
                    break
                batch.append(following)
            done = self._done_together([work for work, _ in batch])
            loop = first[1].get_loop()
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(_tell, [future for _, future in batch], done)

    def _done_together(self, works: list[Work[Any]]) -> list[Done]:
        """One transaction for all; if any work fails, one in which it is undone alone; if the database fails, one for
        each. Nobody is told before the disk has it."""
        try:
            try:
                return self._committed(lambda connection: [(work(connection), None) for work in works])
            except Exception as error:
                if _lost(error):
                    raise
                return self._committed(lambda connection: [_tried(connection, work) for work in works])
        except Exception as error:
            return [(None, _unwell(error))] if len(works) == 1 else self._done_singly(works)

    def _done_singly(self, works: list[Work[Any]]) -> list[Done]:
        """A transaction for each, for as long as the database lets any begin."""
        done: list[Done] = []
        for work in works:
            begun = False

            def alone(connection: sa.Connection, work: Work[Any] = work) -> Done:
                nonlocal begun
                connection.begin()
                begun = True
                return _tried(connection, work)

            try:
                done.append(self._committed(alone))
            except Exception as error:
                done.append((None, _unwell(error)))
                if not begun:
                    break
        return done + [done[-1]] * (len(works) - len(done))

    def _committed(self, work: Work[T]) -> T:
        """Work done on the one connection that writes; after an error a new one is made."""
        if self._connection is None:
            self._connection = self.engine.connect().execution_options(writing=True)
        try:
            result = work(self._connection)
            self._connection.commit()
            return result
        except BaseException:
            self._connection.close()
            self._connection = None
            raise

    def close(self) -> None:
        self._waiting.put(None)
        self._writer.join()
        if self._connection is not None:
            self._connection.close()
        super().close()


class PostgresStore(Store):
    """PostgreSQL gathers commits by itself; several servers may write, one table at a time."""

    shared = True
    snapshot = "REPEATABLE READ"

    def __init__(self, url: sa.URL):
        engine = sa.create_engine(
            url,
            json_serializer=as_json,
            pool_size=16,
            max_overflow=0,
            pool_pre_ping=True,
            connect_args={"connect_timeout": 5},
        )
        super().__init__(engine, 4)
        self._writers = ThreadPoolExecutor(10, thread_name_prefix="write")
        self._closed = threading.Event()
        self._listener: threading.Thread | None = None

    async def _written(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writers, self._done, work)

    def alone(self, connection: sa.Connection) -> bool:
        return bool(connection.execute(sa.text(f"SELECT pg_try_advisory_xact_lock({AT_WORK})")).scalar())

    def time(self, connection: sa.Connection) -> int | None:
        return int(connection.execute(TIME).scalar_one())

    def notify(self, connection: sa.Connection, table: str, number: int) -> None:
        connection.execute(NOTIFY, {"notice": f"{table} {number}"})

    def listen(self, heard: Callable[[str, int], Any]) -> None:
        self._listener = threading.Thread(target=self._listen, args=(heard,), name="listen", daemon=True)
        self._listener.start()

    def _listen(self, heard: Callable[[str, int], Any]) -> None:
        """Hear the notices. The same connection holds a lock that goes when this process does, however it ends."""
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._closed.is_set():
            try:
                with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"SELECT pg_advisory_lock_shared({AT_WORK})")
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._closed.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            table, _, number = notice.payload.partition(" ")
                            heard(table, int(number))
            except (psycopg.Error, ValueError):
                self._closed.wait(1)
            except RuntimeError:  # the loop that heard is closed
                return

    def close(self) -> None:
        self._closed.set()
        if self._listener:
            self._listener.join()
        self._writers.shutdown()
        super().close()


def _tell(futures: list[asyncio.Future[Any]], done: list[Done]) -> None:
    for future, (result, wrong) in zip(futures, done, strict=True):
        if future.done():
            continue
        if wrong is None:
            future.set_result(result)
        else:
            future.set_exception(wrong)


def _tried(connection: sa.Connection, work: Work[Any]) -> Done:
    try:
        with connection.begin_nested():
            return work(connection), None
    except IntegrityError:
        return None, Conflict()
    except SQLAlchemyError as error:
        if _lost(error):
            raise
        return None, _unwell(error)
    except Exception as error:  # the work's own refusal
        return None, error


def _lost(error: Exception) -> bool:
    """Is it the database that fails, rather than this one work?"""
    return isinstance(error, OperationalError) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def _unwell(error: Exception) -> Unwell:
    """What people are told; the database's own words may hold what was to be written, and stay here."""
    log.warning("the database failed", extra={"error": type(error).__name__, "code": _code(error)})
    return Unwell(words("store.unwell", kind=type(error).__name__))


def _code(error: Exception) -> str | None:
    """The database's own name for what is wrong, which holds no values."""
    original = getattr(error, "orig", None)
    return getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None)


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions are begun by us
    _keep_journal(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _keep_journal(connection: sqlite3.Connection) -> None:
    """Write ahead. Of several that open a new file at once SQLite lets one do so, and does not let the others wait."""
    for _ in range(PATIENCE):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            time.sleep(0.05)
    connection.execute("PRAGMA journal_mode=WAL")


def _begin_sqlite(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pieces(names: Iterable[str]) -> Iterator[list[str]]:
    """Names, so many at a time that a statement can hold them."""
    left = iter(names)
    while some := list(islice(left, VALUES)):
        yield some
