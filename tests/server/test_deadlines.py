"""Clocks run by the database: no table has to be in memory to lose on time, and none stays there for its clock."""

import pytest
import sqlalchemy as sa

from server.support.halls import Clock, Quick, events, open_hall, open_halls, plays, setting
from server.support.played import ada
from server.support.servers import until, until_it_is
from tablier.server.storage import cluster, migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import TABLES
from tablier.server.tables import memory
from tablier.server.tables.clocks import DAY

pytestmark = pytest.mark.anyio

DAYS = {"kind": "days", "days": 1}
MINUTE = {"kind": "game", "seconds": 60}


@pytest.fixture
def idle(monkeypatch):
    """Nobody has needed any table for a while."""
    monkeypatch.setattr(memory, "IDLE", -1.0)


@pytest.fixture
def steady(monkeypatch):
    """Servers are there all the time, however long it is."""
    monkeypatch.setattr(cluster, "ALIVE", 10**15)


async def how_many(hall, *which) -> int:
    count = sa.select(sa.func.count()).select_from(TABLES).where(*which)
    return await hall.store.read(lambda db: db.execute(count).scalar_one())


async def due_of(hall, table) -> int | None:
    return await hall.store.read(
        lambda db: db.execute(sa.select(TABLES.c.due).where(TABLES.c.id == table)).scalar_one()
    )


async def test_a_table_with_days_for_a_move_leaves_memory_and_its_flag_falls_all_the_same(database, idle, steady):
    clock = Clock()
    async with open_hall(database, clock) as hall:
        for _ in range(200):
            await hall.tables.create(setting(clock=DAYS))
        hall.memory.tidy()
        assert len(hall.memory) == 0
        clock.now += DAY
        await hall.flagfall.look()
        assert await how_many(hall, TABLES.c.status == "playing") == 200, "to the last millisecond"
        clock.now += 1
        over = TABLES.c.status == "over"
        await until_it_is(lambda: _is(how_many(hall, over), 200))
        hall.memory.tidy()
        assert len(hall.memory) == 0 and await how_many(hall, TABLES.c.due.is_not(None)) == 0


async def _is(number, expected) -> bool:
    return await number == expected


async def test_a_restart_takes_up_opponents_on_turn_and_no_clocks(database):
    engines = Quick(failing=10**6)
    async with open_hall(database, engines=engines) as hall:
        thinks = (await hall.tables.create(setting(("tablier:1", "ada"), clock=MINUTE))).id
        for _ in range(5):
            await hall.tables.create(setting(clock=MINUTE))
    async with open_hall(database, engines=engines) as hall:
        await until(lambda: len(hall.memory))
        await hall.memory.adopt()
        assert [table.id for table in hall.memory.tables()] == [thinks]


async def test_of_several_servers_one_lets_a_flag_fall(database, idle, steady):
    clock = Clock()
    async with open_halls(database, clock) as halls:
        tables = [(await halls[0].tables.create(setting(clock=MINUTE))).id for _ in range(10)]
        halls[0].memory.tidy()
        clock.now += 60_001
        for hall in halls:
            await hall.flagfall.look()
        await until_it_is(lambda: _is(how_many(halls[0], TABLES.c.status == "over"), 10))
        assert sum(len(hall.memory) for hall in halls) == 10, "only one of them has read each table"
        for table in tables:
            assert [event.kind for event in await events(halls[0], table)] == ["created", "started", "ended"]


async def test_whichever_server_is_there_lets_a_flag_fall(new_database, idle, steady):
    clock, database = Clock(), new_database("postgresql")
    async with open_hall(database, clock) as last:
        async with open_hall(database, clock) as first:
            table = (await first.tables.create(setting(clock=MINUTE))).id
        clock.now += 60_001
        await until_it_is(lambda: _is(how_many(last, TABLES.c.status == "over"), 1))
        assert (await last.tables.get(table)).outcome.reason == "time"


async def test_what_a_server_began_to_look_at_and_left_is_looked_at_again(database, idle, steady):
    clock = Clock()
    async with open_hall(database, clock) as hall:
        table = (await hall.tables.create(setting(clock=MINUTE))).id
        clock.now += 60_001
        due = await due_of(hall, table)
        assert await hall.ledger.put_off(table, due, clock.now + 5_000)  # and then it was killed
        assert not await hall.ledger.put_off(table, due, clock.now + 5_000), "nobody else begins meanwhile"
        await hall.flagfall.look()
        clock.now += 5_001
        await until_it_is(lambda: _is(how_many(hall, TABLES.c.status == "over"), 1))


async def test_after_an_outage_a_table_is_looked_at_once_and_then_when_its_time_is_over(database, idle):
    clock = Clock()
    async with open_hall(database, clock) as hall:
        table = (await hall.tables.create(setting(clock=MINUTE))).id
    clock.now += 3_600_000
    async with open_hall(database, clock) as hall:
        await until_it_is(lambda: _is_put_right(hall, table, clock.now + 60_000 - 1))
        assert (await hall.tables.get(table)).status == "playing"
        hall.memory.tidy()
        await hall.flagfall.look()
        assert len(hall.memory) == 0


async def _is_put_right(hall, table, moment) -> bool:
    return abs(await due_of(hall, table) - moment) < 10


async def test_a_table_that_cannot_be_read_keeps_no_other_from_losing_on_time(database, idle, steady):
    clock = Clock()
    async with open_hall(database, clock) as hall:
        tables = [(await hall.tables.create(setting(clock=MINUTE))).id for _ in range(3)]
        spoil = sa.text('DELETE FROM events WHERE "table" = :table')
        await hall.store.write(lambda db: db.execute(spoil, {"table": tables[0]}))
        hall.memory.tidy()
        clock.now += 60_001
        await until_it_is(lambda: _is(how_many(hall, TABLES.c.status == "over"), 2))


async def test_a_move_is_known_by_when_its_answer_is_due(database):
    clock = Clock()
    async with open_hall(database, clock) as hall:
        table = (await hall.tables.create(setting(clock=MINUTE))).id
        assert await due_of(hall, table) == clock.now + 60_001
        clock.now += 2_000
        await hall.tables.act(table, plays(ada, 0, "S-a1"))
        assert await due_of(hall, table) == clock.now + 60_001
        free = (await hall.tables.create(setting())).id
        assert await due_of(hall, free) is None


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_clocks_that_ran_before_the_database_knew_of_them_run_on(kind, blank_database):
    database, clock = blank_database(kind), Clock()
    migration.upgrade(database, "0001")
    old = store(database)
    row = {
        "id": "f" * 32, "game": "quantik", "status": "playing", "listed": False, "rated": False, "host": "ada",
        "created": 1, "changed": 7, "number": 2, "timed": True, "thinks": False, "digest": "{}", "seed": "",
    }  # fmt: skip
    named = ", ".join(row)
    with old.engine.begin() as db:
        db.execute(sa.text(f"INSERT INTO tables ({named}) VALUES ({', '.join(f':{name}' for name in row)})"), row)
    old.close()
    migration.upgrade(database)
    async with open_hall(database, clock) as hall:
        assert await hall.ledger.due(clock.now) == {"f" * 32: 7}
