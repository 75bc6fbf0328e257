"""Each game against its oracle, a naive program written from the rulebook alone.

Every variant is played at random; the two must agree on whose turn it is, on every list of
moves, on the points as they stand and on the outcome.
"""

from importlib import import_module
from random import Random

import pytest

import tablier
from tablier.core.random_play import random_move
from tablier.testing import variants

CASES = [(game, variant) for game in tablier.list_games() for variant in variants(game)]

GAMES = {"quantik": 200, "kulami": 40, "rangees": 4, "on_top": 40, "kabaleo": 80}
"""How many games of each variant; the long run plays ten times as many."""


@pytest.mark.parametrize(("game", "variant"), CASES, ids=lambda case: getattr(case, "name", None) or str(case))
def test_plays_like_the_oracle(game, variant):
    for number in range(GAMES[game.name]):
        compare(game, variant, number)


@pytest.mark.long
@pytest.mark.parametrize(("game", "variant"), CASES, ids=lambda case: getattr(case, "name", None) or str(case))
def test_plays_like_the_oracle_for_long(game, variant):
    for number in range(GAMES[game.name], 11 * GAMES[game.name]):
        compare(game, variant, number)


def compare(game, variant, seed):
    random = Random(f"{variant}/{seed}")
    position = game.start(seed=f"{variant}/{seed}", **variant)
    oracle = import_module(f"oracles.{game.name}").Oracle(position.seats, position.options, position.setup)
    while True:
        where = f"seed {seed}: {position.text}"
        turn = {tablier.CHANCE: "chance", tablier.OVER: "over"}.get(position.turn, position.turn)
        assert oracle.turn() == turn, where
        assert oracle.moves() == position.moves.texts, where
        if None not in position.points:
            assert oracle.points() == list(position.points), where
        if position.over:
            break
        move = random_move(position, random)
        position = position.play(move)
        oracle.play(move.text)
    assert oracle.outcome() == position.outcome.as_json(), where
