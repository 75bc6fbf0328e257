"""The socket by which a client lives at its tables."""

import asyncio
import contextlib
import json
import logging
import time
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket

from tablier.core.errors import TablierError
from tablier.server import metrics
from tablier.server.errors import Refused, Unwell, words
from tablier.server.hall import Hall
from tablier.server.http import messages
from tablier.server.http.cookies import token_of
from tablier.server.http.deeds import Deeds
from tablier.server.http.hosts import known_host, same_origin
from tablier.server.http.limits import Limit
from tablier.server.http.state import address, state_of
from tablier.server.people import sessions
from tablier.server.tables.who import Who

log = logging.getLogger("tablier.socket")

BEHIND = 300
"""A client that is so many messages behind is cut off; it may come back and is told everything."""
SLOW = 30.0
"""So is one that takes nothing for so many seconds."""
FLUSH = 2.0
RUDE = 20
"""So many messages that make no sense, and the socket is closed."""

GONE, REFUSED, RESTART, LATER = 1000, 1008, 1012, 1013


async def socket(websocket: WebSocket) -> None:
    """A foreign page, a stranger or somebody too eager is refused before a single byte is sent."""
    state, token = state_of(websocket.app), token_of(websocket)
    hall = state.hall
    ours = known_host(websocket) and same_origin(websocket)
    if not ours or not token or hall.tasks.draining or state.by_address.wait(address(websocket)):
        return await websocket.close(REFUSED)
    try:
        who = await hall.store.read(lambda db: sessions.whoever(db, token, hall.cluster.now()))
    except Unwell:
        return await websocket.close(LATER)
    if who is None:
        return await websocket.close(REFUSED)
    await websocket.accept()
    session = sessions.digest(token)
    limits = [(state.by_address, address(websocket)), (state.by_session, session)]
    connection = Connection(websocket, hall, who, session, limits)
    state.connections.add(connection)
    try:
        with metrics.SOCKETS.track_inprogress():
            await connection.live()
    finally:
        state.connections.discard(connection)


class Connection:
    """One client's socket."""

    def __init__(self, socket: WebSocket, hall: Hall, who: Who, session: str, limits: list[tuple[Limit, str]]):
        self.socket = socket
        self.hall = hall
        self.who, self.session = who, session
        self.limits = limits
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(BEHIND)
        self.deeds = Deeds(hall, who, self.tell)
        self.rude = 0
        self.code = GONE
        self.tasks: set[asyncio.Task[None]] = set()
        self._sender = asyncio.create_task(self._send())
        self._reader = asyncio.create_task(self._read())
        self._hearing = False
        self._sending: float | None = None
        """Since when a message has been on its way."""

    async def live(self) -> None:
        """Until the client goes, or is sent away."""
        self.hall.directory.introduce(self.who)
        self.hall.presence.came(self.who)
        self.hall.tasks.spawn(self.hall.presence.note(self.who))
        try:
            await asyncio.wait((self._sender, self._reader), return_when=asyncio.FIRST_COMPLETED)
            await self._flush()
        finally:
            self.hall.presence.went(self.who)
            self.deeds.end()
            for task in (self._sender, self._reader, *self.tasks):
                task.cancel()
            await asyncio.gather(self._sender, self._reader, *self.tasks, return_exceptions=True)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(FLUSH):
                    await self.socket.close(self.code)

    def send_away(self) -> None:
        """The server is about to stop, or this is somebody else now: finish what was being said, and go."""
        self.code = RESTART
        if not self._hearing:
            self._reader.cancel()

    async def _flush(self) -> None:
        """Send what is still to be sent, if that can be done soon."""
        with contextlib.suppress(asyncio.QueueFull):
            self.outbox.put_nowait(None)
            await asyncio.wait((self._sender,), timeout=FLUSH)

    def tell(self, frame: str) -> None:
        """Put something in the outbox; if that is full, or stuck, the client is cut off."""
        if self.outbox.full() or (self._sending and time.monotonic() - self._sending > SLOW):
            self.code = LATER
            self._sender.cancel()
        else:
            self.outbox.put_nowait(frame)

    async def _send(self) -> None:
        while (frame := await self.outbox.get()) is not None:
            self._sending = time.monotonic()
            await self.socket.send_text(frame)
            self._sending = None

    async def _read(self) -> None:
        while self.code == GONE:
            received = await self.socket.receive()
            if received["type"] != "websocket.receive":
                return
            self._hearing = True
            await self._hear(received.get("text"))
            self._hearing = False
            if self.rude >= RUDE:
                self.code = REFUSED

    async def _hear(self, text: str | None) -> None:
        if text is None or len(text) > messages.LARGEST or len(text.encode()) > messages.LARGEST:
            self.rude += 1
            return self._refuse(None, Refused(words("message.large", most=messages.LARGEST)))
        for limit, name in self.limits:
            if seconds := limit.wait(name):
                return self._refuse(_id(text), Refused(words("message.often", seconds=round(seconds + 0.5))))
        try:
            message = messages.MESSAGE.validate_json(text)
        except ValidationError as error:
            self.rude += 1
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "message"
            return self._refuse(_id(text), Refused(words("message.form", where=where, what=first["msg"])))
        if isinstance(message, messages.Hint):
            task = asyncio.create_task(self._answer(message))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            await self._answer(message)

    async def _answer(self, message: messages.Message) -> None:
        try:
            more = await self.deeds.do(message)
        except TablierError as error:
            self._refuse(message.id, error)
        except Exception:
            log.exception("a message failed")
            self._refuse(message.id, Unwell(words("message.failed")))
        else:
            metrics.ANSWERED.inc()
            self.tell(_text({"v": 1, "re": message.id, "ok": True} | more))

    def _refuse(self, name: str | None, error: TablierError) -> None:
        metrics.REFUSED.inc()
        wrong = {"kind": type(error).__name__, "text": error.phrase.as_json()}
        self.tell(_text({"v": 1, "re": name, "error": wrong}))


def _text(answer: dict[str, Any]) -> str:
    return to_json(answer).decode()


def _id(text: str) -> str | None:
    """The id of a message that cannot be read as a whole, if it has one."""
    try:
        found = json.loads(text)
    except (RecursionError, ValueError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) and len(name) <= 48 else None
