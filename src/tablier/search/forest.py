"""Thinking by imagined games: a tree for each core, grown until time is up, and what they say together."""

import threading
from typing import Any

import numpy as np

from tablier.core import engine
from tablier.core.moves import Move
from tablier.core.rules import CHANCE
from tablier.search.clock import Clock
from tablier.search.habits import PLAIN, as_record, habits_of
from tablier.search.insight import LOST, WON
from tablier.search.judgement import offers
from tablier.search.thought import Thought, Value
from tablier.search.tree import NODE, SIMULATIONS, find_twins, simulate

FIRM = 30
"""A line is followed as long as a move has so many visits."""


class Tree:
    """One core's tree and what it needs to grow it."""

    def __init__(self, view, kinds, habits, memory, seed, clock):
        rules = view.game.rules
        kindred, insightful = habits.kinship > 0, habits.insight > 0
        size = max(1000, memory // (NODE.itemsize + 8 * kinds + 8 * kindred + 4 * insightful))
        self.view = view
        self.habits = habits
        self.clock = clock
        self.board = view._board
        self.states = np.repeat(view._state, 3)
        self.mask = np.zeros((rules.ACTIONS + 63) // 64, np.uint64)
        self.twins = np.arange(rules.ACTIONS)
        self.nodes = np.zeros(size, NODE)
        self.visits = np.zeros((kinds, size), np.float32)
        self.totals = np.zeros((kinds, size), np.float32)
        self.looks = np.zeros(size if insightful else 1, np.float32)
        self.kin = np.zeros((size if kindred else 1, 2), np.float32)
        self.stamps = np.zeros((view.seats, rules.ACTIONS), np.int64)
        self.trail = np.zeros((rules.LONGEST + 2, 4), np.int64)
        self.rng = np.array([seed], np.uint64)
        self.out = np.zeros(view.seats)
        self.score = np.zeros(view.seats, np.int64)
        self.sides = np.array([view.sides.index(side) for side in view.sides])
        self.gains = np.zeros(view.seats)
        self.control = np.array([0, 1], np.int64)
        self._known: dict[int, dict[int, int]] = {}
        self._twins: dict[tuple[int, ...], list[int]] = {}

    def grow(self, odds, costs, most) -> None:
        simulate(
            self.board, self.states, self.mask, self.twins, self.nodes, self.visits, self.totals, self.looks, self.kin,
            self.stamps, self.trail, self.rng, self.out, self.score, self.sides, self.gains, odds, costs,
            as_record(self.habits), self.clock.control, self.control, most,
        )  # fmt: skip

    def find(self, actions: tuple[int, ...]) -> int | None:
        """The node that these actions lead to from the root."""
        if not actions:
            return 0
        *before, action = actions
        parent = self.find(tuple(before))
        return None if parent is None else self._children(parent).get(self._alike(tuple(before))[action])

    def _children(self, node: int) -> dict[int, int]:
        """The children of a node, by action."""
        if node not in self._known:
            first, number = int(self.nodes[node]["first"]), int(self.nodes[node]["number"])
            actions = self.nodes["action"][first : first + number].tolist()
            self._known[node] = {action: first + index for index, action in enumerate(actions)}
        return self._known[node]

    def _alike(self, actions: tuple[int, ...]) -> list[int]:
        """For each action that may follow these, the one that stands for all that come to the same."""
        if actions not in self._twins:
            twins = np.arange(len(self.twins))
            if self.habits.twins:
                state = self.view._state.copy()
                for action in actions:
                    engine.play(self.board, state, action)
                find_twins(self.board, state, twins)
            self._twins[actions] = twins.tolist()
        return self._twins[actions]

    def worth(self, move, secret) -> tuple[float, float, float, float]:
        """Visits and gains of a move of the root; in how many visits points were counted, and the leads."""
        place = self.find(move.actions)
        if place is None:
            return 0.0, 0.0, 0.0, 0.0
        node = self.nodes[place]
        return self.visits[secret, place], self.totals[secret, place], node["counted"], node["lead"]

    def certainty(self, move) -> int:
        """Is a move of the root won for sure (1), or lost (-1)?"""
        place = self.find(move.actions) if self.habits.insight > 0 else None
        if place is None:
            return 0
        return int(self.looks[place] == WON) - int(self.looks[place] == LOST)

    def line(self, move) -> tuple:
        """The moves visited most after a move of the root, up to the next draw."""
        position, line, node = self.view._after(move), [move], self.find(move.actions)
        path = self.view.game.part("moves").path
        while node is not None and not position.over and position.turn != CHANCE:
            state, actions, unfinished = position._state.copy(), [], True
            while unfinished:
                node = max(self._children(node).values(), key=lambda child: self.nodes[child]["count"], default=None)
                if node is None or self.nodes[node]["count"] < FIRM:
                    return tuple(line)
                actions.append(int(self.nodes[node]["action"]))
                unfinished = engine.play(self.board, state, actions[-1])
            line.append(Move(tuple(name for action in actions for name in path(position, action)), tuple(actions)))
            position = position._after(line[-1])
        return tuple(line)


class TreeSearch:
    """Imagines `simulations` games, or as many as time allows."""

    def __init__(self, simulations: int | None = None, knowledge: bool = True):
        self.simulations = simulations
        self.knowledge = knowledge

    def think(self, view, noticed, seconds, stop, cores, memory, seed, all_moves) -> Thought:
        game = view.game
        known: Any = game.part("judgement") if self.knowledge and offers(game, "promise") else None
        habits = PLAIN if known is None else habits_of(known, view)
        kinds = getattr(known, "KINDS", 1) if habits.secrets else 1
        most = 2**62 if self.simulations is None else max(len(noticed), self.simulations)
        with Clock(seconds, stop) as clock:
            odds = known.likelihood(view) if hasattr(known, "likelihood") else np.ones((view.seats, kinds))
            costs = known.reserve(view) if hasattr(known, "reserve") else np.zeros(game.rules.ACTIONS, np.float32)
            trees = [Tree(view, kinds, habits, memory // cores, seed + core, clock) for core in range(cores)]
            threads = [threading.Thread(target=tree.grow, args=(odds, costs, most)) for tree in trees]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            spent = clock.spent
        secret = known.secret(view) if hasattr(known, "secret") and habits.secrets else 0
        return _thought(noticed, trees, secret or 0, spent)


def _thought(noticed, trees, secret, spent) -> Thought:
    judged = []
    for move in noticed:
        worths = zip(*(tree.worth(move, secret) for tree in trees), strict=True)
        visits, total, counted, lead = (float(sum(part)) for part in worths)
        sure = sum(tree.certainty(move) for tree in trees)
        chance = min(1.0, max(0.0, total / visits)) if visits and not sure else float(sure > 0)
        judged.append(((sure, visits, chance), lead / counted if counted else None, move))
    judged.sort(key=lambda entry: entry[0], reverse=True)
    values = tuple(Value(move, worth[2], margin) for worth, margin, move in judged)
    work = sum(int(tree.control[SIMULATIONS]) for tree in trees)
    best = judged[0][2]
    return Thought(best, values, trees[0].line(best), False, (), 0, work, spent)
