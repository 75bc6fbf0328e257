"""Compiling rules and opponents before they are needed."""

from tablier.core.registry import game as find_game
from tablier.search.players import player


def warm(name: str) -> str:
    """Compile the rules and the opponents of a game now, or load them if they were compiled before.

    What is compiled is kept on disk for other processes too. Returns the game's name.
    """
    game = find_game(name)
    game.warm()
    for opponent in ("best", "uct"):
        player(opponent).warm(game)
    return game.name
