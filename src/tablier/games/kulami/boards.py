"""The boards of Kulami that have a name, and boards made by chance.

Sets of squares are bits here, row * 10 + column, and row 0 is the first line of a drawing.
"""

import tomllib
from pathlib import Path

WIDEST = 10
SQUARE = 8
KINDS = {(2, 3): 4, (2, 2): 5, (1, 3): 4, (1, 2): 4}
"""How many plates there are of each kind."""

with open(Path(__file__).parent / "data.toml", "rb") as file:
    BOARDS = {name: lines.split() for name, lines in tomllib.load(file).items()}


def random_square(random):
    """The 17 plates laid at random as a square of 8 × 8.

    The first bare square is covered with a random plate, again and again; what leads nowhere is taken back.
    """
    left, laid = dict(KINDS), []
    ways_from = {1 << square: [] for square in range(WIDEST * WIDEST)}
    for kind in KINDS:
        for way in places(kind, SQUARE):
            ways_from[way & -way].append((kind, way))

    def cover(bare):
        ways = [(kind, way) for kind, way in ways_from[bare & -bare] for _ in range(left[kind])]
        random.shuffle(ways)  # of a kind with many plates left, one more likely comes first
        for kind, way in dict.fromkeys(ways):
            if way & bare == way:
                left[kind] -= 1
                laid.append(way)
                if way == bare or cover(bare - way):
                    return True
                laid.pop()
                left[kind] += 1
        return False

    cover(rectangle(SQUARE, SQUARE))
    return drawing(laid)


def random_irregular(random):
    """The 17 plates laid side by side at random, in one piece that fits in 10 × 10."""
    while not (laid := grow(random)):
        pass
    return drawing(laid)


def grow(random):
    """Lay plate by plate, each against those that lie there; None if one finds no place any more."""
    plates = [kind for kind, number in KINDS.items() for _ in range(number)]
    random.shuffle(plates)
    huddle = random.randrange(4)  # how much closer the plates lie than by mere chance
    laid = [random.choice(places(plates.pop()))]
    covered = laid[0]
    while plates:
        ways = [way for way in places(plates.pop()) if not way & covered and beside(way) & covered]
        if not ways:
            return None
        laid += random.choices(ways, [(beside(way) & covered).bit_count() ** huddle for way in ways])
        covered |= laid[-1]
    return laid


def rectangle(height, width, row=0, column=0):
    return sum(1 << (row + y) * WIDEST + column + x for y in range(height) for x in range(width))


def places(kind, side=WIDEST):
    """Every way to lay a plate of this kind in the square of that side."""
    return [
        rectangle(height, width, row, column)
        for height, width in sorted({kind, kind[::-1]})
        for row in range(side - height + 1)
        for column in range(side - width + 1)
    ]


FIRST, LAST = rectangle(WIDEST, 1), rectangle(WIDEST, 1, 0, WIDEST - 1)


def beside(squares):
    """The squares that share a side with one of these."""
    return squares << WIDEST | squares >> WIDEST | (squares & ~LAST) << 1 | (squares & ~FIRST) >> 1


def drawing(laid):
    """The lines of a board, cut to size, with its plates named from the top left on."""
    letter = {}
    for number, plate in enumerate(sorted(laid, key=lambda plate: plate & -plate)):
        for square in range(WIDEST * WIDEST):
            if plate >> square & 1:
                letter[divmod(square, WIDEST)] = chr(ord("a") + number)
    rows, columns = zip(*letter, strict=True)
    return [
        "".join(letter.get((row, column), ".") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    ]
