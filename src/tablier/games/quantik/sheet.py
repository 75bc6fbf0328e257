"""Who won a game of Quantik, and by what."""

from tablier.core.outcome import Line
from tablier.games.quantik.moves import SHAPES, SQUARES, pieces, words
from tablier.games.quantik.setup import lines_through


def reason(position):
    return "line" if position.state["line"] else "stuck"


def sheet(position):
    if not position.over:
        return
    winner = 1 - int(position.state["ply"]) & 1
    if not position.state["line"]:
        yield Line(winner, 1, words("sheet.stuck"))
        return
    yield Line(winner, 1, words("sheet.line"), tuple(SQUARES[square] for square in completed(position)))


def completed(position):
    """The squares of the first complete line found, among those through the last piece."""
    standing = pieces(position)
    last = SQUARES.index(position.last.path[1])
    for line in lines_through(last):
        if {standing.get(square, (0, ""))[1] for square in line} == set(SHAPES):
            return line
    return []
