"""Games played at the same time: each comes back once, whatever happens to the processes that play."""

import multiprocessing
import sys

import pytest

from chores import fall_over, refuse, take_time
from tablier.arena.cluster import play_on_ray
from tablier.arena.pairings import Terms, pairings, play
from tablier.arena.workers import TRIES, Lost, play_here
from tablier.core.errors import MissingExtra


def test_every_game_comes_back_once_from_several_processes():
    jobs = list(pairings(Terms("quantik", 2, seconds=0.01, seed=3), ["1", "greedy"], 6))
    records = list(play_here(play, jobs, 2))
    assert [record.outcome is not None for record in records] == [True] * 6
    assert sorted(record.players for record in records) == [["greedy", "tablier:1"]] * 3 + [["tablier:1", "greedy"]] * 3


def test_a_game_whose_process_is_killed_is_played_again():
    played = play_here(take_time, range(8), 2)
    finished = [next(played)]
    victim = multiprocessing.active_children()[0]
    victim.kill()
    victim.join()
    finished += played
    assert sorted(finished) == list(range(8))
    assert multiprocessing.active_children() == []


def test_a_game_that_kills_its_process_is_given_up():
    with pytest.raises(Lost, match=f"{TRIES} times"):
        list(play_here(fall_over, ["this game"], 2))


def test_an_error_in_a_game_is_told_and_ends_all_processes():
    with pytest.raises(ValueError, match="not 0") as told:
        list(play_here(refuse, range(3), 1))
    assert "in refuse" in told.value.__notes__[0]
    assert multiprocessing.active_children() == []


def test_whoever_has_seen_enough_stops_all_games():
    played = play_here(take_time, iter(range(1_000_000)), 2)
    next(played)
    played.close()
    assert multiprocessing.active_children() == []


def test_ray_is_asked_for_if_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"pip install 'tablier\[ray\]'"):
        next(play_on_ray(take_time, [1], "local"))
