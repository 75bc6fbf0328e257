"""PostgreSQL, shared by several servers. Nothing waits for ever on a network that has gone silent."""

import asyncio
import contextlib
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, LiteralString, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError

from tablier.server.storage.store import Store, Work, as_json

log = logging.getLogger("tablier.store")

T = TypeVar("T")

PATIENCE = 20.0
"""So many seconds a work may take before its connection is given up."""
ASK = 5.0
"""Whoever listens asks every so many seconds whether the line still stands."""

CHANNEL = "tablier"
PERSON = "person"
"""With what a notice about somebody begins; others begin with the name of a table."""
TIME = sa.text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("notice")))
AT_WORK = 723146
"""The lock that every server at work on a PostgreSQL database shares."""

LINE = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "options": "-c synchronous_commit=on -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
}
"""A machine that has gone is noticed; what is said to be written is on the disk, whatever the database's own settings
say."""


class PostgresStore(Store):
    """PostgreSQL gathers commits by itself; several servers may write, one table at a time."""

    shared = True
    snapshot = "REPEATABLE READ"

    def __init__(self, url: sa.URL):
        engine = sa.create_engine(_line(url), json_serializer=as_json, pool_size=16, max_overflow=0)
        event.listen(engine, "checkout", self._take)
        super().__init__(engine, 4)
        self._writers = ThreadPoolExecutor(10, thread_name_prefix="write")
        self._taken: dict[int, psycopg.Connection[Any]] = {}
        """The connection that each thread took last."""
        self._begun: dict[int, float] = {}
        """Since when each thread waits for the database."""
        self._closed, self._ended = threading.Event(), threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="watch", daemon=True)
        self._watcher.start()
        self._listener: threading.Thread | None = None
        self._heard = -ASK
        """When the line of the listener was last known to stand."""

    async def _written(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writers, self._done, work)

    def _done(self, work: Work[T]) -> T:
        with self._patience():
            return super()._done(work)

    @contextlib.contextmanager
    def _patience(self) -> Iterator[None]:
        """What this thread asks of the database is given up if it takes too long."""
        thread = threading.get_ident()
        self._begun[thread] = time.monotonic()
        try:
            yield
        finally:
            del self._begun[thread]

    def _watch(self) -> None:
        while not self._ended.wait(PATIENCE / 10):
            for thread, begun in list(self._begun.items()):
                if begun < time.monotonic() - PATIENCE:
                    _hang_up(self._taken.get(thread))

    def _take(self, connection: Any, *_: object) -> None:
        """Whoever takes a connection asks first whether it still stands."""
        self._taken[threading.get_ident()] = connection
        try:
            self.engine.dialect.do_ping(connection)
        except psycopg.Error as error:
            raise DisconnectionError from error

    def alone(self, connection: sa.Connection) -> bool:
        return bool(connection.execute(sa.text(f"SELECT pg_try_advisory_xact_lock({AT_WORK})")).scalar())

    def time(self, connection: sa.Connection) -> int | None:
        return int(connection.execute(TIME).scalar_one())

    def notify(self, connection: sa.Connection, table: str, number: int) -> None:
        connection.execute(NOTIFY, {"notice": f"{table} {number}"})

    def mention(self, connection: sa.Connection, person: str) -> None:
        connection.execute(NOTIFY, {"notice": f"{PERSON} {person}"})

    def listen(self, heard: Callable[[str, int], Any], mentioned: Callable[[str], Any]) -> None:
        self._listener = threading.Thread(target=self._listen, args=(heard, mentioned), name="listen", daemon=True)
        self._listener.start()

    @property
    def hears(self) -> bool:
        return time.monotonic() < self._heard + 3 * ASK

    def _listen(self, heard: Callable[[str, int], Any], mentioned: Callable[[str], Any]) -> None:
        """Listen until the store is closed, whatever happens."""
        while not self._closed.is_set():
            try:
                self._listen_once(heard, mentioned)
            except RuntimeError:  # the loop that heard is closed
                return
            except Exception as error:
                log.warning("notices are not heard", extra={"why": type(error).__name__})
                self._closed.wait(1)

    def _listen_once(self, heard: Callable[[str, int], Any], mentioned: Callable[[str], Any]) -> None:
        """Hear the notices. The same connection holds a lock that goes when this process does, however it ends."""
        _, named = self.engine.dialect.create_connect_args(self.engine.url)
        with psycopg.connect(**named, autocommit=True) as connection:
            self._asked(connection, f"SELECT pg_advisory_lock_shared({AT_WORK})")
            self._asked(connection, f"LISTEN {CHANNEL}")
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=0.5):
                    subject, _, what = notice.payload.partition(" ")
                    if subject == PERSON:
                        mentioned(what)
                    else:
                        heard(subject, int(what))
                if time.monotonic() > self._heard + ASK:
                    self._asked(connection, "SELECT 1")

    def _asked(self, connection: psycopg.Connection[Any], question: LiteralString) -> None:
        self._taken[threading.get_ident()] = connection
        with self._patience():
            connection.execute(question)
        self._heard = time.monotonic()

    def close(self) -> None:
        self._closed.set()
        if self._listener:
            self._listener.join()
        self._writers.shutdown()
        super().close()
        self._ended.set()
        self._watcher.join()


def _line(url: sa.URL) -> sa.URL:
    """The address with how to keep the line; what it already says stays."""
    given = url.query.get("options", ())
    options = [*([given] if isinstance(given, str) else given), LINE["options"]]
    unsaid = {name: value for name, value in LINE.items() if name not in url.query}
    return url.update_query_dict(unsaid | {"options": " ".join(options)})


def _hang_up(connection: psycopg.Connection[Any] | None) -> None:
    """Let whoever waits for an answer have an error instead."""
    if connection is None or connection.closed:
        return
    log.warning("the database does not answer")
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)
