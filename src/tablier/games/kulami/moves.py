"""How a move of Kulami is clicked and written, and why one is refused."""

import re
from functools import lru_cache

from tablier.core.words import Drawing
from tablier.games.kulami.setup import GRID, cross, plates, square_name, words

SQUARES = [square_name(square) for square in GRID]
known_plates = lru_cache(1024)(plates)


def path(position, action):
    return (SQUARES[action],)


def plates_of(position):
    """For each plate its squares."""
    return known_plates(tuple(position.setup["board"]))


def plate_name(squares):
    """A plate as people find it: from the hole at its lower left to that at its upper right."""
    return f"{SQUARES[squares[0]]}–{SQUARES[squares[-1]]}"


def marbles(position):
    """For each square with a marble, whose it is."""
    sets = [low | high << 64 for low, high in position.state["marbles"].tolist()]
    return {square: seat for seat, squares in enumerate(sets) for square in GRID if squares >> square & 1}


def last(position):
    """The square of the last marble, if there is one."""
    return int(position.state["last"]) if position.state["placed"] else None


def barred(position):
    """The plates that received the last two marbles, the last one first."""
    letters = list(plates_of(position))
    numbers = position.board["plate"][position.state["last"]], position.state["before"]
    return [letters[number] for number in numbers if number < len(letters)]


def refuse(position, path):
    if len(path) != 1 or not re.fullmatch("[a-z][1-9][0-9]?", path[0]):
        return None
    name, board = path[0], position.setup["board"]
    layout = plates_of(position)
    plate = {SQUARES[square]: letter for letter, squares in layout.items() for square in squares}.get(name)
    if plate is None:
        return words("refusal.no_hole", square=name, column=SQUARES[len(board[0]) - 1][0], row=len(board))
    square, centre = SQUARES.index(name), last(position)
    if square in marbles(position):
        return words("refusal.occupied", square=name)
    if centre is not None and square not in cross(centre):
        column, row = SQUARES[centre][0], SQUARES[centre][1:]
        return words("refusal.off_cross", square=name, last=SQUARES[centre], column=column, row=row)
    if plate in barred(position):
        return words("refusal.barred", square=name, plate=plate_name(layout[plate]))
    return None


def told(position, move):
    """A move in words: a marble and its hole."""
    seat = position.turn
    marble = Drawing(f"marble-{seat}", f"seat{seat}", words(f"scene.marble{seat}"))
    return words("told", marble=marble, square=move.path[0])


def advice(position):
    """What to do now."""
    if last(position) is None:
        return words("advice.first")
    return words("advice.next", last=SQUARES[last(position)])


def more(position):
    layout = plates_of(position)
    names = [plate_name(layout[letter]) for letter in barred(position)]
    return words("more", plates=names) if names else None
