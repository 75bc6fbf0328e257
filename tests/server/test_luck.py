"""Luck that people bring to the draws: pledged before any is shown, shown when everybody has pledged, kept by each."""

import asyncio
import json

import pytest

import tablier
from server.support.halls import Clock, open_hall, open_halls
from server.support.played import Played, ada, bob, refused
from server.support.servers import until_it_is
from server.test_draws import change, javascript
from tablier.client import Client, Refusal
from tablier.keepsakes import Keepsakes
from tablier.server.tables import commands, draws, rematch, verification
from tablier.server.tables.events import Wish
from tablier.server.tables.table import BRINGING, OPEN, PLAYING

ONE, OTHER = "1" * 32, "2" * 32


def waiting(*luck: str, **more) -> Played:
    """A table where Ada sits, who brings luck, and Bob has just sat down, who brings some too."""
    table = Played("on_top", (None, None), **more)
    return table.happen(commands.sit(table.table, ada, 0, True)).happen(commands.sit(table.table, bob, 1, True))


def pledge(table: Played, luck: str) -> str:
    return draws.pledge(table.table.commitment, luck)


def pledged(**more) -> Played:
    table = waiting(**more)
    return table.pledge(ada, pledge(table, ONE)).pledge(bob, pledge(table, OTHER))


def late(table: Played) -> Played:
    table.now = table.table.since + BRINGING + 1
    return table.happen(commands.flag(table.table, table.spent))


# ----- At a table


def test_luck_is_pledged_by_all_then_shown_by_all_and_then_the_game_begins():
    table = waiting()
    for who, luck in ((ada, ONE), (bob, OTHER)):
        assert table.table.status == OPEN
        table.pledge(who, pledge(table, luck))
    assert table.table.pledges == [pledge(table, ONE), pledge(table, OTHER)]
    assert table.table.luck == ["", ""] and table.reveal(ada, ONE).table.status == OPEN
    assert table.reveal(bob, OTHER).table.status == PLAYING and table.table.luck == [ONE, OTHER]


def test_no_luck_is_shown_before_everybody_has_pledged_theirs():
    table = waiting()
    table.pledge(ada, pledge(table, ONE))
    with refused("refused.luck_early"):
        table.reveal(ada, ONE)


def test_no_luck_is_shown_while_a_seat_is_free():
    table = Played("on_top", (None, None))
    table.happen(commands.sit(table.table, ada, 0, True)).pledge(ada, pledge(table, ONE))
    with refused("refused.luck_early"):
        table.reveal(ada, ONE)


def test_only_luck_that_was_pledged_is_shown():
    with refused("refused.luck"):
        pledged().reveal(ada, OTHER)


def test_a_pledge_stays_what_it_is():
    table = pledged()
    assert table.pledge(ada, pledge(table, ONE)).table.number == pledged().table.number
    with refused("refused.pledge"):
        table.pledge(ada, pledge(table, OTHER))


def test_nobody_leaves_and_comes_back_with_other_luck_once_luck_is_shown():
    table = pledged().reveal(ada, ONE)
    with refused("refused.bringing"):
        table.leave(bob, 1)


def test_one_luck_is_good_for_all_seats_of_a_person():
    table = Played("on_top", (None, None))
    table.happen(commands.sit(table.table, ada, 0, True)).pledge(ada, pledge(table, ONE))
    table.happen(commands.sit(table.table, ada, 1, True)).pledge(ada, pledge(table, ONE)).reveal(ada, ONE)
    assert table.table.luck == [ONE, ONE] and table.table.status == PLAYING


def test_whoever_takes_too_long_to_pledge_brings_none_and_the_others_luck_still_counts():
    table = waiting()
    late(table.pledge(bob, pledge(table, OTHER)))
    assert table.table.status == OPEN and table.table.pledges == [None, pledge(table, OTHER)]
    assert table.reveal(bob, OTHER).table.status == PLAYING and table.table.luck == ["", OTHER]


