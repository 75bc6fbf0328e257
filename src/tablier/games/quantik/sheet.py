"""Who won a game of Quantik, and by what."""

from tablier.core.outcome import Line
from tablier.games.quantik.moves import LINES, SHAPES, SQUARES, pieces, words
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
    kind, line = completed(position)
    yield Line(winner, 1, words(f"sheet.{kind}"), tuple(SQUARES[square] for square in line))


def completed(position):
    """Of the row, the column and the region of the last piece the first that is complete: which it is, its squares."""
    standing = pieces(position)
    last = SQUARES.index(position.last.path[1])
    return next(
        (kind, line)
        for kind, line in zip(LINES, lines_through(last), strict=True)
        if {standing.get(square, (0, ""))[1] for square in line} == set(SHAPES)
    )
