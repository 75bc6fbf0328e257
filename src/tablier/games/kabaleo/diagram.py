"""Kabaleo in plain text: a base in a small letter, then the pieces on it from the bottom up."""

from tablier.games.kabaleo.moves import COLUMNS, ROWS, hand, piles, places, target, target_name, words


def diagram(position, language):
    lines = table(position)
    lines.append(words("diagram.legend").say(language))
    for seat in range(position.seats):
        left = [colour for colour, number in hand(position, seat).items() for _ in range(number)]
        facts = {"number": seat + 1, "target": target_name(target(position, seat)), "pieces": " ".join(left) or "-"}
        lines.append(words("diagram.seat", **facts).say(language))
    return "\n".join(lines)


def table(position):
    """The places as they lie, in columns as wide as they need to be."""
    names, standing = places(position), piles(position)
    columns = [names[first : first + ROWS] for first in range(0, len(names), ROWS)]
    rows = [[written(standing[column[row]]) for column in columns] for row in range(ROWS)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [(str(row + 1), rows[row]) for row in reversed(range(ROWS))] + [(" ", COLUMNS)]
    return ["  ".join([head, *map(str.ljust, cells, widths)]).rstrip() for head, cells in lines]


def written(pile):
    base, *pieces = pile
    return base.lower() + "".join(pieces)
