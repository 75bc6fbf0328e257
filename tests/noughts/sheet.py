"""Three in a line is a point."""

from noughts.moves import words
from tablier.core.outcome import Line


def reason(position):
    return "line" if position.state["won"] else "full"


def sheet(position):
    if position.state["won"]:
        yield Line((int(position.state["ply"]) - 1) & 1, 1, words("reason.line"))
