"""Clocks: how much time there is, what a move leaves, and whose flag falls."""

import pytest
from pydantic import TypeAdapter, ValidationError

from server.support.played import Played, ada, bob, refused
from tablier.server.tables import clocks, commands
from tablier.server.tables.clocks import DAY, Clock, Now, charged
from tablier.server.tables.decision import NOTHING
from tablier.server.tables.table import OVER, PLAYING

CLOCK = TypeAdapter(Clock)
GAME = {"kind": "game", "seconds": 60, "increment": 5}
MOVE = {"kind": "move", "seconds": 30}
DAYS = {"kind": "days", "days": 2}


def test_without_a_clock_one_takes_ones_time():
    table = Played().wait(10**6).play()
    assert table.table.left == [None, None] and commands.flag(table.table, 10**12) == NOTHING


def test_a_game_clock_counts_down_and_gives_some_back():
    table = Played(clock=GAME).wait(20).play().wait(1).play()
    assert table.table.left == [45_000, 64_000]


def test_a_move_clock_is_full_again_after_each_move():
    assert Played(clock=MOVE).wait(29).play().table.left == [30_000, 30_000]


def test_days_are_full_again_after_each_move():
    assert Played(clock=DAYS).wait(100_000).play().table.left == [2 * DAY, 2 * DAY]


@pytest.mark.parametrize(("clock", "seconds"), [(GAME, 60), (MOVE, 30), (DAYS, 2 * 86_400)])
def test_whoever_has_no_time_left_loses(clock, seconds):
    table = Played(clock=clock).wait(seconds)
    assert commands.flag(table.table, table.spent) == NOTHING
    table.wait(0.001)
    outcome = table.flag(table.spent).table.outcome
    assert outcome.reason == "time" and outcome.seat == 0 and outcome.winners == [1]


def test_a_move_after_the_time_is_over_does_not_count():
    table = Played(clock=MOVE).wait(30.001)
    with refused("refused.late"):
        table.play()


def test_with_the_last_millisecond_it_does():
    assert Played(clock=MOVE).wait(30).play().table.turn == 1


def test_with_three_an_opponent_without_a_clock_plays_on():
    table = Played("kabaleo", ("ada", "bob", "cy"), clock=MOVE).wait(31)
    table.flag(table.spent)
    assert table.table.status == PLAYING and table.table.left == [None, 30_000, 30_000]
    assert table.table.since == table.now and commands.flag(table.table.after([]), 10**9) == NOTHING


def test_whoever_resigns_out_of_turn_takes_no_time_from_others():
    table = Played("kabaleo", ("ada", "bob", "cy"), clock=MOVE)
    since = table.table.since
    assert table.wait(10).resign(bob, 1).table.since == since


def test_draws_and_questions_cost_nothing():
    table = Played(clock=GAME).wait(10).play().ask_back(ada, 0).wait(10)
    table.answer(bob, 1, True)
    assert table.table.since == table.now and table.table.left[1] == 60_000


ALONE = ("ada", "tablier:1")


def test_playing_and_taking_back_gives_no_time():
    table = Played(seats=ALONE, clock=GAME).wait(10).play()
    assert table.table.left[0] == 55_000
    for _ in range(3):
        table.ask_back(ada, 0)
        assert table.table.left[0] == 50_000
        table.play()


def test_nor_does_it_to_those_whose_answers_are_taken_back():
    table = Played(clock=GAME).wait(10).play().wait(20).play().ask_back(ada, 0).answer(bob, 1, True)
    assert table.table.left == [50_000, 40_000]


def test_whoever_thinks_and_then_takes_back_has_thought():
    table = Played(seats=ALONE, clock=GAME).wait(10).play().play().wait(30)
    table.ask_back(ada, 0, table.spent)
    assert table.table.left[0] == 20_000 and table.table.since == table.now


def test_nobody_takes_back_whose_time_is_over():
    table = Played(seats=ALONE, clock=GAME).play().play().wait(70)
    with refused("refused.late"):
        table.ask_back(ada, 0, table.spent)


def test_time_stops_at_the_end():
    table = Played(clock=MOVE).resign(ada, 0)
    assert (
        table.table.status == OVER and table.table.deadline() is None and commands.flag(table.table, 10**9) == NOTHING
    )


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "game", "seconds": 0},
        {"kind": "game", "seconds": 60, "increment": -1},
        {"kind": "move"},
        {"kind": "days", "days": 1.5},
        {"kind": "days", "days": 10**9},
        {"kind": "sundial"},
        {"kind": "none", "seconds": 5},
        {},
    ],
)
def test_clocks_that_are_none(clock):
    with pytest.raises(ValidationError):
        CLOCK.validate_python(clock)


# ----- Time while no server ran is charged to nobody


@pytest.mark.parametrize(
    ("outages", "spent"),
    [
        ([], 100),
        ([(120, 150)], 70),
        ([(50, 120)], 80),
        ([(180, 500)], 80),
        ([(0, 1000)], 0),
        ([(110, 120), (130, 140)], 80),
        ([(130, 140), (110, 120)], 80),
        ([(110, 150), (120, 160)], 50),
        ([(10, 20), (300, 400)], 100),
    ],
)
def test_from_100_to_200_without_the_outages(outages, spent):
    assert charged(100, 200, outages) == spent


def test_a_clock_set_back_charges_nothing():
    assert charged(200, 100, []) == 0


def test_the_wall_clock_may_jump_but_our_time_does_not(monkeypatch):
    now = Now()
    before = now()
    monkeypatch.setattr(clocks.time, "time_ns", lambda: 0)
    assert now() >= before
