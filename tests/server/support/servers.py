"""Servers to test: one in this very process and loop, or one as people run it, a process that can be killed."""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
from fastapi import FastAPI

from server.support.zygote import Forked, Zygote
from tablier.client import Client
from tablier.server.app import make_app
from tablier.server.hall import Hall
from tablier.server.http.state import state_of
from tablier.server.serve import Server
from tablier.server.settings import Settings
from tablier.server.tables.table import Table

PATIENCE = 90.0
"""Seconds after which something that should happen counts as not happening, also on a busy machine."""
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of HTTP: without certificates, which take a while to load and are of no use here."""


class Guest(Client):
    """A client whose tables are as seated, unless a test says otherwise: tests know who has which seat."""

    async def create(self, game, seats, **more) -> str:
        return await super().create(game, seats, **({"begins": "seated"} | more))


async def both_move(client: Client, table: str) -> None:
    """Play until every seat of a table has moved: a rated game counts from then on."""
    async for seen in client.watch(table):
        if seen.begun and len({entry["seat"] for entry in seen.log}) == len(seen.about["seats"]):
            return
        if seen.turn in seen.yours:
            await client.play(table, seen.turn, seen.position.moves[0])


class Here:
    """A server in this process: its hall can be looked at while it runs."""

    def __init__(self, url: str, app: FastAPI):
        self.url, self.state = url, state_of(app)

    @property
    def hall(self) -> Hall:
        return self.state.hall

    @property
    def connections(self) -> set:
        return self.state.connections

    def table(self, name: str) -> Table:
        """A table that is in memory, as it stands."""
        return next(table for table in self.hall.memory.tables() if table.id == name)

    @contextlib.asynccontextmanager
    async def clients(self, *names: str) -> AsyncIterator[list[Client]]:
        async with contextlib.AsyncExitStack() as stack:
            yield [await stack.enter_async_context(Guest(self.url, name)) for name in names]


class Prompt(Server):
    """Leaves as soon as it is told to, and not when it next looks."""

    def __init__(self, app: FastAPI, settings: Settings):
        super().__init__(app, settings)
        self._told = asyncio.Event()

    def leave(self) -> None:
        self.should_exit = True
        self._told.set()

    async def main_loop(self) -> None:
        ticks = itertools.count()
        while not await self.on_tick(next(ticks)):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 0.1)


@contextlib.asynccontextmanager
async def here(database: str, hall: Hall | None = None, **changes) -> AsyncIterator[Here]:
    """A server in this loop, on a free port. Nothing is too much for it unless a test says so, and it thinks little."""
    free = {"rate": 100_000.0, "tables": 100_000, "sockets": 100_000}
    settings = Settings(**({"database": database, "thinking": 0.05} | free | changes))
    app = make_app(settings, hall)
    listener = socket.create_server(("127.0.0.1", 0))
    server = Prompt(app, settings)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await until(lambda: server.started or task.done())
        if task.done():
            task.result()
        yield Here(f"http://127.0.0.1:{listener.getsockname()[1]}", app)
    finally:
        server.leave()
        await task
        listener.close()


class Process:
    """A server as a process of its own, on the same port whenever it is started.

    It is begun as people begin it, or, much quicker, by a zygote.
    """

    def __init__(self, database: str, folder: Path, *flags: str, zygote: Zygote | None = None):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.database = database
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self._words = ["serve", "--database", database, "--port", str(self.port), "--rate", "100000"]
        self._words += ["--tables", "100000", "--sockets", "100000"]
        self._words += ["--thinking", "0.1", *flags]
        self.surroundings: dict[str, str] = {}
        """Environment variables of its own, for one that is no zygote's."""
        self._zygote = zygote
        self._process: subprocess.Popen | Forked | None = None

    def start(self, wait: bool = True, ahead: float = 0.0) -> None:
        """A zygote's server may be told that it is later than it is, by so many seconds."""
        self._wait_for_the_port()
        if self._zygote:
            self._process = self._zygote.begin(self._words, self.log, ahead)
        else:
            assert not ahead
            command = [sys.executable, "-c", "from tablier.cli import main; main()", *self._words]
            around = os.environ | self.surroundings
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=around)
        if wait:
            self.wait()

    def _wait_for_the_port(self) -> None:
        """A thinker that was just being begun by a server that was killed may still hold it, for a moment."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_server(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.005)

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", timeout=5, verify=PLAIN).is_success:
                    return
            if time.monotonic() > end or self.pid is None:
                raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.02)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def move_to(self, database: str) -> None:
        """Start on another database."""
        self._words[self._words.index(self.database)] = self.database = database
        self.start()

    def kill(self) -> None:
        """At once, without a word."""
        self._end(signal.SIGKILL)

    def stop(self) -> int | None:
        """As an operator would; return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, how)
        return process.wait(PATIENCE)

    def said(self) -> list[dict]:
        """Its log, line by line."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]


async def until(holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something to be true."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


async def until_it_is(holds: Callable[[], Awaitable], seconds: float = PATIENCE) -> None:
    """Wait for something to be true that one has to ask for."""
    async with asyncio.timeout(seconds):
        while not await holds():
            await asyncio.sleep(0.05)
