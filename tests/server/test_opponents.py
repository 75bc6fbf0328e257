"""Opponents that fail, hang or die: contained, announced, asked again, and at last a legal move."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

import tablier
from server.support.halls import Eyes, Quick, events, open_hall, open_halls, plays, setting
from server.support.played import ada, bob, refused
from server.support.robots import Player
from server.support.servers import here, until, until_it_is
from tablier.client import Refusal
from tablier.core.record import Record
from tablier.core.rules import CHANCE
from tablier.server.engines import pool, process, scheduler
from tablier.server.engines.pool import FOR_HINTS, FOR_PLAY, Engines
from tablier.server.engines.question import Question
from tablier.server.errors import Unwell, words
from tablier.server.storage import leases, migration
from tablier.server.storage.schema import THOUGHTS
from tablier.server.tables import commands
from tablier.server.tables.desk import set_aside

pytestmark = pytest.mark.anyio

ANYTHING = Question("", "tablier:1", 0.01, 0)


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
        assert [asked.seconds for asked in engines.asked] == [0.25, 0.25, 0.5]


# ----- What an opponent's move may tell of its secrets


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_an_opponent_that_knows_the_same_does_not_always_play_the_same(level):
    """If it did, whoever tries all secrets it may have would see which of them leads to the move it played."""
    view = tablier.game("kabaleo").start(seed=1)
    while view.turn == CHANCE:
        view = view.play(view.moves[0])
    record = view.view(view.turn).record().line
    asked = [Question(record, f"tablier:{level}", 0.2, seed) for seed in range(20)]
    assert len({process.answer(one)["move"] for one in asked}) > 1


async def test_every_thought_has_luck_of_its_own_which_is_kept(new_database):
    engines = Quick()
    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database, engines=engines) as hall:
        made = [await hall.tables.create(setting(("tablier:1", "ada"))) for _ in range(5)]
        await until(lambda: all(table.position.ply == 1 for table in hall.memory.tables()))
        moved = [row.data["seed"] for table in made for row in await events(hall, table.id) if row.kind == "moved"]
    assert sorted(moved) == sorted(asked.seed for asked in engines.asked) and len(set(moved)) == 5
    assert len({asked.record for asked in engines.asked}) == 1, "though all of them knew the same"


async def test_where_there_are_secrets_an_answer_comes_as_late_as_any(new_database):
    """A thought may be short because of what the opponent knows, and nobody is to see that."""
    migration.upgrade(database := new_database("sqlite"))
    engines = Quick()
    async with open_hall(database, engines=engines, thinking=1.0) as hall:
        await hall.tables.create(setting(("tablier:1", "ada"), game="kabaleo"))
        await until(lambda: any(played["seat"] == 0 for table in hall.memory.tables() for played in table.played))
        assert time.monotonic() - engines.begun[0] > 0.5


async def test_no_thought_is_given_the_secrets_of_others(new_database):
    """Neither an opponent's nor a hint."""
    engines = Quick()
    async with here(new_database("sqlite"), thinking=0.05) as server, server.clients("Ada") as (guest,):
        server.hall.scheduler.pool = engines
        table = await guest.create("kabaleo", [1, "me", 1])
        for _ in range(2):
            await until(lambda: server.table(table).turn == 1)
            await guest.send("hint", table=table, seat=1)
            await guest.play(table, 1, server.table(table).position.moves[0].text)
        await until(lambda: server.table(table).turn == 1)
        targets = [move.text for move in server.table(table).position.history[:3]]
    assert len(engines.asked) == 7
    for asked in engines.asked:
        known = Record.parse(asked.record).moves
        turn = Record.parse(asked.record).replay().turn
        assert known[:3] == [target if seat == turn else "~?" for seat, target in enumerate(targets)]


async def test_no_hint_about_what_stands_in_a_rated_game(database):
    """Nobody sets it up at a second table, also at another server, and asks there."""
    async with open_halls(database) as halls:
        rated = await halls[0].tables.create(setting(rated=True))
        again = await halls[-1].tables.create(setting(("ada", "ada")))
        await halls[0].tables.act(rated.id, plays(ada, 0, "S-a1"))
        await halls[0].tables.act(rated.id, plays(bob, 1, "Q-c3"))
        await halls[-1].tables.act(again.id, plays(ada, 0, "S-a1"))
        scheduler = halls[-1].scheduler
        assert await scheduler.hint(again.id, ada, 1, False), "that is another position"
        await halls[-1].tables.act(again.id, plays(ada, 1, "Q-c3"))
        with refused("refused.elsewhere"):
            await scheduler.hint(again.id, ada, 0, False)
        await halls[0].tables.act(rated.id, lambda table, now, spent: commands.resign(table, bob, 1))
        assert await scheduler.hint(again.id, ada, 0, False)


