"""What is known of Quantik beyond its rules: immediate wins, symmetries, and which moves to look at first."""

from functools import cache
from itertools import product

import numpy as np

from tablier.core.bits import ONE, ZERO, count, lowest
from tablier.core.compiler import part
from tablier.core.frozen import freeze_array
from tablier.core.judgement import Ending, Judgement, Level, Ordering
from tablier.games.quantik.rules import EVERY_SHAPE, LANE

LEVELS = {
    1: Level(depth=1, oversight=0.5),
    2: Level(depth=2, oversight=0.3),
    3: Level(depth=3, oversight=0.1),
    4: Level(depth=4),
    5: Level(depth=6),
}

EARLY = 5
"""Up to so many pieces positions are few, and it pays to look for their 128 images on the board."""

IMAGES = np.dtype([("images", "u1", (128, 16))])
"""Where each square goes when the board is turned or mirrored."""


@cache
def images():
    """The 128 ways to exchange rows, columns and both that leave every region a region."""
    orders = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)]
    orders += [tuple(other[2:] + other[:2]) for other in orders]
    record = np.zeros(1, IMAGES)
    record["images"] = [
        [column * 4 + row if turned else row * 4 + column for row in rows for column in columns]
        for rows, columns, turned in product(orders, orders, (False, True))
    ]
    return freeze_array(record)


def wins(board, weights, state):
    """May a line be completed now?"""
    return completing(state.own | state.other) & ~state.own_barred != ZERO


@part
def completing(pieces):
    """Every action whose square lies on a line with the three other shapes, allowed or not."""
    rows = pieces | pieces >> np.uint64(1)
    rows = ((rows | rows >> np.uint64(2)) & np.uint64(0x1111_1111_1111_1111)) * np.uint64(0xF)
    columns = pieces | pieces >> np.uint64(4)
    columns = ((columns | columns >> np.uint64(8)) & np.uint64(0x000F_000F_000F_000F)) * np.uint64(0x1111)
    regions = pieces | pieces >> np.uint64(1)
    regions = ((regions | regions >> np.uint64(4)) & np.uint64(0x0505_0505_0505_0505)) * np.uint64(0x33)
    return in_other_lanes(rows) | in_other_lanes(columns) | in_other_lanes(regions)


@part
def in_other_lanes(squares):
    """For each lane, the squares that are in all three others."""
    return rotated(squares, 16) & rotated(squares, 32) & rotated(squares, 48)


@part
def rotated(word, steps):
    return word << np.uint64(steps) | word >> np.uint64(64 - steps)


def prior(board, weights, state, action):
    """How many placements it leaves barred to the opponent."""
    square, lane = np.uint64(action & 15), np.uint64(action & 48)
    barred = state.other_barred | EVERY_SHAPE << square | board.reach[square] << lane
    return np.int64(count(barred)) * 1000


def key(board, weights, state):
    """The same for positions that differ in the names of the shapes alone, early on also in how the board lies."""
    a, b, c, d = lane_of(state, 0), lane_of(state, 1), lane_of(state, 2), lane_of(state, 3)
    least = packed(a, b, c, d)
    if state.ply <= EARLY:
        for image in range(1, 128):
            at = weights.images[image]
            least = min(least, packed(moved(at, a), moved(at, b), moved(at, c), moved(at, d)))
    return mixed(least)


@part
def lane_of(state, shape):
    """Where the pieces of a shape are: those of the seat on turn above those of the other."""
    steps = np.uint64(16 * shape)
    return (state.own >> steps & LANE) << np.uint64(16) | state.other >> steps & LANE


@part
def moved(at, lane):
    """A lane on the board turned or mirrored so that each square comes to lie `at` another."""
    result = ZERO
    while lane:
        place = lowest(lane)
        lane &= lane - ONE
        result |= ONE << (np.uint64(at[place & np.uint64(15)]) | place & np.uint64(16))
    return result


@part
def packed(a, b, c, d):
    """Four bits for each square: is it taken, and by the seat on turn, and which of the sorted lanes has it."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    own = (a | b | c | d) >> np.uint64(16)
    taken = own | (a | b | c | d) & LANE
    odd, high = b | d, c | d
    odd, high = (odd | odd >> np.uint64(16)) & LANE, (high | high >> np.uint64(16)) & LANE
    return own | taken << np.uint64(16) | odd << np.uint64(32) | high << np.uint64(48)


@part
def mixed(word):
    """Another word, for each a different one, with all bits stirred."""
    word *= np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(32)
    return word * np.uint64(0xBF58476D1CE4E5B9)


JUDGEMENT = Judgement(
    ordering=Ordering(prior=prior),
    ending=Ending(max_margin=1, wins=wins),
    key=key,
    weights=lambda view: images(),
    levels=LEVELS,
)
