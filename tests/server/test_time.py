"""Clocks that are wrong, jump or cannot be read: nobody pays for them."""

import contextlib
import time

import pytest
import sqlalchemy as sa

from server.support.halls import Clock, Quick, open_hall, plays, setting
from server.support.played import ada, bob
from tablier.server import hall as halls
from tablier.server.errors import Unwell
from tablier.server.hall import Hall
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import SERVERS
from tablier.server.tables.clocks import Now

pytestmark = pytest.mark.anyio


async def test_the_wall_clock_jumps(monkeypatch):
    now = Now()
    before = now()
    real = time.time_ns
    for jump in (86_400, -86_400):
        monkeypatch.setattr(time, "time_ns", lambda jump=jump: real() + jump * 10**9)
        assert 0 <= now() - before < 60_000


@pytest.mark.parametrize("jump", [-7 * 86_400_000, 7 * 86_400_000], ids=["back", "forward"])
async def test_the_wall_clock_has_jumped_when_a_server_starts(database, jump):
    migration.upgrade(database)
    clock = Clock(1_800_000_000_000)
    async with open_hall(database, clock) as hall:
        table = (await hall.tables.create(setting(clock={"kind": "game", "seconds": 60}))).id
    clock.now += jump
    for _ in range(2):
        async with open_hall(database, clock) as hall:
            assert (await hall.tables.get(table)).status == "playing"
            clock.now += 1000
            await hall.flagfall.look()
    async with open_hall(database, clock) as hall:
        assert await hall.tables.act(table, plays(ada, 0, "S-a1")) == 3
        left = (await hall.tables.get(table)).left[0]
        assert left is not None and 50_000 < left <= 60_000


class Wrong:
    """A clock of a machine: right but for what is added to it."""

    def __init__(self, ahead: int):
        self.ahead, self.right = ahead, Now()

    def __call__(self) -> int:
        return self.right() + self.ahead


@contextlib.asynccontextmanager
async def machines(database: str, *ahead: int):
    """Halls on machines whose clocks are wrong by so many milliseconds."""
    migration.upgrade(database)
    async with contextlib.AsyncExitStack() as stack:
        made = []
        for number in ahead:
            opened = store(database)
            stack.callback(opened.close)
            made.append(Hall(opened, Quick()))
            made[-1].cluster.time.own = Wrong(number)
            await made[-1].open()
            stack.push_async_callback(made[-1].close)
        yield made


async def test_machines_whose_clocks_disagree_have_one_time(new_database):
    async with machines(new_database("postgresql"), -30_000, 300_000) as (one, other):
        assert abs(one.cluster.now() - other.cluster.now()) < 1000
        table = (await one.tables.create(setting(clock={"kind": "game", "seconds": 60}))).id
        await other.tables.get(table)
        for hall in (one, other, one, other):
            assert not await hall.cluster.beat(), "nobody is taken to be gone"
            await hall.flagfall.look()
        count = sa.select(sa.func.count()).select_from(SERVERS)
        assert await one.store.read(lambda db: db.execute(count).scalar()) == 2
        await other.tables.act(table, plays(ada, 0, "S-a1"))
        left = (await other.tables.get(table)).left[0]
        assert left is not None and 55_000 < left <= 60_000


@pytest.mark.parametrize("jump", [-3_600_000, 3_600_000], ids=["back", "forward"])
async def test_when_the_databases_clock_is_set_nothing_is_decided_until_it_is_sure_again(
    new_database, monkeypatch, jump
):
    monkeypatch.setattr(halls, "BEAT", 3600.0)  # only when told to
    async with machines(new_database("postgresql"), 0) as (hall,):
        time = hall.cluster.time
        asked = time.asked
        timed = (await hall.tables.create(setting(clock={"kind": "game", "seconds": 60}))).id
        free = (await hall.tables.create(setting())).id
        time.asked = lambda db: asked(db) + jump
        await hall.cluster.beat()
        await hall.flagfall.look()
        with pytest.raises(Unwell) as refused:
            await hall.tables.act(timed, plays(ada, 0, "S-a1"))
        assert refused.value.phrase.key == "time.doubt"
        assert await hall.tables.act(free, plays(ada, 0, "S-a1")) == 3
        await hall.cluster.beat()
        assert await hall.tables.act(timed, plays(ada, 0, "S-a1")) == 3
        left = (await hall.tables.get(timed)).left[0]
        assert left is not None and 50_000 < left <= 60_000


async def test_no_time_is_charged_while_the_database_is_away(database):
    migration.upgrade(database)
    clock = Clock()
    async with open_hall(database, clock) as hall:
        table = (await hall.tables.create(setting(clock={"kind": "game", "seconds": 60}))).id
        clock.now += 3_600_000  # and no beat of this server was written
        await hall.flagfall.look()
        assert await hall.tables.act(table, plays(ada, 0, "S-a1")) == 3
        await hall.cluster.beat()
        clock.now += 1000
        assert await hall.tables.act(table, plays(bob, 1, "Q-c3")) == 4
        assert (await hall.tables.get(table)).left == [60_000, 59_000]
