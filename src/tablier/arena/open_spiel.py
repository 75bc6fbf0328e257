"""OpenSpiel, in C++, measured beside our own engine; where it is not installed there is nothing to measure."""

from collections.abc import Callable
from random import Random
from typing import Any

from tablier.arena.bench import SIMULATIONS, Runner
from tablier.search.mcts.search import PLAIN
from tablier.search.request import MEMORY

PEERS = ("connect_four", "breakthrough", "hex(board_size=9)")


def random_games() -> list[Runner]:
    """Random rollouts."""
    return _every_peer(_rollouts)


def tree_search() -> list[Runner]:
    """Tree search with random rollouts and no solver."""
    return _every_peer(_mcts)


def _every_peer(make: Callable[[Any, str], Runner]) -> list[Runner]:
    try:
        import pyspiel
    except ImportError:
        return []
    return [make(pyspiel, name) for name in PEERS]


def _rollouts(pyspiel: Any, name: str) -> Runner:
    """OpenSpiel offers its rollouts through its tree search: one node, evaluated by many of them.

    The node is one move into the game.
    """
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    plies = _mean_length(state) - 1

    def play(games: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
        pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False).mcts_search(state)
        return plies * games

    return Runner(name.partition("(")[0], "open_spiel", play)


def _mcts(pyspiel: Any, name: str) -> Runner:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    plies = _mean_length(state)
    curiosity = 2 * PLAIN.exploration  # its results go from -1 to 1, ours from 0 to 1

    def play(simulations: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
        pyspiel.MCTSBot(game, evaluator, curiosity, simulations, MEMORY >> 20, False, 1, False).mcts_search(state)
        return plies * simulations

    return Runner(name.partition("(")[0], "open_spiel", play, SIMULATIONS)


def _mean_length(state: Any, games: int = 300) -> float:
    """How many moves a random game has from a state."""
    random, plies = Random(1), 0
    for _ in range(games):
        line = state.clone()
        while not line.is_terminal():
            line.apply_action(random.choice(line.legal_actions()))
            plies += 1
    return plies / games
