"""What may go wrong around a server, and does: databases, disks, rules, sockets, clocks, opponents."""

import asyncio
import contextlib
import json
import socket
import sqlite3
import time

import httpx
import pytest
import sqlalchemy as sa
import websockets
from sqlalchemy import event

import tablier
from server.support.halls import Eyes, Quick, events, open_hall, plays, setting
from server.support.played import ada, bob
from server.support.robots import Player
from server.support.servers import here, until
from tablier.core.errors import TablierError
from tablier.server.audience import frames
from tablier.server.errors import Unwell
from tablier.server.http import socket as sockets
from tablier.server.storage import migration, sqlite
from tablier.server.storage.schema import EVENTS
from tablier.server.tables import commands, memory
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Said

pytestmark = pytest.mark.anyio

TWO = [{"who": "me"}, {"who": "open"}]


def says(text: str, size: int = 1):
    return lambda table, now, spent: happens(Said(person="ada", text=text * size))


@contextlib.asynccontextmanager
async def two_at_a_table(server, game="kulami", **more):
    async with Player(server.url, "Ada") as one, Player(server.url, "Bob", 1) as other:
        table = await one.set_table(game, TWO, **more)
        one.play_at(table, 0)
        await other.join(table, 1)
        await until(lambda: one.acknowledged and other.acknowledged)
        yield table, one, other


def goes_on(*players: Player):
    """More is acknowledged to everybody than now."""
    before = [len(player.acknowledged) for player in players]
    return until(lambda: all(len(p.acknowledged) > b for p, b in zip(players, before, strict=True)))


# ----- Databases and disks


async def test_postgresql_stops_and_comes_back(postgres, new_database):
    async with here(new_database("postgresql")) as server, two_at_a_table(server) as (table, one, other):
        await asyncio.to_thread(postgres.stop)
        try:
            answer = await asyncio.to_thread(httpx.get, f"{server.url}/healthz", timeout=60)
            assert answer.status_code == 503
        finally:
            await asyncio.to_thread(postgres.start)
        if not one.over[table].is_set():
            await asyncio.wait({asyncio.ensure_future(goes_on(one)), asyncio.ensure_future(one.over[table].wait())})
        await one.over[table].wait()
        assert not one.refused and not other.refused


async def test_a_server_started_before_postgresql_waits_for_it(postgres, new_database, process):
    server = process(new_database("postgresql"))
    server.kill()
    postgres.stop()
    try:
        server.start(wait=False)
        await until(lambda: "waiting for the database" in server.log.read_text())
    finally:
        postgres.start()
    server.wait()


