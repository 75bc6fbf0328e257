"""Playing at a server's tables from a program: how to write a bot.

    async with Client("http://127.0.0.1:8000", "Ada") as ada:
        table = await ada.create("quantik", seats=["me", 3])
        async for seen in ada.watch(table):
            if seen.turn in seen.yours:
                await ada.play(table, seen.turn, random.choice(seen.position.moves))
            if seen.over:
                break

A client reconnects by itself and goes on where it was; whatever it was sending is sent again, and counts once. It
brings luck to the draws of every game, keeps what it saw of them, and can check them in the end.
"""

import asyncio
import contextlib
import itertools
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tablier.core.extras import needing
from tablier.core.moves import Move
from tablier.core.options import Choices
from tablier.core.position import Position
from tablier.core.registry import game as find_game
from tablier.keepsakes import Check, Keepsakes

with needing("client"):
    import httpx
    import websockets

Message = dict[str, Any]
"""JSON, as `docs/wire.md` has it."""

PATIENCE = 30.0
AGAIN = (0.1, 0.2, 0.5, 1, 2)


@cache
def _certificates() -> ssl.SSLContext:
    """The same for all clients of a program: to load them takes longer than to be answered."""
    return httpx.create_ssl_context()


class Refusal(Exception):
    """The server refused; `kind` and `error` say why, nothing has changed."""

    def __init__(self, error: Message):
        said = error.get("message") or error["text"]["say"]
        super().__init__(f"{error['kind']}: {said}")
        self.error = error
        self.kind: str = error["kind"]


class Seen:
    """A table as this client sees it, kept up to date by frames."""

    def __init__(self, table: str):
        self.table = table
        self.number: int = -1
        self.head = ""
        self.yours: list[int] = []
        self.seat: int | None = None
        """The seat one watches from; None for a spectator."""
        self.wanted: int | None = None
        self.news: asyncio.Event = asyncio.Event()
        self.about: Message = {}
        self.presence: Message = {}
        self.log: list[Message] = []
        self.items: dict[str, Message] = {}
        self.frame: Message = {}
        self._start: Position | None = None
        self._reached: tuple[tuple[str, ...], Position] | None = None

    def take(self, frame: Message) -> None:
        if "presence" in frame:
            self.presence = frame["presence"]
            return
        self.number, self.head = frame["number"], frame.get("head", "")
        self.about = frame.get("about", self.about)
        if frame.get("whole"):
            self.items, self.log, self.frame = {}, [], {}
            self.seat, self.yours = frame["seat"], frame["yours"]
            self.wanted = None if self.wanted is None else self.seat
        if "scene" in frame:
            self.items |= {item["id"]: item for item in frame["scene"]["items"]}
            for name in frame["scene"].get("gone", ()):
                self.items.pop(name, None)
        if "log" in frame:
            self.log = self.log[: frame["log"]["from"]] + frame["log"]["moves"]
        if "setup" in frame:
            game = find_game(self.about["game"])
            options = game.check_options(self.about["options"])
            self._start = game.set_up(len(self.about["seats"]), options, frame["setup"])
        self.frame = {k: v for k, v in (self.frame | frame).items() if k not in ("scene", "log", "setup", "whole")}

    @property
    def begun(self) -> bool:
        return "turn" in self.frame

    @property
    def turn(self) -> int | None:
        """The seat on turn; None before, after, and while something is drawn."""
        return self.frame.get("turn")

    @property
    def over(self) -> bool:
        return self.about.get("status") in ("over", "broken")

    @property
    def outcome(self) -> Message | None:
        return self.frame.get("outcome")

    @property
    def position(self) -> Position:
        """The position as this seat may know it: a view."""
        texts = tuple(entry["move"] for entry in self.log)
        assert self._start is not None, "the game has not begun"
        reached, position = self._reached or ((), self._start)
        if texts[: len(reached)] != reached:
            reached, position = (), self._start
        for text in texts[len(reached) :]:
            position = position.play(text)
        self._reached = texts, position
        return position


