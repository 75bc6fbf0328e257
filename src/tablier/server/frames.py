"""What is sent of a table: a function of what one seat may know, the same bytes for all who know the same.

The first frame is whole; later ones carry the items of the scene that have changed and the moves that
are new. Sentences are sent as keys with facts, so that everybody reads them in their own language.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from tablier.core.moves import Move
from tablier.core.outcome import Line
from tablier.core.position import Position
from tablier.core.scene import Item, Panel, Scene
from tablier.core.words import Phrase
from tablier.server.table import BROKEN, PLAYING, Table

VERSION = 1

PLAIN = Item._field_defaults
"""What an item is like unless it says so."""
MOST_KEPT = 20_000

T = TypeVar("T")


def _kept(make: Callable[[T], dict]) -> Callable[[T], dict]:
    """Make it once for each object: games draw what stays as it was with the same items and panels."""
    made: dict[int, tuple[T, dict]] = {}

    def shown(thing: T) -> dict:
        found = made.get(id(thing))
        if found is not None and found[0] is thing:
            return found[1]
        if len(made) >= MOST_KEPT:
            made.clear()
        made[id(thing)] = thing, make(thing)
        return made[id(thing)][1]

    return shown


@_kept
def item(drawn: Item) -> dict:
    shown: dict = {"id": drawn.id, "glyph": drawn.glyph}
    for name, usual, value in zip(PLAIN, PLAIN.values(), drawn[2:], strict=True):
        if value != usual:
            shown[name] = value.as_json() if isinstance(value, Phrase) else value
    return shown


class Picture:
    """The scene as a view was last sent, so that only changes need to be sent."""

    def __init__(self):
        self.size: tuple[float, float] = (0, 0)
        self.items: dict[str, Item] = {}
        self.panels: tuple[Panel, ...] = ()
        self.history: tuple[Move, ...] = ()
        self.begun = False
        self.about: dict = {}

    def whole(self, scene: Scene) -> dict:
        shown = {"width": scene.width, "height": scene.height, "items": [item(drawn) for drawn in scene.items]}
        return shown | {"panels": [_panel(panel) for panel in scene.panels]}

    def change(self, scene: Scene) -> dict:
        """What is new since the last time, and what is gone."""
        now = _by_name(scene.items)
        shown = _difference(self.items, now)
        if (scene.width, scene.height) != self.size:
            self.size = shown["width"], shown["height"] = scene.width, scene.height
        if scene.panels != self.panels:
            before = {panel.id: panel for panel in self.panels}
            shown["panels"] = [_panel_change(before.get(panel.id), panel) for panel in scene.panels]
        self.items, self.panels = now, scene.panels
        return shown


def _by_name(items: Iterable[Item]) -> dict[str, Item]:
    return {drawn.id: drawn for drawn in items}


def _difference(before: dict[str, Item], now: dict[str, Item]) -> dict:
    """The items that are new or have changed, and the names of those that are gone."""
    new = [item(drawn) for name, drawn in now.items() if drawn is not (old := before.get(name)) and drawn != old]
    return {"items": new, "gone": [name for name in before if name not in now]}


def _panel_change(before: Panel | None, now: Panel) -> dict:
    """A new panel whole; of one that was there what has changed."""
    if before is None:
        return _panel(now)
    shown: dict = {"id": now.id}
    if before.title != now.title:
        shown["title"] = now.title.as_json()
    if (before.width, before.height) != (now.width, now.height):
        shown["width"], shown["height"] = now.width, now.height
    if before.items != now.items:
        shown |= _difference(_by_name(before.items), _by_name(now.items))
    return shown


@_kept
def _panel(panel: Panel) -> dict:
    return {
        "id": panel.id,
        "title": panel.title.as_json(),
        "width": panel.width,
        "height": panel.height,
        "seat": panel.seat,
        "items": [item(drawn) for drawn in panel.items],
    }


def about(table: Table, names: dict[str, str]) -> dict:
    """What everybody may know of a table that does not change with every move."""
    return {
        "game": table.game,
        "status": table.status,
        "seats": [
            {
                "name": None if seat.level else names.get(seat.person or seat.kept or ""),
                "level": seat.level,
                "free": seat.free,
                "kept": seat.free and seat.kept is not None,
            }
            for seat in table.seats
        ],
        "options": table.position.options if table.position else table.choices,
        "secret": table.secret,
        "clock": table.clock.model_dump(),
        "listed": table.listed,
        "rated": table.rated,
        "match": table.match,
        "earlier": table.earlier,
        "commitment": table.commitment,
        "taken": table.taken,
        "again": table.again,
        "trouble": table.trouble,
        "talk": [
            {"name": names.get(said["person"]), "text": said["text"], "at": said["at"]} for said in table.talk[-50:]
        ],
    }


def standing(table: Table, view: Position, now: int) -> dict:
    """Where the game stands: whose turn, what can be played, points, clocks, questions, the end."""
    turn = table.turn
    playing = table.status == PLAYING
    return {
        "turn": turn,
        "moves": view.moves.tree if playing and turn is not None else {},
        "now": _advice(view) if playing and turn is not None else None,
        "points": list(view.points),
        "clock": {"left": table.left, "running": turn, "since": table.since, "now": now},
        "asked": table.asked,
        "outcome": table.outcome.as_json() | {"sheet": sheet(table.outcome.sheet)} if table.outcome else None,
    }


def _advice(view: Position) -> dict | None:
    """What the seat on turn is to do now, if the game can say."""
    part = view.game.part("moves")
    return part.advice(view).as_json() if hasattr(part, "advice") else None


def sheet(lines: tuple[Line, ...]) -> list[dict]:
    return [{"seat": n.seat, "points": n.points, "text": n.phrase.as_json(), "where": n.where} for n in lines]


def log(table: Table, view: Position, first: int) -> dict:
    """The moves from ply `first` on, as this view may read them."""
    seen = view.history
    return {
        "from": first,
        "moves": [
            {"seat": table.played[ply]["seat"], "move": seen[ply].text, "gains": table.played[ply]["gains"]}
            for ply in range(first, len(seen))
        ],
    }


def whole(table: Table, seat: int, names: dict[str, str], now: int) -> dict:
    """All that a seat may know, for somebody who comes in."""
    frame: dict = {"v": VERSION, "table": table.id, "number": table.number, "whole": True, "about": about(table, names)}
    if table.position is None or table.status == BROKEN:
        return frame
    view = table.view(seat)
    return frame | {
        "setup": view.setup,
        "rules": view.game.version,
        "scene": Picture().whole(view.scene()),
        "log": log(table, view, 0),
        **standing(table, view, now),
        "sheet": sheet(view.sheet),
    }


def tried(table: Table, seat: int, move: str) -> dict:
    """How a view would look after a move, as changes of what it looks like now; nothing is played."""
    view = table.view(seat)
    picture = Picture()
    picture.change(view.scene())
    after = view.play(move, seat)
    return {"scene": picture.change(after.scene()), "points": list(after.points)}


def earlier(table: Table, seat: int, ply: int) -> dict:
    """How the game looked to a seat after `ply` moves."""
    view = table.view(seat)
    then = view.at(min(ply, view.ply))
    return {
        "ply": then.ply,
        "scene": Picture().whole(then.scene()),
        "points": list(then.points),
        "sheet": sheet(then.sheet),
        "last": list(then.last.path) if then.last else [],
    }


def change(table: Table, seat: int, picture: Picture, names: dict[str, str], now: int) -> dict:
    """What is new for somebody who has the frame before; `picture` remembers what was sent.

    When the game begins everything is new.
    """
    frame: dict = {"v": VERSION, "table": table.id, "number": table.number}
    known = about(table, names)
    if known != picture.about:
        frame["about"] = picture.about = known
    if table.position is None or table.status == BROKEN:
        return frame
    view = table.view(seat)
    scene = view.scene()
    if not picture.begun:
        picture.begun, picture.history = True, view.history
        picture.change(scene)
        return whole(table, seat, names, now)
    first = _alike(picture.history, view.history)
    picture.history = view.history
    return frame | {
        "scene": picture.change(scene),
        "log": log(table, view, first),
        **standing(table, view, now),
        "sheet": sheet(view.sheet),
    }


def _alike(before: tuple[Move, ...], now: tuple[Move, ...]) -> int:
    """How many moves were sent as they are now; others were taken back since, or are shown only at the end."""
    if now[: len(before)] == before:
        return len(before)
    return next((ply for ply, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), len(now))