async def test_at_a_table_set_aside_nobody_is_told_anything(new_database):
    async with here(new_database("sqlite")) as server, server.clients("Ada", "Eve") as guests:
        table = await guests[0].create("kabaleo", ["me", "here"])
        await set_aside(server.hall.tables, table, ValueError())
        for guest in guests:
            for seat in (0, 1):
                with pytest.raises(Refusal) as refused:
                    await guest.send("hint", table=table, seat=seat, ply=3)
                assert refused.value.error["text"]["say"] == "refused.over"


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
        await one_engine.think(ANYTHING, FOR_PLAY, "")
    assert lost.value.phrase.key == "think.lost"
    monkeypatch.setattr(pool, "FIRST", 60.0)
    monkeypatch.setattr(pool, "_begin", program('input(); print(\'{"move": "a1"}\')'))
    assert (await one_engine.think(ANYTHING, FOR_PLAY, ""))["move"] == "a1"


async def test_everybody_in_turn_and_those_who_play_before_those_who_ask(one_engine, monkeypatch):
    answers = 'import sys\nfor line in sys.stdin: print(\'{"move": "a1"}\', flush=True)'
    monkeypatch.setattr(pool, "_begin", program(answers))
    order: list[str] = []

    async def think(whose, urgency):
        await one_engine.think(ANYTHING, urgency, whose)
        order.append(whose)

    greedy = [think("greedy", FOR_PLAY) for _ in range(5)]
    await asyncio.gather(think("hint", FOR_HINTS), *greedy, think("modest", FOR_PLAY))
    assert order == ["greedy", "modest", "greedy", "greedy", "greedy", "greedy", "hint"]


# ----- Opponents among themselves


async def test_opponents_among_themselves_play_where_somebody_watches_and_only_then(database):
    engines = Quick()
    async with open_hall(database, engines=engines) as hall:
        table = (await hall.tables.create(setting(("tablier:1", "tablier:1"), game="kulami"))).id
        await hall.memory.adopt()
        await asyncio.sleep(0.2)
        assert not engines.asked and not hall.scheduler.needs(table)
        eyes = Eyes(ada)
        await hall.gallery.watch(table, eyes, None)
        await until(lambda: len(eyes.moves) >= 2)
        hall.gallery.unwatch(table, eyes)
        await until(lambda: not hall.scheduler.needs(table))
        assert (await hall.tables.get(table)).status == "playing"


async def test_they_do_so_at_one_table_of_a_person(database):
    async with here(database) as server, server.clients("Ada", "Bob") as (one, other):
        table = await one.create("quantik", [1, 1])
        with pytest.raises(Refusal) as refused:
            await one.create("kulami", [1, 2])
        assert refused.value.error["text"]["say"] == "table.opponents"
        await other.create("kulami", [1, 2])
        await one.create("kulami", ["me", 2])
        await one.send("watch", table=table)
        await until(lambda: server.table(table).status == "over")
        await one.create("kulami", [1, 2])


# ----- Waiting in line


@pytest.fixture
async def waiting():
    """Engines that never come to anybody."""
    return Engines(0)


async def test_however_many_ask_for_hints_there_is_room_for_those_who_play(monkeypatch):
    monkeypatch.setattr(pool, "MOST", {FOR_PLAY: 2, FOR_HINTS: 3})
    line = Engines(0)
    hints = [asyncio.create_task(line.think(ANYTHING, FOR_HINTS, str(number))) for number in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Unwell) as busy:
        await line.think(ANYTHING, FOR_HINTS, "one more")
    assert busy.value.phrase.key == "think.busy"
    plays = [asyncio.create_task(line.think(ANYTHING, FOR_PLAY, "ada")) for _ in range(2)]
    await asyncio.sleep(0)
    assert line.waiting == 5
    with pytest.raises(Unwell):
        await line.think(ANYTHING, FOR_PLAY, "bob")
    for task in (*hints, *plays):
        task.cancel()
    await asyncio.gather(*hints, *plays, return_exceptions=True)
    assert line.waiting == 0, "whoever does not want to know any more is not in line"


async def test_every_network_in_turn_however_many_guests_it_has(one_engine, monkeypatch):
    answers = 'import sys\nfor line in sys.stdin: print(\'{"move": "a1"}\', flush=True)'
    monkeypatch.setattr(pool, "_begin", program(answers))
    order: list[str] = []

    async def think(whose, near):
        await one_engine.think(ANYTHING, FOR_PLAY, whose, near)
        order.append(whose)

    crowd = [think(f"guest {number}", "crowd") for number in range(4)]
    await asyncio.gather(*crowd, think("guest 0", "crowd"), think("modest", "elsewhere"))
    assert order == ["guest 0", "modest", "guest 1", "guest 2", "guest 3", "guest 0"]


async def test_one_hint_at_a_time(new_database, waiting):
    async with here(new_database("sqlite")) as server, server.clients("Ada", "Bob") as (one, other):
        server.hall.scheduler.pool = waiting
        tables = [await guest.create("quantik", ["me", "here"]) for guest in (one, other)]
        hints = [
            asyncio.create_task(guest.send("hint", table=table, seat=0))
            for guest, table in zip((one, other), tables, strict=True)
        ]
        await until(lambda: waiting.waiting == 2)
        with pytest.raises(Refusal) as refused:
            await one.send("hint", table=tables[0], seat=0)
        assert refused.value.error["text"]["say"] == "think.one" and waiting.waiting == 2
        for hint in hints:
            hint.cancel()


