"""Compiling rules and opponents before they are needed."""

from tablier.core.registry import game as find_game
from tablier.search.players import player


def warm(name: str) -> str:
    """Rules and opponents of the game of that name, for a process of its own; returns the name."""
    game = find_game(name)
    game.warm()
    for opponent in ("best", "uct"):
        player(opponent).warm(game)
    return name
