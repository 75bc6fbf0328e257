"""Certainty first, imagination otherwise: alpha-beta near the end of a game, tree search before."""

import time

from tablier.search.forest import TreeSearch
from tablier.search.lookahead import AlphaBeta
from tablier.search.thought import Thought

SHARE = 0.4
"""The share of the time that is given to the search for a certain end."""


class Blend:
    """For games of two with open information whose judgement can tell that the end is near."""

    def __init__(self, deepest: int | None, simulations: int | None, near_end):
        self.lookahead = AlphaBeta(deepest)
        self.imagination = TreeSearch(simulations)
        self.near_end = near_end

    def think(self, view, noticed, seconds, stop, cores, memory, seed, all_moves) -> Thought:
        begun = time.monotonic()
        if self.near_end(view):
            thought = self.lookahead.think(view, noticed, seconds * SHARE, stop, cores, memory, seed, all_moves)
            if thought.exact:
                return thought
        rest = seconds - (time.monotonic() - begun)
        return self.imagination.think(view, noticed, rest, stop, cores, memory, seed, all_moves)
