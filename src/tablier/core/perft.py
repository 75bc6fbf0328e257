"""Counting legal move sequences, to check and to compare rules."""

import numpy as np

from tablier.core import calls
from tablier.core.position import Position
from tablier.core.rules import mask_words


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves, draws included, can follow a position."""
    if depth == 0:
        return 1
    if position.over:
        return 0
    rules = position.game.rules
    states = position.arrays.copies(rules.LONGEST + 1)
    masks = np.zeros((rules.LONGEST + 1, mask_words(rules)), np.uint64)
    return int(calls.perft(position.arrays.board, states, masks, depth))
