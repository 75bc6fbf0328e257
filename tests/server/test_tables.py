"""What may happen at a table, and what may not."""

import json

import pytest

import tablier
from server.support.played import SEED, Played, ada, bob, cy, refused, who
from tablier.core.errors import Illegal
from tablier.server.tables import commands
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Broke, Entry, Moved, Row, Said, Unsaid
from tablier.server.tables.table import BROKEN, OPEN, OVER, PLAYING, Table

# ----- Sitting down


def test_the_game_begins_when_the_last_seat_is_taken():
    table = Played(seats=("ada", None))
    assert table.table.status == OPEN
    table.sit(bob, 1, "")
    assert table.table.status == PLAYING and table.table.turn == 0


def test_a_taken_seat_stays_taken():
    with refused("refused.taken"):
        Played(seats=("ada", None, None), game="kabaleo").sit(bob, 0, "")


def test_sitting_down_twice_on_the_same_seat_changes_nothing():
    table = Played(seats=("ada", None))
    assert table.sit(ada, 0, "").table.number == 1


def test_nobody_sits_down_at_a_game_that_has_begun():
    with refused("refused.begun"):
        Played().sit(cy, 0, "")


@pytest.mark.parametrize("seat", [2, 7])
def test_there_is_no_such_seat(seat):
    with refused("refused.seat"):
        Played(seats=("ada", None)).sit(bob, seat, "")


def test_one_person_may_hold_several_seats():
    table = Played(seats=("ada", None)).sit(ada, 1, "")
    assert table.table.seats_of(ada) == [0, 1]


def test_but_not_in_a_rated_game():
    with refused("table.rated"):
        Played(seats=("ada", None), rated=True).sit(who("ada2", "ada"), 1, "")


def test_one_may_leave_before_the_start():
    table = Played("kabaleo", ("ada", None, None)).sit(bob, 1, "").leave(ada, 0)
    assert table.table.seats[0].free and table.table.status == OPEN


def test_a_table_that_everybody_left_is_closed():
    table = Played(seats=("ada", None)).leave(ada, 0)
    assert table.table.status == OVER and table.table.outcome is None
    with refused("refused.begun"):
        table.sit(bob, 0, "")


def test_one_resigns_rather_than_leaves_once_the_game_has_begun():
    with refused("refused.leave"):
        Played().leave(ada, 0)


def test_nobody_leaves_for_another():
    with refused("refused.not_yours"):
        Played(seats=("ada", None)).leave(bob, 0)


def test_whoever_signs_in_keeps_the_seat_they_took_as_a_guest():
    table = Played()
    table.happen(commands.play(table.table, who("account", "ada"), 0, "S-b2", 0))
    assert table.table.position.ply == 1


# ----- Playing


def test_a_move_is_played_by_whom_it_belongs_to():
    table = Played()
    with refused("refused.not_yours"):
        commands.play(table.table, bob, 0, "S-b2", 0)
    with refused("refused.turn"):
        commands.play(table.table, bob, 1, "S-b2", 0)
    assert table.happen(commands.play(table.table, ada, 0, "S-b2", 0)).table.turn == 1


def test_nobody_plays_before_the_start_or_after_the_end():
    with refused("refused.waiting"):
        commands.play(Played(seats=("ada", None)).table, ada, 0, "S-b2", 0)
    with refused("refused.over"):
        commands.play(Played().play_out().table, ada, 0, "S-b2", 0)


def test_a_move_against_the_rules_names_the_rule():
    with pytest.raises(Illegal, match="b2"):
        commands.play(Played().play("S-b2").table, bob, 1, "S-b2", 0)


def test_a_refusal_is_about_what_the_seat_sees():
    """Kabaleo hides targets: the position that refuses a move is the view."""
    table = Played("kabaleo")
    with pytest.raises(tablier.TablierError) as error:
        commands.play(table.table, ada, 0, "no-such-move", 0)
    with pytest.raises(tablier.TablierError) as same:
        table.table.position.view(0).play("no-such-move")
    assert str(error.value) == str(same.value)


@pytest.mark.parametrize("name", [game.name for game in tablier.list_games()])
def test_the_last_move_ends_the_game(name):
    for seats in tablier.game(name).seats:
        table = Played(name, ("ada", "bob", "cy", "dee")[:seats]).play_out().table
        assert table.status == OVER and table.outcome.ranks == table.position.outcome.ranks


@pytest.mark.parametrize("name", [game.name for game in tablier.list_games()])
def test_a_table_is_what_its_events_say_also_after_they_were_written_down(name):
    seats = tablier.game(name).seats[-1]
    played = Played(name, ("ada", "bob", "cy", "dee")[:seats]).play_out()
    again = Table(played.table.id, SEED)
    for entry in played.entries:
        again.apply(Row(entry.event.kind, json.loads(json.dumps(entry.event.as_json())), entry.at).entry())
    assert vars(again) | {"position": None, "outcome": None} == vars(played.table) | {"position": None, "outcome": None}
    assert again.position == played.table.position and again.position.history == played.table.position.history
    assert again.outcome.as_json() == played.table.outcome.as_json()


