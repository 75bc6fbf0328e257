"""Sets of squares as six 64-bit words, a bit for each, row after row from the bottom left."""

import numpy as np

from tablier.core.bits import ONE, ZERO, bit, count, has
from tablier.core.compiler import part
from tablier.games.rangees.geometry import COLUMNS, ROWS

WORDS = 6
SQUARES = COLUMNS * ROWS

EAST, NORTH, WEST, SOUTH = map(np.int64, (0, 1, 4, 5))
STEPS = (1, COLUMNS, COLUMNS + 1, COLUMNS - 1, -1, -COLUMNS, -COLUMNS - 1, 1 - COLUMNS)
"""By direction: east, north, north-east, north-west, then their opposites in the same order."""


@part
def stepped(board, squares, direction, word):
    """A word of the set of squares one step from these in a direction."""
    step = STEPS[direction]
    if step > 0:
        before = squares[word - 1] if word else ZERO
        moved = squares[word] << np.uint64(step) | before >> np.uint64(64 - step)
    else:
        after = squares[word + 1] if word < WORDS - 1 else ZERO
        moved = squares[word] >> np.uint64(-step) | after << np.uint64(64 + step)
    return moved & board.entered[direction, word]


@part
def touch(board, squares, touched):
    """Set all squares that touch one of these by a side or a corner."""
    wide = np.empty(WORDS, np.uint64)
    for word in range(WORDS):
        touched[word] = stepped(board, squares, EAST, word) | stepped(board, squares, WEST, word)
        wide[word] = touched[word] | squares[word]
    for word in range(WORDS):
        touched[word] |= stepped(board, wide, NORTH, word) | stepped(board, wide, SOUTH, word)


@part
def is_empty(squares):
    found = ZERO
    for word in range(WORDS):
        found |= squares[word]
    return found == ZERO


@part
def walk(board, squares, square, direction):
    """The end of a run, from a square on."""
    ahead = square + STEPS[direction]
    while 0 <= ahead < SQUARES and has(squares, ahead) and has(board.entered[direction], ahead):
        square, ahead = ahead, ahead + STEPS[direction]
    return square


@part
def tile_number(state, square):
    """How many tiles lie on lower squares."""
    number = count(state.tiles[square >> 6] & (bit(square & 63) - ONE))
    for word in range(square >> 6):
        number += count(state.tiles[word])
    return np.int64(number)
