"""Many tables at once: how long a move takes from one player to the other, with everything on this machine.

    make load                       1,000 tables of all five games, half a move a second each, and at other paces
    make load TABLES=200 LASTING=20

A server is started as a process of its own; players are sockets in other processes, which send what the
server says can be played. Time is taken from sending a move until the other seat has the frame with it.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import httpx

AIM = 0.1
"""Seconds within which 99 of 100 moves should arrive."""
WORTH_READING = (b'"scene"', b'"number"', b'"error"', b'"again"')
GAMES = ("quantik", "kulami", "rangees", "on_top", "kabaleo")


class Socket(asyncio.Protocol):
    """The least of a WebSocket client, so that the players cost little."""

    def __init__(self, seat: "Seat", port: int, cookie: str):
        self.seat, self.buffer = seat, bytearray()
        self.ready = asyncio.get_running_loop().create_future()
        self.hello = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\nCookie: tablier={cookie}\r\n\r\n"
        )

    def connection_made(self, transport):
        self.transport = transport
        transport.write(self.hello.encode())

    def connection_lost(self, error):
        self.seat.lost()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.ready.done():
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self.buffer = bytearray(rest)
            self.ready.set_result(None)
        while (taken := self._frame()) is not None:
            opcode, body = taken
            if opcode == 1:
                self.seat.hear(body)
            elif opcode == 9:
                self._write(10, body)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self.buffer) < 2:
            return None
        size, start = self.buffer[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(self.buffer) < start:
                return None
            size = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + size:
            return None
        opcode, body = self.buffer[0] & 15, bytes(self.buffer[start : start + size])
        del self.buffer[: start + size]
        return opcode, body

    def say(self, message: dict) -> None:
        self._write(1, json.dumps(message).encode())

    def _write(self, opcode: int, body: bytes) -> None:
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([254]) + len(body).to_bytes(2, "big")
        self.transport.write(bytes([128 | opcode]) + size + bytes(4) + body)  # masked with zeros


class Seat:
    """One player's place at a table."""

    def __init__(self, table: "Table", number: int):
        self.table, self.number = table, number
        self.socket: Socket | None = None

    def hear(self, body: bytes) -> None:
        arrived = time.perf_counter()
        if not any(word in body[:400] for word in WORTH_READING):
            return
        self.table.hear(self, json.loads(body), arrived)

    def lost(self) -> None:
        self.table.count("lost sockets")


