"""What Kulami's judgement says, and what its best player finds near the end."""

from functools import cache
from random import Random

import numpy as np
import pytest

import tablier
from tablier.core.compiler import entry
from tablier.core.random_play import random_game
from tablier.games.kulami.judgement import WORTH
from tablier.search import hooks
from tablier.search.alphabeta.wdl import DRAWN, LOST, UNKNOWN, WON, results
from tablier.search.players import player

GAME = tablier.game("kulami")
BOARDS = ("square", "irregular", "rulebook", "random square", "random irregular")
WEIGHTS = GAME.judgement.weights(None)


@entry
def judged(boards, weights, states):
    return hooks.evaluate(boards[0], weights[0], states[0])


@entry
def judged_before(boards, weights, states, action, afters):
    common = hooks.base(boards[0], weights[0], states[0])
    return common + hooks.delta(boards[0], weights[0], states[0], action, afters[0])


@entry
def hashed(boards, weights, states):
    return hooks.key(boards[0], weights[0], states[0])


def positions(seed, level=0):
    board = BOARDS[seed % len(BOARDS)]
    return list(random_game(GAME.start(seed=seed, board=board, level=level), Random(seed)))


def late(seed, left, level=0):
    """A position of a random game that many plies before its end."""
    return positions(seed, level)[-1 - left]


@cache
def margin(position):
    """Red's lead at the end, by a search of everything."""
    if position.over:
        return position.points[0] - position.points[1]
    best = max if position.turn == 0 else min
    return best(margin(position.play(move)) for move in position.moves)


@pytest.mark.parametrize("level", range(4))
def test_swapping_colours_swaps_the_worth(level):
    for position in positions(1, level)[1:]:
        state = position.arrays.copies()
        state["marbles"] = state["marbles"][:, ::-1]
        # the same seat is on turn: what remains is twice the worth of being on turn
        both = judged(position.arrays.board, WEIGHTS, position.arrays.state) + judged(
            position.arrays.board, WEIGHTS, state
        )
        assert abs(both) <= 2 * 800


@pytest.mark.parametrize("level", range(4))
def test_a_move_changes_the_worth_as_told(level):
    for seed in range(3):
        for position in positions(seed, level)[:-1]:
            for move in position.moves[:3]:
                after = position.play(move).arrays.state
                told = judged_before(position.arrays.board, WEIGHTS, position.arrays.state, move.actions[0], after)
                assert told == judged(position.arrays.board, WEIGHTS, after)


def test_a_majority_is_worth_no_more_than_twice_its_plate():
    assert all(abs(value) < 2000 * size for (size, _, _), values in WORTH.items() for value in values)


def test_keys_tell_positions_apart():
    states = {}
    start = GAME.start()
    for seed in range(20):
        for position in random_game(start, Random(seed)):
            states.setdefault(int(hashed(position.arrays.board, WEIGHTS, position.arrays.state)), set()).add(
                position.arrays.state.tobytes()
            )
    assert all(len(same) == 1 for same in states.values())
    assert len(states) > 500


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("seed", range(2))
def test_the_solver_agrees_with_a_search_of_everything(level, seed):
    position = late(seed, 5, level)
    sign = 1 if position.turn == 0 else -1
    found, _ = results(position, list(position.moves), 3600, None, 2**24)
    for move, verdict in found.items():
        lead = sign * margin(position.play(move))
        assert verdict in (UNKNOWN, 1 + np.sign(lead))
    assert WON in found.values() or set(found.values()) <= {DRAWN, LOST}


@pytest.mark.parametrize("level", range(4))
def test_the_best_player_ends_as_well_as_can_be(level):
    for seed in range(3):
        position = late(seed, 5, level)
        thought = player("best").think(position, 3600, memory=2**24)
        assert thought.exact
        assert thought.values[0].margin == margin(position) * (1 if position.turn == 0 else -1)
        assert margin(position.play(thought.move)) == margin(position)
