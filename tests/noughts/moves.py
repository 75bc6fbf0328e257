"""A move is a square."""

from pathlib import Path

from tablier.core.words import Drawing, Words

words = Words(Path(__file__).parent)

SQUARES = [f"{column}{row}" for row in "123" for column in "abc"]


def path(position, action):
    return (SQUARES[action],)


def told(position, move):
    name = ("cross", "nought")[position.turn]
    return words("told.move", mark=Drawing(name, "ink", words(f"told.{name}")), square=move.path[0])


def marks(position):
    return {
        SQUARES[square]: seat
        for seat, word in enumerate(position.state["marks"].tolist())
        for square in range(9)
        if word >> square & 1
    }


def refuse(position, path):
    if len(path) != 1 or path[0] not in SQUARES:
        return None
    return words("refusal.occupied", square=path[0])
