"""The socket by which a client lives at its tables."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket

from tablier.core.errors import TablierError
from tablier.core.rules import SPECTATOR
from tablier.server import commands, frames, messages, metrics
from tablier.server.hall import Hall
from tablier.server.limits import Limit
from tablier.server.live import Watcher, seats_of
from tablier.server.names import clean_talk
from tablier.server.people import Who
from tablier.server.store import Conflict
from tablier.server.table import Event
from tablier.server.words import Refused, Unwell, words

log = logging.getLogger("tablier.socket")

BEHIND = 300
"""A client that is so many messages behind is cut off; it may come back and is told everything."""
SLOW = 30.0
"""So is one that takes nothing for so many seconds."""
FLUSH = 2.0
WATCHED = 50
RUDE = 20
"""So many messages that make no sense, and the socket is closed."""

GONE, REFUSED, RESTART, LATER = 1000, 1008, 1012, 1013


class Connection:
    """One client's socket."""

    def __init__(self, socket: WebSocket, hall: Hall, who: Who, limits: list[tuple[Limit, str]]):
        self.socket = socket
        self.hall = hall
        self.who = who
        self.limits = limits
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(BEHIND)
        self.watching: dict[str, Watcher] = {}
        self.rude = 0
        self.code = GONE
        self.tasks: set[asyncio.Task] = set()
        self._sender = asyncio.create_task(self._send())
        self._reader = asyncio.create_task(self._read())
        self._hearing = False
        self._sending: float | None = None
        """Since when a message has been on its way."""

    async def live(self) -> None:
        """Until the client goes, or is sent away."""
        self.hall.came(self.who)
        try:
            await asyncio.wait((self._sender, self._reader), return_when=asyncio.FIRST_COMPLETED)
            await self._flush()
        finally:
            self.hall.went(self.who)
            for table, watcher in self.watching.items():
                self.hall.unwatch(table, watcher)
            for task in (self._sender, self._reader, *self.tasks):
                task.cancel()
            await asyncio.gather(self._sender, self._reader, *self.tasks, return_exceptions=True)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(FLUSH):
                    await self.socket.close(self.code)

    def send_away(self) -> None:
        """The server is about to stop: finish what was being said, and go."""
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

    async def _answer(self, message) -> None:
        try:
            result = await DEEDS[type(message)](self, message)
        except TablierError as error:
            self._refuse(message.id, error)
        except Exception:
            log.exception("a message failed")
            self._refuse(message.id, Unwell(words("message.failed")))
        else:
            metrics.ANSWERED.inc()
            self.tell(_text({"v": 1, "re": message.id, "ok": True} | (result or {})))

    def _refuse(self, name: str | None, error: TablierError) -> None:
        metrics.REFUSED.inc()
        wrong = {"kind": type(error).__name__, "text": error.phrase.as_json()}
        self.tell(_text({"v": 1, "re": name, "error": wrong}))

    # ----- Deeds

    async def ping(self, message) -> dict:
        return {"now": self.hall.now()}

    async def watch(self, message) -> dict:
        before = self.watching.pop(message.table, None)
        if before:
            self.hall.unwatch(message.table, before)
        if len(self.watching) >= WATCHED:
            raise Refused(words("message.watched", most=WATCHED))
        watcher = Watcher(self.who, self.tell)
        table, seat = await self.hall.watch(message.table, watcher, message.seat, message.since)
        self.watching[message.table] = watcher
        return {"number": table.number, "seat": None if seat < 0 else seat, "yours": seats_of(table, self.who)}

    async def unwatch(self, message) -> None:
        if watcher := self.watching.pop(message.table, None):
            self.hall.unwatch(message.table, watcher)

    async def sit(self, message) -> dict:
        return await self._act(message, lambda t, now, spent: commands.sit(t, self.who, message.seat, message.luck))

    async def leave(self, message) -> dict:
        return await self._act(message, lambda t, now, spent: commands.leave(t, self.who, message.seat))

    async def play(self, message) -> dict:
        return await self._act(
            message, lambda t, now, spent: commands.play(t, self.who, message.seat, message.move, spent)
        )

    async def resign(self, message) -> dict:
        return await self._act(message, lambda t, now, spent: commands.resign(t, self.who, message.seat))

    async def take_back(self, message) -> dict:
        return await self._act(message, lambda t, now, spent: commands.ask_back(t, self.who, message.seat))

    async def answer(self, message) -> dict:
        return await self._act(message, lambda t, now, spent: commands.answer(t, self.who, message.seat, message.yes))

    async def claim(self, message) -> dict:
        since = await self.hall.absent_since(await self.hall.get(message.table))
        return await self._act(message, lambda t, now, spent: commands.claim(t, self.who, message.seat, since, now))

    async def rematch(self, message) -> dict:
        """The first to ask makes the new table; the others are led there."""
        table = await self.hall.get(message.table)
        if table.again is None:
            created = commands.meet_again(table, self.who, message.luck)
            with contextlib.suppress(Conflict):  # somebody else has just made it
                await self.hall.create(dict(created))
            await self._act(message, lambda t, now, spent: commands.met_again(t, created["id"]))
        return {"again": (await self.hall.get(message.table)).again}

    async def hint(self, message) -> dict:
        return {"thought": await self.hall.hint(message.table, self.who, message.seat, message.all, message.ply)}

    async def try_(self, message) -> dict:
        table = await self.hall.get(message.table)
        commands.may_play(table, self.who, message.seat)
        return frames.tried(table, message.seat, message.move)

    async def look(self, message) -> dict:
        table = await self.hall.get(message.table)
        if table.position is None:
            raise Refused(words("refused.waiting"))
        mine = message.seat in seats_of(table, self.who)
        return frames.earlier(table, message.seat if mine else SPECTATOR, message.ply)

    async def say(self, message) -> dict:
        text = clean_talk(message.text)
        self.hall.names[self.who.person] = self.who.name
        said = Event("said", {"person": self.who.person, "text": text})

        def decide(table, now, spent):
            if not self.who.selves.intersection(table.people()):
                raise Refused(words("refused.stranger"))
            return [said]

        return await self._act(message, decide)

    async def _act(self, message, decide) -> dict:
        return {"number": await self.hall.act(message.table, decide, f"{self.who.person[:8]}.{message.id}")}


DEEDS: dict[type, Callable[[Connection, object], Awaitable[dict | None]]] = {
    messages.Ping: Connection.ping,
    messages.Watch: Connection.watch,
    messages.Unwatch: Connection.unwatch,
    messages.Sit: Connection.sit,
    messages.Leave: Connection.leave,
    messages.Play: Connection.play,
    messages.Resign: Connection.resign,
    messages.TakeBack: Connection.take_back,
    messages.Answer: Connection.answer,
    messages.Claim: Connection.claim,
    messages.Rematch: Connection.rematch,
    messages.Hint: Connection.hint,
    messages.Try: Connection.try_,
    messages.Look: Connection.look,
    messages.Say: Connection.say,
}


def _text(answer: dict) -> str:
    return to_json(answer).decode()


def _id(text: str) -> str | None:
    """The id of a message that cannot be read as a whole, if it has one."""
    from json import JSONDecodeError, loads

    try:
        found = loads(text)
    except (JSONDecodeError, RecursionError, ValueError):
        return None
    name = found.get("id") if isinstance(found, dict) else None
    return name if isinstance(name, str) and len(name) <= 48 else None
