"""The grid of Rangées: its squares by number and by name, and what lies beside what."""

from functools import cache, lru_cache

COLUMNS, ROWS = 20, 19
SQUARES = [f"{column}{row + 1}" for row in range(ROWS) for column in "abcdefghijklmnopqrst"]
NUMBERS = {name: square for square, name in enumerate(SQUARES)}
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps across and up along a line, a column and both diagonals."""


@cache
def step(square, across, up):
    """The square so far away, or -1 off the grid."""
    row, column = divmod(square, COLUMNS)
    inside = 0 <= column + across < COLUMNS and 0 <= row + up < ROWS
    return square + across + up * COLUMNS if inside else -1


@cache
def neighbours(square):
    """The squares that touch a square by a side or a corner."""
    around = {step(square, across, up) for across in (-1, 0, 1) for up in (-1, 0, 1)}
    return frozenset(around - {square, -1})


def group(tiles, tile):
    """The tiles that hang together with one of them."""
    found, fresh = set(), {tile}
    while fresh:
        found |= fresh
        fresh = {other for square in fresh for other in neighbours(square) & tiles} - found
    return found


def runs(squares, least):
    """The maximal straight runs of at least so many squares, each from its lowest square up."""
    for across, up in DIRECTIONS:
        for square in sorted(squares):
            if step(square, -across, -up) not in squares:
                run = [square]
                while (ahead := step(run[-1], across, up)) in squares:
                    run.append(ahead)
                if len(run) >= least:
                    yield tuple(run)


@lru_cache(1024)
def rows(tiles):
    """The rows of a frozen set of tiles: two or more in a straight line, and none beyond."""
    return tuple(runs(tiles, 2))
