"""What a server has committed to: listed day by day, with what became of it, and without a table's name."""

import hashlib
import json
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from server.support.halls import Clock, open_hall, setting
from server.support.played import SEED, ada, bob
from tablier.client import Refusal
from tablier.server.storage import commitments, migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import TABLES
from tablier.server.tables import commands
from tablier.server.tables.desk import set_aside

pytestmark = pytest.mark.anyio

DAY = 86_400_000
TODAY = datetime.fromtimestamp(20 * DAY / 1000, UTC).date()


async def test_tables_are_listed_with_what_became_of_them(database):
    migration.upgrade(database)
    clock = Clock(20 * DAY)
    async with open_hall(database, clock) as hall:

        async def made(*seats: str | None) -> tuple[str, str]:
            clock.now += 1
            table = await hall.tables.create(setting(seats))
            return table.id, table.commitment

        tables = [await made("ada", None), await made("ada", "bob"), await made("ada", "bob")]
        tables += [await made("ada", None), await made("ada", "bob")]
        await hall.tables.act(tables[2][0], lambda table, now, spent: commands.resign(table, bob, 1))
        await hall.tables.act(tables[3][0], lambda table, now, spent: commands.leave(table, ada, 0))
        await set_aside(hall.tables, tables[4][0], ValueError())
        leaf = await hall.store.read(lambda db: commitments.of_day(db, TODAY))
    became = ["waiting", "playing", "revealed", "never revealed", "never revealed"]
    listed = [(one.commitment, one.at, one.game, one.became) for one in leaf.commitments]
    assert listed == [
        (commitment, 20 * DAY + number, "quantik", end)
        for number, ((_, commitment), end) in enumerate(zip(tables, became, strict=True), 1)
    ]
    assert leaf.next is None and not any(table in str(leaf) for table, _ in tables)


async def test_each_day_has_its_own_and_leaves_follow_each_other(database):
    migration.upgrade(database)
    clock = Clock(20 * DAY - 1)
    async with open_hall(database, clock) as hall:
        await hall.tables.create(setting())
        clock.now = 20 * DAY
        made = sorted([(await hall.tables.create(setting())).commitment for _ in range(5)])  # all at one moment
        clock.now = 21 * DAY
        await hall.tables.create(setting())
        found, after = [], None
        for size in (2, 2, 1):
            leaf = await hall.store.read(lambda db, after=after: commitments.of_day(db, TODAY, after, most=2))
            assert len(leaf.commitments) == size and (leaf.next is None) == (size == 1)
            found += [one.commitment for one in leaf.commitments]
            after = leaf.next
    assert found == made


async def test_a_leaf_is_bounded_and_found_by_an_index(database):
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.connect() as db:
        rows = {"game": "x", "listed": False, "rated": False, "host": "", "changed": 1, "number": 1, "timed": False}
        rows |= {"thinks": False, "digest": {}, "seed": SEED, "status": "open"}
        names = [{"id": f"{n:032}", "created": 20 * DAY + n % 7, "commitment": f"{n:064}"} for n in range(2000)]
        db.execute(TABLES.insert(), [rows | name for name in names])
        assert len(commitments.of_day(db, TODAY).commitments) == commitments.MOST
        if not opened.shared:
            asked = "SELECT commitment FROM tables WHERE created >= 1 AND created < 2 ORDER BY created, commitment"
            plan = str(db.execute(sa.text(f"EXPLAIN QUERY PLAN {asked}")).all())
            assert "tables_by_commitment" in plan and "TEMP B-TREE" not in plan
    opened.close()


async def test_by_http_anybody_may_ask(server):
    async with server.clients("Ada") as (one,):
        table = await one.create("quantik", ["me", 1])
        today = datetime.now(UTC).date().isoformat()
        for path in ("/api/commitments", f"/api/commitments?day={today}"):
            [listed] = (await one.ask("GET", path))["commitments"]
            assert listed["commitment"] == one.keepsakes[table].commitment and listed["became"] == "playing"
        assert (await one.ask("GET", "/api/commitments?day=1999-12-31")) == {"commitments": [], "next": None}
        for wrong in ("day=yesterday", "after=1", f"after={'9' * 16}.{'0' * 64}"):
            with pytest.raises(Refusal):
                await one.ask("GET", f"/api/commitments?{wrong}")
        assert "/api/commitments" in (await one.http.get("/api")).text


async def test_a_table_that_was_closed_before_its_game_began_shows_no_seed(server):
    async with server.clients("Ada") as (one,):
        table = await one.create("quantik", ["me", "open"])
        await one.leave(table, 0)
        assert "seed" not in await one.ask("GET", f"/api/tables/{table}/draws")


async def test_commitments_of_before_are_worked_out(blank_database):
    for kind in ("sqlite", "postgresql"):
        url = blank_database(kind)
        migration.upgrade(url, "0001")
        opened = store(url)
        with opened.engine.begin() as db:
            old = {"game": "x", "host": "", "status": "open", "seed": SEED, "digest": json.dumps({}), "id": "a"}
            columns = old | dict.fromkeys(("created", "changed", "number"), 1)
            columns |= dict.fromkeys(("listed", "rated", "timed", "thinks"), False)
            names, values = ", ".join(columns), ", ".join(f":{name}" for name in columns)
            db.execute(sa.text(f"INSERT INTO tables ({names}) VALUES ({values})"), columns)
        migration.upgrade(url)
        with opened.engine.connect() as db:
            [found] = db.execute(sa.select(TABLES.c.commitment)).scalars()
        opened.close()
        assert found == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