async def test_sqlite_is_locked_by_somebody_else(new_database, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY", 0.2)
    database = new_database("sqlite")
    async with here(database) as server, two_at_a_table(server) as (table, one, other):
        locker = sqlite3.connect(database, isolation_level=None)
        locker.execute("BEGIN IMMEDIATE")
        number = (await server.hall.tables.get(table)).number
        with pytest.raises(Unwell):
            await server.hall.tables.act(table, says("not now"))
        locker.execute("ROLLBACK")
        locker.close()
        await one.over[table].wait()
        assert (await server.hall.tables.get(table)).number > number
        assert not one.refused and not other.refused


async def test_the_disk_is_full(new_database):
    database = new_database("sqlite")
    migration.upgrade(database)
    async with open_hall(database) as hall:
        table = (await hall.tables.create(setting())).id
        pages = await hall.store.write(lambda db: db.exec_driver_sql("PRAGMA page_count").scalar())

        def fill(connection, _):
            connection.execute(f"PRAGMA max_page_count={pages}")

        event.listen(hall.store.engine, "connect", fill)
        hall.store.engine.dispose()
        await hall.store.write(lambda db: db.exec_driver_sql(f"PRAGMA max_page_count={pages}"))
        with pytest.raises(Unwell):
            for _ in range(100):
                await hall.tables.act(table, says("x", 2000))
        number = (await hall.tables.get(table)).number
        assert number == len(await events(hall, table))
        event.remove(hall.store.engine, "connect", fill)
        await hall.store.write(lambda db: db.exec_driver_sql("PRAGMA max_page_count=1000000"))
        assert await hall.tables.act(table, plays(ada, 0, "S-a1")) == number + 1


async def test_a_slow_disk_serves_many_at_once(new_database):
    database = new_database("sqlite")
    migration.upgrade(database)
    async with open_hall(database) as hall:
        tables = [(await hall.tables.create(setting())).id for _ in range(20)]
        commits = []

        def slow(_):
            commits.append(time.sleep(0.2))

        event.listen(hall.store.engine, "commit", slow)
        await asyncio.gather(*(hall.tables.act(table, plays(ada, 0, "S-a1")) for table in tables))
        event.remove(hall.store.engine, "commit", slow)
        assert len(commits) < 10
        assert {(await hall.tables.get(table)).number for table in tables} == {3}


async def test_a_writing_nobody_waits_for_any_more_is_known_all_the_same(new_database):
    database = new_database("sqlite")
    migration.upgrade(database)
    async with open_hall(database) as hall:
        table = (await hall.tables.create(setting())).id
        eyes = Eyes(bob)
        await hall.gallery.watch(table, eyes, 1)
        gone = asyncio.create_task(hall.tables.act(table, plays(ada, 0, "S-a1")))
        await asyncio.sleep(0)
        gone.cancel()
        await until(lambda: eyes.moves == ["S-a1"])


# ----- Rules that fail


async def test_a_table_whose_rules_fail_is_set_aside(database, monkeypatch):
    async with here(database) as server, two_at_a_table(server, "quantik") as (_, one, other):
        bad = await one.set_table("quantik", TWO)
        good = await one.set_table("kulami", TWO)
        play = commands.play

        def fails(table, *rest):
            if table.id == bad:
                raise ZeroDivisionError("secret numbers")
            return play(table, *rest)

        monkeypatch.setattr(commands, "play", fails)
        for table in (bad, good):
            one.play_at(table, 0)
            await other.join(table, 1)
        await one.over[bad].wait()
        await other.over[bad].wait()
        for player in (one, other):
            assert player.seen[bad]["about"]["status"] == "broken"
            assert player.seen[bad]["about"]["trouble"] == "ZeroDivisionError"
            assert "secret numbers" not in json.dumps(player.seen)
        await one.over[good].wait()
        assert one.seen[good]["about"]["status"] == "over"
        kinds = [event.kind for event in await events(server.hall, bad)]
        assert kinds[-1] == "broke" and "moved" not in kinds


async def test_a_table_that_cannot_be_shown_is_set_aside(new_database, monkeypatch):
    database = new_database("sqlite")
    migration.upgrade(database)
    async with open_hall(database) as hall:
        table = (await hall.tables.create(setting())).id
        eyes = Eyes(ada)
        await hall.gallery.watch(table, eyes, 0)
        monkeypatch.setattr(frames, "standing", lambda *_: 1 / 0)
        await hall.tables.act(table, plays(ada, 0, "S-a1"))
        await until(lambda: any(frame.get("about", {}).get("status") == "broken" for frame in eyes.frames))
        late = Eyes(bob)
        await hall.gallery.watch(table, late, 1)
        assert late.frames[0]["about"]["status"] == "broken"


async def test_a_table_that_cannot_be_replayed_is_set_aside(database):
    migration.upgrade(database)
    async with open_hall(database) as hall:
        bad, good = [(await hall.tables.create(setting())).id for _ in range(2)]
        for table in (bad, good):
            await hall.tables.act(table, plays(ada, 0, "S-a1"))
        change = EVENTS.update().where(EVENTS.c.table == bad, EVENTS.c.number == 3)
        await hall.store.write(lambda db: db.execute(change.values(data={"seat": 0, "move": "??", "left": None})))
    async with open_hall(database) as hall:
        assert (await hall.tables.get(bad)).status == "broken"
        eyes = Eyes(ada)
        await hall.gallery.watch(bad, eyes, 0)
        assert eyes.frames[0]["about"]["trouble"]
        with pytest.raises(TablierError):
            await hall.tables.act(bad, plays(bob, 1, "Q-c3"))
        assert await hall.tables.act(good, plays(bob, 1, "Q-c3")) == 4


async def test_a_game_begun_by_other_rules_does_not_go_on_by_these(database, monkeypatch):
    """Neither moves nor points may change their meaning in the middle of a game."""
    migration.upgrade(database)
    rules = tablier.game("quantik").rules
    async with open_hall(database) as hall:
        table = (await hall.tables.create(setting())).id
        await hall.tables.act(table, plays(ada, 0, "S-a1"))
        assert [row.data["rules"] for row in await events(hall, table) if row.kind == "started"] == [rules.VERSION]
    monkeypatch.setattr(rules, "VERSION", rules.VERSION + 1)
    async with open_hall(database) as hall:
        assert (await hall.tables.get(table)).trouble == "OtherRules"
        with pytest.raises(TablierError):
            await hall.tables.act(table, plays(bob, 1, "Q-c3"))
        new = (await hall.tables.create(setting())).id
        assert await hall.tables.act(new, plays(ada, 0, "S-a1")) == 3
    monkeypatch.undo()
    async with open_hall(database) as hall:  # with the rules of before it goes on
        assert await hall.tables.act(table, plays(bob, 1, "Q-c3")) == 4


class Pensive(Quick):
    """Engines that never come to an end."""

    async def think(self, asked, urgency, whose, near=""):
        await asyncio.Event().wait()


async def test_a_row_that_cannot_be_read_stops_nothing_but_its_own_table(new_database):
    """Opponents at all other tables are taken up after a restart."""
    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database, engines=Pensive()) as hall:
        tables = [(await hall.tables.create(setting(("ada", "tablier:1")))).id for _ in range(6)]
        for table in tables:
            await hall.tables.act(table, plays(ada, 0, "S-a1"))
        spoil = sa.text("UPDATE events SET data = '{' WHERE \"table\" = :table AND number = :number")
        empty = sa.text('DELETE FROM events WHERE "table" = :table')
        await hall.store.write(lambda db: db.execute(spoil, {"table": tables[0], "number": 3}))
        await hall.store.write(lambda db: db.execute(spoil, {"table": tables[1], "number": 1}))
        await hall.store.write(lambda db: db.execute(empty, {"table": tables[2]}))
    async with open_hall(database, engines=Pensive()) as hall:
        await until(lambda: len(hall.memory) == 4)
        assert (await hall.tables.get(tables[0])).status == "broken"
        for table in tables[1:3]:
            with pytest.raises(Unwell):
                await hall.tables.get(table)
        assert all(hall.scheduler.needs(table) for table in tables[3:])