class Bringing:
    """Luck on its way to a table whose game has not begun."""

    def __init__(self) -> None:
        self.about: Message = {}
        self.yours: list[int] = []
        self.news: asyncio.Event = asyncio.Event()
        self.done: asyncio.Event = asyncio.Event()
        """Is it pledged, and shown if everybody sits?"""

    def take(self, frame: Message) -> None:
        self.about = frame.get("about", self.about)
        self.yours = frame.get("yours", self.yours)
        self.news.set()

    @property
    def pledges(self) -> list[str | None]:
        pledges: list[str | None] = self.about["pledges"]
        return pledges

    @property
    def full(self) -> bool:
        return not any(seat["free"] for seat in self.about["seats"])


class Client:
    """One person's session at a server.

    keep    a file in which is kept what was seen of draws, and what luck was given; else it is in memory only
    """

    def __init__(
        self, server: str, name: str, *, cookies: dict[str, str] | None = None, keep: Path | str | None = None
    ):
        self.server: str = server.rstrip("/")
        self.name = name
        self.http: httpx.AsyncClient = httpx.AsyncClient(
            base_url=self.server, cookies=cookies, timeout=PATIENCE, verify=_certificates()
        )
        self.keepsakes = Keepsakes(keep)
        self._bringing: dict[str, Bringing] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._seen: dict[str, Seen] = {}
        self._answers: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self._ids = itertools.count()
        self._session = secrets.token_hex(6)
        self._socket: websockets.ClientConnection | None = None
        self._living: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Client":
        if not self.http.cookies:
            await self.ask("POST", "/api/me", {"name": self.name})
        self._living = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = [*self._tasks, *([self._living] if self._living else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.http.aclose()

    # ----- HTTP

    async def ask(self, verb: str, path: str, body: Message | None = None) -> Any:
        """Ask by HTTP; an error of the server's is raised as `Refusal`."""
        response = await self.http.request(verb, path, json=body)
        found = response.json()
        if response.is_error:
            raise Refusal(found["error"])
        return found

    async def create(
        self,
        game: str,
        seats: Sequence[str | int],
        *,
        options: Choices | None = None,
        clock: Message | None = None,
        **more: Any,
    ) -> str:
        """Set a table: each seat is "me", "open", "here" (beside me) or the level of an opponent.

        The game has begun on return if nobody is missing. A lot decides who begins, unless `begins="seated"`: then
        the first of the seats does.
        """
        places = [{"who": "opponent", "level": s} if isinstance(s, int) else {"who": s} for s in seats]
        body = {"game": game, "seats": places, "options": options or {}, "luck": True} | more
        if clock:
            body["clock"] = clock
        made = await self.ask("POST", "/api/tables", body)
        table: str = made["table"]
        if body["luck"] and {"me", "here"}.intersection(seats):
            self.keepsakes.see(table, made["commitment"])
            await self._bring(table)
        return table

    async def record(self, table: str) -> str:
        return (await self.http.get(f"/api/tables/{table}/record")).text

    async def check(self, table: str) -> list[Check]:
        """Check the draws of a finished game, and that they are those of which this client saw something before."""
        record = await self.record(table)
        return self.keepsakes.check(table, record)

    # ----- The socket

    async def send(self, do: str, **fields: Any) -> Message:
        """Send a message and wait for the answer, across reconnections."""
        name = f"{self._session}-{next(self._ids)}"
        message = {"v": 1, "id": name, "do": do, **fields}
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[name] = (message, future)
        try:
            if self._socket is not None:
                with contextlib.suppress(websockets.ConnectionClosed):
                    await self._socket.send(json.dumps(message))
            async with asyncio.timeout(PATIENCE):
                return await future
        finally:
            self._answers.pop(name, None)

    async def watch(self, table: str, seat: int | None = None) -> AsyncIterator[Seen]:
        """The table now, and again whenever something has happened there.

        One looks on from `seat`, or from the first seat of one's own, or as a spectator. A client
        watches a table once at a time; `turn_to` changes the seat one watches from.
        """
        seen = self._seen[table] = Seen(table)
        try:
            await self.turn_to(table, seat)
            while True:
                await seen.news.wait()
                seen.news.clear()
                yield seen
        finally:
            if self._seen.get(table) is seen:
                del self._seen[table]

    async def turn_to(self, table: str, seat: int | None = None) -> None:
        """Watch from another seat of one's own: with secrets, what one seat may know is shown at a time."""
        seen = self._seen[table]
        seen.wanted = seat
        await self.send("watch", table=table, **({} if seat is None else {"seat": seat}))

    async def sit(self, table: str, seat: int) -> Message:
        """Take a seat; the game has begun on return if nobody is missing any more."""
        answer = await self._move_to(table, "sit", seat=seat, luck=True)
        await self._bring(table)
        return answer

    async def rematch(self, table: str) -> str:
        """Meet again: the table where the next game is played."""
        again: str = (await self.send("rematch", table=table, luck=True))["again"]
        await self._bring(again)
        return again

    async def leave(self, table: str, seat: int) -> Message:
        return await self._move_to(table, "leave", seat=seat)

    async def _move_to(self, table: str, do: str, **fields: Any) -> Message:
        answer = await self.send(do, table=table, **fields)
        if table in self._seen:
            await self.turn_to(table)  # another seat sees other things
        return answer

    async def _bring(self, table: str) -> None:
        """Bring luck to a table's draws; return when the game has begun, or waits for somebody to sit down."""
        bringing = self._bringing.get(table)
        if bringing is None:
            bringing = self._bringing[table] = Bringing()
            task = asyncio.create_task(self._tend(table, bringing))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        bringing.done.clear()
        await self.send("watch", table=table)
        await bringing.done.wait()

    async def _tend(self, table: str, bringing: Bringing) -> None:
        """Pledge luck, and show it when everybody has pledged theirs."""
        try:
            with contextlib.suppress(Refusal, TimeoutError):
                await bringing.news.wait()
                while bringing.about["status"] == "open" and bringing.yours:
                    bringing.news.clear()
                    await self._step(table, bringing)
                    await bringing.news.wait()
        finally:
            del self._bringing[table]
            bringing.done.set()
        if table not in self._seen:
            await self.send("unwatch", table=table)

    async def _step(self, table: str, bringing: Bringing) -> None:
        kept = self.keepsakes.see(table, bringing.about["commitment"])
        pledges = bringing.pledges
        if any(pledges[seat] == "" for seat in bringing.yours):
            await self.send("pledge", table=table, pledge=kept.pledge)
        elif not bringing.full:
            bringing.done.set()
        elif "" not in pledges and kept.pledges is None and kept.pledge in pledges:
            self.keepsakes.show(table, pledges)
            await self.send("reveal", table=table, luck=kept.luck)

    async def play(self, table: str, seat: int, move: str | Move) -> Message:
        return await self.send("play", table=table, seat=seat, move=str(move))

    async def resign(self, table: str, seat: int) -> Message:
        return await self.send("resign", table=table, seat=seat)

    async def _live(self) -> None:
        waits = iter(AGAIN)
        while True:
            with contextlib.suppress(TimeoutError, OSError, websockets.WebSocketException):
                await self._connected()
                waits = iter(AGAIN)
            self._socket = None
            await asyncio.sleep(next(waits, AGAIN[-1]))

    async def _connected(self) -> None:
        url = self.server.replace("http", "ws", 1) + "/ws"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        async with websockets.connect(
            url, additional_headers={"Cookie": cookie}, max_size=2**22, compression=None
        ) as socket:
            self._socket = socket
            for table in self._bringing.keys() - self._seen.keys():
                await socket.send(json.dumps(self._resumed(Seen(table))))
            for seen in self._seen.values():
                await socket.send(json.dumps(self._resumed(seen)))
            for message, _ in list(self._answers.values()):
                await socket.send(json.dumps(message))
            with contextlib.suppress(websockets.ConnectionClosed):
                async for text in socket:
                    self._hear(json.loads(text))

    def _resumed(self, seen: Seen) -> Message:
        """Go on watching; what was seen before is not sent again."""
        message = {"v": 1, "id": f"{self._session}-{next(self._ids)}", "do": "watch", "table": seen.table}
        wanted = seen.wanted if seen.wanted is not None else seen.seat
        message |= {} if wanted is None or not seen.begun else {"seat": wanted}  # a lot may have moved everybody
        return message | ({"since": seen.head} if seen.head else {})

    def _hear(self, frame: Message) -> None:
        if "table" in frame:
            if bringing := self._bringing.get(frame["table"]):
                bringing.take(frame)
            if seen := self._seen.get(frame["table"]):
                seen.take(frame)
                seen.news.set()
            return
        _, future = self._answers.get(frame.get("re") or "", ({}, None))
        if future is not None and not future.done():
            if "error" in frame:
                future.set_exception(Refusal(frame["error"]))
            else:
                future.set_result(frame)
