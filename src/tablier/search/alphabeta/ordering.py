"""Move ordering: the hash move first, then killers and history added to the game's own order.

Killers are actions that caused a cut-off on the same level (Akl and Newborn, "The principal continuation and the killer
heuristic", 1977); history counts cut-offs anywhere, by seat and action, deeper ones more (Schaeffer, "The history
heuristic and alpha-beta search enhancements in practice", 1989). Invariant: order changes how much is searched, never
the value; actions are picked one at a time, since most are never looked at.
"""

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import inner
from tablier.core.rules import moves
from tablier.search.alphabeta.values import INFINITE
from tablier.search.hooks import dominant, order

KILLER = 1 << 20
"""The credit of an action that has caused a cut-off on the same level before."""


@inner
def order_moves(board, weights, desk, level, hash_move):
    """List the actions with a score each, unless one is dominant: then only that."""
    state, seat = desk.states[level], desk.frames[level].seat
    action = np.int64(dominant(board, weights, state))
    desk.frames[level].dominant = action >= 0
    if action >= 0:
        desk.actions[level, 0] = action
        return 1
    moves(board, state, desk.mask)
    number = 0
    for index in range(desk.mask.shape[0]):
        word = desk.mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            score = desk.history[seat, action] + order(board, weights, state, action)
            if action == hash_move:
                score = INFINITE
            elif action == desk.killers[level, 0] or action == desk.killers[level, 1]:
                score += KILLER
            desk.actions[level, number], desk.scores[level, number] = action, score
            number += 1
    return number


@inner
def pick_move(desk, level, first, number):
    """Bring the best of the actions from `first` on to the front, and return it."""
    best, most = first, desk.scores[level, first]
    for index in range(first + 1, number):
        if desk.scores[level, index] > most:
            best, most = index, desk.scores[level, index]
    action = desk.actions[level, best]
    desk.actions[level, best], desk.scores[level, best] = desk.actions[level, first], desk.scores[level, first]
    desk.actions[level, first] = action
    return action


@inner
def reward(desk, level):
    """An action that caused a cut-off shall be searched early elsewhere."""
    frame = desk.frames[level]
    desk.history[frame.seat, frame.action] += frame.depth * frame.depth
    if desk.killers[level, 0] != frame.action:
        desk.killers[level, 1] = desk.killers[level, 0]
        desk.killers[level, 0] = frame.action
