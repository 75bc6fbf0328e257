"""Identity: a piece is the same item for a whole game, wherever it lies, and the field under it stays as it is."""

from collections.abc import Iterator

from tablier.core.position import Position
from tablier.core.scene import Item, Scene
from tablier.testing.faults import Faults

BOARD = ""
PIECES = ("tiles", "pieces")
DRAWN = ("text", "polygon")

Look = tuple[str, str]
"""What may not change: glyph and colour."""


class Journeys:
    """The pieces of one game, from scene to scene."""

    def __init__(self, faults: Faults):
        self._faults = faults
        self._looks: dict[str, tuple[str, Look]] = {}
        """Where each piece was seen last, and what it looked like."""
        self._before: dict[str, str] = {}
        """Where each piece was in the scene before."""
        self._size = 0.0, 0.0

    def follow(self, position: Position) -> None:
        """The next position of the game: what is on its board was there, or came from beside it."""
        scene, first = position.scene(), not self._before
        self._check_size(scene, position)
        now = {item.id: where for where, item in _pieces(scene)}
        endless = position.game.endless
        for where, item in _pieces(scene):
            self._check_look(where, item, position)
            if where == BOARD and item.id not in self._before and not first and item.glyph not in endless:
                rule = "a piece comes to the board that was shown nowhere before (ENDLESS names those without a stock)"
                self._faults.add("scene.py", rule, f"{item.id!r}, a {item.glyph}", position)
        for name, where in self._before.items():
            if where == BOARD and name not in now and self._looks[name][1][0] not in endless:
                rule = "a piece leaves the board and is shown nowhere (ENDLESS names those that may)"
                self._faults.add("scene.py", rule, repr(name), position)
        self._before = now

    def _check_size(self, scene: Scene, position: Position) -> None:
        """What is drawn keeps its scale: the board is as large as before, or larger where it may grow."""
        before, now = self._size, (scene.width, scene.height)
        if before != (0, 0) and before != now and not position.game.grows:
            rule = "the size of the board changes during a game (GROWS = True if it may become larger)"
            self._faults.add("scene.py", rule, f"from {before} to {now}", position)
        smaller = any(new < old for old, new in zip(before, now, strict=True))
        self._faults.unless(not smaller, "scene.py", "the board becomes smaller", f"from {before} to {now}", position)
        self._size = now

    def _check_look(self, where: str, item: Item, position: Position) -> None:
        """What lies on the board, or has gone elsewhere, looks as before; what stays beside it may be turned over."""
        look = item.glyph, item.colour
        was, looked = self._looks.get(item.id, (where, look))
        if look != looked and (where != was or where == BOARD):
            rule = "an id that was one piece is another now"
            self._faults.add("scene.py", rule, f"{item.id!r}, first {looked}, then {look}", position)
        self._looks[item.id] = where, look


def _pieces(scene: Scene) -> Iterator[tuple[str, Item]]:
    """Everything that can travel, and where it is: on the board, or in which panel."""
    places = [(BOARD, scene.items), *((panel.id, panel.items) for panel in scene.panels)]
    for where, items in places:
        yield from ((where, item) for item in items if item.layer in PIECES and item.glyph not in DRAWN)
