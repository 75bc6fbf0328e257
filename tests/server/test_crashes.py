"""Whatever process is killed at whatever moment: no acknowledged move is lost or doubled, and every table goes on."""

import asyncio
import contextlib
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from server.support.robots import Player
from server.support.servers import PATIENCE, Process, until
from tablier.core.record import Record
from tablier.server.storage.backup import back_up, restore
from tablier.server.storage.database import store
from tablier.server.storage.schema import EVENTS

pytestmark = pytest.mark.anyio

GAMES = ["kulami", "quantik", "on_top", "kulami"]
OPPONENT = {"who": "opponent", "level": 1}
LONG = {"kind": "game", "seconds": 3600}


class Storm:
    """Two people at several tables, of one game each, and something that kills."""

    def __init__(self, servers: list[Process], seed: int, house=None, backup: Path | None = None):
        """`house` makes empty databases to move to."""
        self.servers, self.house, self.backup = servers, house, backup
        self.players: list[Player] = []
        self.random = random.Random(seed)
        self.tables: list[str] = []
        self.kills: Counter[str] = Counter()

    async def run(self, kills: int, victims: list[str]) -> list[Player]:
        async with Player(self.servers[0].url, "Ada") as ada, Player(self.servers[-1].url, "Bob", 1) as bob:
            self.players = [ada, bob]
            playing = [asyncio.create_task(self.keep_playing(game, ada, bob, kills)) for game in GAMES]
            playing.append(asyncio.create_task(self.keep_playing("quantik", ada, None, kills)))
            async with asyncio.timeout(PATIENCE + 20 * kills):
                while self.kills.total() < kills and not any(task.done() for task in playing):
                    wanted = len(ada.acknowledged) + self.random.randint(1, 8)  # a busy machine may be slow to go on
                    await until(lambda: len(ada.acknowledged) >= wanted)  # noqa: B023
                    await asyncio.sleep(self.random.uniform(0.0, 0.02))
                    await self.strike(self.random.choice(victims))
                await asyncio.gather(*playing)
                await until(lambda: not ada.waits and not bob.waits)  # the last move may have been told to others first
            return [ada, bob]

    async def keep_playing(self, game: str, ada: Player, bob: Player | None, kills: int) -> None:
        """One game after the other until nothing is killed any more, and every one to its end."""
        while self.kills.total() < kills:
            other = {"who": "open"} if bob else OPPONENT
            table = await ada.set_table(game, [{"who": "me"}, other], clock=LONG)
            self.tables.append(table)
            ada.play_at(table, 0)
            if bob:
                await bob.join(table, 1)
            async with asyncio.timeout(PATIENCE + 20 * kills):
                await ada.over[table].wait()

    async def strike(self, victim: str) -> None:
        server = self.random.choice(self.servers)
        if victim == "server":
            server.kill()
            server.start(wait=False)
            if self.random.random() < 0.8:  # sometimes it is killed while it starts
                await asyncio.to_thread(server.wait)
        elif victim == "thinker":
            for child in _children(server.pid):
                os.kill(child, signal.SIGKILL)
        elif victim == "backend":
            await asyncio.to_thread(_kill_backend, server.database)
        elif victim == "house":
            await self.move_house()
        self.kills[victim] += 1

    async def move_house(self) -> None:
        """A backup of all that was acknowledged, restored elsewhere. An opponent may have moved after it: whoever saw
        that is shown the table anew."""
        assert self.backup
        for player in self.players:
            player.plays = False
        await until(lambda: not any(player.waits for player in self.players))
        new, (old, *_) = self.house(), [server.database for server in self.servers]
        await asyncio.to_thread(back_up, old, self.backup)
        for server in self.servers:
            server.kill()
        await asyncio.to_thread(restore, new, self.backup)
        for server in self.servers:
            server.move_to(new)
        for player in self.players:
            for table in player.seats:
                player.play_on(table)


def _children(pid: int | None) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _kill_backend(url: str) -> None:
    """PostgreSQL takes that as a crash: it throws everybody out and recovers."""
    with contextlib.suppress(psycopg.Error, OSError), psycopg.connect(url, autocommit=True) as db:
        if others := _others(db):
            os.kill(random.choice(others), signal.SIGKILL)


def _others(db: psycopg.Connection) -> list[int]:
    """The processes of PostgreSQL for everybody else at this database."""
    ids = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return [pid for (pid,) in db.execute(ids).fetchall()]


async def nothing_lost(database: str, storm: Storm, players: list[Player]) -> None:
    """Every acknowledged move is there exactly once, and nothing else is; every game is over and replays."""
    acknowledged = {(said["table"], said["id"]): said["move"] for player in players for said in player.acknowledged}
    opened = store(database)
    with opened.engine.connect() as db:
        rows = db.execute(sa.select(EVENTS).where(EVENTS.c.table.in_(storm.tables))).all()
    opened.close()
    stored = [row for row in rows if row.kind == "moved" and row.key]
    assert Counter((row.table, row.key.partition(".")[2]) for row in stored) == Counter(acknowledged.keys())
    for row in stored:
        assert row.data["move"] == acknowledged[row.table, row.key.partition(".")[2]]
    for table in storm.tables:
        numbers = sorted(row.number for row in rows if row.table == table)
        assert numbers == list(range(1, len(numbers) + 1))
        record = Record.parse((await players[0].ask("GET", f"/api/tables/{table}/record")).text)
        assert record.replay().over
    assert not any(player.refused for player in players)


async def test_kill_on_sqlite(new_database, process):
    database = new_database("sqlite")
    storm = Storm([process(database)], seed=1)
    players = await storm.run(8, ["server", "server", "server", "thinker"])
    await nothing_lost(database, storm, players)


async def test_kill_on_postgresql(new_database, process):
    database = new_database("postgresql")
    storm = Storm([process(database), process(database)], seed=2)
    players = await storm.run(12, ["server", "server", "thinker", "backend"])
    await nothing_lost(database, storm, players)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_kill_five_hundred_times_and_move_house(kind, blank_database, new_database, process, tmp_path):
    """Now and then everything is backed up, and goes on in another database."""
    database = new_database(kind)
    servers = [process(database) for _ in range(1 if kind == "sqlite" else 2)]
    storm = Storm(servers, time.time_ns(), lambda: blank_database(kind), tmp_path / "backup")
    victims = ["server"] * 24 + ["thinker"] * 12 + ["backend"] * 12 * (kind == "postgresql") + ["house"]
    players = await storm.run(500, victims)
    print(dict(storm.kills))
    await nothing_lost(storm.servers[0].database, storm, players)


def _left(database: str) -> bool:
    """Has the database noticed that nobody is there any more?"""
    if "://" not in database:
        return True
    with psycopg.connect(database) as db:
        return not _others(db)


async def test_time_is_not_charged_while_no_server_runs(database, process):
    server = process(database)
    async with Player(server.url, "Ada") as ada:
        table = await ada.set_table("quantik", [{"who": "me"}, OPPONENT], clock={"kind": "game", "seconds": 10})
        ada.plays = False
        ada.play_at(table, 0)
        await until(lambda: table in ada.seen)
        server.kill()
        await until(lambda: _left(database))
        server.start(ahead=3600)  # longer than the clock
        ada.play_on(table)
        await until(lambda: ada.acknowledged)
        assert ada.seen[table]["outcome"] is None
