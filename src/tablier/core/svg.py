"""A scene as one SVG file that needs nothing else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from tablier.core.errors import BadOption
from tablier.core.looks import BOARDS, THEMES, finish, palette
from tablier.core.options import show as shown
from tablier.core.scene import LAYERS, Item, Panel, Scene
from tablier.core.words import catalogue, words

if TYPE_CHECKING:
    from tablier.core.position import Position

UNIT = 100
GAP = 0.4
RIM = 0.06
TITLE = 0.42
MARKS = ("last", "targets")


def draw(
    position: "Position",
    *,
    theme: str = "light",
    boards: str = "classic",
    show: Sequence[str] | None = None,
    path: Sequence[str] = (),
    language: str = "en",
    alone: bool = False,
) -> str:
    """A picture of a position.

    theme     "light" or "dark"
    boards    "classic" (wood, glass, lacquer), "slate" (cool stone) or "paper" (flat, as if printed)
    show      marks: "last" (the last move), "targets" (what can be clicked after `path`), and
              the game's own, such as Kulami's "barred"; None for the last move and those usually shown
    alone     the board, with nothing beside or behind it
    """
    if theme not in THEMES:
        raise BadOption(words("option.theme", value=shown(theme), values=", ".join(THEMES)))
    if boards not in BOARDS:
        raise BadOption(words("option.boards", value=shown(boards), values=", ".join(BOARDS)))
    game = position.game
    own = [mark.name for mark in game.marks]
    if show is None:
        show = ("last", *(mark.name for mark in game.marks if mark.shown))
    for mark in show:
        if mark not in (*MARKS, *own):
            raise BadOption(words("option.mark", value=shown(mark), values=", ".join([*MARKS, *own])))
    drawing = _Drawing(game.name, palette(game.folder, theme, boards), language)
    scene = position.scene()
    gap = GAP
    if alone:
        scene, gap = replace(scene, panels=()), RIM
    marked: dict[str, str] = {}
    if "targets" in show and not position.over:
        marked |= dict.fromkeys(position.moves.targets(*path), "target")
    if "last" in show and position.last:
        marked |= dict.fromkeys(position.last.path, "last")
    marked |= dict.fromkeys(path, "chosen")
    boxes, width, height = _arranged(scene)
    body = []
    for x, y, part in boxes:
        body.append(f'<g transform="translate({_number(x * UNIT)} {_number(y * UNIT)})">')
        if isinstance(part, Panel):
            body.append(drawing.title(part))
        beside = {name: kind for name, kind in marked.items() if kind != "last"}
        body += drawing.items(part.items, show, marked if part is scene else beside)
        body.append("</g>")
    box = f"{-gap * UNIT:g} {-gap * UNIT:g} {_number((width + 2 * gap) * UNIT)} {_number((height + 2 * gap) * UNIT)}"
    sheet = symbols(game.folder)
    used = _finished("".join(sheet[name] for name in _needed(sheet, "".join(body))), boards)
    used = _lettered(used, game.folder, language)
    title = escape(game.title.say(language))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" font-family="system-ui, sans-serif">'
        f"<title>{title}</title><defs>{used}</defs>{'' if alone else _ground(drawing.palette)}{''.join(body)}</svg>"
    )


def _ground(palette: Mapping[str, str]) -> str:
    return f'<rect x="-{GAP * UNIT:g}" y="-{GAP * UNIT:g}" width="100%" height="100%" fill="{palette["paper"]}"/>'


def _arranged(scene: Scene) -> tuple[list[tuple[float, float, Scene | Panel]], float, float]:
    """The board on top, the panels in lines below it."""
    boxes: list[tuple[float, float, Scene | Panel]] = [(0, 0, scene)]
    x, y, line = 0.0, scene.height + GAP, 0.0
    width = scene.width
    for panel in scene.panels:
        if x and x + panel.width > scene.width + 0.01:
            x, y, line = 0.0, y + line + GAP, 0.0
        boxes.append((x, y + TITLE, panel))
        width = max(width, x + panel.width)
        x, line = x + panel.width + GAP, max(line, panel.height + TITLE)
    return boxes, width, y + line if scene.panels else scene.height


class _Drawing:
    def __init__(self, game: str, palette: Mapping[str, str], language: str):
        self.game = game
        self.palette = palette
        self.language = language

    def title(self, panel: Panel) -> str:
        text = escape(panel.title.say(self.language))
        ink = self.palette["ink"]
        return f'<text x="0" y="-12" font-size="26" fill="{ink}" font-weight="600">{text}</text>'

    def items(self, items: Sequence[Item], show: Sequence[str], marked: Mapping[str, str]) -> Iterator[str]:
        for layer in LAYERS:
            for item in items:
                if item.layer == layer and (layer != "marks" or item.mark in show):
                    yield self.item(item)
            if layer == "labels":
                named = ((item, item.target or item.id) for item in items)
                yield from (self.mark(item, marked[name]) for item, name in named if name in marked)

    def item(self, item: Item) -> str:
        colour = self.palette[item.colour] if item.colour else "none"
        label = f"<title>{escape(item.label.say(self.language))}</title>" if item.label else ""
        spin = f" rotate({_number(item.turn)})" if item.turn else ""
        place = f"translate({_number(item.x * UNIT)} {_number(item.y * UNIT)}){spin}"
        name = f'data-id="{escape(item.id)}"'
        if item.glyph == "polygon":
            return f'<polygon {name} points="{_corners(item)}" fill="{colour}">{label}</polygon>'
        if item.glyph == "text":
            return (
                f'<text {name} transform="{place}" font-size="{_number(item.size * UNIT)}" fill="{colour}" '
                f'text-anchor="middle" dy=".35em">{escape(item.text)}</text>'
            )
        scale = "" if item.size == 1 else f" scale({_number(item.size)})"
        return (
            f'<g {name} transform="{place}{scale}" color="{colour}">{label}<use href="#{self.game}-{item.glyph}"/></g>'
        )

    def mark(self, item: Item, kind: str) -> str:
        colour = self.palette[kind]
        if item.glyph == "polygon":
            return (
                f'<polygon points="{_corners(item)}" fill="none" stroke="{colour}" stroke-width="6" '
                f'stroke-linejoin="round"/>'
            )
        x, y = _number(item.x * UNIT), _number(item.y * UNIT)
        if kind == "target":
            return f'<circle cx="{x}" cy="{y}" r="{_number(13 * item.size)}" fill="{colour}" fill-opacity="0.85"/>'
        return (
            f'<circle cx="{x}" cy="{y}" r="{_number(47 * item.size)}" fill="none" stroke="{colour}" stroke-width="6"/>'
        )


def _corners(item: Item) -> str:
    return " ".join(f"{_number((item.x + x) * UNIT)},{_number((item.y + y) * UNIT)}" for x, y in item.points)


def _number(value: float) -> str:
    return f"{round(value, 2):g}" if abs(value) < 1e5 else f"{value:.0f}"


def _finished(art: str, boards: str) -> str:
    """Symbols with as much grain, gloss, shade and line as the boards have; classes would leak into the page around."""
    seen = {name: f'opacity="{_number(share)}"' for name, share in finish(boards).items()}
    return re.sub(r'class="finish-(\w+)"', lambda found: seen.get(found[1], found[0]), art)


@cache
def symbols(folder: Path) -> dict[str, str]:
    """The parts of a game's art sheet by id: symbols, gradients and patterns."""
    sheet = (folder / "art.svg").read_text("utf-8")
    inside = sheet[sheet.index("<defs>") + 6 : sheet.rindex("</defs>")]
    parts = re.findall(r'(?s)(?:^|(?<=>))\s*(<(\w+)\s[^>]*?id="([^"]+)".*?</\2>)', _without_comments(inside))
    return {name: re.sub(r">\s+<", "><", part) for part, _, name in parts}


def _lettered(symbols: str, folder: Path, language: str) -> str:
    """Letters in the language of the reader: those of a `<text data-say="key">`."""

    def said(text: re.Match[str]) -> str:
        return text[1] + escape(catalogue(folder)[text[2]][language]) + "<"

    return re.sub(r'(<text\b[^>]*\bdata-say="([^"]+)"[^>]*>)[^<]*<', said, symbols)


def _without_comments(text: str) -> str:
    return re.sub(r"(?s)<!--.*?-->", "", text)


def _needed(sheet: Mapping[str, str], text: str, found: dict[str, bool] | None = None) -> list[str]:
    """The ids that a drawing refers to, directly or through others."""
    found = {} if found is None else found
    for name in re.findall(r'(?:href="#|url\(#)([^")]+)', text):
        if name not in found:
            found[name] = True
            _needed(sheet, sheet[name], found)
    return list(found)
