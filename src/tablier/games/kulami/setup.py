"""The board of Kulami: one with a name, one's own, or one made by chance."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from string import ascii_letters

import numpy as np

from tablier.core.errors import BadSetup
from tablier.core.options import Choice, Data, show
from tablier.core.words import Words
from tablier.core.words import words as core_words
from tablier.games.kulami.boards import BOARDS, KINDS, WIDEST, random_irregular, random_square

words = Words(Path(__file__).parent)

RANDOM = {"random square": random_square, "random irregular": random_irregular}

SEATS = (2,)
DIFFICULTY = 2
EACH = 28  # marbles
OPTIONS = (
    Choice("level", (0, 1, 2, 3), 0),
    Data("board", (*BOARDS, *RANDOM), "square", kind="board", random=tuple(RANDOM)),
)

GRID = range(WIDEST * WIDEST)
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps by row and column along a row, a column and both diagonals."""


def make(seats, options, random, board):
    """A name, or a drawing: a list of lines, or a text with line breaks or slashes between them."""
    if isinstance(board, str):
        if board in RANDOM:
            return {"board": RANDOM[board](random)}
        if board in BOARDS:
            return {"board": list(BOARDS[board])}
        if not re.search(r"[/\n]", board.strip()):
            raise BadSetup(words("setup.board", board=show(board), boards=OPTIONS[1].expects))
        board = re.split(r"[/\n]", board.strip().strip("/"))
    if isinstance(board, list | tuple):
        return {"board": [line.strip() if isinstance(line, str) else line for line in board]}
    raise BadSetup(words("setup.board", board=show(board), boards=OPTIONS[1].expects))


def check(seats, options, setup):
    if set(setup) != {"board"}:
        raise BadSetup(core_words("setup.fields", fields="board", found=[show(name) for name in setup]))
    lines = setup["board"]
    check_lines(lines)
    check_plates(plates(lines))
    check_one_piece(plates(lines))
    return {"board": list(lines)}


def check_lines(lines):
    if not isinstance(lines, list) or not lines or not all(isinstance(line, str) for line in lines):
        raise BadSetup(words("setup.lines", value=show(lines)))
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]):
            raise BadSetup(words("setup.length", line=number, found=len(line), expected=len(lines[0])))
        for character in line:
            if character not in ascii_letters + ".":
                raise BadSetup(words("setup.character", line=number, character=show(character)))
    if not (len(lines) <= WIDEST and 1 <= len(lines[0]) <= WIDEST):
        raise BadSetup(words("setup.size", width=len(lines[0]), height=len(lines)))
    columns = ["".join(column) for column in zip(*lines, strict=True)]
    for edge, line in ("top", lines[0]), ("bottom", lines[-1]), ("left", columns[0]), ("right", columns[-1]):
        if not line.strip("."):
            raise BadSetup(words("setup.empty", edge=words(f"edge.{edge}")))


def check_plates(plates):
    kinds = {letter: kind_of(letter, squares) for letter, squares in plates.items()}
    found = Counter(kinds.values())
    for kind, number in KINDS.items():
        if found[kind] != number:
            raise BadSetup(words("setup.number", found=found[kind], kind=kind_name(kind), number=number))


def kind_of(letter, squares):
    """The sides of a plate, the shorter one first."""
    rows, columns = {square // WIDEST for square in squares}, {square % WIDEST for square in squares}
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    if height * width != len(squares):
        raise BadSetup(words("setup.rectangle", plate=letter, squares=sorted(map(square_name, squares))))
    kind = min(height, width), max(height, width)
    if kind not in KINDS:
        raise BadSetup(
            words("setup.kind", plate=letter, kind=kind_name(kind), kinds=[kind_name(kind) for kind in KINDS])
        )
    return kind


def check_one_piece(plates):
    """Ruling 3: every plate can be reached from the first one, side by side."""
    holes = {square for squares in plates.values() for square in squares}
    reached, edge = set(), {min(holes)}
    while edge:
        reached |= edge
        edge = {square for other in edge for square in neighbours(other)} & holes - reached
    apart = [letter for letter, squares in plates.items() if squares[0] not in reached]
    if apart:
        rest = [letter for letter in plates if letter not in apart]
        raise BadSetup(words("setup.apart", plates=min(apart, rest, key=len)))


def plates(lines):
    """For each letter of a drawing its squares, as actions: row * 10 + column, row 0 at the bottom."""
    squares = {}
    for row, line in enumerate(reversed(lines)):
        for column, letter in enumerate(line):
            if letter != ".":
                squares.setdefault(letter, []).append(row * WIDEST + column)
    return squares


def square_name(square):
    return f"{chr(ord('a') + square % WIDEST)}{square // WIDEST + 1}"


def kind_name(kind):
    return f"{kind[0]} × {kind[1]}"


@cache
def ahead(square, step):
    """The next square in a direction; None beyond the grid."""
    row, column = square // WIDEST + step[0], square % WIDEST + step[1]
    return row * WIDEST + column if 0 <= row < WIDEST and 0 <= column < WIDEST else None


def cross(square):
    """The squares in its row and its column."""
    row, column = divmod(square, WIDEST)
    return [row * WIDEST + other for other in range(WIDEST)] + [other * WIDEST + column for other in range(WIDEST)]


@cache
def neighbours(square):
    """The squares that share a side with this one."""
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [other for step in steps if (other := ahead(square, step)) is not None]


def build(seats, options, setup):
    from tablier.games.kulami.rules import BOARD, NO_PLATE, NOWHERE, STATE

    boards, states = np.zeros(1, BOARD), np.zeros(1, STATE)
    board, state = boards[0], states[0]
    layout = plates(setup["board"])
    holes = [square for squares in layout.values() for square in squares]
    board["level"] = options["level"]
    board["plate"] = NO_PLATE
    board["reach"][NOWHERE] = as_words(holes)
    for number, squares in enumerate(layout.values()):
        board["plates"][number] = as_words(squares)
        for square in squares:
            board["plate"][square] = number
            board["reach"][square] = as_words(set(cross(square)) & set(holes) - set(squares))
            board["beside"][square] = as_words(neighbours(square))
    for number, step in enumerate(DIRECTIONS):
        board["step"][number] = step[0] * WIDEST + step[1]
        board["inner"][number] = as_words(square for square in GRID if ahead(square, step) is not None)
    state["free"] = as_words(holes)
    state["last"] = NOWHERE
    state["before"] = NO_PLATE
    return boards, states


def as_words(squares):
    """A set of squares as two 64-bit words."""
    bits = sum(1 << square for square in squares)
    return bits & (1 << 64) - 1, bits >> 64


def plan():
    """What one draws a board with: plates on a grid, here those of the square board."""
    rectangles = []
    for squares in plates(BOARDS["square"]).values():
        rows, columns = ({square // WIDEST for square in squares}, {square % WIDEST for square in squares})
        top = len(BOARDS["square"]) - 1 - max(rows)
        rectangles.append([min(columns) + 1, top + 1, len(columns), len(rows)])
    pieces = [[*kind, number] for kind, number in KINDS.items()]
    looks = {"piece": "plate-{height}x{width}", "cell": "hole", "colours": [f"wood{tone}" for tone in range(5)]}
    return {
        "option": "board",
        "grid": [WIDEST, WIDEST],
        "pieces": pieces,
        "looks": looks,
        "trim": True,
        "start": rectangles,
    }
