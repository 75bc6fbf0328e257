"""What a database must do, whichever it is: every test runs on SQLite and on PostgreSQL."""

import asyncio
import json

import pytest
import sqlalchemy as sa

from server.support.played import Played, ada, bob, refused, who
from tablier.server.engines.pool import Engines
from tablier.server.errors import Conflict
from tablier.server.hall import Hall
from tablier.server.people import accounts, sessions
from tablier.server.storage import ledger, migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import EVENTS, PEOPLE, TABLES, THOUGHTS
from tablier.server.tables import commands
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Entry, Moved, Row, Said, Wish
from tablier.server.tables.table import OVER, Table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def kept(database):
    """A store on an empty database that is up to date."""
    migration.upgrade(database)
    opened = store(database)
    yield opened
    opened.close()


@pytest.fixture
async def hall(kept):
    opened = Hall(kept, Engines(1))
    await opened.open()
    yield opened
    await opened.close()


def wish(seats=("ada", "bob"), **changes) -> Wish:
    places = [{"level": seat} if seat and ":" in seat else {"person": seat} for seat in seats]
    usual = {"game": "quantik", "choices": {}, "seats": places, "clock": {"kind": "none"}, "listed": True}
    return Wish.model_validate(usual | {"rated": False, "host": "ada"} | changes)


def plays(by, seat: int, move: str):
    return lambda table, now, spent: commands.play(table, by, seat, move, spent)


async def stored(kept, table: str) -> list[Row]:
    return (await kept.read(lambda db: ledger.load(db, table)))[1]


# ----- Tables and their events


async def test_a_table_is_stored_when_it_is_made(hall, kept):
    table = await hall.tables.create(wish())
    assert [event.kind for event in await stored(kept, table.id)] == ["created", "started"]


async def test_a_move_is_stored_when_it_is_acknowledged(hall, kept):
    table = await hall.tables.create(wish())
    number = await hall.tables.act(table.id, plays(ada, 0, "S-b2"))
    events = await stored(kept, table.id)
    assert number == len(events) == 3
    assert events[-1].data == {"seat": 0, "move": "S-b2", "left": None}


async def test_what_is_refused_leaves_no_trace(hall, kept):
    table = await hall.tables.create(wish())
    with refused("refused.turn"):
        await hall.tables.act(table.id, plays(bob, 1, "S-b2"))
    assert len(await stored(kept, table.id)) == 2 and (await hall.tables.get(table.id)).number == 2


async def test_numbers_have_no_gaps_and_no_doubles(hall, kept):
    table = await hall.tables.create(wish(("ada", "ada")))
    for _ in range(5):
        now = await hall.tables.get(table.id)
        await hall.tables.act(table.id, plays(ada, now.turn, now.position.moves[0].text))
    numbers = await kept.read(
        lambda db: list(db.execute(sa.select(EVENTS.c.number).order_by(EVENTS.c.number)).scalars())
    )
    assert numbers == list(range(1, len(numbers) + 1))


async def test_of_two_who_write_the_same_number_one_is_told(hall, kept):
    table = await hall.tables.create(wish())
    one, other = (Entry(Moved(seat=0, move=move, left=None), 1) for move in ("S-b2", "S-c3"))
    await kept.write(lambda db: ledger.append(db, kept, table.after([one]), [one]))
    with pytest.raises(Conflict):
        await kept.write(lambda db: ledger.append(db, kept, table.after([other]), [other]))
    assert len(await stored(kept, table.id)) == 3


async def test_a_server_that_was_overtaken_catches_up_and_decides_again(hall, kept):
    table = await hall.tables.create(wish())
    entry = Entry(Moved(seat=0, move="S-b2", left=None), 1)
    await kept.write(lambda db: ledger.append(db, kept, table.after([entry]), [entry]))
    with refused("refused.turn"):
        await hall.tables.act(table.id, plays(ada, 0, "S-c3"))
    assert await hall.tables.act(table.id, plays(bob, 1, "Y-c3")) == 4
    assert [move.text for move in (await hall.tables.get(table.id)).position.history] == ["S-b2", "Y-c3"]


