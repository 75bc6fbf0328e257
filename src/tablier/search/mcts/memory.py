"""What one thread's tree search keeps: the tree, and a desk to work at."""

from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablier.core.frozen import Records
from tablier.core.judgement import MctsParams
from tablier.core.rules import mask_words

NODE = np.dtype(
    [
        ("first", "i4"),  # its children are this node and the following ones
        ("number", "i2"),  # how many they are; none before it is expanded
        ("action", "i2"),  # the one that leads here
        ("count", "i4"),  # how many simulations came here
        ("counted", "i4"),  # in how many of them the margin at the end was counted
        ("margin", "f4"),  # the searching seat's margins then, added up
    ]
)
"""A node of the tree. What it is worth to whoever chose it is kept beside, for each kind of secret."""

PARAMS = np.dtype([(name, "f8") for name in MctsParams.__dataclass_fields__])
"""`MctsParams` as compiled code reads them."""


class Tree(NamedTuple):
    """The tree: node 0 is the root, a node's statistics are those of the move that leads to it."""

    nodes: Records
    visits: NDArray[np.float32]
    """By kind of secret and node; priors count as visits."""
    totals: NDArray[np.float32]
    """What these visits brought whoever chose the move, added up: each from 0 to 1."""
    minimax: NDArray[np.float32]
    """By node: see `minimax_backup`."""
    amaf: NDArray[np.float32]
    """By node: in how many simulations the move came here or later, and what those brought (see `rave`)."""


def new_tree(params: MctsParams, kinds: int, memory: int) -> Tree:
    rave, minimax = params.rave > 0, params.minimax_weight > 0
    size = max(1000, memory // (NODE.itemsize + 8 * kinds + 8 * rave + 4 * minimax))
    return Tree(
        np.zeros(size, NODE),
        np.zeros((kinds, size), np.float32),
        np.zeros((kinds, size), np.float32),
        np.zeros(size if minimax else 1, np.float32),
        np.zeros((size if rave else 1, 2), np.float32),
    )


def desk_type(rules: ModuleType, seats: int, kinds: int) -> np.dtype[np.void]:
    """Room for one simulation, in one record, since arrays take time whenever they are handed on.

    For the most seats that the game may have, so that all numbers of seats share compiled code.
    """
    return np.dtype(
        [
            ("states", rules.STATE, 3),  # the root's, the one that is played on, one to look ahead
            ("mask", "u8", mask_words(rules)),
            ("considered", "u8", mask_words(rules)),  # at the root only these are looked at
            ("first", "i8", rules.ACTIONS),  # for each action the one that stands for it
            ("played", "i8", (seats, rules.ACTIONS)),  # the last simulation in which a seat played an action
            ("path", "i8", (rules.LONGEST + 2, 4)),  # of this simulation: node, mover, kind of secret, parent
            ("values", "f8", (rules.ACTIONS, seats)),
            ("odds", "f8", (seats, kinds)),
            ("costs", "f4", rules.ACTIONS),
            ("payoff", "f8", seats),
            ("points", "i8", seats),
            ("gains", "f8", seats),  # what this simulation brings each seat, from 0 to 1
            ("sides", "i8", seats),  # the first seat of each seat's side
            ("params", PARAMS),
            ("rng", "u8", 1),
            ("seats", "i8"),
            ("valued", "i8"),  # does the game value leaves by its actions?
            ("used", "i8"),  # how many nodes the tree has
            ("simulations", "i8"),
        ],
        align=True,
    )
