"""Certainty first, simulation otherwise: alpha-beta near the end of a game, MCTS before.

An endgame solver beside a tree search; Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008, have one
inside the tree. Invariant: a move that is known to lose is played only if all are.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from tablier.core.judgement import Level
from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.search.alphabeta import wdl
from tablier.search.alphabeta.search import AlphaBeta
from tablier.search.alphabeta.wdl import DRAWN, LOST, UNKNOWN, WON
from tablier.search.analysis import Thought, Value
from tablier.search.mcts.search import MCTS
from tablier.search.request import Request

SHARE = 0.4
"""The share of the time that is given to the search for a certain end."""


class Hybrid:
    """For games of two with open information that can tell when the end is near.

    There a player of unlimited sight first asks who wins; if that is known, by how much.
    """

    def __init__(self, level: Level, near: Callable[[Position], bool]):
        self.alphabeta = AlphaBeta(level.depth)
        self.mcts = MCTS(level.simulations)
        self.near = near

    def prepare(self, view: Position) -> None:
        wdl.prepare(view)
        self.alphabeta.prepare(view)
        self.mcts.prepare(view)

    def think(self, request: Request) -> Thought:
        begun = time.monotonic()
        if self.near(request.view):
            found: dict[Move, int] = {}
            known, work = True, 0
            if self.alphabeta.depth is None and not request.all_moves:
                found, work = wdl.results(
                    request.view, request.moves, request.seconds * SHARE, request.stop, request.memory
                )
                known = WON in found.values() or UNKNOWN not in found.values()
            if known:
                share = (request.seconds - (time.monotonic() - begun)) * SHARE
                thought = self.alphabeta.think(replace(request, seconds=share))
                if thought.exact:
                    return thought
            if WON in found.values():
                return _won(found, work, time.monotonic() - begun)
            held = [move for move in request.moves if found.get(move) != LOST]
            request = replace(request, moves=held or request.moves)
        return self.mcts.think(replace(request, seconds=request.seconds - (time.monotonic() - begun)))


def _won(found: dict[Move, int], work: int, spent: float) -> Thought:
    """A move that wins, whatever the others are worth."""
    chances = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}
    ranked = sorted((move for move in found if found[move] != UNKNOWN), key=lambda move: found[move], reverse=True)
    values = tuple(Value(move, chances[found[move]], exact=True) for move in ranked)
    return Thought(ranked[0], values, (ranked[0],), True, work=work, seconds=spent)
