"""Rangées in plain text: O is seat 0's stone, X seat 1's, # an empty tile or its face."""

from tablier.games.rangees.geometry import COLUMNS, SQUARES
from tablier.games.rangees.moves import BUILDING, moved, phase, stones, vacated
from tablier.games.rangees.setup import BUILDS, STONES, present, shown_faces, words

STONE = "OX"


def diagram(position, language):
    faces, lying, fixed = shown_faces(position), stones(position), moved(position)
    marks = {
        square: mark(faces[start], lying.get(square), square in fixed) for square, start in present(position).items()
    }
    marks |= dict.fromkeys(vacated(position), "-")
    columns = range(min(square % COLUMNS for square in marks), max(square % COLUMNS for square in marks) + 1)
    rows = range(min(marks) // COLUMNS, max(marks) // COLUMNS + 1)
    lines = []
    for row in reversed(rows):
        cells = (f"{marks.get(row * COLUMNS + column, ''):3}" for column in columns)
        lines.append(f"{row + 1:2}  {''.join(cells)}".rstrip())
    lines.append("    " + "  ".join(SQUARES[column][0] for column in columns))
    lines += [line.say(language) for line in legend(position)]
    return "\n".join(lines)


def mark(face, owner, fixed):
    """A stone, with the star beneath it; else the face, or that a tile lies there."""
    if owner is not None:
        return STONE[owner] + ("*" if face == "*" else "")
    return (face or "#") + ("+" if fixed else "")


def legend(position):
    if phase(position) == BUILDING:
        yield words("diagram.building", number=BUILDS - int(position.state["count"]))
    else:
        left = [STONES // 2 - list(stones(position).values()).count(seat) for seat in range(2)]
        yield words("diagram.left", first=left[0], second=left[1])
    if position.options["faces"] != "hidden":
        yield words(f"diagram.{position.options['faces']}")
    yield words("diagram.points", first=position.points[0], second=position.points[1])
