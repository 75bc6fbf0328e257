"""First sight, and what best play of both makes of it: kept for each move of a tree beside what games say.

For two seats, with nothing hidden and nothing drawn. A look is a chance to win, seen by whoever chose the move:
by the game's judgement until the moves after it are looked at, then by the best of those. It is 1 or 0 only if
that is certain.
"""

import math

import numpy as np

from tablier.core.compiler import part
from tablier.core.rules import OVER, payoff, play, turn
from tablier.search.judgement import base, change

POINT = np.float32(1000)
LIKELY = 0.49
"""So far from one half a look goes that is not certain."""

WON = np.float32(1)
LOST = np.float32(0)


@part
def glimpse(board, states, nodes, looks, out, node, habits):
    """Look at the children of a node, whose state is `states[1]`, for the first time."""
    state, after = states[1], states[2]
    seat = turn(board, state)
    common = np.float64(base(board, state))
    first = np.int64(nodes[node].first)
    for index in range(first, first + np.int64(nodes[node].number)):
        action = np.int64(nodes[index].action)
        states[2] = states[1]
        play(board, after, action)
        if turn(board, after) == OVER:
            payoff(board, after, out)
            look = 0.5 + 0.5 * np.sign(out[0] - out[1])
        else:
            expected = (common + change(board, state, action, after)) / POINT
            look = 0.5 + LIKELY * math.tanh(expected / habits.doubt)
        looks[index] = np.float32(look if seat == 0 else 1 - look)


@part
def best_look(nodes, looks, node):
    """What the seat on turn at a node may expect."""
    best = LOST
    first = np.int64(nodes[node].first)
    for index in range(first, first + np.int64(nodes[node].number)):
        best = max(best, looks[index])
    return best


@part
def look_back(nodes, looks, trail, length):
    """Let the moves that led to a node know what has been seen there."""
    for back in range(length - 1, -1, -1):
        place = trail[back, 0]
        look = WON - best_look(nodes, looks, place)
        if look == looks[place]:
            break
        looks[place] = look


@part
def insight_bound(look, visits, total, spread, habits):
    """The upper confidence bound of a move by its look and its games."""
    if look == LOST:
        return np.float32(-0.5)
    if look == WON:
        return np.float32(1e9)
    worth = look
    if visits > 0:
        worth += np.float32(1 - habits.insight) * (total / visits - look)
    return worth + spread / np.float32(math.sqrt(visits + 1))
