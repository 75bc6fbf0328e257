"""Events as databases of years ago hold them: read for good, and written in the same bytes."""

import json
import re
from itertools import groupby
from pathlib import Path

import pytest

from server.support.halls import open_hall, setting
from server.support.played import SEED
from tablier.server.storage import migration
from tablier.server.storage.schema import EVENTS, TABLES
from tablier.server.storage.store import as_json
from tablier.server.tables.events import KINDS, Row
from tablier.server.tables.table import BROKEN, OPEN, OVER, PLAYING, Table

LINES = [line.split(" ", 2) for line in Path(__file__).with_name("stored_events.txt").read_text("utf-8").splitlines()]
"""Which table, which kind of event, and its data, byte for byte as they were stored."""
STORED = {name: [(kind, text) for _, kind, text in lines] for name, lines in groupby(LINES, lambda line: line[0])}


def table(name: str) -> Table:
    replayed = Table(name, SEED)
    for at, (kind, text) in enumerate(STORED[name]):
        replayed.apply(Row(kind, json.loads(text), at).entry())
    return replayed


def test_there_is_a_stored_event_of_every_kind():
    assert {kind for _, kind, _ in LINES} == set(KINDS)


def test_the_page_about_tables_lists_every_kind():
    page = Path(__file__).parents[2].joinpath("docs", "tables.md").read_text("utf-8")
    listed = re.findall(r"`(\w+)`", page.partition("| events | |")[2].partition("\n\n")[0])
    assert sorted(listed) == sorted(KINDS)


@pytest.mark.parametrize(("kind", "text"), [line[1:] for line in LINES])
def test_an_event_is_written_as_it_was_read(kind, text):
    assert as_json(Row(kind, json.loads(text), 1).entry().event.as_json()) == text


def test_tables_of_old_still_stand():
    kabaleo, on_top, quantik, again, match, end, lot, luck = map(table, STORED)
    assert kabaleo.status == BROKEN and kabaleo.trouble == "KeyError" and not kabaleo.talk and kabaleo.asked is None
    assert [move.text for move in kabaleo.position.history] == ["~O", "~R", "~G", "B-a1", "B-a1"]
    assert kabaleo.left == [598_500, None, 600_000] and kabaleo.taken == [(4, 1, "tablier:3")]
    assert kabaleo.seats[1].kept == "bob" and kabaleo.seats[1].luck == "b2" and all(kabaleo.promises)
    assert on_top.status == PLAYING and on_top.promises == [None] * 3 and on_top.seats[1].level == "tablier:2"
    assert quantik.outcome.reason == "resigned" and quantik.outcome.seat == 1 and quantik.again
    assert again.status == OVER and again.outcome is None and again.match is None
    assert end.outcome.as_json() == end.position.outcome.as_json()
    assert [old.first for old in (kabaleo, on_top, quantik, end)] == [None] * 4 and match.begins == "seated"
    assert lot.first == 1 and lot.people() == ["bob", "ada"] and lot.luck == ["a1", "b2"] and lot.turn == 1
    assert [old.version for old in (kabaleo, on_top, quantik, again, match, end, lot)] == [1] * 7 and luck.version == 2
    assert luck.status == PLAYING and luck.luck == ["1" * 32, "", ""]
    assert [pledge is not None for pledge in luck.pledges] == [True, True, False]
    assert match.status == OPEN and match.match["game"] == 2 and match.earlier and "setup" in match.choices


@pytest.mark.anyio
async def test_a_database_of_old_is_read(database):
    migration.upgrade(database)
    async with open_hall(database) as hall:
        about = {"game": "x", "status": "x", "listed": False, "rated": False, "host": "ada", "created": 1, "changed": 1}
        for name, rows in STORED.items():
            await hall.store.write(
                lambda db, name=name, rows=rows: (
                    db.execute(
                        TABLES.insert().values(id=name, seed=SEED, number=len(rows), thinks=False, digest={}, **about)
                    ),
                    db.execute(
                        EVENTS.insert(),
                        [
                            {"table": name, "number": number, "at": number - 1, "kind": kind, "data": json.loads(text)}
                            for number, (kind, text) in enumerate(rows, 1)
                        ],
                    ),
                )
            )
        for name, rows in STORED.items():
            found, expected = await hall.tables.get(name), table(name)
            assert found.number == len(rows) and vars(found) | {"_views": 0} == vars(expected) | {"_views": 0}


@pytest.mark.anyio
@pytest.mark.parametrize(
    "change",
    [
        {"kind": "danced", "data": {}},
        {"kind": "said", "data": {"person": "ada"}},
        {"kind": "said", "data": {"person": "ada", "text": "x", "colour": "red"}},
        {"kind": "sat", "data": {"seat": "the first", "person": "ada"}},
        {"kind": "moved", "data": []},
    ],
)
async def test_a_table_with_an_event_that_is_none_is_set_aside_as_far_as_it_came(new_database, change):
    database = new_database("sqlite")
    migration.upgrade(database)
    async with open_hall(database) as hall:
        name = (await hall.tables.create(setting())).id
        changed = EVENTS.update().where(EVENTS.c.table == name, EVENTS.c.number == 2).values(**change)
        await hall.store.write(lambda db: db.execute(changed))
    async with open_hall(database) as hall:
        found = await hall.tables.get(name)
        assert found.status == BROKEN and found.trouble and found.number == 2 and found.game == "quantik"
