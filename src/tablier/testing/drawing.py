"""Drawing: every target can be clicked and is named to a screen reader, and everything named exists."""

import xml.etree.ElementTree as ElementTree

from tablier.core.looks import BOARDS, THEMES, palette
from tablier.core.position import Position
from tablier.core.scene import LAYERS, Item
from tablier.core.svg import symbols
from tablier.core.words import LANGUAGES, Drawing
from tablier.testing.faults import Faults


def check_scene(position: Position, draw: bool, faults: Faults) -> None:
    """Whatever can be clicked is there, and has all it names; with `draw` it can be drawn, too."""
    scene = position.scene()
    items = [*scene.items, *(item for panel in scene.panels for item in panel.items)]
    names = [item.id for item in items]
    if len(names) != len(set(names)):
        twice = sorted({name for name in names if names.count(name) > 1})
        faults.add("scene.py", "two items have the same id", ", ".join(map(repr, twice[:3])), position)
    lost = ", ".join(repr(name) for line in position.sheet for name in line.where if name not in set(names))[:60]
    faults.unless(not lost, "sheet.py", "where names what is no item of the scene", lost, position)
    if position.turn >= 0:
        wanted = {target for move in position.moves for target in move.path}
        meant = {item.target or item.id for item in items}
        missing = ", ".join(map(repr, sorted(wanted - meant)[:3]))
        rule = "a target of a legal move is the id, or the target, of no item"
        faults.unless(not missing, "scene.py", rule, missing, position)
        heard = {item.target or item.id for item in items if item.label}
        mute = ", ".join(map(repr, sorted(wanted & meant - heard)))[:60]
        faults.unless(not mute, "scene.py", "what can be clicked has no label for screen readers", mute, position)
        both = ", ".join(map(repr, sorted({item.target for item in items if item.target} & set(names))))
        faults.unless(not both, "scene.py", "a target is the id of another item too", both, position)
    fine = True
    for item in items:
        fine &= _check_item(item, position, faults)
    if fine and draw:
        for theme, boards in zip(THEMES, BOARDS[1:], strict=True):
            ElementTree.fromstring(position.svg(theme=theme, boards=boards, show=("last", "targets")))


def check_drawing(drawing: Drawing, position: Position, faults: Faults) -> None:
    """Is there such a symbol, and such a colour?"""
    folder, symbol = position.game.folder, f"{position.game.name}-{drawing.glyph}"
    faults.unless(symbol in symbols(folder), "moves.py", "art.svg has no such symbol", repr(symbol), position)
    known = palette(folder, THEMES[0])
    faults.unless(drawing.colour in known, "moves.py", "there is no such colour", repr(drawing.colour), position)


def _check_item(item: Item, position: Position, faults: Faults) -> bool:
    """Is everything there that the item names?"""
    folder, name = position.game.folder, position.game.name

    def must(holds: object, rule: str, what: object) -> bool:
        return faults.unless(holds, "scene.py", rule, f"{what!r} of item {item.id!r}", position)

    if item.label:
        with faults.trying("scene.py", position):
            for language in LANGUAGES:
                item.label.say(language)
    fine = must(item.layer in LAYERS, f"a layer is none of {', '.join(LAYERS)}", item.layer)
    marked = bool(item.mark) == (item.layer == "marks")
    fine &= must(marked, "the items of the layer marks, and no others, say which mark they are", item.mark)
    kinds = [mark.name for mark in position.game.marks]
    fine &= must(not item.mark or item.mark in kinds, "MARKS does not list a mark", item.mark)
    drawn = item.glyph in ("text", "polygon") or f"{name}-{item.glyph}" in symbols(folder)
    fine &= must(drawn, "art.svg has no such symbol", f"{name}-{item.glyph}")
    known = palette(folder, THEMES[0])
    rule = f"there is no such colour (palette.toml can add to: {', '.join(known)})"
    return must(not item.colour or item.colour in known, rule, item.colour) and fine