class Table:
    """Two seats and a game after the other, each move at its time."""

    ids = itertools.count()

    def __init__(self, load: "Players", game: str):
        self.load, self.game = load, game
        self.name = ""
        self.seats = [Seat(self, 0), Seat(self, 1)]
        self.shift = 0
        self.turn: int | None = None
        self.moves: dict = {}
        self.number = 0
        self.sent: tuple[int, float] | None = None
        self.leaving = False
        """Is the game over, and the next table asked for?"""

    def count(self, what: str) -> None:
        self.load.counts[what] = self.load.counts.get(what, 0) + 1

    async def open(self, port: int, http: httpx.AsyncClient) -> None:
        cookies = []
        for name in ("Ada", "Bob"):
            answer = await http.post("/api/me", json={"name": name})
            cookies.append(answer.cookies["tablier"])
            http.cookies.clear()
        seats = [{"who": "me"}, {"who": "open"}]
        headers = {"Cookie": f"tablier={cookies[0]}"}
        wish = {"game": self.game, "seats": seats, "begins": "seated"}
        answer = await http.post("/api/tables", json=wish, headers=headers)
        self.name = answer.json()["table"]
        for seat, cookie in zip(self.seats, cookies, strict=True):
            loop = asyncio.get_running_loop()
            make = partial(Socket, seat, port, cookie)
            _, seat.socket = await loop.create_connection(make, "127.0.0.1", port)
            await seat.socket.ready
        self.say(self.seats[1], "sit", seat=1)
        for seat in self.seats:
            self.say(seat, "watch")

    def say(self, by: Seat, do: str, **fields) -> None:
        assert by.socket
        by.socket.say({"v": 1, "id": f"{next(self.ids)}", "do": do, "table": self.name, **fields})

    def hear(self, seat: Seat, frame: dict, arrived: float) -> None:
        if "error" in frame:
            self.count(f"refused: {frame['error']['text']['say']}")
            self.sent = None
        elif "again" in frame:
            self._go_on(frame["again"])
        elif self.leaving:
            return
        elif frame.get("table") == self.name and "number" in frame:
            if self.sent and frame["number"] > self.sent[0] and frame.get("turn", -1) != -1 and seat is not self.mover:
                self.load.times.append(arrived - self.sent[1])
                self.sent = None
            if frame["number"] >= self.number and "moves" in frame:
                self.number, self.turn, self.moves = frame["number"], frame["turn"], frame["moves"]
                if frame.get("outcome"):
                    self.turn = None

    def _go_on(self, name: str) -> None:
        """The rematch: seats are swapped, so whoever did not ask sits down at the first."""
        self.name, self.number, self.sent, self.turn, self.leaving = name, 0, None, None, False
        self.seats.reverse()
        self.say(self.seats[0], "sit", seat=0)
        for seat in self.seats:
            self.say(seat, "watch")

    def play(self) -> None:
        """The move that is due."""
        if self.sent:
            if time.perf_counter() - self.sent[1] > 30:
                self.count("never arrived")
                self.sent = None
            else:
                self.count("still waiting")
        elif self.number and self.turn is None:
            self.number, self.leaving = 0, True
            self.say(self.seats[0], "rematch")
        elif self.turn is not None and self.moves:
            path, tree = [], self.moves
            while tree:
                path.append(random.choice(list(tree)))
                tree = tree[path[-1]]
            self.mover = self.seats[self.turn]
            self.sent = (self.number, time.perf_counter())
            self.say(self.mover, "play", seat=self.turn, move="-".join(path))


class Players:
    """The tables of one process."""

    def __init__(self, port: int, number: int, first: int):
        self.port = port
        self.tables = [Table(self, GAMES[(first + n) % len(GAMES)]) for n in range(number)]
        self.times: list[float] = []
        self.counts: dict[str, int] = {}

    async def run(self, pipe) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as http:
            for table in self.tables:
                await table.open(self.port, http)
        pipe.send("open")
        loop = asyncio.get_running_loop()
        while (asked := await loop.run_in_executor(None, pipe.recv)) is not None:
            rate, seconds, uneven = asked
            self.times, self.counts = [], {}
            used = time.process_time()
            paces = [rate * random.uniform(0.1, 1.9) if uneven else rate for _ in self.tables]
            await asyncio.gather(*(self._play(*play, seconds) for play in zip(self.tables, paces, strict=True)))
            pipe.send((self.times, self.counts, (time.process_time() - used) / seconds))

    async def _play(self, table: Table, rate: float, seconds: float) -> None:
        begun = time.perf_counter()
        for due in itertools.count(random.random()):
            at = begun + due / rate
            if at > begun + seconds:
                return
            await asyncio.sleep(at - time.perf_counter())
            table.play()


def play(port: int, number: int, first: int, pipe) -> None:
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.run(Players(port, number, first).run(pipe))
    asyncio.run(Players(port, number, first).run(pipe))


