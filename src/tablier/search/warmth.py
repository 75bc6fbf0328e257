"""Compiling what opponents need before it is needed."""

from random import Random

from tablier.core.game import Game
from tablier.core.registry import game as find_game
from tablier.core.selfplay import random_game
from tablier.core.warmth import warm as warm_rules
from tablier.search.players import player


def warm(game: Game) -> None:
    """Let the best opponent and plain tree search think once, at the beginning and near the end of a game."""
    played = [position for position in random_game(game.start(seed=0), Random(0)) if position.turn >= 0]
    for position in (played[0], played[-3]):
        for name in ("best", "uct"):
            player(name).think(position.view(position.turn), 0.05)


def warm_all(name: str) -> str:
    """Rules and opponents of one game, for a process of its own; returns the name."""
    game = find_game(name)
    warm_rules(game)
    warm(game)
    return name
