"""Players who never give up: they reconnect, and send again whatever was not acknowledged, word for word."""

import asyncio
import contextlib
import itertools
import json
import random
from typing import Any

import httpx
import websockets

from server.support.servers import PATIENCE, PLAIN

AWAY = (OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException)


class Player:
    """Plays random moves, at all tables given to it, as soon as it is on turn."""

    def __init__(self, url: str, name: str, seed: int = 0):
        self.url, self.name = url, name
        self.cookie = ""
        self.plays = True
        self.acknowledged: list[dict] = []
        """The moves that were, as they were sent."""
        self.refused: list[str] = []
        self.seats: dict[str, int] = {}
        self.seen: dict[str, dict] = {}
        self.over: dict[str, asyncio.Event] = {}
        self._open: dict[str, dict] = {}
        self._answers: dict[str, asyncio.Future] = {}
        self._socket: Any = None
        self._ids = itertools.count()
        self._random = random.Random(seed)
        self._task: asyncio.Task | None = None

    async def __aenter__(self) -> "Player":
        answer = await self.ask("POST", "/api/me", {"name": self.name})
        self.cookie = answer.cookies["tablier"]
        self._task = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_) -> None:
        assert self._task
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def ask(self, verb: str, path: str, body: dict | None = None) -> httpx.Response:
        """Ask by HTTP until there is an answer."""
        headers = {"Cookie": f"tablier={self.cookie}"} if self.cookie else {}
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=10, verify=PLAIN) as client:
            while True:
                with contextlib.suppress(*AWAY):
                    answer = await client.request(verb, self.url + path, json=body, headers=headers)
                    if answer.status_code < 500:
                        return answer
                await asyncio.sleep(0.1)

    async def set_table(self, game: str, seats: list[dict], **more) -> str:
        answer = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, "begins": "seated"} | more)
        return answer.json()["table"]

    async def join(self, table: str, seat: int) -> None:
        """Sit down and play."""
        await self.say("sit", table=table, seat=seat)
        self.play_at(table, seat)

    def play_at(self, table: str, seat: int) -> None:
        self.seats[table] = seat
        self.over[table] = asyncio.Event()
        self._watch(table)

    @property
    def waits(self) -> bool:
        """Is a move still to be acknowledged, or refused?"""
        return any(message["do"] == "play" for message in self._open.values())

    def play_on(self, table: str) -> None:
        """Play again, from what was last seen there."""
        self.plays = True
        self._play(table)

    def _watch(self, table: str) -> None:
        since = {"since": self.seen[table]["head"]} if table in self.seen else {}
        name = f"w{next(self._ids)}"
        self._open[name] = {"v": 1, "id": name, "do": "watch", "table": table, "seat": self.seats[table]} | since
        self._send(self._open[name])

    async def say(self, do: str, **fields) -> dict:
        """Send a message until it is answered."""
        message = {"v": 1, "id": f"m{next(self._ids)}", "do": do, **fields}
        self._open[message["id"]] = message
        self._answers[message["id"]] = asyncio.get_running_loop().create_future()
        self._send(message)
        async with asyncio.timeout(PATIENCE):
            return await self._answers[message["id"]]

    # ----- The socket

    async def _live(self) -> None:
        url = self.url.replace("http", "ws", 1) + "/ws"
        while True:
            with contextlib.suppress(*AWAY):
                async with websockets.connect(
                    url, additional_headers={"Cookie": f"tablier={self.cookie}"}, compression=None, max_size=2**22
                ) as self._socket:
                    self._open = {name: said for name, said in self._open.items() if name[0] != "w"}
                    for table in self.seats:
                        if not self.over[table].is_set():
                            self._watch(table)
                    for message in list(self._open.values()):
                        self._send(message)
                    async for text in self._socket:
                        self._hear(json.loads(text))
            self._socket = None
            await asyncio.sleep(0.05)

    def _send(self, message: dict) -> None:
        if socket := self._socket:
            task = asyncio.create_task(self._tried(socket, json.dumps(message)))
            task.add_done_callback(lambda done: done.exception())

    async def _tried(self, socket, text: str) -> None:
        with contextlib.suppress(*AWAY):
            await socket.send(text)

    def _hear(self, frame: dict) -> None:
        if "re" in frame:
            self._answered(frame)
        elif "number" in frame and frame["table"] in self.seats:
            self.seen[frame["table"]] = self.seen.get(frame["table"], {}) | frame
            self._play(frame["table"])

    def _play(self, table: str) -> None:
        seen = self.seen[table]
        if seen["about"]["status"] in ("over", "broken") and not self.over[table].is_set():
            self.over[table].set()
            self._send({"v": 1, "id": f"u{next(self._ids)}", "do": "unwatch", "table": table})
        name = f"p{table[:8]}-{seen['number']}"
        if self.plays and seen.get("turn") == self.seats[table] and seen["moves"] and name not in self._open:
            move = self._leaf(seen["moves"])
            play = {"v": 1, "id": name, "do": "play", "table": table, "seat": self.seats[table], "move": move}
            self._open[name] = play
            self._send(play)

    def _leaf(self, tree: dict) -> str:
        path = []
        while tree:
            path.append(self._random.choice(list(tree)))
            tree = tree[path[-1]]
        return "-".join(path)

    def _answered(self, frame: dict) -> None:
        message = self._open.get(frame["re"])
        if message is None:
            return
        if frame.get("error", {}).get("kind") == "Unwell":
            asyncio.get_running_loop().call_later(0.1, self._send, message)
            return
        del self._open[frame["re"]]
        if waiting := self._answers.pop(frame["re"], None):
            waiting.set_result(frame)
        elif "error" in frame:
            self.refused.append(f"{message['do']}: {frame['error']['text']['say']}")
        elif message["do"] == "play":
            self.acknowledged.append(message)