class Server:
    """The server under load."""

    def __init__(self, database: str, thinkers: int):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        flags = ["--port", str(self.port), "--thinkers", str(thinkers), "--log", "warning"]
        flags += ["--rate", "1e9", "--tables", "1000000", "--sockets", "1000000"]
        program = "from tablier.cli import main; main()"
        command = [sys.executable, "-c", program, "serve", "--database", database, *flags]
        self.process = subprocess.Popen(command)
        while True:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5).is_success:
                    break
            time.sleep(0.1)

    def memory(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    def seconds(self) -> float:
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def let_opponents_think(self, tables: int) -> None:
        """Tables where opponents play each other, and nobody looks on."""
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as http:
            http.post("/api/me", json={"name": "Eve"})
            seats = [{"who": "opponent", "level": 4}] * 2
            for number in range(tables):
                made = http.post("/api/tables", json={"game": ("kulami", "rangees")[number % 2], "seats": seats})
                made.raise_for_status()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--tables", type=int, default=1000)
    asked.add_argument("--rate", type=float, default=0.5, help="moves a second at each table")
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--players", type=int, default=2, help="processes")
    asked.add_argument("--thinkers", type=int, default=2)
    asked.add_argument("--database", default="")
    asked.add_argument("--steps", default="0.4,0.6,0.8,1.5", help="also with so many times as many moves")
    asked.add_argument("--no-opponents", action="store_true")
    given = asked.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(given.database or str(Path(folder) / "load.sqlite"), given.thinkers)
        try:
            measure(server, given)
        finally:
            server.stop()


def measure(server: Server, given) -> None:
    before = server.memory()
    share = given.tables // given.players
    crowds = []
    for number in range(given.players):
        mine, theirs = multiprocessing.Pipe()
        crowd = multiprocessing.Process(target=play, args=(server.port, share, number * share, theirs), daemon=True)
        crowd.start()
        theirs.close()
        crowds.append((crowd, mine))
    for _, pipe in crowds:
        pipe.recv()
    for _ in range(3):  # every rule is compiled, and the games are no longer at the same move
        run(server, crowds, given.rate * 0.6, 15, uneven=True)
    each = (server.memory() - before) / given.tables
    print(f"{given.tables} tables, {2 * given.tables} sockets, {each / 1024:.0f} KB of memory each")
    print("  moves/s   done/s     p50     p95     p99   worst  server  players  errors")
    steps = sorted({1.0, *map(float, filter(None, given.steps.split(",")))})
    found = {step: report(server, crowds, given.rate * step, given.seconds, given.tables) for step in steps}
    if not given.no_opponents:
        server.let_opponents_think(4 * given.thinkers)
        time.sleep(5)
        fit = max((step for step in steps if found[step] <= AIM), default=steps[0])
        print(f"with opponents thinking in {given.thinkers} processes:")
        p99 = report(server, crowds, given.rate * fit, given.seconds, given.tables)
        print(f"people's p99 is {100 * (p99 / found[fit] - 1):+.0f} %")
    for crowd, pipe in crowds:
        pipe.send(None)
        crowd.join(10)


def run(server: Server, crowds: list, rate: float, seconds: float, uneven: bool = False) -> list:
    """Let everybody play; uneven, some tables go faster than others."""
    for _, pipe in crowds:
        pipe.send((rate, seconds, uneven))
    return [pipe.recv() for _, pipe in crowds]


def report(server: Server, crowds: list, rate: float, seconds: float, tables: int) -> float:
    """A line of figures; return p99 in seconds."""
    time.sleep(3)  # nothing is left from before
    used = server.seconds()
    found = run(server, crowds, rate, seconds)
    used = (server.seconds() - used) / seconds
    times = sorted(itertools.chain.from_iterable(times for times, _, _ in found))
    counts: dict[str, int] = {}
    for _, some, _ in found:
        for what, number in some.items():
            counts[what] = counts.get(what, 0) + number
    spread = [times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.95, 0.99, 1)]
    shown = " ".join(f"{1000 * time:5.1f}ms" for time in spread)
    players = sum(share for _, _, share in found)
    wrong = ", ".join(f"{number} {what}" for what, number in counts.items()) or "none"
    print(f"{rate * tables:9.0f} {len(times) / seconds:8.1f} {shown} {used:6.0%} {players:7.0%}  {wrong}", flush=True)
    return spread[2]


if __name__ == "__main__":
    main()
