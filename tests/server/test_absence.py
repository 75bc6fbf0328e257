"""Being away: tables close whose host has gone, and a game is claimed from nobody who has come back."""

import asyncio

import pytest

from server.support.halls import Clock, Quick, deeds_of, open_halls, setting
from server.support.played import Played, bob, refused, who
from server.support.servers import here, until, until_it_is
from tablier.client import Client, Refusal
from tablier.server.hall import Hall
from tablier.server.http.messages import Claim
from tablier.server.people import accounts
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.tables import commands
from tablier.server.tables.clocks import DAY
from tablier.server.tables.commands import HOST_GONE

pytestmark = pytest.mark.anyio


async def pass_by(hall: Hall, clock: Clock, milliseconds: int) -> None:
    """Let time go on while a server works: in one step it would be an outage."""
    end = clock.now + milliseconds
    while clock.now < end:
        clock.now = min(end, clock.now + 4_000)
        await hall.cluster.beat()


# ----- Open tables


def free(listed: bool, rated: bool = False, clock: dict | None = None, kept: str | None = None) -> Played:
    table = Played(seats=("ada", None), rated=rated, clock=clock)
    table.table.listed, table.table.seats[1].kept = listed, kept
    return table


def test_nobody_sits_down_where_the_host_has_been_gone_for_ten_minutes():
    with refused("refused.host"):
        free(listed=True).sit(bob, 1, "", HOST_GONE + 1)
    with refused("refused.host"):
        free(listed=False, rated=True).sit(who("bob", account="bob"), 1, "", HOST_GONE + 1)
    for gone in (None, HOST_GONE):
        assert free(listed=True).sit(bob, 1, "", gone).table.status == "playing"


def test_a_friend_who_has_the_link_or_is_awaited_may_come_late():
    assert free(listed=False).sit(bob, 1, "", DAY).table.status == "playing"
    assert free(listed=True, kept="bob").sit(bob, 1, "", DAY).table.status == "playing"


def test_with_days_for_a_move_the_host_may_be_away_for_days():
    two_days = {"kind": "days", "days": 2}
    assert free(listed=True, clock=two_days).sit(bob, 1, "", 2 * DAY).table.status == "playing"
    with refused("refused.host"):
        free(listed=True, clock=two_days).sit(bob, 1, "", 2 * DAY + 1)


async def test_a_table_is_offered_while_its_host_is_near(database):
    migration.upgrade(database)
    clock = Clock(100 * DAY)
    hall = Hall(store(database), Quick(), clock)
    async with here(database, hall) as server, server.clients("Bob") as (bob,):

        async def offered(*tables: str) -> bool:
            """Are these offered, and no others, wherever tables are listed?"""
            lists = await bob.ask("GET", "/api/tables"), (await bob.ask("GET", "/api/now"))["listed"]
            return all({table["table"] for table in listed} == set(tables) for listed in lists)

        async with Client(server.url, "Ada") as ada:
            await ada.send("ping")
            table = await ada.create("quantik", ["me", "open"], listed=True)
            slow = await ada.create("quantik", ["me", "open"], listed=True, clock={"kind": "days", "days": 1})
            cookies = dict(ada.http.cookies)
        await until(lambda: len(server.connections) == 1)
        clock.now += HOST_GONE  # no server worked
        await hall.cluster.beat()
        await pass_by(hall, clock, HOST_GONE - 20_000)
        assert await offered(table, slow)
        await pass_by(hall, clock, 40_000)
        assert await offered(slow)
        with pytest.raises(Refusal) as refusal:
            await bob.sit(table, 1)
        assert refusal.value.error["text"]["say"] == "refused.host"
        async with Client(server.url, "Ada", cookies=cookies) as ada:
            await ada.send("ping")
            await until_it_is(lambda: offered(table, slow))
            sitting = asyncio.create_task(bob.sit(table, 1))

            async def begun() -> bool:
                await pass_by(hall, clock, 2_000)  # the luck that Ada had brought is waited for, and gone
                return server.table(table).status == "playing"

            await until_it_is(begun)
            await sitting


# ----- Claims


async def test_nobody_loses_who_comes_back_while_the_claim_is_decided(database):
    clock = Clock(100 * DAY)
    async with open_halls(database, clock) as halls:
        one, other = halls[0], halls[-1]
        ada = await one.store.write(lambda db: accounts.guest(db, "1", "Ada", clock.now))
        bob = await one.store.write(lambda db: accounts.guest(db, "2", "Bob", clock.now))
        table = (await one.tables.create(setting((ada.person, bob.person), host=ada.person))).id
        await pass_by(one, clock, commands.ABSENT + commands.PATIENCE + 1_000)
        deeds = deeds_of(one, bob)
        claim = Claim(v=1, id="a", do="claim", table=table, seat=1)
        kept = await one.memory.get(table)
        async with kept.lock:
            claiming = asyncio.create_task(deeds.do(claim))
            await asyncio.sleep(0.2)
            await other.presence.note(ada)
        with refused("refused.patience"):
            await claiming
        assert (await one.tables.get(table)).status == "playing"
        await pass_by(one, clock, commands.ABSENT + commands.PATIENCE + 1_000)
        assert await deeds.do(claim.model_copy(update={"id": "b"}))
        assert (await one.tables.get(table)).outcome.reason == "abandoned"


async def test_nobody_is_absent_who_came_after_they_were_looked_for(database):
    clock = Clock(100 * DAY)
    async with open_halls(database, clock) as [hall, *_]:
        ada = await hall.store.write(lambda db: accounts.guest(db, "Ada", "Ada", clock.now))
        await pass_by(hall, clock, 60_000)
        absence = await hall.presence.look_for(ada.person)
        assert absence.lasted() == 60_000
        hall.presence.came(ada)
        assert absence.lasted() is None
        hall.presence.went(ada)
        clock.now += 1_000
        assert (await hall.presence.look_for(ada.person)).lasted() == 1_000, "this server saw them go"
