"""Play, study and program modern board games: one set of rules for all three.

import tablier

position = tablier.game("quantik").start().play("S-b2")
position.turn, position.moves, position.outcome
tablier.player("best").think(position, seconds=1).move
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tablier.client import Client as Client
    from tablier.core.errors import (
        BadOption,
        BadRecord,
        BadSetup,
        BrokenGame,
        GameExists,
        GameOver,
        Hidden,
        Illegal,
        MissingExtra,
        NotYourTurn,
        TablierError,
        UnknownGame,
        UnknownPlayer,
        Unreadable,
    )
    from tablier.core.game import Game
    from tablier.core.match import Match
    from tablier.core.moves import Move, Moves
    from tablier.core.outcome import Line, Outcome
    from tablier.core.position import Position
    from tablier.core.record import Record
    from tablier.core.registry import game, list_games
    from tablier.core.rules import CHANCE, OVER, SPECTATOR
    from tablier.core.text import parse
    from tablier.search.players import player
    from tablier.search.warmup import warm

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "BadOption",
    "BadRecord",
    "BadSetup",
    "BrokenGame",
    "Game",
    "GameExists",
    "GameOver",
    "Hidden",
    "Illegal",
    "Line",
    "Match",
    "MissingExtra",
    "Move",
    "Moves",
    "NotYourTurn",
    "Outcome",
    "Position",
    "Record",
    "TablierError",
    "UnknownGame",
    "UnknownPlayer",
    "Unreadable",
    "game",
    "list_games",
    "parse",
    "player",
    "warm",
]

_homes = {
    "client": "Client",
    "core.errors": "BadOption BadRecord BadSetup BrokenGame GameExists GameOver Hidden Illegal MissingExtra "
    "NotYourTurn TablierError UnknownGame UnknownPlayer Unreadable",
    "core.game": "Game",
    "core.match": "Match",
    "core.moves": "Move Moves",
    "core.outcome": "Line Outcome",
    "core.position": "Position",
    "core.record": "Record",
    "core.registry": "game list_games",
    "core.rules": "CHANCE OVER SPECTATOR",
    "core.text": "parse",
    "search.players": "player",
    "search.warmup": "warm",
}
_home = {name: module for module, names in _homes.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    # nothing is imported, and nothing compiled, before it is asked for
    if name not in _home:
        raise AttributeError(f"module 'tablier' has no attribute {name!r}")
    value = getattr(import_module(f"tablier.{_home[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
