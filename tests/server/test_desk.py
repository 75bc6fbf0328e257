"""Decide, store, tell: nobody hears of what is not stored, whatever the storing does."""

import asyncio
import threading

import pytest

from server.support.halls import plays, setting
from server.support.played import ada, bob, refused
from tablier.core.position import Position
from tablier.server.errors import Conflict, Unwell, words
from tablier.server.tables.desk import Desk
from tablier.server.tables.events import Row
from tablier.server.tables.memory import Memory
from tablier.server.tables.table import Table
from tablier.server.tasks import Tasks

pytestmark = pytest.mark.anyio


class Slow:
    """A ledger in memory that stores when it is let to, or fails."""

    shared = False

    def __init__(self):
        self.rows: dict[str, list[Row]] = {}
        self.seeds: dict[str, str] = {}
        self.open = asyncio.Event()
        self.open.set()
        self.wrong: Exception | None = None

    async def append(self, after, entries):
        await self.open.wait()
        if self.wrong:
            raise self.wrong
        rows = self.rows.setdefault(after.id, [])
        if len(rows) + len(entries) != after.number:
            raise Conflict
        self.seeds[after.id] = after.seed
        rows += [Row(entry.event.kind, entry.event.as_json(), entry.at, entry.key) for entry in entries]

    async def load(self, name, since=0):
        return (Table(name, self.seeds[name]), self.rows[name][since:]) if name in self.rows else None

    async def numbers(self, names):
        return {name: len(self.rows[name]) for name in names}

    async def rated_of(self, people):
        return []

    async def unattended(self):
        return []


class Still:
    def now(self):
        return 1_000_000

    def charged(self, begun, now):
        return 0


class Ears:
    """Follows the tables, and checks that what it is told is stored."""

    def __init__(self, ledger: Slow):
        self.ledger, self.heard = ledger, []

    def follow(self, table):
        assert table.number == len(self.ledger.rows[table.id])
        self.heard.append(table.number)

    def needs(self, name):
        return False


class Room:
    """A desk, what it writes to and who is told."""

    def __init__(self):
        self.ledger, self.tasks = Slow(), Tasks()
        self.ears = Ears(self.ledger)
        self.memory = Memory(self.ledger, self.tasks)
        self.memory.followers = (self.ears,)
        self.desk = Desk(self.memory, self.ledger, Still(), self.tasks)


@pytest.fixture
async def room():
    return Room()


async def test_whoever_asks_and_whoever_watches_wait_for_the_disk(room):
    table = (await room.desk.create(setting())).id
    room.ledger.open.clear()
    asked = asyncio.create_task(room.desk.act(table, plays(ada, 0, "S-a1")))
    await asyncio.sleep(0.05)
    assert not asked.done() and room.ears.heard == [2] and (await room.desk.get(table)).number == 2
    room.ledger.open.set()
    assert await asked == 3 and room.ears.heard == [2, 3]


async def test_what_could_not_be_stored_has_not_happened(room):
    table = (await room.desk.create(setting())).id
    room.ledger.wrong = Unwell(words("store.unwell", kind="x"))
    with pytest.raises(Unwell):
        await room.desk.act(table, plays(ada, 0, "S-a1"))
    assert room.ears.heard == [2] and (await room.desk.get(table)).number == 2
    room.ledger.wrong = None
    assert await room.desk.act(table, plays(ada, 0, "S-a1")) == 3


async def test_what_seemed_to_fail_and_did_not_is_found_out(room):
    table = (await room.desk.create(setting())).id
    append = room.ledger.append

    async def stored_but_lost(after, entries):
        await append(after, entries)
        raise Unwell(words("store.unwell", kind="x"))

    room.ledger.append = stored_but_lost
    with pytest.raises(Unwell):
        await room.desk.act(table, plays(ada, 0, "S-a1"), "key")
    assert room.ears.heard == [2]
    room.ledger.append = append
    await room.memory.look()
    assert room.ears.heard == [2, 3] and await room.desk.act(table, plays(ada, 0, "S-a1"), "key") == 3


async def test_somebody_else_was_first(room):
    table = (await room.desk.create(setting())).id
    room.ledger.rows[table].append(Row("moved", {"seat": 0, "move": "S-b2", "left": None}, 1))
    with refused("refused.turn"):
        await room.desk.act(table, plays(ada, 0, "S-a1"))
    assert room.ears.heard == [2, 3] and await room.desk.act(table, plays(bob, 1, "Y-c3")) == 4


async def test_a_move_is_played_once(room, monkeypatch):
    played = []
    play = Position.play
    monkeypatch.setattr(Position, "play", lambda self, move: played.append(move) or play(self, move))
    table = (await room.desk.create(setting(game="on_top"))).id
    first = (await room.desk.get(table)).position
    played.clear()
    move = first.moves[0].text
    await room.desk.act(table, plays(ada, 0, move))
    now = (await room.desk.get(table)).position
    assert played == [move, now.history[-1].text] and now.history[-1].draw


# ----- Reading a table again


@pytest.fixture
async def forgotten(room):
    """A room that remembers no table, with the names of a long one, a short one, and one that was just set."""
    long, short = [(await room.desk.create(setting(("ada", "ada")))).id for _ in range(2)]
    for _ in range(200):
        room.ledger.rows[long].append(Row("said", {"person": "ada", "text": "hello"}, 1))
    room.memory = room.desk.memory = Memory(room.ledger, room.tasks)
    return room, long, short, (await room.desk.create(setting())).id


async def test_while_a_table_is_replayed_others_play_on(forgotten, monkeypatch):
    room, long, _, here = forgotten
    apply, begun, goes_on = Table.apply, threading.Event(), threading.Event()

    def slow(self, entry, position=None):
        if self.id == long:
            begun.set()
            assert goes_on.wait(60)
        apply(self, entry, position)

    monkeypatch.setattr(Table, "apply", slow)
    reading = asyncio.create_task(room.desk.get(long))
    await asyncio.to_thread(begun.wait, 60)
    assert await room.desk.act(here, plays(ada, 0, "S-a1")) == 3 and not reading.done()
    goes_on.set()
    assert (await reading).number == 202


async def test_whoever_waits_for_a_short_game_does_not_wait_for_a_long_one(forgotten):
    room, long, short, _ = forgotten
    came = []

    async def read(name):
        came.append((await room.desk.get(name)).id)

    await asyncio.gather(read(long), read(short))
    assert came == [short, long]
