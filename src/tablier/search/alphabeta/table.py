"""The transposition table: positions that were searched, by their hash key, always replaced by the newer one.

Two words an entry: the key mixed with the second word, and the second word, which packs value, depth, bound and best
action. Threads write without locks (Hyatt and Mann, "A lockless transposition table implementation", 2002): a torn
pair matches no key. Values are kept with the distance to the end counted from the position, or without it where the
number of actions left does not depend on play; points that nothing to come depends on are left out (`banked`).
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablier.core.compiler import inner
from tablier.search.alphabeta.values import INFINITE, POINT, with_distance
from tablier.search.hooks import banked, key, plies_left

CERTAIN = 127
"""The depth of a value that rests on ends of games alone."""

LOWER, UPPER, EXACT = 1, 2, 3

ENTRIES = 2_000_000
"""So many positions a second are remembered."""

Table: TypeAlias = NDArray[np.uint64]


def new_table(memory: int, seconds: float) -> Table:
    """Room for what can be found in the time: fresh memory is slow, and a short search needs little of it."""
    entries = min(memory // 32, seconds * ENTRIES)
    return np.zeros((1 << max(10, math.ceil(math.log2(max(1, entries)))), 2), np.uint64)


@inner
def identify(board, weights, desk, level):
    """How the table knows the position of a level."""
    frame, state = desk.frames[level], desk.states[level]
    frame.key = key(board, weights, state)
    frame.left = plies_left(board, weights, state)
    frame.bank = np.int64(banked(board, weights, state)) * POINT if frame.left >= 0 else 0


@inner
def probe(table, frame, level):
    """Look a position up: whether that settles the matter, the value, whether it is exact, the action to try first."""
    slot = np.int64(frame.key & np.uint64(table.shape[0] - 1))
    packed = table[slot, 1]
    if table[slot, 0] ^ packed != frame.key:
        return False, np.int64(0), 0, -1
    hash_move = np.int64((packed >> np.uint64(32)) & np.uint64(0xFFFF)) - 1
    depth = np.int64((packed >> np.uint64(48)) & np.uint64(0xFF))
    bound = np.int64(packed >> np.uint64(56))
    value = np.int64(packed & np.uint64(0xFFFFFFFF)) - INFINITE
    if frame.left < 0:
        value -= level if value > POINT // 2 else (-level if value < -POINT // 2 else 0)
    elif depth == CERTAIN:
        value = with_distance(value + frame.bank, level + frame.left)
    else:
        value += frame.bank
    fits = bound == EXACT or (bound == LOWER and value >= frame.beta) or (bound == UPPER and value <= frame.alpha)
    return depth >= frame.depth and fits, value, np.int64(depth == CERTAIN), hash_move


@inner
def store(table, frame, level):
    """Keep a finished level's value, with the number of actions to the end counted from there."""
    bound = EXACT
    if frame.best <= frame.alpha:
        bound = UPPER
    elif frame.best >= frame.beta:
        bound = LOWER
    if frame.left < 0:
        value = frame.best + (level if frame.best > POINT // 2 else (-level if frame.best < -POINT // 2 else 0))
    else:
        value = ((frame.best + POINT // 2) // POINT * POINT if frame.certain else frame.best) - frame.bank
    depth = CERTAIN if frame.certain else min(max(frame.depth, 0), CERTAIN - 1)
    packed = np.uint64(value + INFINITE) | (np.uint64(frame.chosen + 1) << np.uint64(32))
    packed |= (np.uint64(depth) << np.uint64(48)) | (np.uint64(bound) << np.uint64(56))
    slot = np.int64(frame.key & np.uint64(table.shape[0] - 1))
    table[slot, 0] = frame.key ^ packed
    table[slot, 1] = packed
