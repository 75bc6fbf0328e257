"""Kulami, on sets of squares of a fixed 10 × 10 grid, two 64-bit words each."""

import numpy as np

from tablier.core.bits import ONE, ZERO, bit, count, lowest
from tablier.core.compiler import part
from tablier.core.rules import OVER
from tablier.games.kulami.setup import EACH

VERSION = 1
ACTIONS = 100  # row * 10 + column
LONGEST = 2 * EACH

PLATES = 17
NOWHERE = 100  # where the last marble lies before there is one
NO_PLATE = 17
WORD = np.uint64(64)

BOARD = np.dtype(
    [
        ("reach", "u8", (ACTIONS + 1, 2)),  # the holes of a square's row and column, off its plate; NOWHERE: all
        ("plates", "u8", (PLATES + 1, 2)),  # the holes of each plate; NO_PLATE: none
        ("beside", "u8", (ACTIONS, 2)),  # the squares that share a side with a square
        ("plate", "u1", ACTIONS + 1),  # the plate of each square
        ("step", "u8", 4),  # from a square to the next one along a row, a column, each diagonal
        ("inner", "u8", (4, 2)),  # the squares of the grid from where that step leads to a neighbour
        ("level", "u1"),
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("free", "u8", 2),  # the holes without a marble
        ("marbles", "u8", (2, 2)),  # the squares of each seat's marbles
        ("last", "u2"),  # the square of the last marble
        ("before", "u2"),  # the plate of the marble before it
        ("placed", "u4"),
    ],
    align=True,
)


def turn(board, state):
    if state.placed == LONGEST or not (open_holes(board, state, 0) | open_holes(board, state, 1)):  # ruling 4
        return OVER
    return np.int64(state.placed & 1)


def moves(board, state, mask):
    mask[0] = open_holes(board, state, 0)
    mask[1] = open_holes(board, state, 1)


@part
def open_holes(board, state, word):
    """Where the next marble may lie: on the last one's cross, off the plates of the last two."""
    return state.free[word] & board.reach[state.last, word] & ~board.plates[state.before, word]


def play(board, state, action):
    state.before = board.plate[state.last]
    state.last = action
    here = ONE << np.uint64(action & 63)
    state.free[0] &= ~(here if action < 64 else ZERO)
    state.free[1] &= ~(here if action >= 64 else ZERO)
    state.marbles[state.placed & 1, action >> 6] |= here
    state.placed += 1


def points(board, state, out):
    total(board, state, out)


def payoff(board, state, out):
    total(board, state, out)


@part
def total(board, state, out):
    """The points of both seats: plates, and what the level adds."""
    red = black = 0
    for plate in range(PLATES):
        low, high = board.plates[plate, 0], board.plates[plate, 1]
        size = np.int64(count(low) + count(high))
        reds = count(state.marbles[0, 0] & low) + count(state.marbles[0, 1] & high)
        blacks = count(state.marbles[1, 0] & low) + count(state.marbles[1, 1] & high)
        red += size if reds > blacks else 0
        black += size if blacks > reds else 0
    out[0], out[1] = red, black
    if board.level & 1:
        out[0] += largest_area(board, state.marbles[0])
        out[1] += largest_area(board, state.marbles[1])
    if board.level & 2:
        out[0] += all_chains(board, state.marbles[0])
        out[1] += all_chains(board, state.marbles[1])


@part
def largest_area(board, marbles):
    """The most marbles joined by their sides."""
    largest = 0
    low, high = marbles[0], marbles[1]
    while np.int64(count(low) + count(high)) > largest:
        size = 0
        edge_low, edge_high = (low & -low, ZERO) if low else (ZERO, high & -high)
        while edge_low | edge_high:
            square = lowest(edge_low) if edge_low else lowest(edge_high) + WORD
            low &= ~bit_in(0, square)
            high &= ~bit_in(1, square)
            edge_low = (edge_low | board.beside[square, 0]) & low
            edge_high = (edge_high | board.beside[square, 1]) & high
            size += 1
        largest = max(largest, size)
    return largest


@part
def bit_in(word, square):
    """The bit of a square if it is in that word of a set, else nothing."""
    return bit(square & np.uint64(63)) if square >> np.uint64(6) == word else ZERO


@part
def all_chains(board, marbles):
    """The lengths of all chains added up: along the rows, the columns and both diagonals.

    A chain of n marbles has n - 4 places where five in a line begin.
    """
    lengths = ZERO
    for direction in range(4):
        step = board.step[direction]
        low, high = joined(marbles[0], marbles[1], step)  # two in a line, or at opposite edges
        low, high = joined(low & board.inner[direction, 0], high & board.inner[direction, 1], step)  # three in a line
        low, high = joined(low, high, step + step)  # five
        more_low, more_high = ahead(low, high, step)
        lengths += count(low) + count(high)
        lengths += np.uint64(4) * (count(low & ~more_low) + count(high & ~more_high))
    return np.int64(lengths)


@part
def joined(low, high, step):
    """The members of a set whose neighbour by that step is a member too."""
    low_ahead, high_ahead = ahead(low, high, step)
    return low & low_ahead, high & high_ahead


@part
def ahead(low, high, step):
    """The set moved back by a step: the squares with a member ahead of them."""
    return low >> step | high << (WORD - step), high >> step
