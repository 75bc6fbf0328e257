"""Why a game of Kulami ended, and where every point came from."""

from tablier.core.outcome import Line
from tablier.games.kulami.moves import SQUARES, marbles, plate_name, plates_of
from tablier.games.kulami.setup import DIRECTIONS, EACH, ahead, neighbours, words

CHAIN = 5


def reason(position):
    return "all placed" if position.state["placed"] == 2 * EACH else "blocked"


def sheet(position):
    """Every plate, area and chain that counts; remarks say who leads by how much (ruling 1)."""
    lying = marbles(position)
    reds, blacks = ([square for square in lying if lying[square] == seat] for seat in range(2))
    lines = [
        Line(int(black > red), len(squares), plate_line(squares, red, black), names(squares))
        for squares, red, black in majorities(position, lying)
    ]
    if position.options["level"] & 1:
        lines += bonus("area", [[largest_area(reds)], [largest_area(blacks)]])
    if position.options["level"] & 2:
        lines += bonus("chain", [chains(reds), chains(blacks)])
    return [*lines, lead("total", lines)]


def plate_line(squares, red, black):
    return words("sheet.plate", plate=plate_name(squares), red=red, black=black)


def majorities(position, lying):
    """The plates on which somebody has more marbles: their squares, and the marbles of both."""
    for _, squares in sorted(plates_of(position).items()):
        here = [lying.get(square) for square in squares]
        red, black = here.count(0), here.count(1)
        if red != black:
            yield squares, red, black


def bonus(what, found):
    lines = [
        Line(seat, len(squares), words(f"sheet.{what}", size=len(squares)), names(squares))
        for seat, sets in enumerate(found)
        for squares in sets
        if squares
    ]
    return [*lines, lead(what, lines)]


def lead(what, lines):
    red, black = (sum(line.points for line in lines if line.seat == seat) for seat in range(2))
    if red == black:
        return Line(0, 0, words(f"sheet.{what}_level", points=red))
    leader = int(black > red)
    return Line(leader, 0, words(f"sheet.{what}_lead", seat=words(f"seat.{leader}"), points=abs(red - black)))


def largest_area(squares):
    """The largest part of a set that is joined by sides."""
    left, largest = set(squares), []
    while left:
        area = [left.pop()]
        for square in area:
            joined = left.intersection(neighbours(square))
            area += joined
            left -= joined
        largest = max(largest, area, key=len)
    return largest


def chains(squares):
    """The straight runs of at least five: in rows, columns and both diagonals (ruling 2)."""
    lying = set(squares)
    for row, column in DIRECTIONS:
        for square in squares:
            if ahead(square, (-row, -column)) not in lying:
                chain = [square]
                while (following := ahead(chain[-1], (row, column))) in lying:
                    chain.append(following)
                if len(chain) >= CHAIN:
                    yield chain


def names(squares):
    return tuple(SQUARES[square] for square in sorted(squares))
