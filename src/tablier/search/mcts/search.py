"""Monte Carlo tree search as a player calls it: a tree for each core, and what they say together.

Root parallelism, and the move visited most (robust child): Chaslot, Winands and van den Herik, "Parallel Monte-Carlo
tree search", 2008; Chaslot and others, "Progressive strategies for Monte-Carlo tree search", 2008. Invariant: with one
core, a seed and a number of simulations the tree is always the same; a move that was never visited has no value.
"""

import threading
from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from tablier.core import calls
from tablier.core.judgement import MctsParams
from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.core.rules import CHANCE, mask_words
from tablier.search.analysis import Thought, Value
from tablier.search.mcts.kernel import find_equivalent, simulate
from tablier.search.mcts.memory import PARAMS, desk_type, new_tree
from tablier.search.mcts.minimax_backup import LOST, WON
from tablier.search.request import Request
from tablier.search.stop import Timer

PLAIN = MctsParams(
    exploration=1.0, playout_samples=1, prior_visits=0, margin_weight=0, by_secret=False, merge=False, leaf_weight=0
)
"""Plain UCT: random games, won or lost."""

UNLIMITED = 2**62

FIRM = 30
"""A line is followed as long as a move has so many visits."""


class Knowledge:
    """What a search goes by at one view: all that the game declares, or nothing of it."""

    def __init__(self, view: Position, knowledge: bool):
        judgement = view.game.judgement
        self.valued = knowledge and judgement.action_values is not None
        informed = self.valued or (knowledge and judgement.ordering.prior is not None)
        self.params = judgement.params(view) if informed else PLAIN
        self.weights = judgement.weights(view)
        self.belief = judgement.belief if informed and self.params.by_secret else None
        self.kinds = self.belief.kinds if self.belief else 1

    def secret(self, view: Position) -> int:
        return (self.belief and self.belief.own(view)) or 0

    def odds(self, view: Position) -> NDArray[np.float64]:
        return self.belief.odds(view) if self.belief else np.ones((view.seats, self.kinds))

    def costs(self, view: Position) -> NDArray[np.float32]:
        cost = self.belief and self.belief.cost
        return cost(view) if cost else np.zeros(view.game.rules.ACTIONS, np.float32)


class GrowingTree:
    """One core's tree and the desk it is grown at."""

    def __init__(self, view: Position, known: Knowledge, moves: list[Move], memory: int, seed: int):
        rules = view.game.rules
        self.view, self.known, self.params = view, known, known.params
        self.tree = new_tree(known.params, known.kinds, memory)
        most_kinds = view.game.judgement.belief.kinds if view.game.judgement.belief else 1
        self.desk = np.zeros(1, desk_type(rules, max(view.game.seats), most_kinds))
        desk = self.desk[0]
        desk["states"][:] = view.arrays.state
        desk["first"] = np.arange(rules.ACTIONS)
        desk["sides"][: view.seats] = [view.sides.index(side) for side in view.sides]
        desk["params"] = np.array([astuple(known.params)], PARAMS)[0]
        desk["rng"], desk["seats"], desk["valued"], desk["used"] = seed, view.seats, known.valued, 1
        self._known: dict[int, dict[int, int]] = {}
        self._equivalent: dict[tuple[int, ...], list[int]] = {}
        bits = np.zeros(64 * mask_words(rules), np.uint8)
        bits[[self._first(())[move.actions[0]] for move in moves]] = 1
        desk["considered"] = np.packbits(bits, bitorder="little").view(np.uint64)

    def grow(self, control: NDArray[np.int64], most: int) -> None:
        simulate(self.view.arrays.board, self.known.weights, self.tree, self.desk, control, most)

    @property
    def simulations(self) -> int:
        return int(self.desk["simulations"][0])

    def find(self, actions: tuple[int, ...]) -> int | None:
        """The node that these actions lead to from the root."""
        if not actions:
            return 0
        *before, action = actions
        parent = self.find(tuple(before))
        return None if parent is None else self._children(parent).get(self._first(tuple(before))[action])

    def _children(self, node: int) -> dict[int, int]:
        """The children of a node, by action."""
        if node not in self._known:
            first, number = int(self.tree.nodes[node]["first"]), int(self.tree.nodes[node]["number"])
            actions = self.tree.nodes["action"][first : first + number].tolist()
            self._known[node] = {action: first + index for index, action in enumerate(actions)}
        return self._known[node]

    def _first(self, actions: tuple[int, ...]) -> list[int]:
        """For each action that may follow these, the one that stands for all equivalent ones."""
        if actions not in self._equivalent:
            first = np.arange(self.view.game.rules.ACTIONS)
            if self.params.merge:
                state = self.view.arrays.copies()
                for action in actions:
                    calls.play(self.view.arrays.board, state, action)
                find_equivalent(self.view.arrays.board, self.known.weights, state, first)
            self._equivalent[actions] = first.tolist()
        return self._equivalent[actions]

    def statistics(self, actions: tuple[int, ...], secret: int) -> tuple[float, float, float, float]:
        """Of a move of the root: visits and gains; in how many visits margins were counted, and their sum."""
        place = self.find(actions)
        if place is None or not (self.known.valued or self.tree.nodes[place]["count"]):
            return 0.0, 0.0, 0.0, 0.0
        node = self.tree.nodes[place]
        return self.tree.visits[secret, place], self.tree.totals[secret, place], node["counted"], node["margin"]

    def proof(self, move: Move) -> int:
        """Is a move of the root won for sure (1), or lost (-1)?"""
        place = self.find(move.actions) if self.params.minimax_weight > 0 else None
        if place is None:
            return 0
        return int(self.tree.minimax[place] == WON) - int(self.tree.minimax[place] == LOST)

    def line(self, move: Move) -> tuple[Move, ...]:
        """The moves visited most after a move of the root, up to the next draw: the principal variation."""
        nodes, path = self.tree.nodes, self.view.game.parts.moves.path
        position, line, node = self.view.after(move), [move], self.find(move.actions)
        while node is not None and not position.over and position.turn != CHANCE:
            state, actions, unfinished = position.arrays.copies(), [], True
            while unfinished:
                node = max(self._children(node).values(), key=lambda child: nodes[child]["count"], default=None)
                if node is None or nodes[node]["count"] < FIRM:
                    return tuple(line)
                actions.append(int(nodes[node]["action"]))
                unfinished = calls.play(position.arrays.board, state, actions[-1])
            line.append(Move(tuple(name for action in actions for name in path(position, action)), tuple(actions)))
            position = position.after(line[-1])
        return tuple(line)


