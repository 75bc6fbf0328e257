"""Kulami in plain text: in each hole the letter of its plate and its marble."""

from tablier.games.kulami.boards import WIDEST
from tablier.games.kulami.moves import SQUARES, barred, last, marbles
from tablier.games.kulami.setup import EACH, words


def diagram(position, language):
    board = position.setup["board"]
    lying = marbles(position)
    signs = {seat: words(f"diagram.marble{seat}").say(language) for seat in range(2)} | {None: "."}
    lines = []
    for row, letters in zip(reversed(range(len(board))), board, strict=True):
        holes = [
            "  " if letter == "." else letter + signs[lying.get(row * WIDEST + column)]
            for column, letter in enumerate(letters)
        ]
        lines.append(f"{row + 1:2}  {' '.join(holes)}".rstrip())
    lines.append("    " + "  ".join(SQUARES[column][0] for column in range(len(board[0]))))
    return "\n".join([*lines, *(remark.say(language) for remark in remarks(position))])


def remarks(position):
    yield words("diagram.legend")
    if barred(position):
        yield words("diagram.last", square=SQUARES[last(position)], plates=barred(position))
    lying = marbles(position)
    for seat, points in enumerate(position.points):
        yield words("diagram.seat", seat=words(f"seat.{seat}"), points=points, left=left(lying, seat))


def left(lying, seat):
    """How many marbles a seat has not placed yet."""
    return EACH - list(lying.values()).count(seat)