async def test_whatever_a_table_does_when_it_is_taken_up_the_others_are(new_database, monkeypatch):
    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database, engines=Pensive()) as hall:
        tables = sorted([(await hall.tables.create(setting(("tablier:1", "ada")))).id for _ in range(3)])
    replayed = memory.Memory._replayed

    async def fails(self, table, rows):
        return 1 // 0 if table.id == tables[0] else await replayed(self, table, rows)

    monkeypatch.setattr(memory.Memory, "_replayed", fails)
    async with open_hall(database, engines=Pensive()) as hall:
        await until(lambda: len(hall.memory) == 2)


async def test_what_is_being_read_when_a_server_closes_is_waited_for(new_database, monkeypatch):
    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database, engines=Pensive()) as hall:
        await hall.tables.create(setting(("tablier:1", "ada")))
    reading = asyncio.Event()

    async def slow(game: str) -> None:
        reading.set()
        await asyncio.sleep(0.1)
        raise ZeroDivisionError

    monkeypatch.setattr(memory, "prepare", slow)
    before = asyncio.all_tasks()
    async with open_hall(database) as hall:
        await reading.wait()
    assert asyncio.all_tasks() == before


# ----- Sockets


async def connected(server, player: Player, small: bool = False) -> socket.socket:
    """A socket by hand: it says hello, and then does only what it is told to."""
    raw = socket.socket()
    if small:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    port = int(server.url.rpartition(":")[2])
    await loop.sock_connect(raw, ("127.0.0.1", port))
    hello = (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\nCookie: tablier={player.cookie}\r\n\r\n"
    )
    await loop.sock_sendall(raw, hello.encode())
    assert b" 101 " in await loop.sock_recv(raw, 200)
    return raw