class MCTS:
    """Simulates so many games, or as many as time allows; with the game's knowledge or without."""

    def __init__(self, simulations: int | None = None, knowledge: bool = True):
        self.simulations = simulations
        self.knowledge = knowledge

    def prepare(self, view: Position) -> None:
        known, moves = Knowledge(view, self.knowledge), list(view.moves)
        known.odds(view), known.costs(view)
        tree = GrowingTree(view, known, moves, 0, 1)
        tree.grow(np.zeros(8, np.int64), 0)

    def think(self, request: Request) -> Thought:
        view, moves = request.view, list(request.moves)
        known = Knowledge(view, self.knowledge)
        most = UNLIMITED if self.simulations is None else self.simulations
        if self.simulations is not None and not known.valued:
            most = max(len(moves), self.simulations)
        with Timer(request.seconds, request.stop) as timer:
            memory = request.memory // request.cores
            trees = [GrowingTree(view, known, moves, memory, request.seed + core) for core in range(request.cores)]
            odds, costs = known.odds(view), known.costs(view)
            for tree in trees:
                tree.desk["odds"][0, : view.seats, : known.kinds] = odds
                tree.desk["costs"][0] = costs
            threads = [threading.Thread(target=tree.grow, args=(timer.control, most)) for tree in trees]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            spent = timer.spent
        return _thought(moves, trees, known.secret(view), spent)


def _thought(moves: list[Move], trees: list[GrowingTree], secret: int, spent: float) -> Thought:
    """The move visited most (robust child), unless one is proven; values of the moves that were looked at."""
    judged = _judged(moves, trees, secret)
    if not judged:  # too little time for more than the beginning of a move of several actions
        begun = next(move for move in moves if trees[0].statistics(move.actions[:1], secret)[0])
        judged = _judged([Move(begun.path, begun.actions[:1])], trees, secret)
        judged = [(key, margin, begun) for key, margin, _ in judged]
    judged.sort(key=lambda entry: entry[0], reverse=True)
    values = tuple(Value(move, key[2], margin) for key, margin, move in judged)
    work = sum(tree.simulations for tree in trees)
    best = values[0].move
    return Thought(best, values, trees[0].line(best), work=work, seconds=spent)


Judged = tuple[tuple[int, float, float], float | None, Move]
"""A move with what orders it (proof, visits, chance) and its margin."""


def _judged(moves: list[Move], trees: list[GrowingTree], secret: int) -> list[Judged]:
    """What all trees together say of the moves that were looked at."""
    judged: list[Judged] = []
    for move in moves:
        statistics = zip(*(tree.statistics(move.actions, secret) for tree in trees), strict=True)
        visits, total, counted, margins = (float(sum(part)) for part in statistics)
        proof = sum(tree.proof(move) for tree in trees)
        if visits or proof:
            chance = float(proof > 0) if proof else min(1.0, max(0.0, total / visits))
            judged.append(((proof, visits, chance), margins / counted if counted else None, move))
    return judged
