"""What is where, in board units: all that a drawing needs, and no rule of any game.

x runs right, y runs down, and an item of size 1 is one unit wide. An item whose id, or `target`, is a
target of a move can be clicked. A piece has one id for a whole game, in a hand, on the board and where
it goes when it leaves, so that a change can be shown as a movement. What stays as it was should be the
same object, so that whoever compares two scenes is soon done, and drawing a position is cheap: see `kept`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tablier.core.words import Phrase

LAYERS = ("board", "tiles", "pieces", "marks", "labels")
"""From the bottom up. Marks are shown when asked for: see `Item.mark`."""

kept = lru_cache(8192)
"""For a function that makes items or panels of a few plain values: it returns the same ones for the same values.

Not for what is as large as a board: that fills the memory, so keep only some, by an `lru_cache` of its own.
"""


class Mark(NamedTuple):
    """A kind of marks, and whether it is shown unless somebody hides it. A scene's `MARKS` have a fixed order."""

    name: str
    shown: bool = False


class Item(NamedTuple):
    """Something to draw: a symbol of the game's `art.svg`, a text, or a polygon.

    glyph     the symbol's name without the game's; "text" draws `text`; "polygon" draws `points`
    turn      degrees, clockwise
    colour    a role: a name of the game's `palette.toml`
    label     what a screen reader says
    mark      an item of the layer `marks` belongs to a kind, such as "barred"
    up        how far above its place it is drawn, because it stands on others; y counts it already
    target    the target of a move that a tap on it means, where that is not its id; several items may mean
              the same one, and of those that are pieces the last is the one that goes
    """

    id: str
    glyph: str
    x: float = 0
    y: float = 0
    turn: float = 0
    size: float = 1
    colour: str = "ink"
    layer: str = "pieces"
    label: Phrase | None = None
    points: tuple[tuple[float, float], ...] = ()
    text: str = ""
    mark: str = ""
    up: float = 0
    target: str = ""


@dataclass(frozen=True)
class Panel:
    """What lies beside the board: a hand, a tray, a stock. Its items have a box of their own.

    seat      whose it is, if somebody's
    scale     how much larger its pieces are on the board
    next      of pieces that are all alike, the id of the one that is placed next
    carried   its tiles are one piece that lies on two targets at once: in the middle between them, pointing from the
              first to the second
    """

    id: str
    title: Phrase
    width: float
    height: float
    items: tuple[Item, ...]
    seat: int | None = None
    scale: float = 1
    next: str | None = None
    carried: bool = False


@dataclass(frozen=True)
class Scene:
    """A board of `width` by `height` units from (0, 0), and the panels beside it."""

    width: float
    height: float
    items: tuple[Item, ...]
    panels: tuple[Panel, ...] = ()