async def test_nobody_is_refused_because_a_server_had_not_heard(hall, kept):
    if not kept.shared:
        pytest.skip("SQLite has one server")
    other = Hall(kept, Engines(1))
    table = await hall.tables.create(wish())
    await other.tables.get(table.id)
    await hall.tables.act(table.id, plays(ada, 0, "S-b2"))
    assert await other.tables.act(table.id, plays(bob, 1, "Y-c3")) == 4


async def test_a_message_sent_again_counts_once(hall, kept):
    table = await hall.tables.create(wish())
    first = await hall.tables.act(table.id, plays(ada, 0, "S-b2"), "key")
    again = await asyncio.gather(*(hall.tables.act(table.id, plays(ada, 0, "S-b2"), "key") for _ in range(5)))
    assert {first, *again} == {3} and len(await stored(kept, table.id)) == 3


async def test_also_by_another_server(hall, kept):
    table = await hall.tables.create(wish())
    await hall.tables.act(table.id, plays(ada, 0, "S-b2"), "key")
    other = Hall(kept, Engines(1))
    assert await other.tables.act(table.id, plays(ada, 0, "S-b2"), "key") == 3


async def test_the_same_key_at_another_table_is_another_message(hall):
    for _ in range(2):
        table = await hall.tables.create(wish())
        assert await hall.tables.act(table.id, plays(ada, 0, "S-b2"), "key") == 3


async def test_a_stored_table_is_replayed_as_it_was(hall, kept):
    table = await hall.tables.create(wish(("ada", "bob", "cy"), game="kabaleo", clock={"kind": "move", "seconds": 600}))
    for _ in range(7):
        now = await hall.tables.get(table.id)
        seat = who(now.seats[now.turn].person)
        await hall.tables.act(table.id, plays(seat, now.turn, now.position.moves[0].text), f"key{now.number}")
    await hall.tables.act(table.id, lambda t, now, spent: commands.resign(t, bob, 1))
    before = await hall.tables.get(table.id)
    after = await Hall(kept, Engines(1)).tables.get(table.id)
    assert after.position == before.position and after.position.history == before.position.history
    unlike = {name for name in vars(before) if getattr(before, name) != getattr(after, name)}
    assert unlike <= {"position", "_views"} and after.keys == before.keys


async def test_whatever_json_can_hold_comes_back(hall, kept):
    table = await hall.tables.create(wish())
    text = "é ✓ 🙂 \\ \" ' % {} \u2028 \x01 ~?"
    await hall.tables.act(table.id, lambda t, now, spent: happens(Said(person="ada", text=text)))
    assert (await Hall(kept, Engines(1)).tables.get(table.id)).talk[0]["text"] == text


async def test_there_is_no_such_table(hall):
    with refused("table.unknown"):
        await hall.tables.get("0" * 32)


async def test_work_that_fails_is_undone_as_a_whole_and_alone(kept):
    played = Played(seats=("ada", None))
    table = played.table

    def fails(db):
        ledger.append(db, kept, table, played.entries)
        raise ZeroDivisionError

    def works(db):
        return accounts.guest(db, "token", "Ada", 1)

    failed, worked = await asyncio.gather(kept.write(fails), kept.write(works), return_exceptions=True)
    assert isinstance(failed, ZeroDivisionError) and worked.name == "Ada"
    assert await kept.read(lambda db: ledger.load(db, table.id)) is None
    assert await kept.read(lambda db: sessions.whoever(db, "token", 1)) is not None


# ----- Lists


async def test_the_lobby_shows_listed_tables_the_open_ones_first(hall, kept):
    playing = (await hall.tables.create(wish())).id
    waiting = (await hall.tables.create(wish(("ada", None)))).id
    await hall.tables.create(wish(("ada", None), listed=False))
    over = (await hall.tables.create(wish())).id
    await hall.tables.act(over, lambda t, now, spent: commands.resign(t, ada, 0))
    assert [row["table"] for row in await kept.read(lambda db: ledger.lobby(db, 0, 1))] == [waiting, playing]


