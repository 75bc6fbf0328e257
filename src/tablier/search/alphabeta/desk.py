"""One thread's desk, and what can be searched at it."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.search.alphabeta.kernel import search_root
from tablier.search.alphabeta.memory import desk_type
from tablier.search.alphabeta.pv import follow
from tablier.search.alphabeta.table import Table

Numbers: TypeAlias = NDArray[np.int64]


class Desk:
    """What one thread needs to search from a view."""

    def __init__(self, view: Position):
        self.record = np.zeros(1, desk_type(view.game.rules))
        self.states = self.record["states"][0]
        self.record["killers"] = -1
        self.states[0] = view.arrays.state[0]
        self.board, self.weights = view.arrays.board, view.game.judgement.weights(view)

    def search(
        self, table: Table, control: Numbers, depth: int, roots: Numbers, width: int
    ) -> tuple[int, Numbers, Numbers]:
        """How many of the root's moves were searched so deep, their values, and which of these are certain."""
        values, certain = np.zeros(len(roots), np.int64), np.zeros(len(roots), np.int64)
        done = search_root(self.board, self.weights, self.record, table, control, depth, roots, values, certain, width)
        return done, values, certain

    def follow(self, table: Table, value: int, line: Numbers) -> int:
        """Write down the principal variation from the state of level 1, and return its length."""
        return int(follow(self.board, self.weights, self.record, table, value, line))

    def age_history(self) -> None:
        """What caused cut-offs counts for less in the next iteration."""
        self.record["history"] >>= 2

    def forget_history(self) -> None:
        self.record["history"] = 0


def root_actions(moves: Sequence[Move]) -> Numbers:
    """The actions of moves, a row each, filled up with -1."""
    longest = max(len(move.actions) for move in moves)
    return np.array([move.actions + (-1,) * (longest - len(move.actions)) for move in moves], np.int64)
