"""Where the pieces of Quantik stand, and those not yet placed."""

from tablier.core.scene import Item, Panel, Scene
from tablier.games.quantik.diagram import left
from tablier.games.quantik.moves import COLUMNS, SHAPES, SQUARES, pieces, words
from tablier.games.quantik.setup import lines_through

MARGIN = 0.5
GLYPHS = dict(zip(SHAPES, ("sphere", "cylinder", "cube", "cone"), strict=True))


def scene(position):
    items = [Item("table", "table", *centre(1.5, 1.5), layer="board", colour="board")]
    items += [
        Item(
            SQUARES[square], "square", *place(square), layer="board", colour="board", label=described(position, square)
        )
        for square in range(16)
    ]
    items += [
        Item(piece_id(position, square), f"{GLYPHS[shape]}-{seat}", *place(square), size=0.86, colour=f"seat{seat}")
        for square, (seat, shape) in pieces(position).items()
    ]
    items += [coordinate(COLUMNS[index], index, -0.66) for index in range(4)]
    items += [coordinate(str(index + 1), -0.66, index) for index in range(4)]
    items += threats(position)
    size = 4 + 2 * MARGIN
    return Scene(size, size, tuple(items), tuple(tray(position, seat) for seat in range(2)))


def centre(column, row):
    return MARGIN + column + 0.5, MARGIN + 3 - row + 0.5


def place(square):
    return centre(square % 4, square // 4)


def coordinate(text, column, row):
    return Item(f"label:{text}", "text", *centre(column, row), size=0.2, colour="faint", layer="labels", text=text)


def piece_id(position, square):
    """Stable while a piece stands: its seat, its shape, and which of the two it was."""
    before = []
    for ply, move in enumerate(position.history):
        name = f"{ply % 2}{move.path[0]}"
        if move.path[1] == SQUARES[square]:
            return f"{name}{before.count(name) + 1}"
        before.append(name)
    return f"piece:{SQUARES[square]}"


def described(position, square):
    piece = pieces(position).get(square)
    if piece is None:
        return words("scene.empty", square=SQUARES[square])
    return words(
        "scene.piece", square=SQUARES[square], shape=words(f"shape.{piece[1]}"), owner=words(f"seat.{piece[0]}")
    )


def threats(position):
    """Lines that lack just one shape, marked on their empty squares."""
    standing = pieces(position)
    for square in range(16):
        if square not in standing:
            for line in lines_through(square):
                shapes = {standing[other][1] for other in line if other in standing}
                if len(shapes) == 3 and sum(other in standing for other in line) == 3:
                    yield Item(
                        f"threat:{SQUARES[square]}",
                        "threat",
                        *place(square),
                        colour="threat",
                        layer="marks",
                        mark="threats",
                    )
                    break


def tray(position, seat):
    """The pieces a seat still has: the shapes are targets when it is on turn."""
    items = []
    for index, shape in enumerate(SHAPES):
        number = left(position, seat).count(shape)
        for copy in range(number):
            first = copy == 0
            items.append(
                Item(
                    shape if first and position.turn == seat else f"tray:{seat}{shape}{copy}",
                    f"{GLYPHS[shape]}-{seat}",
                    0.3 + index * 0.55 + copy * 0.16,
                    0.5 + copy * 0.14,
                    size=0.55,
                    colour=f"seat{seat}",
                    label=words("scene.left", shape=words(f"shape.{shape}"), number=number) if first else None,
                )
            )
    return Panel(f"tray:{seat}", words(f"seat.{seat}"), 2.3, 1, tuple(items), seat)
