"""What a search is asked for, and what every search can do."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.search.analysis import Thought

MEMORY = 256 * 2**20
HOUR = 3600.0


@dataclass(frozen=True, kw_only=True)
class Request:
    """A position to think about, and the means.

    view       what the seat on turn may know
    moves      the moves that are considered, at least one
    seconds    how long; the search may be done sooner
    stop       ends it early, with the best move so far
    cores      how many threads
    memory     bytes, for all threads
    seed       of everything that is chosen at random
    all_moves  is a value wanted for every move, rather than for the best alone?
    """

    view: Position
    moves: Sequence[Move]
    seconds: float = HOUR
    stop: threading.Event | None = None
    cores: int = 1
    memory: int = MEMORY
    seed: int = 1
    all_moves: bool = False


class Search(Protocol):
    """A way to choose a move."""

    def prepare(self, view: Position) -> None:
        """Load or compile all that thinking about such a view needs, so that no clock runs meanwhile."""

    def think(self, request: Request) -> Thought:
        """The best of the moves that are considered. Moves that were not looked at have no value."""
