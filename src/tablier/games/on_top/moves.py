"""How a placement of On Top is clicked and written, and why one is refused."""

from pathlib import Path

from tablier.core.words import Drawing, Words
from tablier.games.on_top.geometry import SIDES, geometry
from tablier.games.on_top.rules import BLACK, FREE, TILE
from tablier.games.on_top.tables import cell_and_side
from tablier.games.on_top.tiles import COLOURS, KINDS, LETTERS
from tablier.games.on_top.towers import towers

words = Words(Path(__file__).parent)


def shape_of(position):
    """The geometry of a position's board."""
    return geometry(tuple(position.setup["board"]["rows"]))


def path(position, action):
    """The cell of the first sharp corner, then that of the second."""
    shape = shape_of(position)
    cell, side = cell_and_side(action)
    return shape.cell_names[cell], shape.cell_names[shape.neighbours[cell][side]]


def draw(position, action):
    return KINDS[action]


def laid_tiles(position):
    """The tiles on the board: kind, cell of the first sharp corner, cell of the second."""
    shape = shape_of(position)
    for cell, mark in enumerate(position.state["laid"].tolist()):
        if mark >= TILE:
            yield KINDS[(mark - TILE) // SIDES], cell, shape.neighbours[cell][(mark - TILE) % SIDES]


def black_cells(position):
    """The cells of the black triangles: those of the start, and holes."""
    return [cell for cell, mark in enumerate(position.state["laid"].tolist()) if mark == BLACK]


def refuse(position, path):
    shape = shape_of(position)
    if len(path) > 2:
        return None
    for name in path:
        if not looks_like_a_cell(name):
            return None
    for name in path:
        if name not in shape.cell_names:
            return words("refusal.no_cell", cell=name, first=shape.cell_names[0], last=shape.cell_names[-1])
    cell, other = cells = [shape.cell_names.index(name) for name in (path[0], path[-1])]
    for number in cells:
        if position.state["laid"][number] != FREE:
            return words("refusal.occupied", cell=shape.cell_names[number])
    if len(path) == 1:
        possible = any(path[0] in move.path for move in position.moves)
        return words("refusal.one_cell" if possible else "refusal.no_room", cell=path[0])
    if shape.side(cell, other) is None:
        beside = [shape.cell_names[number] for number in shape.neighbours[cell] if number is not None]
        return words("refusal.not_neighbours", cell=path[0], other=path[1], beside=beside)
    return words("refusal.not_anchored", cell=path[0], other=path[1])


def looks_like_a_cell(name):
    return name[:1].islower() and name[:1].isascii() and name[1:].isascii() and name[1:].isdigit() and len(name) <= 4


def told(position, move):
    """A move in words: a tile drawn, or where it is laid and who comes out on top."""
    if move.draw:
        return words("told.drawn", tile=drawing(move.path[0], "tile.drawn"))
    cell, other = move.path
    tile, won = drawing(KINDS[position.state["hand"] - 1], "tile.laid"), new_towers(position, move)
    if not won:
        return words("told.laid", tile=tile, cell=cell, other=other)
    return words("told.wins", tile=tile, cell=cell, other=other, towers=won)


def drawing(kind, name):
    return Drawing(f"tile-{kind}", "tile", words(name, colours=[colour_name(letter) for letter in kind]))


def colour_name(letter):
    return words(f"colour.{COLOURS[LETTERS.index(letter)]}")


def new_towers(position, move):
    """Who is on top of the circles that a placement completes."""
    before = {tower.circle for tower in towers(position)}
    return [
        words("told.tower", colour=words(f"colour.{COLOURS[tower.top]}"), points=tower.points)
        for tower in towers(position.after(move))
        if tower.circle not in before and tower.points
    ]


def advice(position):
    """What to do now."""
    return words("advice")


def more(position):
    return words("more")
