"""Matches: seats rotated, records kept, strength with its uncertainty."""

import json

import pytest

import tablier
from tablier.arena import pairings as pairing_module
from tablier.arena.chart import draw
from tablier.arena.contest import Contest, crew
from tablier.arena.pairings import Pairing, Terms, pairings, play, warm
from tablier.arena.report import follow, table
from tablier.arena.tally import DECIDED, Tally
from tablier.core.game import Game
from tablier.search.analysis import Thought


def test_everybody_sits_everywhere_with_the_same_luck():
    jobs = list(pairings(Terms("kabaleo", 3), ["best", "uct"], 6))
    assert [job.lineup.index("best") for job in jobs] == [0, 1, 2, 0, 1, 2]
    assert len({job.seed for job in jobs[:3]}) == 1 and jobs[0].seed != jobs[3].seed


def test_partners_are_alike_in_teams():
    jobs = list(pairings(Terms("on_top", 4, {"teams": True}), ["a", "b"], 3))
    assert [job.lineup for job in jobs] == [("a", "b", "a", "b"), ("b", "a", "b", "a"), ("a", "b", "a", "b")]
    assert jobs[0].seed == jobs[1].seed != jobs[2].seed


def test_who_chooses_no_teams_plays_alone():
    jobs = list(pairings(Terms("on_top", 2), ["a", "b"], 2))
    assert [job.lineup for job in jobs] == [("a", "b"), ("b", "a")]


def test_who_are_partners_is_for_the_game_to_say(monkeypatch):
    monkeypatch.setattr(Game, "sides", lambda game, seats, options: (0, 0, 1, 1))
    jobs = list(pairings(Terms("kabaleo", 4), ["a", "b"], 2))
    assert [job.lineup for job in jobs] == [("a", "a", "b", "b"), ("b", "b", "a", "a")]


def test_a_game_between_players_is_a_record_that_replays():
    record = play(Pairing(Terms("quantik", 2, seconds=0.01), ("greedy", "random")))
    assert record.players == ["greedy", "random"]
    assert record.replay().over


def record(ranks, players=("a", "b")):
    outcome = {"ranks": list(ranks), "points": [0] * len(ranks), "reason": "line"}
    return tablier.Record("quantik", 1, len(ranks), {}, {}, list(players), [], outcome)


def test_the_score_counts_draws_as_halves():
    tally = Tally("a", "b")
    for ranks in [(1, 2), (1, 1), (2, 1), (1, 2)]:
        tally.add(record(ranks))
    assert tally.score == pytest.approx(2.5 / 4)
    assert tally.wins["a"] == pytest.approx(2.5)
    low, high = tally.interval
    assert 0 < low < tally.score < high < 1


def test_with_more_seats_the_score_is_over_all_pairs():
    tally = Tally("a", "b")
    tally.add(record((2, 1, 3), ("a", "b", "b")))
    assert tally.score == 0.5
    assert tally.wins == {"a": 0.0, "b": 1.0}


def test_a_hundred_wins_of_a_hundred_are_no_certainty():
    tally = Tally("a", "b")
    for _ in range(100):
        tally.add(record((1, 2)))
    assert tally.interval[0] < 0.99 and tally.elo[1] < tally.elo[0]
    assert tally.likelihood_ratio() > DECIDED


def test_equal_strength_is_decided_against_being_better():
    tally = Tally("a", "b")
    for number in range(1200):
        tally.add(record((1, 2) if number % 2 else (2, 1)))
    assert tally.likelihood_ratio() < -DECIDED


def test_the_picture_shows_every_pair():
    tally = Tally("a<", "b")
    tally.add(record((1, 2), ("a<", "b")))
    assert draw([tally]).count("<circle") == 1 and "a&lt;" in draw([tally])


def test_results_as_json():
    tally = Tally("a", "b")
    tally.add(record((1, 2)))
    assert json.loads(json.dumps(tally.as_json()))["players"] == ["a", "b"]


QUICK = Terms("quantik", 2, seconds=0.01)


def test_nobody_competes_alone():
    with pytest.raises(tablier.BadOption, match="at least two players, and there is only: uct"):
        Contest(QUICK, ("uct",), 2)


def test_a_player_that_meets_itself_is_numbered():
    contest = Contest(QUICK, ("random", "best", "random", "6"), 2)
    assert contest.players == ("random", "tablier:6", "random#2", "tablier:6#2")
    (tally,) = {id(tally): tally for tally, _ in Contest(QUICK, ("random", "random"), 4).play(crew(1))}.values()
    assert (tally.first, tally.second, tally.games) == ("random", "random#2", 4)
    assert set(tally.wins) == {"random", "random#2"}


def test_who_meets_whom():
    assert Contest(QUICK, ("1", "2", "3"), 2).pairs == [("tablier:1", "tablier:2"), ("tablier:2", "tablier:3")]
    everybody = Contest(QUICK, ("1", "2", "3"), 2, round_robin=True).pairs
    assert everybody == [("tablier:1", "tablier:2"), ("tablier:1", "tablier:3"), ("tablier:2", "tablier:3")]


def test_everything_is_compiled_before_a_clock_runs(monkeypatch):
    """The first thoughts of each player are short ones that count for nothing."""
    given = []

    class Slow:
        name = "slow"

        def think(self, view, seconds, seed):
            given.append(seconds)
            return Thought(view.moves[0], ())

    warm.cache_clear()
    monkeypatch.setattr(pairing_module, "player", lambda name: Slow())
    play(Pairing(Terms("quantik", 2, seconds=5.0), ("slow", "slow")))
    warm.cache_clear()
    first = given.index(5.0)
    assert first >= 3 and set(given[:first]) == {0.02} and set(given[first:]) == {5.0}


def test_records_of_earlier_games_are_never_lost(tmp_path):
    file = tmp_path / "games.jsonl"
    contest = Contest(QUICK, ("random", "random"), 2)
    follow(contest, crew(1), file)
    before = file.read_text()
    assert len(before.splitlines()) == 2
    with pytest.raises(tablier.BadRecord, match="not written over"):
        follow(contest, crew(1), file)
    assert file.read_text() == before


def test_the_table_says_what_its_numbers_mean():
    tally = Tally("a", "b")
    tally.add(record((1, 2)))
    assert "a – b" in table([tally]) and "95 %: in 95 of 100 such contests the true score" in table([tally])
    assert "pas encore départagé" in table([tally], "fr")
