"""Play, study and program modern board games: one set of rules for all three.

import tablier

position = tablier.game("quantik").start().play("S-b2")
position.turn, position.moves, position.outcome
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tablier.core.errors import (
        BadOption,
        BadRecord,
        BadSetup,
        GameOver,
        Hidden,
        Illegal,
        NotYourTurn,
        TablierError,
        UnknownGame,
        Unreadable,
    )
    from tablier.core.game import Game
    from tablier.core.moves import Move, Moves
    from tablier.core.outcome import Line, Outcome
    from tablier.core.position import Position
    from tablier.core.record import Record
    from tablier.core.registry import game, list_games
    from tablier.core.rules import CHANCE, OVER, SPECTATOR
    from tablier.core.text import parse

_homes = {
    "errors": "TablierError UnknownGame BadOption BadSetup BadRecord Unreadable Illegal NotYourTurn GameOver Hidden",
    "game": "Game",
    "moves": "Move Moves",
    "outcome": "Line Outcome",
    "position": "Position",
    "record": "Record",
    "registry": "game list_games",
    "rules": "CHANCE OVER SPECTATOR",
    "text": "parse",
}
_home = {name: module for module, names in _homes.items() for name in names.split()}

__all__ = sorted(_home)


def __getattr__(name: str) -> Any:
    # nothing is imported, and nothing compiled, before it is asked for
    if name not in _home:
        raise AttributeError(f"module 'tablier' has no attribute {name!r}")
    value = getattr(import_module(f"tablier.core.{_home[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
