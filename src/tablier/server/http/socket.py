"""The socket by which a client lives at its tables."""

import asyncio
import contextlib
import logging
import re
import time
from collections import Counter
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket

from tablier.core.errors import TablierError
from tablier.server import metrics
from tablier.server.errors import Refused, Unwell, words
from tablier.server.http import costs, messages
from tablier.server.http.admission import admit
from tablier.server.http.cookies import token_of
from tablier.server.http.deeds import Deeds
from tablier.server.http.hosts import known_host, same_origin
from tablier.server.http.limits import Limit
from tablier.server.http.state import State, origin, state_of
from tablier.server.people import sessions
from tablier.server.tables.who import Who

log = logging.getLogger("tablier.socket")

BEHIND = 300
BYTES_BEHIND = 512 * 1024
"""A client that is so many messages or bytes behind is cut off; it may come back and is told everything."""
SLOW = 30.0
"""So is one that takes nothing for so many seconds."""
FLUSH = 2.0
RUDE = 20
"""So many messages that make no sense, and the socket is closed."""
EAGER = 20
"""So is that of a client which goes on so often though it was told to wait; one more is forgiven every second."""
SOCKETS = 10
"""So many sockets may be open for one session."""
ID = re.compile(r'"id"\s*:\s*"([A-Za-z0-9_-]{1,48})"')
NEAR = 300
"""The id of a message that is not read is looked for among so many characters."""

GONE, REFUSED, RESTART, LATER = 1000, 1008, 1012, 1013


async def socket(websocket: WebSocket) -> None:
    """A foreign page, a stranger or somebody too eager is refused before a single byte is sent."""
    state, token = state_of(websocket.app), token_of(websocket)
    hall, near = state.hall, origin(websocket)
    if not known_host(websocket) or not same_origin(websocket) or not token or hall.tasks.draining:
        return await websocket.close(REFUSED)
    session = sessions.digest(token)
    if _crowded(state, session, near) or state.by_address.wait(near, costs.CONNECTING):
        return await websocket.close(LATER)
    try:
        who = await hall.store.read(lambda db: sessions.whoever(db, token, hall.cluster.now()))
    except Unwell:
        return await websocket.close(LATER)
    if who is None:
        return await websocket.close(REFUSED)
    if state.by_person.wait(who.person, costs.CONNECTING):
        return await websocket.close(LATER)
    await websocket.accept()
    if _crowded(state, session, near):  # several came at once
        return await websocket.close(LATER)
    connection = Connection(websocket, state, who, session, near)
    state.connections.add(connection)
    state.sockets.update((session, near))
    try:
        with metrics.SOCKETS.track_inprogress():
            await connection.live()
    finally:
        state.connections.discard(connection)
        state.sockets -= Counter((session, near))


def _crowded(state: State, session: str, near: str) -> bool:
    """Are as many sockets open for one session, or from one network, as may be?"""
    crowded = state.sockets[session] >= SOCKETS or state.sockets[near] >= state.settings.sockets
    if crowded:
        metrics.REFUSALS.labels("sockets").inc()
    return crowded


class Connection:
    """One client's socket."""

    def __init__(self, socket: WebSocket, state: State, who: Who, session: str, origin: str):
        self.socket, self.hall, self.who, self.session = socket, state.hall, who, session
        self.limits = [(state.by_address, origin), (state.by_person, who.person)]
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(BEHIND)
        self.waiting = 0
        """How many bytes are still to be sent."""
        self.deeds = Deeds(state.hall, who, origin, self.tell, lambda: admit(state, who, origin))
        self.rude = 0
        self.eager = Limit(1.0, EAGER, most=1)
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
        size = _size(frame)
        full = self.outbox.full() or (self.waiting and self.waiting + size > BYTES_BEHIND)
        if full or (self._sending and time.monotonic() - self._sending > SLOW):
            self.code = LATER
            self._sender.cancel()
        else:
            self.waiting += size
            self.outbox.put_nowait(frame)

    async def _send(self) -> None:
        while (frame := await self.outbox.get()) is not None:
            self._sending = time.monotonic()
            await self.socket.send_text(frame)
            self._sending = None
            self.waiting -= _size(frame)

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
        if text is not None and (seconds := self._wait(costs.of_hearing(text))):
            return self._put_off(_id(text), seconds)
        if text is None or len(text) > messages.LARGEST or len(text.encode()) > messages.LARGEST:
            self.rude += 1
            return self._refuse(None, Refused(words("message.large", most=messages.LARGEST)))
        try:
            message = messages.MESSAGE.validate_json(text)
        except ValidationError as error:
            self.rude += 1
            first = error.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "message"
            return self._refuse(_id(text), Refused(words("message.form", where=where, what=first["msg"])))
        if seconds := self._wait(costs.of_doing(message.do)):
            return self._put_off(message.id, seconds)
        if isinstance(message, messages.Hint):
            task = asyncio.create_task(self._answer(message))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            await self._answer(message)

    def _wait(self, cost: float) -> float:
        return next((seconds for limit, name in self.limits if (seconds := limit.wait(name, cost))), 0.0)

    def _put_off(self, name: str | None, seconds: float) -> None:
        """Tell somebody to wait; one who does not is sent away."""
        if self.eager.wait(""):
            self.code = LATER
        self._refuse(name, Refused(words("message.often", seconds=round(seconds + 0.5))))

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
        metrics.refused(error)
        wrong = {"kind": type(error).__name__, "text": error.phrase.as_json()}
        self.tell(_text({"v": 1, "re": name, "error": wrong}))


def _text(answer: dict[str, Any]) -> str:
    return to_json(answer).decode()


def _size(frame: str) -> int:
    return len(frame) if frame.isascii() else len(frame.encode())


def _id(text: str) -> str | None:
    """The id of a message that is not read, if it is where ids usually are."""
    found = ID.search(text, 0, NEAR)
    return found[1] if found else None