async def test_whoever_goes_away_waits_for_no_hint(new_database, waiting):
    async with here(new_database("sqlite")) as server:
        server.hall.scheduler.pool = waiting
        async with server.clients("Ada") as (guest,):
            table = await guest.create("quantik", ["me", "here"])
            hint = asyncio.create_task(guest.send("hint", table=table, seat=0))
            await until(lambda: waiting.waiting == 1)
            hint.cancel()
        await until(lambda: waiting.waiting == 0)


async def test_nobody_waits_for_a_thought_about_a_game_that_has_moved_on(database, waiting):
    async with open_hall(database, engines=waiting) as hall:
        table = (await hall.tables.create(setting(("ada", "tablier:1")))).id
        await hall.tables.act(table, plays(ada, 0, "S-a1"))
        await until(lambda: waiting.waiting == 1)
        await hall.tables.act(table, lambda table, now, spent: commands.ask_back(table, ada, 0))
        await until(lambda: waiting.waiting == 0 and not hall.scheduler.needs(table))
        await hall.tables.act(table, plays(ada, 0, "N-b2"))
        await until(lambda: waiting.waiting == 1)


async def test_whoever_talks_does_not_make_an_opponent_begin_again(database):
    engines = Quick()
    async with open_hall(database, engines=engines) as hall:
        table = (await hall.tables.create(setting(("tablier:1", "ada")))).id
        await until(lambda: engines.asked)
        for _ in range(3):
            await hall.tables.act(table, lambda table, now, spent: commands.say(table, ada, "hello"))
        await until(lambda: all(table.position.ply == 1 for table in hall.memory.tables()))
        assert len(engines.asked) == 1


class Slow(Quick):
    """Engines before which there is a long line."""

    async def think(self, asked, urgency, whose, near=""):
        self.asked.append(asked)
        await asyncio.Event().wait()


async def test_however_long_a_thought_waits_no_other_server_thinks_the_same(new_database, monkeypatch):
    monkeypatch.setattr(leases, "LASTING", 300)
    monkeypatch.setattr(scheduler, "AGAIN", 0.05)
    engines, renewed = Slow(), set()
    async with open_halls(new_database("postgresql"), engines=engines) as halls:
        table = (await halls[0].tables.create(setting(("tablier:1", "ada")))).id
        await halls[1].tables.get(table)

        async def often() -> bool:
            renewed.add(await halls[0].store.read(lambda db: db.execute(sa.select(THOUGHTS.c.until)).scalar()))
            return len(renewed - {None}) > 8

        await until_it_is(often)
        assert len(engines.asked) == 1


class Busy(Quick):
    async def think(self, asked, urgency, whose, near=""):
        self.asked.append(asked)
        raise Unwell(words("think.busy"))


async def test_an_opponent_that_is_refused_tries_again_less_and_less_often(new_database, monkeypatch):
    waited: list[float] = []
    timeout = asyncio.timeout

    def soon(seconds):
        waited.append(seconds)
        return timeout(0.001)

    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database, engines=Busy()) as hall:
        monkeypatch.setattr(scheduler.asyncio, "timeout", soon)
        await hall.tables.create(setting(("tablier:1", "ada")))
        while len(waited) < 9:
            await asyncio.sleep(0.01)
        monkeypatch.undo()
    assert waited[:9] == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]


async def test_a_table_without_room_for_an_opponents_move_is_set_aside(new_database, monkeypatch):
    monkeypatch.setattr(commands, "EVENTS", 2)
    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database) as hall:
        await hall.tables.create(setting(("tablier:1", "ada")))
        await until(lambda: [table.status for table in hall.memory.tables()] == ["broken"])


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


# ----- What a thinker may know and have


async def test_a_thinker_is_given_no_way_to_the_database(monkeypatch):
    for name in ("TABLIER_DATABASE", "PGPASSWORD", "DATABASE_URL", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "a secret")
    monkeypatch.setenv("TABLIER_CACHE", "/somewhere")
    thinker = await pool._begin()
    known = await until_begun(thinker.pid)
    await pool._end(thinker)
    assert "a secret" not in known and "TABLIER_CACHE=/somewhere" in known and "PATH=" in known


async def until_begun(pid: int) -> str:
    """The environment of a process, once it is a program of its own."""
    environment = Path(f"/proc/{pid}/environ")
    await until(lambda: "NUMBA_NUM_THREADS" in environment.read_text())
    return environment.read_text()


def test_a_thinker_that_wants_too_much_memory_is_refused_it():
    code = "from tablier.server.engines.process import *; stay_small(); bytearray(2 * LIMIT)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1 and run.stderr.rstrip().endswith("MemoryError")


def test_a_thinker_stays_small_from_its_beginning(monkeypatch):
    done = []
    monkeypatch.setattr(process, "give_way", lambda: None)
    monkeypatch.setattr(process, "stay_small", lambda: done.append(1))
    monkeypatch.setattr(process, "Thread", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        process.main()
    assert done
