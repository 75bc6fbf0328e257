"""Implicit minimax backups: beside what simulations bring, each move keeps the minimax of static evaluations.

Lanctot, Winands, Pepels and Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit minimax
backups", 2014; with proven wins and losses as in MCTS-Solver (Winands, Björnsson and Saito 2008). For two seats, with
nothing hidden and nothing drawn.

A minimax value is a chance to win, seen by whoever chose the move: by the evaluation until the node is expanded, then
by the best of its children. Invariant: it is 1 or 0 only if that is proven.
"""

import math

import numpy as np

from tablier.core.compiler import part
from tablier.core.rules import OVER, payoff, play, turn
from tablier.search.hooks import base, delta

POINT = np.float32(1000)
LIKELY = 0.49
"""So far from one half a value goes that is not proven."""

WON = np.float32(1)
LOST = np.float32(0)


@part
def evaluate_children(board, weights, desk, nodes, minimax, node, params):
    """Value the children of a node, whose state is `desk.states[1]`, for the first time."""
    state, after, out = desk.states[1], desk.states[2], desk.payoff[: desk.seats]
    seat = turn(board, state)
    common = np.float64(base(board, weights, state))
    first = np.int64(nodes[node].first)
    for index in range(first, first + np.int64(nodes[node].number)):
        action = np.int64(nodes[index].action)
        desk.states[2] = state
        play(board, after, action)
        if turn(board, after) == OVER:
            payoff(board, after, out)
            value = 0.5 + 0.5 * np.sign(out[0] - out[1])
        else:
            expected = (common + delta(board, weights, state, action, after)) / POINT
            value = 0.5 + LIKELY * math.tanh(expected / params.minimax_scale)
        minimax[index] = np.float32(value if seat == 0 else 1 - value)


@part
def best_child(nodes, minimax, node):
    """What the seat on turn at a node may expect."""
    best = LOST
    first = np.int64(nodes[node].first)
    for index in range(first, first + np.int64(nodes[node].number)):
        best = max(best, minimax[index])
    return best


@part
def back_up(nodes, minimax, path, length):
    """Let the moves that led to a node know what has been found there."""
    for back in range(length - 1, -1, -1):
        place = path[back, 0]
        value = WON - best_child(nodes, minimax, place)
        if value == minimax[place]:
            break
        minimax[place] = value


@part
def minimax_bound(value, visits, total, spread, params):
    """The upper confidence bound of a move by its minimax value and its simulations."""
    if value == LOST:
        return np.float32(-0.5)
    if value == WON:
        return np.float32(1e9)
    worth = value
    if visits > 0:
        worth += np.float32(1 - params.minimax_weight) * (total / visits - value)
    return worth + spread / np.float32(math.sqrt(visits + 1))
