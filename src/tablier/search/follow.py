"""Following a line of play: where the search expects it to go, and where it needs no thought."""

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import entry
from tablier.core.rules import OVER, moves, play, turn
from tablier.search.alphabeta import INFINITE, judged, name, recall
from tablier.search.judgement import obvious


@entry
def follows_plainly(boards, states, actions):
    """Does each of the actions need no thought? They are played in `states[0]`."""
    for action in actions:
        if obvious(boards[0], states[0]) != action:
            return False
        play(boards[0], states[0], action)
    return True


@entry
def expected(boards, desks, table, value, line):
    """Follow the actions that keep the state of level 1 worth `value`, as far as the table knows; return how many.

    All actions are asked: the one that the table remembers may belong to a mirror image.
    """
    board, desk = boards[0], desks[0]
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
                settled, found, _ = judged(board, desk, level + 1)
                if not settled:
                    name(board, desk, level + 1)
                    settled, found, _, _ = recall(table, frame, level + 1)
                if settled and (found >= value if maximising else found <= value):
                    chosen = action
        if chosen < 0:
            break
        line[level - 1] = chosen
        level += 1
    return level - 1
