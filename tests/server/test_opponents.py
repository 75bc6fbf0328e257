"""Opponents that fail, hang or die: contained, announced, asked again, and at last a legal move."""

import asyncio
import sys
from pathlib import Path

import pytest

from server.support.halls import Eyes, Quick, events, open_hall, setting
from server.support.played import ada
from server.support.robots import Player
from server.support.servers import here, until
from tablier.server.engines import pool
from tablier.server.engines.pool import FOR_HINTS, FOR_PLAY, Engines
from tablier.server.errors import Unwell
from tablier.server.storage import migration

pytestmark = pytest.mark.anyio


async def until_it_moves(database: str, failing: int) -> list[str]:
    """What happens at a table where an opponent on turn fails so often."""
    migration.upgrade(database)
    async with open_hall(database, engines=Quick(failing=failing)) as hall:
        table = (await hall.tables.create(setting(("tablier:1", "ada")))).id
        eyes = Eyes(ada)
        await hall.gallery.watch(table, eyes, 1)
        await until(lambda: eyes.moves)
        return [event.kind for event in await events(hall, table)][2:]


async def test_an_opponent_that_fails_is_asked_again(database):
    assert await until_it_moves(database, failing=2) == ["stumbled", "stumbled", "moved"]


async def test_an_opponent_that_always_fails_plays_any_legal_move(new_database):
    assert await until_it_moves(new_database("sqlite"), failing=1000) == ["stumbled"] * 3 + ["moved"]


async def test_opponents_hints_and_analyses_think_as_long_as_the_server_lets_them(new_database):
    engines = Quick()
    async with (
        here(new_database("sqlite"), thinking=0.25) as server,
        server.clients("Ada") as (guest,),
    ):
        server.hall.scheduler.pool = engines
        table = await guest.create("quantik", [1, "me"])
        await until(lambda: server.table(table).position.ply == 1)
        for all_moves in (False, True):
            await guest.send("hint", table=table, seat=1, all=all_moves)
        assert engines.seconds == [0.25, 0.25, 0.5]


@pytest.fixture
async def one_engine():
    made = Engines(1)
    made.start()
    yield made
    await made.stop()


def program(text: str):
    """Instead of an opponent's process, another."""

    async def begin():
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(sys.executable, "-c", text, stdin=pipe, stdout=pipe)

    return begin


@pytest.mark.parametrize(
    "text",
    ["import os; os.kill(os.getpid(), 9)", "import time; time.sleep(600)", "print('nonsense')", "print(3)"],
    ids=["dies", "hangs", "raves", "mumbles"],
)
async def test_an_opponents_process_that_is_lost_is_replaced(one_engine, monkeypatch, text):
    monkeypatch.setattr(pool, "FIRST", 1.0)
    monkeypatch.setattr(pool, "_begin", program(text))
    with pytest.raises(Unwell) as lost:
        await one_engine.think("", "tablier:1", 0.01, False)
    assert lost.value.phrase.key == "think.lost"
    monkeypatch.setattr(pool, "FIRST", 60.0)
    monkeypatch.setattr(pool, "_begin", program('input(); print(\'{"move": "a1"}\')'))
    assert (await one_engine.think("", "tablier:1", 0.01, False))["move"] == "a1"


async def test_everybody_in_turn_and_those_who_play_before_those_who_ask(one_engine, monkeypatch):
    answers = 'import sys\nfor line in sys.stdin: print(\'{"move": "a1"}\', flush=True)'
    monkeypatch.setattr(pool, "_begin", program(answers))
    order: list[str] = []

    async def think(whose, urgency):
        await one_engine.think("", "tablier:1", 0.01, False, urgency, whose)
        order.append(whose)

    greedy = [think("greedy", FOR_PLAY) for _ in range(5)]
    await asyncio.gather(think("hint", FOR_HINTS), *greedy, think("modest", FOR_PLAY))
    assert order == ["greedy", "modest", "greedy", "greedy", "greedy", "greedy", "hint"]


async def test_a_thinker_ends_with_its_server(new_database, process):
    server = process(new_database("sqlite"))
    async with Player(server.url, "Ada") as one:
        await one.set_table("quantik", [{"who": "opponent", "level": 1}, {"who": "me"}])
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        await until(lambda: children.read_text())
        thinker = int(children.read_text())
        server.kill()
        await until(lambda: not _runs(thinker))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