async def test_a_half_open_socket_is_noticed(new_database):
    async with here(new_database("sqlite"), ping=0.2) as server, Player(server.url, "Ada") as one:
        assert one._task
        one._task.cancel()
        await until(lambda: not server.hall.presence.here)
        raw = await connected(server, one)
        await until(lambda: server.hall.presence.here)
        await until(lambda: not server.hall.presence.here)  # it never answers whether it is there
        raw.close()


async def test_a_slow_reader_is_cut_off_and_comes_back(new_database, monkeypatch):
    monkeypatch.setattr(sockets, "BEHIND", 30)
    monkeypatch.setattr(sockets, "FLUSH", 0.2)
    async with here(new_database("sqlite")) as server, two_at_a_table(server, "quantik") as (table, one, _):
        raw = await connected(server, one, small=True)
        watch = json.dumps({"v": 1, "id": "w", "do": "watch", "table": table}).encode()
        size = bytes([128 | len(watch)]) if len(watch) < 126 else bytes([254]) + len(watch).to_bytes(2, "big")
        await asyncio.get_running_loop().sock_sendall(raw, bytes([129]) + size + bytes(4) + watch)
        await until(lambda: len(server.connections) == 3)
        for number in range(2000):  # until the buffers on the way are full, and then some
            await server.hall.tables.act(table, says(f"{number} ", 60))
            if len(server.connections) < 3:
                break
        await until(lambda: len(server.connections) == 2)
        raw.close()
        await one.over[table].wait()  # nobody else noticed
        url = server.url.replace("http", "ws") + "/ws"
        async with websockets.connect(url, additional_headers={"Cookie": f"tablier={one.cookie}"}) as back:
            await back.send(watch.decode())
            frame = json.loads(await back.recv())
            assert frame["number"] == (await server.hall.tables.get(table)).number and frame["whole"]


async def test_everybody_comes_back_after_a_restart(new_database, process):
    server = process(new_database("sqlite"))
    async with contextlib.AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(Player(server.url, f"Guest {number}")) for number in range(40)]
        table = await crowd[0].set_table("quantik", TWO)
        server.kill()
        server.start()
        for player in crowd:
            assert (await player.say("watch", table=table))["number"] == 1


async def test_a_stop_is_told(new_database, process):
    server = process(new_database("sqlite"))
    async with Player(server.url, "Ada") as one:
        url = server.url.replace("http", "ws") + "/ws"
        async with websockets.connect(url, additional_headers={"Cookie": f"tablier={one.cookie}"}) as client:
            await client.send(json.dumps({"v": 1, "id": "a", "do": "ping"}))
            await client.recv()
            assert await asyncio.to_thread(server.stop) == 0
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await client.recv()
            assert closed.value.rcvd and closed.value.rcvd.code == 1012


async def test_a_move_is_acknowledged_or_not_stored_when_the_server_stops(new_database, process):
    server = process(new_database("sqlite"))
    async with two_at_a_table(server) as (table, one, other):
        assert await asyncio.to_thread(server.stop) == 0
        acknowledged = len(one.acknowledged) + len(other.acknowledged)
        with sqlite3.connect(server.database) as db:
            (stored,) = db.execute("SELECT count(*) FROM events WHERE kind = 'moved' AND key IS NOT NULL").fetchone()
        assert stored == acknowledged
        server.start()
        await one.over[table].wait()
