"""Rangées: endings are exact, claims name what scores and nothing else, boards are built sensibly."""

from random import Random

import numpy as np
import pytest

import tablier
from tablier.core.bits import lowest
from tablier.core.compiler import part
from tablier.core.random_play import random_move
from tablier.core.rules import OVER, moves, payoff, play, turn
from tablier.games.rangees.geometry import SQUARES
from tablier.games.rangees.moves import BUILDING, COUNTING, FILLING, phase
from tablier.games.rangees.sheet import closed_rows, own_runs
from tablier.search.players import player

GAME = tablier.game("rangees")
LONG = ["#" * 14, "#" * 14, "." * 14, "#" * 14, "#" * 14]
"""Rows longer than the search knows by heart."""


@part
def minimax(boards, states, masks, out, level):
    """The difference in points at the end: a plain look at everything."""
    seat = turn(boards[0], states[level])
    if seat == OVER:
        payoff(boards[0], states[level], out)
        return out[0] - out[1]
    moves(boards[0], states[level], masks[level])
    best = -1e9 if seat == 0 else 1e9
    for index in range(masks.shape[1]):
        while masks[level, index]:
            action = np.int64(index * 64 + lowest(masks[level, index]))
            masks[level, index] &= masks[level, index] - np.uint64(1)
            states[level + 1] = states[level]
            play(boards[0], states[level + 1], action)
            end = minimax(boards, states, masks, out, level + 1)
            best = max(best, end) if seat == 0 else min(best, end)
    return best


def by_minimax(position):
    """For each move what its player leads by at the end."""
    sign = 1 if position.turn == 0 else -1
    ends = {}
    for move in position.moves:
        after = position.play(move)
        masks = np.zeros((8, (GAME.rules.ACTIONS + 63) // 64), np.uint64)
        ends[move.text] = sign * minimax(after.arrays.board, after.arrays.copies(8), masks, np.zeros(2), 0)
    return ends


def late(seed, stones, **options):
    """A position of a random game after so many stones, with a stone to be placed."""
    random = Random(seed)
    position = GAME.start(seed=seed, **options)
    while phase(position) != FILLING or position.state["count"] < stones:
        position = position.play(random_move(position, random))
    return position


@pytest.mark.parametrize("faces", ["hidden", "stars", "all"])
@pytest.mark.parametrize("layout", ["rectangle", LONG])
def test_endings_are_exact(faces, layout):
    for seed in range(8):
        position = late(seed, 43 + seed % 5, faces=faces, layout=layout)
        thought = player("best").think(position, 600, all_moves=True)
        assert thought.exact and all(value.exact for value in thought.values)
        assert {value.move.text: value.margin for value in thought.values} == by_minimax(position), position.text


@pytest.mark.parametrize("seed", range(4))
def test_the_final_score_is_foreseen(seed):
    position = late(seed, 42)
    seat = position.turn
    foreseen = player("best").think(position, 600).values[0].margin
    while not position.over:
        position = position.play(player("best").think(position, 600).move)
    assert position.points[seat] - position.points[1 - seat] == foreseen


def test_endings_are_the_same_when_claimed_by_hand():
    by_hand = late(5, 42, claims="by_hand")
    stones = [move.text for move in by_hand.history if len(move.path) == 1 and move.text != "done"]
    automatic = GAME.start(setup=by_hand.setup)
    for move in by_hand.history:
        if phase(automatic) == BUILDING or (move.text in stones and len(move.path) == 1):
            automatic = automatic.play(move.text)
    lead = [position.points[0] - position.points[1] for position in (by_hand, automatic)]
    sign = 1 if by_hand.turn == 0 else -1
    margins = [player("best").think(position, 600).values[0].margin for position in (by_hand, automatic)]
    assert margins[0] - sign * lead[0] == margins[1] - sign * lead[1]


def test_claims_by_hand_name_what_scores_and_nothing_else():
    position = late(3, 36, claims="by_hand")
    earlier = position.ply
    while not position.over:
        position = position.play(player("best").think(position, 0.02).move)
    positions = list(position.positions())
    later = {(line.where, line.points) for line in position.sheet if line.points}
    for ply, move in enumerate(position.history[earlier:], earlier):
        if len(move.path) == 2:
            before = positions[ply]
            after = before.play(move)
            assert after.points[before.turn] > before.points[before.turn], move.text
    for seat in range(2):
        for run in own_runs(position, seat, 4):
            assert any(set(where) == {SQUARES[square] for square in run} for where, _ in later)
    placed = [move.text for move in position.history[earlier:] if len(move.path) == 1 and move.text != "done"]
    for _, row, stone in closed_rows(position):
        if SQUARES[stone] in placed:
            assert (tuple(SQUARES[square] for square in row), len(row)) in later
    assert phase(position) != COUNTING