def test_an_earlier_table_is_not_changed_by_what_follows():
    table = Played().table
    before = table.position
    table.after([Entry(Moved(seat=0, move="S-b2", left=None), 5)])
    assert table.position is before and table.number == 2 and not table.played


# ----- Giving up


def test_with_two_players_whoever_resigns_loses():
    table = Played().resign(bob, 1).table
    assert table.status == OVER and table.outcome.winners == [0] and table.outcome.reason == "resigned"


def test_the_record_says_who_resigned():
    record = Played().play("S-b2").resign(bob, 1).table.record(["Ada", "Bob"])
    assert record.outcome["reason"] == "resigned" and record.outcome["seat"] == 1
    tablier.Record.parse(record.line).replay()


def test_a_side_of_two_loses_together():
    table = Played("on_top", ("ada", "bob", "cy", "dee"), teams=True)
    sides = table.table.position.sides
    assert len(set(sides)) == 2
    outcome = table.resign(cy, 2).table.outcome
    assert [rank == 2 for rank in outcome.ranks] == [side == sides[2] for side in sides]


@pytest.mark.parametrize("seats", [3, 4])
def test_with_three_or_four_an_opponent_plays_on(seats):
    people = ("ada", "bob", "cy", "dee")[:seats]
    table = Played("kabaleo", people).play().resign(bob, 1).table
    assert table.status == PLAYING and table.seats[1].level == commands.STAND_IN
    assert table.record(["x"] * seats).taken == [[seats + 1, 1, commands.STAND_IN]]


def test_whoever_was_replaced_no_longer_plays():
    table = Played("kabaleo", ("ada", "bob", "cy")).resign(ada, 0).table
    with refused("refused.not_yours"):
        commands.play(table, ada, 0, "anything", 0)


def test_a_record_with_a_replaced_seat_can_be_read_again():
    record = Played("kabaleo", ("ada", "bob", "cy")).resign(ada, 0).play_out().table.record(["A", "B", "C"])
    assert tablier.Record.parse(record.line).replay().over


# ----- Absence


AWAY = (commands.ABSENT + commands.PATIENCE) / 1000


def claimed(table: Played, by, seat: int, since: int | None):
    absent = None if since is None else table.now - since
    return table.happen(commands.claim(table.table, by, seat, absent, table.now))


def test_a_player_who_stays_away_loses_when_the_other_says_so():
    table = Played()
    gone = table.now
    outcome = claimed(table.wait(AWAY), bob, 1, gone).table.outcome
    assert outcome.reason == "abandoned" and outcome.seat == 0 and outcome.winners == [1]


def test_not_before_the_countdown_is_over():
    table = Played()
    gone = table.now
    with refused("refused.patience"):
        claimed(table.wait(AWAY - 1), bob, 1, gone)


def test_the_countdown_begins_with_the_turn():
    table = Played()
    gone = table.now
    table.wait(AWAY).play("S-b2").wait(AWAY / 2)
    with refused("refused.patience"):
        claimed(table, ada, 0, gone)


def test_nobody_is_absent_who_is_here():
    with refused("refused.patience"):
        claimed(Played().wait(AWAY), bob, 1, None)


def test_one_cannot_claim_on_the_own_turn_or_from_an_opponent():
    with refused("refused.claim"):
        claimed(Played().wait(AWAY), ada, 0, 0)
    with refused("refused.claim"):
        claimed(Played(seats=("tablier:1", "bob")).wait(AWAY), bob, 1, 0)


def test_with_days_for_a_move_the_clock_decides():
    table = Played(clock={"kind": "days", "days": 3}).wait(24 * 3600)
    with refused("refused.days"):
        claimed(table, bob, 1, 0)


def test_with_three_an_opponent_takes_the_seat_of_the_absent():
    table = Played("kabaleo", ("ada", "bob", "cy"))
    gone = table.now
    taken = claimed(table.wait(AWAY), cy, 2, gone).table
    assert taken.seats[0].level and taken.status == PLAYING and taken.record(["x"] * 3).taken


# ----- Hints


def test_hints_are_for_those_who_play_with_nobody_else():
    commands.may_ask(Played(seats=("ada", "tablier:3")).table, ada, 0)
    commands.may_ask(Played(seats=("ada", "ada")).table, ada, 0)
    with refused("refused.people"):
        commands.may_ask(Played().table, ada, 0)
    with refused("refused.rated"):
        commands.may_ask(Played(rated=True).table, ada, 0)


# ----- Trouble


def test_a_table_that_broke_keeps_its_secrets():
    table = Played("kabaleo").happen(happens(Broke(why="KeyError"))).table
    assert table.status == BROKEN and table.view(0).points[1] is None
    assert "~?" in table.record(["Ada", "Bob"]).moves


def test_what_somebody_said_can_be_forgotten():
    table = Played().happen(happens(*(Said(person=who, text="hello") for who in ("ada", "bob"))))
    assert [said["person"] for said in table.happen(happens(Unsaid(people=["ada"]))).table.talk] == ["bob"]
