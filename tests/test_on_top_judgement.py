"""What On Top players expect: sums that follow every tile, chances that add up, on any board."""

from random import Random

import numpy as np
import pytest

import tablier
from tablier.core import calls
from tablier.core.compiler import entry
from tablier.core.random_play import random_game
from tablier.core.rules import moves
from tablier.games.on_top.judgement import expected, placing, weights
from tablier.games.on_top.rules import LAST_PAWN, NEUTRAL_OUT, pawns_left
from tablier.search.hooks import action_values
from tablier.search.players import player

SMALL = {"rows": [".#####.", "#######", ".#####."], "start": ["b4"], "gold": ["A1"]}
TABLES = [
    (2, {}),
    (3, {"colours": "white red blue"}),
    (4, {}),
    (4, {"teams": True}),
    (2, {"board": SMALL, "tiles": {"BRWY": 60, "WBYR": 60}}),
]


@entry
def expect(boards, weight_sets, states, action, sums):
    """Expected points and pawns before an action, and what it should change; the pawns it should place."""
    board, state = boards[0], states[0]
    sums[0], sums[1] = expected(board, weight_sets[0], state)
    sums[2], sums[3], placed = placing(board, weight_sets[0], state, action)
    sums[4] = np.uint64(placed)


@entry
def look(boards, weight_sets, states, mask, chances):
    moves(boards[0], states[0], mask)
    action_values(boards[0], weight_sets[0], states[0], mask, chances)


def positions(seats, options, games=3):
    for seed in range(games):
        for position in random_game(tablier.game("on_top").start(seats, seed=seed, **options), Random(seed)):
            if position.turn >= 0:
                yield position


def owned(position, *words):
    """The lanes of the seats' colours in a sum of words."""
    total = sum(map(int, words))
    return [total >> 16 * colour & 0xFFFF for colour in range(4) if position.arrays.board[0]["owner"][colour] >= 0]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_a_tile_changes_is_what_is_expected_afterwards(seats, options):
    before, after = np.zeros(5, np.uint64), np.zeros(5, np.uint64)
    for position in positions(seats, options):
        action = Random(position.ply).choice(list(position.moves)).actions[0]
        state = position.arrays.copies()
        expect(position.arrays.board, weights(position), state, action, before)
        calls.play(position.arrays.board, state, action)
        if state[0]["end"] in (LAST_PAWN, NEUTRAL_OUT):
            continue
        expect(position.arrays.board, weights(position), state, action, after)
        assert owned(position, before[0], before[2]) == owned(position, after[0])
        assert owned(position, before[1], before[3]) == owned(position, after[1])
        assert int(position.arrays.state[0]["placed"]) + int(before[4]) == int(state[0]["placed"])


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_chances_of_all_sides_add_up(seats, options):
    for position in positions(seats, options, 1):
        mask, chances = np.zeros(6, np.uint64), np.full((384, seats), -1.0)
        look(position.arrays.board, weights(position), position.arrays.state, mask, chances)
        rows = chances[: len(position.moves)]
        assert np.all((rows >= 0) & (rows <= 1)) and np.all(chances[len(position.moves) :] == -1)
        sides = rows[:, :2] if options.get("teams") else rows
        assert np.allclose(sides.sum(axis=1), 1)
        if options.get("teams"):
            assert np.array_equal(rows[:, :2], rows[:, 2:])


def test_a_last_pawn_is_seen():
    """Wherever the seat on turn can win at once, even the shortest look finds it."""
    seen = 0
    for position in positions(4, {}, 25):
        if pawns_left(position.state, position.arrays.board[0]["owner"].tolist().index(position.turn)) <= 3:
            winning = {move.text for move in position.moves if _wins(position, move)}
            assert not winning or player("6").think(position, 0).move.text in winning
            seen += len(winning) > 0
    assert seen >= 3


def _wins(position, move):
    after = position.play(move)
    return after.state["end"] == LAST_PAWN and after.outcome.ranks[position.turn] == 1


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_table_can_be_played(seats, options):
    for position in list(positions(seats, options, 1))[::6]:
        assert player("best").think(position.view(position.turn), 0.02).move in position.moves
