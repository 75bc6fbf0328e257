"""Where pictures are drawn, beside the loop: of a position, or of all games together."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from random import Random

from tablier.core.game import Game
from tablier.core.looks import palette
from tablier.core.position import Position
from tablier.core.random_play import random_game
from tablier.core.registry import game as find_game
from tablier.core.registry import list_games
from tablier.core.rules import SPECTATOR
from tablier.server.errors import Refused, Unwell, words
from tablier.server.http.limits import Limit
from tablier.server.http.packing import Packed

SIZE = (1200, 630)
"""What those who show links take a picture to be."""
EDGE = 6
LOOKED_AT = 8
"""Of so many games by chance the one that shows most is the example."""
KEPT = 128
"""So many pictures are kept, the last ones asked for."""
WAITING = 8
"""So many may wait to be drawn; who comes then is told to try again."""


class Studio:
    """Draws one picture at a time, beside the loop, and keeps the last ones. Drawing is what costs: an address may
    have a few new ones at once, and one every second."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Packed] = OrderedDict()
        self.limit = Limit(1.0, 10.0)
        self.brush = asyncio.Lock()
        self.waiting = 0

    async def drawn(self, name: str, draw: Callable[[], Packed], who: str) -> Packed:
        if found := self.kept.get(name):
            self.kept.move_to_end(name)
            return found
        if self.waiting >= WAITING:
            raise Unwell(words("picture.busy"))
        if seconds := self.limit.wait(who):
            raise Refused(words("message.often", seconds=int(seconds) + 1))
        self.waiting += 1
        try:
            async with self.brush:
                if name not in self.kept:
                    self.kept[name] = await asyncio.to_thread(draw)
        finally:
            self.waiting -= 1
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return self.kept[name]


def example(name: str) -> Position:
    """A game in the middle of play, as somebody sees it who looks on: of several the one that shows most."""
    return max((_middle(find_game(name), seed) for seed in range(2, 2 + LOOKED_AT)), key=_variety)


def _middle(game: Game, seed: int) -> Position:
    *_, last = positions = list(random_game(game.start(seed=seed), Random(seed)))
    return [now for now in positions if now.ply <= 0.6 * last.ply and now.turn >= 0][-1].view(SPECTATOR)


def _variety(position: Position) -> tuple[int, int]:
    """How many kinds of things lie there, and how many things: a picture shows what a game is made of."""
    pieces = [item for item in position.scene().items if item.layer == "pieces"]
    return len({(item.glyph, item.colour) for item in pieces}), len(pieces)


def card(position: Position) -> str:
    """A board on paper of the size that links are shown with."""
    wide, high = SIZE
    return _sheet(_placed(position, EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE), position)


def collage() -> str:
    """Every game, side by side on two lines."""
    shown = [example(game.name) for game in list_games()]
    above = (len(shown) + 1) // 2
    high = SIZE[1] / 2
    parts = []
    for line, chosen in enumerate((shown[:above], shown[above:])):
        wide = SIZE[0] / max(1, len(chosen))
        parts += [
            _placed(one, place * wide, line * high + EDGE / 2, wide, high - EDGE) for place, one in enumerate(chosen)
        ]
    return _sheet("".join(parts), shown[0])


def _placed(position: Position, x: float, y: float, width: float, height: float) -> str:
    drawn = position.svg(alone=True)
    return drawn.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" ', 1)


def _sheet(drawn: str, position: Position) -> str:
    paper = palette(position.game.folder, "light")["paper"]
    box = f'width="{SIZE[0]}" height="{SIZE[1]}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><rect {box} fill="{paper}"/>{drawn}</svg>'


def painted(svg: str) -> bytes:
    """An SVG as PNG. It is drawn without Python's lock, so that others go on meanwhile; and without letters, for which
    it would depend on what fonts a machine has."""
    try:
        import resvg_py
    except ImportError:
        raise Unwell(words("picture.missing")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
