"""Principal variations: where the search expects play to go, and where it needs no thought.

They are read back from the transposition table, as chess programs do. Invariant: every action of a line keeps the
value that the search gave its beginning; where the table no longer knows, the line ends.
"""

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import entry
from tablier.core.rules import OVER, moves, play, turn
from tablier.search.alphabeta.kernel import settled_value
from tablier.search.alphabeta.table import identify, probe
from tablier.search.alphabeta.values import INFINITE
from tablier.search.hooks import dominant


@entry
def is_dominant(boards, weight_sets, states, actions):
    """Is each of the actions dominant where it comes? They are played in `states[0]`."""
    for action in actions:
        if dominant(boards[0], weight_sets[0], states[0]) != action:
            return False
        play(boards[0], states[0], action)
    return True


@entry
def follow(boards, weight_sets, desks, table, value, line):
    """Follow the actions that keep the state of level 1 worth `value`, as far as the table knows; return how many.

    All actions are asked: the one that the table remembers may belong to a mirror image.
    """
    board, weights, desk = boards[0], weight_sets[0], desks[0]
    level = 1
    while level <= line.shape[0] and turn(board, desk.states[level]) != OVER:
        moves(board, desk.states[level], desk.mask)
        frame, maximising = desk.frames[level + 1], turn(board, desk.states[level]) == 0
        frame.depth = 1
        frame.alpha, frame.beta = (-INFINITE, value) if maximising else (value, INFINITE)
        chosen = -1
        for index in range(desk.mask.shape[0]):
            word = desk.mask[index]
            while word and chosen < 0:
                action = np.int64(index * 64 + lowest(word))
                word &= word - np.uint64(1)
                desk.states[level + 1] = desk.states[level]
                play(board, desk.states[level + 1], action)
                settled, found, _ = settled_value(board, weights, desk, level + 1)
                if not settled:
                    identify(board, weights, desk, level + 1)
                    settled, found, _, _ = probe(table, frame, level + 1)
                if settled and (found >= value if maximising else found <= value):
                    chosen = action
        if chosen < 0:
            break
        line[level - 1] = chosen
        level += 1
    return level - 1