def test_whoever_takes_too_long_to_show_has_withheld_it_and_the_record_says_so():
    table = late(pledged().reveal(ada, ONE))
    assert table.table.status == PLAYING and table.table.luck == [ONE, ""]
    with refused("refused.luck_late"):
        table.reveal(bob, OTHER)
    record = table.resign(ada, 0).table.record(["A", "B"]).line
    found = verification.check(record)
    assert verification.fair(found) and "verify.withheld" in [one.what.key for one in found]


def test_nobody_is_late_before_time():
    table = pledged()
    table.now = table.table.since + BRINGING
    assert table.happen(commands.flag(table.table, table.spent)).table.status == OPEN


def test_nobody_waits_for_those_who_bring_none():
    table = Played("on_top", ("ada", None))
    assert table.happen(commands.sit(table.table, bob, 1, False)).table.pledges == [None, None]
    assert table.table.status == PLAYING


def test_a_rematch_waits_for_the_luck_of_both():
    over = Played().resign(bob, 1).table
    seats = rematch.meet_again(over, ada, luck=True).wish.seats
    assert {"person": "ada", "pledge": ""} in seats and {"kept": "bob"} in seats


def finished(**more) -> dict:
    table = pledged(**more).reveal(ada, ONE).reveal(bob, OTHER)
    seat = table.table.seats_of(ada)[0]
    return json.loads(table.resign(ada, seat).table.record(["A", "B"]).line)


@pytest.mark.parametrize("begins", ["lot", "seated"])
def test_a_record_with_luck_checks(begins):
    record = finished(begins=begins)
    assert verification.fair(verification.check(json.dumps(record)))
    [found] = javascript("async (records) => Promise.all(records.map((record) => draws.check(record)))", [record])
    assert [one["what"] for one in found if one["what"] == "pledge"] == ["pledge"] * 2
    assert all(one["holds"] for one in found)


SPOILT = [
    lambda record: change(record, pledges=record["draws"]["pledges"][::-1]),
    lambda record: change(record, pledges=[None, None]),
    lambda record: change(record, pledges=record["draws"]["pledges"][:1]),
    lambda record: change(record, luck=[ONE, ONE]),
    lambda record: change(record, luck=[ONE, ""]),
    lambda record: change(record, table="0" * 32),
    lambda record: change(record, choices={"teams": False}),
    lambda record: record | {"game": "quantik"},
]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_luck_that_was_not_pledged_is_found(spoilt):
    try:
        found = verification.check(json.dumps(spoilt(finished())))
    except tablier.TablierError:  # it is not even a game
        found = []
    assert not verification.fair(found)
    program = "async (record) => draws.check(record)"
    assert not all(one["holds"] for one in javascript(program, spoilt(finished())))


# ----- What was seen


def keepsakes(record: dict, **changes) -> Keepsakes:
    kept = Keepsakes()
    kept.see("f" * 32, record["draws"]["commitment"]).luck = ONE
    kept.show("f" * 32, record["draws"]["pledges"])
    for name, value in changes.items():
        setattr(kept["f" * 32], name, value)
    return kept


def test_a_record_agrees_with_what_was_seen_before():
    record = finished()
    found = keepsakes(record).compare("f" * 32, json.dumps(record))
    assert [(one.holds, one.what.key) for one in found] == [
        (True, "verify.seen"),
        (True, "verify.given"),
        (True, "verify.others"),
    ]
    assert keepsakes(record).compare("e" * 32, json.dumps(record)) == []


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"commitment": "0" * 64}, "seen"),
        ({"luck": "3" * 32}, "given"),
        ({"pledges": ["0" * 64, "1" * 64]}, "others"),
    ],
)
def test_a_record_made_afterwards_is_found_out(change, wrong):
    record = finished()
    found = keepsakes(record, **change).compare("f" * 32, json.dumps(record))
    assert [one.what.key for one in found if not one.holds] == [f"verify.{wrong}"]
    kept = {"at": "", "commitment": record["draws"]["commitment"], "luck": ONE, "pledges": record["draws"]["pledges"]}
    found = javascript("async ([record, kept]) => draws.check(record, kept)", [record, kept | change])
    assert [one["what"] for one in found if not one["holds"]] == [wrong]


