"""A line between a server and its database that can fall silent, as networks do: nothing is closed, nothing answers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


class Line:
    def __init__(self, socket: str):
        self.socket = socket
        self.stands = asyncio.Event()
        self.stands.set()
        self.port = 0
        self._tasks: set[asyncio.Task] = set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self.socket)
        for one in (self._carry(reader, back), self._carry(there, writer)):
            task = asyncio.create_task(one)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError), contextlib.closing(writer):
            while data := await reader.read(65536):
                await self.stands.wait()
                writer.write(data)
                await writer.drain()


@contextlib.asynccontextmanager
async def line(socket: str) -> AsyncIterator[Line]:
    """A TCP port on this machine that leads to a socket."""
    made = Line(socket)
    server = await asyncio.start_server(made._connected, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        for task in list(made._tasks):
            task.cancel()
        await asyncio.gather(*made._tasks, return_exceptions=True)
