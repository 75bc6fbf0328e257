"""Rapid action value estimation: a move is judged also by simulations in which its player played it later.

All moves as first (AMAF), trusted less the more visits a move has of its own: Gelly and Silver, "Combining online
and offline knowledge in UCT", 2007. The constant k of `MctsParams.rave` is the number of visits at which both count
alike once AMAF has many more. Invariant: a simulation counts once at each child of a node whose action its player
played there or later.
"""

import math

import numpy as np

from tablier.core.compiler import part


@part
def rave_bound(visits, total, later, gained, spread, params):
    """The upper confidence bound of a move by its own visits and by AMAF."""
    own = total / visits if visits > 0 else np.float32(0.5)
    if later > 0:
        k = np.float32(params.rave)
        trust = later / (later + visits + later * visits / k)
        own += trust * (gained / later - own)
    elif visits == 0:
        return np.float32(1e9)
    return own + spread / np.float32(math.sqrt(visits + 1))


@part
def update_amaf(nodes, amaf, parent, mover, played, simulation, gain):
    """Tell a node's moves of a simulation in which their player played them, at once or later."""
    first, number = np.int64(nodes[parent].first), np.int64(nodes[parent].number)
    for index in range(first, first + number):
        if played[mover, nodes[index].action] == simulation:
            amaf[index, 0] += np.float32(1)
            amaf[index, 1] += np.float32(gain)