def test_what_was_seen_can_be_kept_in_a_file(tmp_path):
    path = tmp_path / "luck.jsonl"
    kept = Keepsakes(path)
    luck = kept.see("f" * 32, "c" * 64).luck
    kept.show("f" * 32, [None, "p"])
    again = Keepsakes(path)
    assert again.see("f" * 32, "d" * 64).luck == luck and again["f" * 32] == kept["f" * 32]


# ----- At a server


@pytest.mark.anyio
async def test_setting_a_table_takes_no_luck_and_is_answered_by_the_commitment(server):
    async with server.clients("Ada") as (one,):
        wish = {"game": "quantik", "seats": [{"who": "me"}, {"who": "here"}], "key": "k"}
        made = await one.ask("POST", "/api/tables", wish)
        assert made == await one.ask("POST", "/api/tables", wish)
        assert made["commitment"] == server.table(made["table"]).commitment
        with pytest.raises(Refusal):
            await one.ask("POST", "/api/tables", wish | {"luck": ONE})


@pytest.mark.anyio
@pytest.mark.parametrize("seats", [["me", 1], ["me", "here"], ["me", "open"]])
async def test_a_client_brings_luck_by_itself_and_checks_what_came_of_it(server, seats, tmp_path):
    async with Client(server.url, "Ada", keep=tmp_path / "kept") as one, Client(server.url, "Bob") as other:
        table = await one.create("kabaleo", seats, begins="lot")
        if "open" in seats:
            assert server.table(table).status == OPEN
            await other.sit(table, 1)
        found = server.table(table)
        assert found.status == PLAYING and one.keepsakes[table].luck in found.luck
        await one.resign(table, found.seats_of(await somebody(server, found.host))[0])
        for client in (one, other) if "open" in seats else (one,):
            checked = await client.check(table)
            assert verification.fair(checked)
            assert {"verify.seen", "verify.given", "verify.others"} <= {check.what.key for check in checked}
        one.keepsakes[table].commitment = "0" * 64
        assert not verification.fair(await one.check(table))


async def somebody(server, person: str):
    return commands.Who(person, "", None, frozenset([person]))


@pytest.mark.anyio
async def test_a_rematch_has_luck_of_both(server):
    async with server.clients("Ada", "Bob") as (one, other):
        table = await one.create("quantik", ["me", "open"])
        await other.sit(table, 1)
        await one.resign(table, 0)
        again = await one.rematch(table)
        assert await other.rematch(table) == again
        found = server.table(again)
        assert found.status == PLAYING
        assert sorted(found.luck) == sorted(client.keepsakes[again].luck for client in (one, other))


@pytest.mark.anyio
async def test_the_game_begins_without_those_who_are_gone_also_after_a_restart(database):
    clock = Clock()
    wish = {"game": "quantik", "choices": {}, "clock": {"kind": "none"}, "listed": False, "rated": False, "host": "ada"}
    wish["seats"] = [{"person": "ada", "pledge": ""}, {"person": "bob", "pledge": ""}]
    async with open_hall(database, clock) as hall:
        table = (await hall.tables.create(Wish.model_validate(wish))).id
        await hall.tables.act(table, lambda table, now, spent: commands.pledge(table, ada, "0" * 64))
    async with open_halls(database, clock) as halls:
        for status in (OPEN, PLAYING):
            for _ in range(3):  # a step of more than that would be time in which no server worked
                clock.now += 2000
                await asyncio.gather(*(hall.cluster.beat() for hall in halls))

            async def stands(status=status) -> bool:
                found = await halls[0].tables.get(table)
                return ([seat.pledge for seat in found.seats], found.status) == (["0" * 64, None], status)

            await until_it_is(stands)
