"""Scenes as they are sent: whole, or what has changed since the last time."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from tablier.core.scene import Item, Panel, Scene
from tablier.core.words import Phrase
from tablier.server.audience.chronicle import Chronicle

Json = dict[str, Any]
PLAIN = Item._field_defaults
"""What an item is like unless it says so."""
MOST_KEPT = 20_000

T = TypeVar("T")


def _kept(make: Callable[[T], Json]) -> Callable[[T], Json]:
    """Make it once for each object: games draw what stays as it was with the same items and panels."""
    made: dict[int, tuple[T, Json]] = {}

    def shown(thing: T) -> Json:
        found = made.get(id(thing))
        if found is not None and found[0] is thing:
            return found[1]
        if len(made) >= MOST_KEPT:
            made.clear()
        made[id(thing)] = thing, make(thing)
        return made[id(thing)][1]

    return shown


@_kept
def item(drawn: Item) -> Json:
    shown: Json = {"id": drawn.id, "glyph": drawn.glyph}
    for name, usual, value in zip(PLAIN, PLAIN.values(), drawn[2:], strict=True):
        if value != usual:
            shown[name] = value.as_json() if isinstance(value, Phrase) else value
    return shown


class Picture:
    """The scene and the moves as a view was last sent, so that only changes need to be sent."""

    def __init__(self) -> None:
        self.size: tuple[float, float] = (0, 0)
        self.items: dict[str, Item] = {}
        self.panels: tuple[Panel, ...] = ()
        self.told = Chronicle()
        self.about: Json = {}

    def whole(self, scene: Scene) -> Json:
        shown = {"width": scene.width, "height": scene.height, "items": [item(drawn) for drawn in scene.items]}
        return shown | {"panels": [_panel(panel) for panel in scene.panels]}

    def change(self, scene: Scene) -> Json:
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


def _difference(before: dict[str, Item], now: dict[str, Item]) -> Json:
    """The items that are new or have changed, and the names of those that are gone."""
    new = [item(drawn) for name, drawn in now.items() if drawn is not (old := before.get(name)) and drawn != old]
    return {"items": new, "gone": [name for name in before if name not in now]}


def _panel_change(before: Panel | None, now: Panel) -> Json:
    """A new panel whole; of one that was there what has changed."""
    if before is None:
        return _panel(now)
    shown: Json = {"id": now.id}
    if before.title != now.title:
        shown["title"] = now.title.as_json()
    if (before.width, before.height) != (now.width, now.height):
        shown["width"], shown["height"] = now.width, now.height
    if before.next != now.next:
        shown["next"] = now.next
    if before.items != now.items:
        shown |= _difference(_by_name(before.items), _by_name(now.items))
    return shown


@_kept
def _panel(panel: Panel) -> Json:
    return {
        "id": panel.id,
        "title": panel.title.as_json(),
        "width": panel.width,
        "height": panel.height,
        "seat": panel.seat,
        "scale": panel.scale,
        "next": panel.next,
        "carried": panel.carried,
        "items": [item(drawn) for drawn in panel.items],
    }
