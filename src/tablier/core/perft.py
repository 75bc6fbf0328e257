"""Counting legal move sequences, to check and to compare rules."""

import numpy as np

from tablier.core import engine
from tablier.core.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` moves, draws included, can follow a position."""
    if depth == 0:
        return 1
    if position.over:
        return 0
    rules = position.game.rules
    states = np.repeat(position._state, rules.LONGEST + 1)
    masks = np.zeros((rules.LONGEST + 1, (rules.ACTIONS + 63) // 64), np.uint64)
    return int(engine.perft(position._board, states, masks, depth))
