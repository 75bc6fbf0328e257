"""How fast random games are, in CPU time on one core, beside other engines in the same run."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import numpy as np

from tablier.core.game import Game
from tablier.core.playouts import playouts
from tablier.core.position import Position
from tablier.core.registry import list_games
from tablier.core.selfplay import random_move

PEERS = ("connect_four", "breakthrough", "hex(board_size=9)")


@dataclass
class Runner:
    """Something that plays `games` random games when asked, and says how many plies they had."""

    name: str
    engine: str
    play: Callable[[int], int]
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
    def result(self) -> dict:
        seconds = statistics.median(self.seconds) / self.games
        plies = statistics.mean(self.plies)
        return {
            "name": self.name,
            "engine": self.engine,
            "games_per_second": round(1 / seconds),
            "plies_per_game": round(plies, 2),
            "ns_per_ply": round(seconds / plies * 1e9, 1),
        }


def measure(runners: list[Runner], rounds: int = 5, share: float = 0.4) -> list[dict]:
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


def ours(position: Position, name: str) -> Runner:
    """The generic playout loop, from a position."""
    words = (position.game.rules.ACTIONS + 63) // 64
    states = np.repeat(position._state, 2)
    masks, rng, totals = np.zeros((1, words), np.uint64), np.array([1], np.uint64), np.zeros(position.seats)
    return Runner(name, "tablier", lambda games: playouts(position._board, states, masks, rng, games, totals))


def after(position: Position, moves: int, seed: int = 1) -> Position:
    """The position some random moves later."""
    random = Random(seed)
    for _ in range(moves):
        position = position.play(random_move(position, random))
    return position


def every_game(games: list[Game] | None = None) -> list[Runner]:
    """Every game with every number of players."""
    return [
        ours(game.start(seats, seed=1), f"{game.name}, {seats} players")
        for game in games or list_games()
        for seats in game.seats
    ]


def open_spiel() -> list[Runner]:
    """Random rollouts in C++ by OpenSpiel, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return []
    return [_rollouts(pyspiel, name) for name in PEERS]


def _rollouts(pyspiel, name):
    """OpenSpiel offers its rollouts through its tree search: one node, evaluated by many of them.

    The node is one move into the game.
    """
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    plies = mean_length(state) - 1

    def play(games):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
        pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False).mcts_search(state)
        return plies * games

    return Runner(name.partition("(")[0], "open_spiel", play)


def mean_length(state, games=300):
    """How many moves a random game has from a state of OpenSpiel."""
    random, plies = Random(1), 0
    for _ in range(games):
        line = state.clone()
        while not line.is_terminal():
            line.apply_action(random.choice(line.legal_actions()))
            plies += 1
    return plies / games
