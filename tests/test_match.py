"""Matches of two games, in the library."""

from random import Random

import pytest

import tablier
from tablier.core.random_play import random_game


@pytest.mark.parametrize(("name", "seats"), [("quantik", 2), ("rangees", 2), ("kabaleo", 3)])
def test_a_match_is_two_games_whose_points_are_added(name, seats):
    match = tablier.game(name).match(seats, seed=1)
    *_, first = random_game(match.first, Random(1))
    *_, second = random_game(match.second(first), Random(2))
    outcome = match.outcome(first.outcome, second.outcome)
    for seat in range(seats):  # everybody has moved on by one seat
        assert outcome.points[seat] == first.outcome.points[seat] + second.outcome.points[seat - 1]
    best = max(outcome.points)
    assert [rank == 1 for rank in outcome.ranks] == [points == best for points in outcome.points]


def test_in_rangees_the_second_game_is_on_the_board_built_in_the_first():
    match = tablier.game("rangees").match(seed=1, faces="all")
    *_, first = random_game(match.first, Random(1))
    second = match.second(first)
    assert second.setup["built"] and second.setup["layout"] != match.first.setup["layout"]
    assert second.options["faces"] == "all" and second.turn == 0


def test_teams_win_a_match_together():
    match = tablier.game("on_top").match(4, teams=True, seed=1)
    *_, first = random_game(match.first, Random(1))
    *_, second = random_game(match.second(first), Random(2))
    ranks = match.outcome(first.outcome, second.outcome).ranks
    assert ranks[0] == ranks[2] and ranks[1] == ranks[3]


def test_a_match_is_no_option_of_a_game_and_says_what_to_write():
    with pytest.raises(tablier.BadOption, match=r"game\.match\(…\)") as error:
        tablier.game("rangees").start(match=2)
    assert "deux parties" in error.value.say("fr")
