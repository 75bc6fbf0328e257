"""Noughts and crosses: the smallest game there is, to show that one folder is enough."""

import numpy as np

from tablier.core.bits import bit
from tablier.core.compiler import part
from tablier.core.rules import OVER

VERSION = 1
ACTIONS = 9
LONGEST = 9

BOARD = np.dtype([("lines", "u8", 8)], align=True)
STATE = np.dtype([("marks", "u8", 2), ("ply", "i8"), ("won", "i8")], align=True)

FULL = np.uint64(0b111_111_111)


def turn(board, state):
    if state.won or state.ply == 9:
        return OVER
    return state.ply & 1


def moves(board, state, mask):
    mask[0] = FULL & ~(state.marks[0] | state.marks[1])


def play(board, state, action):
    seat = state.ply & 1
    state.marks[seat] |= bit(action)
    state.won = has_line(board, state.marks[seat])
    state.ply += 1


@part
def has_line(board, marks):
    for line in board.lines:
        if marks & line == line:
            return 1
    return 0


def points(board, state, out):
    out[:] = 0
    if state.won:
        out[(state.ply & 1) ^ 1] = 1


def payoff(board, state, out):
    out[:] = 0
    if state.won:
        out[(state.ply & 1) ^ 1] = 1
