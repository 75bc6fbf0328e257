"""How fast opponents think, in CPU time on one core beside other engines in the same run; and how late they are."""

import statistics
import time
from random import Random

import numpy as np

from tablier.bench import PEERS, Runner, mean_length
from tablier.core.game import Game
from tablier.core.playouts import playouts
from tablier.core.position import Position
from tablier.core.registry import list_games
from tablier.core.rules import CHANCE
from tablier.core.selfplay import random_move
from tablier.search import judgement
from tablier.search.forest import TreeSearch
from tablier.search.habits import PLAIN
from tablier.search.lookahead import AlphaBeta
from tablier.search.players import MEMORY, player

SIMULATIONS = 20_000
"""The tree that every engine grows, from the first move of a game."""

HOUR = 3600.0


def plain(position: Position, name: str) -> Runner:
    """Plain tree search from a position, after the draws that may come first."""
    position = settled(position, Random(1))
    words = (position.game.rules.ACTIONS + 63) // 64
    counted = playouts(
        position._board, np.repeat(position._state, 2), np.zeros((1, words), np.uint64), np.array([1], np.uint64),
        2000, np.zeros(position.seats),
    )  # fmt: skip
    view = position.view(position.turn)

    def play(simulations):
        search = TreeSearch(simulations, knowledge=False)
        thought = search.think(view, list(view.moves), HOUR, None, 1, MEMORY, 1, False)
        return thought.work * counted / 2000

    return Runner(name, "tablier", play, SIMULATIONS)


def every_game(games: list[Game] | None = None) -> list[Runner]:
    """Every game with every number of players."""
    return [
        plain(game.start(seats, seed=1), f"{game.name}, {seats} players")
        for game in games or list_games()
        for seats in game.seats
    ]


def open_spiel() -> list[Runner]:
    """The tree search of OpenSpiel, in C++, with random rollouts and no solver; none if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return []
    return [_mcts(pyspiel, name) for name in PEERS]


def _mcts(pyspiel, name):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    plies = mean_length(state)
    curiosity = 2 * PLAIN.curiosity  # its results go from -1 to 1, ours from 0 to 1

    def play(simulations):
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
        pyspiel.MCTSBot(game, evaluator, curiosity, simulations, MEMORY >> 20, False, 1, False).mcts_search(state)
        return plies * simulations

    return Runner(name.partition("(")[0], "open_spiel", play, SIMULATIONS)


def look_ahead(position: Position, seconds: float = 3.0) -> float | None:
    """How many positions a second alpha-beta looks at; None where it is not for the game, or sees the end sooner."""
    judgement.register(position.game)
    if not judgement.offers(position.game, "evaluate") and not judgement.offers(position.game, "wins"):
        return None
    search, moves = AlphaBeta(), list(position.moves)
    search.think(position, moves, 0.2, None, 1, MEMORY, 1, False)
    begun = time.process_time()
    thought = search.think(position, moves, seconds, None, 1, MEMORY, 1, False)
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


def settled(position: Position, random: Random) -> Position:
    """The position after the draws that are due."""
    while position.turn == CHANCE:
        position = position.play(random_move(position, random))
    return position
