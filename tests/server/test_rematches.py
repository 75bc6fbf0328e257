"""Rematches and matches: who meets whom again, who begins, and what a lot does to the seats."""

import pytest

import tablier
from server.support.played import SEED, Played, ada, bob, cy, dee, refused
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Created, Ended
from tablier.server.tables.rematch import meet_again
from tablier.server.tables.table import OPEN, PLAYING, Table


def rematch(table: Table, by) -> Played:
    name, wish = meet_again(table, by)
    again = Played()
    again.entries, again.table = [], Table(name, SEED)
    return again.happen(happens(Created(**wish.as_json(), commitment="c")))


def test_seats_are_swapped_and_kept_for_those_who_played():
    again = rematch(Played().resign(bob, 1).table, ada)
    assert again.table.seats[1].person == "ada" and again.table.seats[0].kept == "bob"
    with refused("refused.kept"):
        again.sit(cy, 0, "")
    assert again.sit(bob, 0, "").table.status == PLAYING


def test_opponents_come_along_at_once():
    again = rematch(Played(seats=("ada", "tablier:2")).resign(ada, 0).table, ada)
    assert again.table.seats[0].level == "tablier:2" and again.table.status == PLAYING


def test_with_three_everybody_moves_up_and_the_replaced_are_invited():
    table = Played("kabaleo", ("ada", "bob", "cy")).resign(bob, 1).play_out().table
    assert [seat.kept or seat.person for seat in rematch(table, ada).table.seats] == ["bob", "cy", "ada"]


@pytest.mark.parametrize(("loser", "seat"), [(ada, 0), (bob, 1)])
def test_in_rangees_the_loser_begins_the_rematch(loser, seat):  # ruling 6
    again = rematch(Played("rangees").resign(loser, seat).table, ada).table
    assert (again.seats[0].person or again.seats[0].kept) == loser.person and again.begins == "seated"


def test_a_rematch_after_a_draw_in_rangees_is_begun_by_lot():
    table = Played("rangees").happen(happens(Ended(ranks=[1, 1], points=[30, 30], reason="all placed"))).table
    again = rematch(table, ada).table
    assert again.begins == "lot" and [seat.person or seat.kept for seat in again.seats] == ["ada", "bob"]


def test_the_second_game_of_a_match_in_rangees_is_begun_by_the_other_player_whoever_lost():
    for loser, seat in ((ada, 0), (bob, 1)):
        first = Played("rangees", match={"id": "m", "game": 1}).resign(loser, seat).table
        assert [place.person or place.kept for place in rematch(first, ada).table.seats] == ["bob", "ada"]


def test_a_lot_turns_the_seats_when_the_game_begins():
    waiting = Played("kabaleo", ("ada", "tablier:2", "cy", None), clock={"kind": "move", "seconds": 9}, begins="lot")
    assert waiting.table.status == OPEN and waiting.table.first is None and waiting.table.people() == ["ada", "cy"]
    table = waiting.sit(dee, 3, "5").table
    places = ["ada", "tablier:2", "cy", "dee"]
    assert [seat.person or seat.level for seat in table.seats] == places[table.first :] + places[: table.first]
    assert table.first and table.seats_of(ada) == [4 - table.first]


def test_whoever_asks_the_table_is_the_same():
    over = Played().resign(bob, 1).table
    assert meet_again(over, ada).name == meet_again(over, bob).name


def test_only_players_ask_and_only_at_the_end():
    with refused("refused.stranger"):
        meet_again(Played().resign(bob, 1).table, dee)
    with refused("refused.not_over"):
        meet_again(Played().table, ada)


def test_a_match_of_two_in_rangees_is_played_on_the_same_built_board():
    first = Played("rangees", match={"id": "m", "game": 1}).play_out().table
    second = rematch(first, ada).sit(bob, 0, "").table
    assert second.match == {"id": "m", "game": 2}
    assert second.earlier == [first.outcome.points[1], first.outcome.points[0]]
    expected = tablier.game("rangees").again(first.position)
    assert second.position.setup == expected.setup and second.position == expected


def test_after_a_match_comes_a_new_match():
    first = Played(match={"id": "m", "game": 2}).resign(bob, 1).table
    again = rematch(first, ada).table
    assert again.match == {"id": again.id, "game": 1} and again.earlier is None