async def test_my_tables_are_those_where_i_sit_or_am_awaited(hall, kept):
    mine = (await hall.tables.create(wish(("bob", "ada")))).id
    await hall.tables.create(wish(("bob", "cy")))
    awaited = wish(seats=("bob", None)).model_copy(update={"seats": [{"person": "bob"}, {"kept": "ada"}]})
    kept_for_me = (await hall.tables.create(awaited)).id
    over = (await hall.tables.create(wish())).id
    await hall.tables.act(over, lambda t, now, spent: commands.resign(t, ada, 0))
    now = await kept.read(lambda db: ledger.of_person(db, ["ada"], False))
    then = await kept.read(lambda db: ledger.of_person(db, ["ada"], True))
    assert {row["table"] for row in now} == {mine, kept_for_me}
    assert [row["table"] for row in then] == [over]
    assert then[0]["ranks"] == [2, 1] and then[0]["reason"] == "resigned"


async def test_a_table_left_is_no_longer_mine(hall, kept):
    table = (await hall.tables.create(wish(("bob", None, None), game="kabaleo"))).id
    await hall.tables.act(table, lambda t, now, spent: commands.sit(t, ada, 1, ""))
    assert len(await kept.read(lambda db: ledger.of_person(db, ["ada"], False))) == 1
    await hall.tables.act(table, lambda t, now, spent: commands.leave(t, ada, 1))
    assert await kept.read(lambda db: ledger.of_person(db, ["ada"], False)) == []


async def test_lists_say_the_same_as_the_events(hall, kept):
    """The digest by which tables are found follows from the events alone."""
    for game, seats in (("kabaleo", 3), ("on_top", 2)):
        table = await hall.tables.create(wish(("ada",) * seats, game=game))
        while (now := await hall.tables.get(table.id)).turn is not None:
            await hall.tables.act(table.id, plays(ada, now.turn, now.position.moves[-1].text))
        row = await kept.read(lambda db, name=table.id: db.execute(TABLES.select().where(TABLES.c.id == name)).one())
        replayed = Table(table.id, row.seed).after([found.entry() for found in await stored(kept, table.id)])
        digest = {"turn": None, "moves": sum(p["seat"] is not None for p in replayed.played)}
        assert row.status == replayed.status == OVER and row.number == replayed.number
        assert digest.items() <= json.loads(json.dumps(row.digest)).items()
        assert row.digest["ranks"] == list(replayed.outcome.ranks)


async def test_any_number_of_tables_and_people_can_be_asked_for(hall, kept):
    """More than a statement of PostgreSQL can hold."""
    table = await hall.tables.create(wish())
    many = [f"{number:032x}" for number in range(70_000)]
    assert await hall.ledger.numbers([*many, table.id]) == {table.id: table.number}
    await kept.write(lambda db: accounts.guest(db, "token", "Ada", 1))
    [person] = await kept.read(lambda db: db.execute(sa.select(PEOPLE.c.id)).scalars().all())
    assert await kept.read(lambda db: accounts.names(db, [*many, person])) == {person: "Ada"}


async def test_nothing_is_left_of_thoughts_when_a_game_is_over(hall, kept):
    table = await hall.tables.create(wish(("ada", "tablier:1")))
    other = await hall.tables.create(wish())
    rows = [{"table": name, "server": "x", "until": 1} for name in (table.id, other.id)]
    await kept.write(lambda db: db.execute(THOUGHTS.insert(), rows))
    await hall.tables.act(table.id, lambda table, now, spent: commands.resign(table, ada, 0))
    assert await kept.read(lambda db: db.execute(sa.select(THOUGHTS.c.table)).scalars().all()) == [other.id]


async def test_a_work_that_fails_fails_alone_whatever_is_wrong_with_it(kept):
    """Though many are written together, and it fails as if the database itself did."""

    def guest(number):
        return lambda db: accounts.guest(db, f"token{number}", f"Guest {number}", 1).name

    def wrong(db):
        db.execute(sa.text("INSERT INTO nowhere VALUES (1)"))

    works = [guest(0), wrong, guest(1), wrong, guest(2)]
    came = await asyncio.gather(*map(kept.write, works), return_exceptions=True)
    assert [type(one).__name__ for one in came] == ["str", "Unwell", "str", "Unwell", "str"]
    assert await kept.read(lambda db: db.execute(sa.select(sa.func.count()).select_from(PEOPLE)).scalar()) == 3
    assert kept.waiting == 0
