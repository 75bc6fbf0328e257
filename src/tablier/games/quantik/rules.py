"""Quantik, on 64-bit words of four lanes, one per shape, of sixteen squares each."""

import numpy as np

from tablier.core.bits import ONE, ZERO
from tablier.core.compiler import part
from tablier.core.rules import OVER

VERSION = 1
ACTIONS = 64  # shape * 16 + square
LONGEST = 16

BOARD = np.dtype(
    [
        ("reach", "u8", 16),  # for each square, all squares of its row, column and region
        ("lines", "u8", (16, 3)),  # its row, its column, its region, in every lane
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("own", "u8"),  # pieces of the seat on turn
        ("other", "u8"),
        ("own_barred", "u8"),  # where the seat on turn may not place: bits are actions
        ("other_barred", "u8"),
        ("ply", "i8"),
        ("line", "i8"),  # did the last piece complete a line?
    ],
    align=True,
)

LANE = np.uint64(0xFFFF)
EVERY_SHAPE = np.uint64(0x0001_0001_0001_0001)
HIGH = np.uint64(0x8000_8000_8000_8000)


def turn(board, state):
    return on_turn(state)


@part
def on_turn(state):
    if state.line or not ~state.own_barred:  # a line, or stuck (ruling 3 is a case of it)
        return OVER
    return state.ply & 1


def moves(board, state, mask):
    mask[0] = ~state.own_barred


def play(board, state, action):
    square = np.uint64(action & 15)
    lane = np.uint64(action & 48)
    piece = ONE << np.uint64(action)
    twice = (state.own >> lane) & LANE != ZERO
    own = state.own | piece
    here = EVERY_SHAPE << square
    own_barred = state.own_barred | here
    if twice:
        own_barred |= LANE << lane
    other_barred = state.other_barred | here | (board.reach[square] << lane)
    pieces = own | state.other
    line = False
    for index in range(3):
        line |= shows_all(pieces & board.lines[square, index])
    state.own = state.other
    state.other = own
    state.own_barred = other_barred
    state.other_barred = own_barred
    state.ply += 1
    state.line = line


@part
def shows_all(pieces):
    """Has every lane a piece?"""
    return ((((pieces & ~HIGH) + ~HIGH) | pieces) & HIGH) == HIGH


def points(board, state, out):
    out[:] = 0
    if on_turn(state) == OVER:
        out[(state.ply & 1) ^ 1] = 1


def payoff(board, state, out):
    winner = (state.ply & 1) ^ 1
    out[winner] = 1
    out[winner ^ 1] = 0
