"""Search values: points at the end in thousandths, nearer to nought the later the end comes.

So a win is sought early and a loss put off, as mate scores do in chess programs. Invariant: the distance never
outweighs a point, since no game has a thousand actions.
"""

import numpy as np

from tablier.core.compiler import inner
from tablier.core.rules import payoff

POINT = 1000
INFINITE = 1 << 30


@inner
def final(board, desk, state, ply):
    """The value of a game that is over, `ply` actions after the root."""
    payoff(board, state, desk.out)
    return with_distance(np.int64(desk.out[0] - desk.out[1]) * POINT, ply)


@inner
def with_distance(difference, ply):
    """The value of a difference in payoff, `ply` actions after the root."""
    if difference > 0:
        return difference - ply
    if difference < 0:
        return difference + ply
    return np.int64(0)
