"""How fast random games and opponents are, in CPU time on one core beside other engines in the same run."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypedDict

import numpy as np

from tablier.core.game import Game
from tablier.core.playouts import playouts
from tablier.core.position import Position
from tablier.core.random_play import random_move
from tablier.core.registry import list_games
from tablier.core.rules import CHANCE, mask_words
from tablier.search.alphabeta.search import AlphaBeta
from tablier.search.mcts.search import MCTS
from tablier.search.players import player
from tablier.search.request import Request

SIMULATIONS = 20_000
"""The tree that every engine grows, from the first move of a game."""


class Speed(TypedDict):
    """What a runner was measured at."""

    name: str
    engine: str
    games_per_second: int
    plies_per_game: float
    ns_per_ply: float


@dataclass
class Runner:
    """Something that plays `games` random games when asked, and says how many plies they had."""

    name: str
    engine: str
    play: Callable[[int], float]
    games: int = 1
    seconds: list[float] = field(default_factory=list)
    plies: list[float] = field(default_factory=list)

    def settle(self, share: float) -> None:
        """Find out how many games fill a share of time; the first round also compiles."""
        self.play(1)
        while self.round() < share and self.games < 50_000_000:
            self.games = int(self.games * (2 if not self.seconds[-1] else min(20, 1.3 * share / self.seconds[-1] + 1)))
        self.seconds.clear()
        self.plies.clear()

    def round(self) -> float:
        before = time.process_time()
        plies = self.play(self.games)
        self.seconds.append(time.process_time() - before)
        self.plies.append(plies / self.games)
        return self.seconds[-1]

    @property
    def result(self) -> Speed:
        seconds = statistics.median(self.seconds) / self.games
        plies = statistics.mean(self.plies)
        return {
            "name": self.name,
            "engine": self.engine,
            "games_per_second": round(1 / seconds),
            "plies_per_game": round(plies, 2),
            "ns_per_ply": round(seconds / plies * 1e9, 1),
        }


def measure(runners: list[Runner], rounds: int = 5, share: float = 0.4) -> list[Speed]:
    """Let the runners take turns, so that a slow moment of the machine slows them all.

    Each plays as many games in a turn as fill a share of a second, or as it says.
    """
    for runner in runners:
        if runner.games == 1:
            runner.settle(share)
        else:
            runner.play(1)
    for _ in range(rounds):
        for runner in runners:
            runner.round()
    return [runner.result for runner in runners]


def random_games(position: Position, name: str) -> Runner:
    """The generic playout loop, from a position."""
    board, states = position.arrays.board, position.arrays.copies(2)
    masks = np.zeros((1, mask_words(position.game.rules)), np.uint64)
    rng, totals = np.array([1], np.uint64), np.zeros(position.seats)
    return Runner(name, "tablier", lambda games: playouts(board, states, masks, rng, games, totals))


def tree_search(position: Position, name: str) -> Runner:
    """Plain tree search from a position, after the draws that may come first: each simulation is a random game."""
    position = settled(position, Random(1))
    plies = random_games(position, name).play(2000) / 2000
    view = position.view(position.turn)

    def play(simulations: int) -> float:
        return MCTS(simulations, knowledge=False).think(Request(view=view, moves=view.moves)).work * plies

    return Runner(name, "tablier", play, SIMULATIONS)


def every_game(make: Callable[[Position, str], Runner], games: list[Game] | None = None) -> list[Runner]:
    """A runner for every game with every number of players."""
    return [
        make(game.start(seats, seed=1), f"{game.name}, {seats} players")
        for game in games or list_games()
        for seats in game.seats
    ]


def look_ahead(position: Position, seconds: float = 3.0) -> float | None:
    """How many positions a second alpha-beta looks at; None where it is not for the game, or sees the end sooner."""
    if not position.game.judgement.can_search:
        return None
    search = AlphaBeta()
    search.prepare(position)
    begun = time.process_time()
    thought = search.think(Request(view=position, moves=position.moves, seconds=seconds))
    return None if thought.exact else thought.work / (time.process_time() - begun)


def lateness(game: Game, thoughts: int = 100, seconds: float = 0.1) -> list[float]:
    """By how many seconds the best player overran the time it was given, over positions of random games, sorted."""
    random, thinker = Random(1), player("best")
    late: list[float] = []
    position = settled(game.start(seed=1), random)
    thinker.think(position.view(position.turn), seconds)
    while len(late) < thoughts:
        view = position.view(position.turn)
        begun = time.monotonic()
        thinker.think(view, seconds)
        late.append(time.monotonic() - begun - seconds)
        position = settled(position.play(random_move(position, random)), random)
        if position.over:
            position = settled(game.start(seed=len(late)), random)
    return sorted(late)


def percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


def after(position: Position, moves: int, seed: int = 1) -> Position:
    """The position some random moves later."""
    random = Random(seed)
    for _ in range(moves):
        position = position.play(random_move(position, random))
    return position


def settled(position: Position, random: Random) -> Position:
    """The position after the draws that are due."""
    while position.turn == CHANCE:
        position = position.play(random_move(position, random))
    return position
