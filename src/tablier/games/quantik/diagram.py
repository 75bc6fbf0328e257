"""Quantik in plain text: capitals are the first player's pieces, small letters the second's."""

from tablier.games.quantik.moves import COLUMNS, SHAPES, pieces, words


def diagram(position, language):
    standing = pieces(position)
    lines = []
    for row in reversed(range(4)):
        marks = [mark(standing.get(row * 4 + column)) for column in range(4)]
        lines.append(f"{row + 1}  {marks[0]} {marks[1]} | {marks[2]} {marks[3]}")
        if row == 2:
            lines.append("   ----+----")
    lines.append(f"   {COLUMNS[0]} {COLUMNS[1]}   {COLUMNS[2]} {COLUMNS[3]}")
    for seat in range(2):
        pieces_left = " ".join(left(standing, seat)) or "-"
        lines.append(words("diagram.left", number=seat + 1, pieces=pieces_left).say(language))
    return "\n".join(lines)


def mark(piece):
    if piece is None:
        return "."
    seat, shape = piece
    return shape.lower() if seat else shape


def left(standing, seat):
    """The shapes of the pieces a seat has not placed yet."""
    placed = list(standing.values())
    return "".join(shape * (2 - placed.count((seat, shape))) for shape in SHAPES)
