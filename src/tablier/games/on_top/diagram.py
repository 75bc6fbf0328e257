"""On Top in plain text: the board drawn in lines of circles and rows of cells, then lists."""

from textwrap import wrap

from tablier.games.on_top.moves import black_cells, laid_tiles, shape_of, words
from tablier.games.on_top.rules import FREE
from tablier.games.on_top.sheet import pawns_left
from tablier.games.on_top.tables import gold
from tablier.games.on_top.tiles import COLOURS, KINDS, LETTERS
from tablier.games.on_top.towers import cells_left, towers
from tablier.games.on_top.triangles import lacking

WIDTH = 78
UNIT = 7
"""Characters from one circle to the next: six segments and a space."""
WIDEST = 2 * (WIDTH - 4) // UNIT - 1
"""Columns of the widest board that can be drawn."""


def diagram(position, language):
    shape = shape_of(position)
    inside = segments(position, shape)
    standing = {tower.circle: "".join(LETTERS[pawn] for pawn in tower.pawns) for tower in towers(position)}
    drawing = draw(position, shape, inside, standing) if shape.columns <= WIDEST else []
    lists = [phrase.say(language) for phrase in facts(position, shape, inside, standing)]
    return "\n".join([*drawing, *(line for text in lists for line in wrap(text, WIDTH, subsequent_indent="  "))])


def segments(position, shape):
    """For each circle its cells, counter-clockwise: a colour's letter, `#` black or `.` free."""
    seen = {(cell, circle): "#" for cell in black_cells(position) for circle in shape.corners[cell]}
    for kind, *pair in laid_tiles(position):
        for letter, circle in zip(kind, shape.rhombus(*pair), strict=True):
            seen |= {(cell, circle): letter for cell in pair}
    return ["".join(seen.get((cell, circle), ".") for cell in cells) for circle, cells in enumerate(shape.around)]


def draw(position, shape, inside, standing):
    """Lines of circles (in brackets when complete, with their pawns) and rows of free cells."""
    lines = [[] for _ in range(2 * shape.rows + 1)]
    circles, laid = position.state["circles"].tolist(), position.state["laid"].tolist()
    for circle, (line, place) in enumerate(shape.points):
        complete = not cells_left(circles[circle])
        lines[2 * line].append((place, f"[{standing.get(circle, '')}]" if complete else inside[circle]))
    for cell, (row, column) in enumerate(shape.cells):
        lines[2 * row + 1].append((column + 1, shape.cell_names[cell][1:] if laid[cell] == FREE else "-"))
    for number, line in enumerate(lines):
        letter = chr(ord("a" if number % 2 else "A") + number // 2)
        lines[number] = letter + spread(line)
    return lines[::-1]


def spread(marks):
    """Texts on one line, each centred on its place in half units."""
    line = ""
    for place, text in marks:
        line = line.ljust(4 + place * UNIT // 2 - len(text) // 2) + text
    return line


def facts(position, shape, inside, standing):
    """What one would look for on the table: the tile drawn, points, pawns, stock, circles."""
    golden = set(gold(position.setup, shape))
    names = [name + "*" * (circle in golden) for circle, name in enumerate(shape.circle_names)]
    kind = int(position.state["hand"])
    if kind:
        one, two, three, four = (words(f"colour.{COLOURS[LETTERS.index(letter)]}") for letter in KINDS[kind - 1])
        yield words("diagram.drawn", kind=KINDS[kind - 1], one=one, two=two, three=three, four=four)
    left = pawns_left(position)
    for seat, colour in enumerate(position.setup["colours"]):
        pawns = left[COLOURS.index(colour)]
        yield words(
            "diagram.seat", number=seat + 1, colour=words(f"colour.{colour}"), points=position.points[seat], pawns=pawns
        )
    for colour in (colour for colour in COLOURS if colour not in position.setup["colours"]):
        yield words("diagram.neutral", colour=words(f"colour.{colour}"), pawns=left[COLOURS.index(colour)])
    yield words("diagram.stock", tiles=int(position.state["left"]))
    if bare := lacking(position):
        yield words("diagram.bare", cells=[shape.cell_names[cell] for cell in bare])
    if standing:
        yield words("diagram.towers", towers=[f"{names[circle]}:{pawns}" for circle, pawns in standing.items()])
    left = map(cells_left, position.state["circles"].tolist())
    nearly = [
        f"{name}:{cells}" for name, cells, free in zip(names, inside, left, strict=False) if 0 < free <= 2 < len(cells)
    ]
    if nearly:
        yield words("diagram.nearly", circles=nearly)
    yield words("diagram.legend")
