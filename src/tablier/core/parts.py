"""The plain modules of a game's folder, by what is called in them; `docs/adding-a-game.md` says what each has to do.

The five that are named parts every game has. What follows them a module may have besides; `Game` knows what holds
where it has not.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tablier.core.options import Choice, Data, Options, Setup
from tablier.core.outcome import Line, Outcome
from tablier.core.strict_json import Json
from tablier.core.words import Phrase

if TYPE_CHECKING:
    from tablier.core.frozen import Records
    from tablier.core.moves import Move
    from tablier.core.position import Position
    from tablier.core.scene import Mark, Scene


class SetupPart(Protocol):
    """What can be chosen before play, and the first board and state."""

    @property
    def SEATS(self) -> tuple[int, ...]: ...

    @property
    def OPTIONS(self) -> tuple[Choice | Data, ...]: ...

    @property
    def make(self) -> Callable[..., Setup]:
        """Of seats, options, a `random.Random`, and the game's data by their names."""

    def check(self, seats: int, options: Options, setup: Setup, /) -> Setup: ...

    def build(self, seats: int, options: Options, setup: Setup, /) -> "tuple[Records, Records]": ...


class MovesPart(Protocol):
    """How moves are clicked and written, and why one is refused."""

    def path(self, position: "Position", action: int, /) -> tuple[str, ...]: ...

    def refuse(self, position: "Position", path: tuple[str, ...], /) -> Phrase | None: ...


class SheetPart(Protocol):
    """Why a game ended, and where every point came from."""

    def reason(self, position: "Position", /) -> str: ...

    def sheet(self, position: "Position", /) -> Iterable[Line]: ...


class ScenePart(Protocol):
    """What is where, for drawing."""

    def scene(self, position: "Position", /) -> "Scene": ...


class DiagramPart(Protocol):
    """A position in plain text."""

    def diagram(self, position: "Position", language: str, /) -> str: ...


class DrawsPart(Protocol):
    """How draws are written, in the `moves` of a game that has any."""

    def draw(self, position: "Position", action: int, /) -> str: ...


@runtime_checkable
class Teams(Protocol):
    """A setup in which seats may be partners."""

    def sides(self, seats: int, options: Options, /) -> tuple[int, ...]: ...


@runtime_checkable
class SecondGames(Protocol):
    """A setup that is another one in the second game of a match."""

    def again(self, position: "Position", /) -> Setup: ...


@runtime_checkable
class Rematches(Protocol):
    """A setup that says who begins a rematch."""

    def begins_again(self, outcome: Outcome, /) -> int | None: ...


@runtime_checkable
class Plans(Protocol):
    """A setup that says what one draws boards with."""

    def plan(self) -> dict[str, Json]: ...


@runtime_checkable
class Advice(Protocol):
    """Moves of a game that can say what to do now."""

    def advice(self, view: "Position", /) -> Phrase: ...


@runtime_checkable
class Telling(Protocol):
    """Moves of a game that can be said as people would say them."""

    def told(self, position: "Position", move: "Move", /) -> Phrase: ...


@runtime_checkable
class Longer(Protocol):
    """Moves of a game that can say more than the one line of advice."""

    def more(self, view: "Position", /) -> Phrase | None: ...


@runtime_checkable
class Marked(Protocol):
    """A scene with marks: all their kinds, in the order in which they are offered."""

    @property
    def MARKS(self) -> "tuple[Mark, ...]": ...


@runtime_checkable
class Endless(Protocol):
    """A scene with pieces that come from no stock, or leave without a trace: the names of their glyphs."""

    @property
    def ENDLESS(self) -> tuple[str, ...]: ...


@runtime_checkable
class Grows(Protocol):
    """A scene whose board may become larger during a game."""

    @property
    def GROWS(self) -> bool: ...


class Parts:
    """The modules of one game, each loaded when it is first asked for."""

    def __init__(self, package: str):
        self._package = package

    @cached_property
    def setup(self) -> SetupPart:
        return self._module("setup")

    @cached_property
    def moves(self) -> MovesPart:
        return self._module("moves")

    @cached_property
    def sheet(self) -> SheetPart:
        return self._module("sheet")

    @cached_property
    def scene(self) -> ScenePart:
        return self._module("scene")

    @cached_property
    def diagram(self) -> DiagramPart:
        return self._module("diagram")

    @cached_property
    def draws(self) -> DrawsPart:
        return self._module("moves")

    @cached_property
    def teams(self) -> Teams | None:
        return self.setup if isinstance(self.setup, Teams) else None

    @cached_property
    def second_games(self) -> SecondGames | None:
        return self.setup if isinstance(self.setup, SecondGames) else None

    @cached_property
    def rematches(self) -> Rematches | None:
        return self.setup if isinstance(self.setup, Rematches) else None

    @cached_property
    def plans(self) -> Plans | None:
        return self.setup if isinstance(self.setup, Plans) else None

    @cached_property
    def advice(self) -> Advice | None:
        return self.moves if isinstance(self.moves, Advice) else None

    @cached_property
    def telling(self) -> Telling | None:
        return self.moves if isinstance(self.moves, Telling) else None

    @cached_property
    def longer(self) -> Longer | None:
        return self.moves if isinstance(self.moves, Longer) else None

    @cached_property
    def marked(self) -> Marked | None:
        return self.scene if isinstance(self.scene, Marked) else None

    @cached_property
    def endless(self) -> Endless | None:
        return self.scene if isinstance(self.scene, Endless) else None

    @cached_property
    def grows(self) -> Grows | None:
        return self.scene if isinstance(self.scene, Grows) else None

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self._package}.{name}")
