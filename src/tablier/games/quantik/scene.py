"""Where the pieces of Quantik stand, and those not yet placed."""

from tablier.core.scene import Item, Mark, Panel, Scene, kept
from tablier.games.quantik.diagram import left
from tablier.games.quantik.moves import COLUMNS, GLYPHS, SHAPES, SQUARES, pieces, words
from tablier.games.quantik.setup import lines_through

MARGIN = 0.5
MARKS = (Mark("threats"),)
EACH = 2  # pieces of a shape
SIZE = 4 + 2 * MARGIN
PIECE, HELD = 0.86, 0.55  # how large pieces are, on the board and in a tray
NUMBERS = {name: square for square, name in enumerate(SQUARES)}


def scene(position):
    standing = pieces(position)
    names = piece_names(position)
    items = [
        table(),
        *(field(square, standing.get(square)) for square in range(16)),
        *(piece(names.get(square), square, *standing[square]) for square in standing),
        *coordinates(),
        *(threat(square) for square in threatened(standing)),
    ]
    trays = [tray(seat, left(standing, seat), position.turn == seat) for seat in range(2)]
    return Scene(SIZE, SIZE, tuple(items), tuple(trays))


def centre(column, row):
    return MARGIN + column + 0.5, MARGIN + 3 - row + 0.5


def place(square):
    return centre(square % 4, square // 4)


@kept
def table():
    return Item("table", "table", *centre(1.5, 1.5), layer="board", colour="board")


@kept
def field(square, standing):
    """A square, and what a screen reader says of the piece on it."""
    label = words("scene.empty", square=SQUARES[square])
    if standing:
        seat, shape = standing
        facts = {"shape": words(f"shape.{shape}"), "owner": words(f"seat.{seat}")}
        label = words("scene.piece", square=SQUARES[square], **facts)
    return Item(SQUARES[square], "square", *place(square), layer="board", colour="board", label=label)


@kept
def coordinates():
    columns = [coordinate(COLUMNS[index], index, -0.66) for index in range(4)]
    return (*columns, *(coordinate(str(index + 1), -0.66, index) for index in range(4)))


def coordinate(text, column, row):
    return Item(f"label:{text}", "text", *centre(column, row), size=0.2, colour="board_ink", layer="labels", text=text)


def piece_names(position):
    """For each square, a name that stays with its piece: seat, shape, and which of the two it was."""
    names = {}
    for ply, move in enumerate(position.history):
        shape, square = move.path
        name = f"{ply % 2}{shape}1"
        names[NUMBERS[square]] = name if name not in names.values() else f"{ply % 2}{shape}2"
    return names


@kept
def piece(name, square, seat, shape):
    name = name or f"piece:{SQUARES[square]}"
    return Item(name, f"{GLYPHS[shape]}-{seat}", *place(square), size=PIECE, colour=f"seat{seat}")


def threatened(standing):
    """The empty squares of lines that lack just one shape."""
    shapes = {square: shape for square, (_, shape) in standing.items()}
    for square in range(16):
        if square not in shapes and any(len({*map(shapes.get, line)}) == 4 for line in lines_through(square)):
            yield square  # the other three differ, and from the gap


@kept
def threat(square):
    return Item(f"threat:{SQUARES[square]}", "threat", *place(square), colour="threat", layer="marks", mark="threats")


@kept
def tray(seat, shapes, on_turn):
    """The pieces a seat still has; those of one shape lie one below the other."""
    items = [item for shape in SHAPES for item in held(seat, shape, shapes.count(shape), on_turn)]
    return Panel(f"tray:{seat}", words(f"seat.{seat}"), 2.4, 1.2, tuple(items), seat, scale=PIECE / HELD)


@kept
def held(seat, shape, number, on_turn):
    """The pieces of a shape in a tray, the one that goes first below: all mean the same target."""
    pieces = [waiting(seat, shape, copy, on_turn) for copy in range(EACH, EACH - number, -1)]
    label = words("scene.left", shape=words(f"shape.{shape}"), number=number)
    return (*pieces[:-1], pieces[-1]._replace(label=label)) if pieces else ()


def waiting(seat, shape, copy, on_turn):
    x, y = 0.3 + SHAPES.index(shape) * 0.6, 0.3 + (EACH - copy) * 0.58
    target = shape if on_turn else ""
    return Item(f"{seat}{shape}{copy}", f"{GLYPHS[shape]}-{seat}", x, y, size=HELD, colour=f"seat{seat}", target=target)
