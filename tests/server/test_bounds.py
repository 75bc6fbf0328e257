"""What a server does not let anybody do, and what it takes up when another has died."""

import asyncio

import httpx
import pytest
from websockets.frames import Frame, Opcode

from server.support.halls import Eyes, Quick, open_halls, setting
from server.support.played import ada, who
from server.support.servers import PLAIN, here, until
from tablier.client import Refusal
from tablier.server.audience.watchers import Watcher
from tablier.server.engines import pool
from tablier.server.engines.pool import FOR_HINTS, FOR_PLAY, Job, Waiting
from tablier.server.engines.question import Question
from tablier.server.errors import Unwell
from tablier.server.http import deeds
from tablier.server.http.frames import LARGE, LEVEL, LargeFrames
from tablier.server.storage import cluster

pytestmark = pytest.mark.anyio

zed = who("zed")


@pytest.mark.parametrize(("believed", "refused"), [("127.0.0.1", False), ("10.0.0.1", True)])
async def test_only_a_proxy_that_was_named_says_who_asks(new_database, believed, refused):
    """Otherwise whoever names another address with every request would have no limit at all."""
    async with (
        here(new_database("sqlite"), rate=0.1, proxies=believed) as server,
        httpx.AsyncClient(verify=PLAIN) as client,
    ):
        claims = [{"X-Forwarded-For": f"192.0.{number}.7"} for number in range(30)]
        said = [await client.get(f"{server.url}/api/games", headers=claim) for claim in claims]
    assert (429 in {answer.status_code for answer in said}) == refused


async def test_nobody_watches_more_tables_than_a_person_could(server, monkeypatch):
    monkeypatch.setattr(deeds, "WATCHED", 3)
    async with server.clients("Ada") as (guest,):
        tables = [await guest.create("quantik", ["me", "here"]) for _ in range(4)]
        for table in tables[:3]:
            await guest.send("watch", table=table)
        with pytest.raises(Refusal) as refusal:
            await guest.send("watch", table=tables[3])
        assert refusal.value.error["text"]["say"] == "message.watched"
        await guest.send("unwatch", table=tables[0])
        await guest.send("watch", table=tables[3])


async def test_only_so_many_thoughts_wait(monkeypatch):
    """However many hints are asked for, there is room for those who play."""
    monkeypatch.setattr(pool, "MOST", {FOR_PLAY: 2, FOR_HINTS: 3})
    waiting = Waiting()

    def put(urgency: int, whose: str) -> None:
        answer = asyncio.get_running_loop().create_future()
        waiting.put(urgency, Job(Question("", "best", 1, 0), answer), whose, "")

    for urgency, most in pool.MOST.items():
        for number in range(most):
            put(urgency, f"guest {number}")
        with pytest.raises(Unwell):
            put(urgency, "one more")


async def test_a_server_about_to_stop_sets_no_tables(server):
    async with server.clients("Ada") as (guest,):
        server.hall.tasks.draining = True
        with pytest.raises(Refusal) as refusal:
            await guest.create("quantik", ["me", "here"])
        assert refusal.value.error["text"]["say"] == "table.draining"


@pytest.mark.parametrize(
    ("told", "packed"),
    [
        ('{"about":{"secret":false,"talk":[{"text":"%s"}]}}', True),
        ('{"about":{"secret":true,"talk":[]},"log":"%s"}', True),
        ('{"about":{"secret":true,"talk":[{"text":"%s"}]}}', False),
    ],
)
def test_secrets_are_not_packed_with_what_others_say(told, packed):
    for length, large in ((10, False), (LARGE, True)):
        frame = Frame(Opcode.TEXT, (told % ("x" * length)).encode())
        assert LargeFrames(True, True, 15, 15, LEVEL).encode(frame).rsv1 == (packed and large)


async def test_frames_name_what_is_secret_as_packing_looks_for_it(server):
    async with server.clients("Ada") as (guest,):
        table = await guest.create("kabaleo", ["me", "here"])
        told: list[str] = []
        await server.hall.gallery.watch(table, Watcher(zed, told.append), None)
        assert '"secret":true' in told[0] and '"talk":[]' in told[0]
        await guest.send("say", table=table, text='"talk":[] and "secret":false')
        assert '"talk":[]' not in told[-1]


async def test_the_tables_of_a_server_that_died_are_taken_up(new_database, monkeypatch):
    """An opponent was on turn there, and nobody looks on."""
    monkeypatch.setattr(cluster, "ALIVE", 300)
    database = new_database("postgresql")
    stuck = Quick(failing=10**6)
    async with open_halls(database, engines=stuck) as (dead, living):
        table = (await dead.tables.create(setting(("tablier:1", "ada")))).id
        await until(lambda: stuck.asked)
        await dead.tasks.stop()  # as if it were gone: it shows no more that it is there
        await dead.store.write(lambda db: db.exec_driver_sql("DELETE FROM thoughts"))
        stuck.failing = 0
        assert table not in {one.id for one in living.memory.tables()}
        await until(lambda: table in {one.id for one in living.memory.tables()})
        eyes = Eyes(ada)
        await living.gallery.watch(table, eyes, 1)
        await until(lambda: eyes.moves)
