"""Compiling what playing a game needs before it is needed."""

from tablier.core import engine
from tablier.core.game import Game


def warm(game: Game) -> None:
    """Call once every compiled function that playing needs: the next process finds it on disk."""
    position = game.start(seed=0)
    board, state = position._board, position._state.copy()
    engine.weight(board, state, position.moves[0].actions[0])
    engine.play(board, state, position.moves[0].actions[0])
    _ = position.points, position.view(0).fill(1)
