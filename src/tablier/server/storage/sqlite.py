"""SQLite: one file, one writing thread. All work that is waiting is written together, so that one wait for the disk
serves many."""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from tablier.server.errors import Conflict, Unwell, words
from tablier.server.storage.store import Store, Work, as_json, unwell

T = TypeVar("T")
Done = tuple[Any, BaseException | None]
"""What came of a work, or what was wrong."""

PATIENCE = 200
"""How often a new file is tried."""
TOGETHER = 200
"""So much work is written at one go, at most."""
GATHER = 0.005
"""Seconds for which more work is waited for when there was much a moment ago."""
BUSY = 5.0
"""So many seconds are waited for another program that has locked an SQLite file."""


class SqliteStore(Store):
    def __init__(self, url: sa.URL):
        if url.database and url.database != ":memory:":
            make_private(Path(url.database))
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
            return [(None, unwell(error))] if len(works) == 1 else self._done_singly(works)

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
                done.append((None, unwell(error)))
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
        return None, unwell(error)
    except Exception as error:  # the work's own refusal
        return None, error


def _lost(error: Exception) -> bool:
    """Is it the database that fails, rather than this one work?"""
    return isinstance(error, OperationalError) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def make_private(path: Path) -> None:
    """A file that nobody else on this machine may read, from its first byte: it holds every secret. One that is there
    already stays as it is."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions are begun by us
    _keep_journal(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _keep_journal(connection: sqlite3.Connection) -> None:
    """Write ahead. Of several that open a new file at once SQLite lets one do so, and does not let the others wait.

    A file system that cannot do it keeps another journal, and says so only here.
    """
    for tries in range(PATIENCE):
        try:
            (kept,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            break
        except sqlite3.OperationalError:
            if tries == PATIENCE - 1:
                raise
            time.sleep(0.05)
    if kept not in ("wal", "memory"):
        raise Unwell(words("store.journal", kept=kept))


def _begin_sqlite(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
