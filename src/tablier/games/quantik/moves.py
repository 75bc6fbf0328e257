"""How a move of Quantik is clicked and written, and why one is refused."""

from pathlib import Path

from tablier.core.words import Drawing, Words
from tablier.games.quantik.setup import lines_through

words = Words(Path(__file__).parent)

LINES = ("row", "column", "region")
SHAPES = "SYQN"
GLYPHS = dict(zip(SHAPES, ("sphere", "cylinder", "cube", "cone"), strict=True))
COLUMNS = "abcd"


def square_name(square):
    return f"{COLUMNS[square % 4]}{square // 4 + 1}"


SQUARES = [square_name(square) for square in range(16)]


def path(position, action):
    """The shape in the tray, then the square."""
    return SHAPES[action // 16], SQUARES[action % 16]


def pieces(position):
    """For each square that is not empty, whose piece stands there and its shape."""
    state = position.state
    seat = int(state["ply"]) & 1
    owners = ((seat, int(state["own"])), (1 - seat, int(state["other"])))
    return {
        place % 16: (owner, SHAPES[place // 16]) for owner, word in owners for place in range(64) if word >> place & 1
    }


def refuse(position, path):
    if len(path) != 2 or path[0] not in SHAPES or path[1] not in SQUARES or not path[0]:
        return None
    shape, square = path[0], SQUARES.index(path[1])
    standing = pieces(position)
    if square in standing:
        return words("refusal.occupied", square=path[1])
    if sum(piece == (position.turn, shape) for piece in standing.values()) == 2:
        return words("refusal.none_left", shape=words(f"shape.{shape}"))
    for kind, line in zip(LINES, lines_through(square), strict=True):
        for other in line:
            if standing.get(other) == (1 - position.turn, shape):
                where = words(f"line.{kind}")
                return words(
                    "refusal.opponent", shape=words(f"shape.{shape}"), square=path[1], other=SQUARES[other], line=where
                )
    return None


def told(position, move):
    """A move in words: a piece and its square, and whether that completes a line."""
    (shape, name), seat = move.path, position.turn
    square, standing = SQUARES.index(name), pieces(position)
    shapes = [{shape, *(standing[other][1] for other in line if other in standing)} for line in lines_through(square)]
    piece = Drawing(f"{GLYPHS[shape]}-{seat}", f"seat{seat}", words(f"shape.{shape}"))
    return words("told.line" if any(len(line) == 4 for line in shapes) else "told.piece", piece=piece, square=name)


def advice(position):
    """What to do now."""
    return words("advice")


def more(position):
    return words("more")
