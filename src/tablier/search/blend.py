"""Certainty first, imagination otherwise: alpha-beta near the end of a game, tree search before."""

import time

from tablier.search.forest import TreeSearch
from tablier.search.lookahead import AlphaBeta
from tablier.search.thought import Thought, Value
from tablier.search.verdict import DRAWN, LOST, UNKNOWN, WON, verdicts

SHARE = 0.4
"""The share of the time that is given to the search for a certain end."""


class Blend:
    """For games of two with open information whose judgement can tell that the end is near.

    There a player of unlimited sight first asks who wins; if that is known, by how much.
    """

    def __init__(self, deepest: int | None, simulations: int | None, near_end):
        self.lookahead = AlphaBeta(deepest)
        self.imagination = TreeSearch(simulations)
        self.near_end = near_end

    def think(self, view, noticed, seconds, stop, cores, memory, seed, all_moves) -> Thought:
        begun = time.monotonic()
        if self.near_end(view):
            found: dict = {}
            known, work = True, 0
            if self.lookahead.deepest is None and not all_moves:
                found, work = verdicts(view, noticed, seconds * SHARE, stop, memory)
                known = WON in found.values() or UNKNOWN not in found.values()
            if known:
                share = (seconds - (time.monotonic() - begun)) * SHARE
                thought = self.lookahead.think(view, noticed, share, stop, cores, memory, seed, all_moves)
                if thought.exact:
                    return thought
            if WON in found.values():
                return _won(found, work, time.monotonic() - begun)
            noticed = [move for move in noticed if found.get(move) != LOST] or noticed
        rest = seconds - (time.monotonic() - begun)
        return self.imagination.think(view, noticed, rest, stop, cores, memory, seed, all_moves)


def _won(found, work, spent) -> Thought:
    """A move that wins, whatever the others are worth."""
    chances = {WON: 1.0, DRAWN: 0.5, LOST: 0.0, UNKNOWN: 1.0}
    ranked = sorted(found, key=found.get, reverse=True)
    values = tuple(Value(move, chances[found[move]], exact=True, bound=found[move] == UNKNOWN) for move in ranked)
    return Thought(ranked[0], values, (ranked[0],), True, (), 0, work, spent)
