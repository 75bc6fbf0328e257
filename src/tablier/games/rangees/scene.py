"""Where the tiles and stones of Rangées lie."""

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from tablier.core.scene import Item, Mark, Panel, Scene, kept
from tablier.games.rangees.geometry import COLUMNS, NUMBERS, ROWS, SQUARES, neighbours, rows
from tablier.games.rangees.moves import BUILDING, COUNTING, DONE, NAMING, ends, moved, phase, stones, tiles, vacated
from tablier.games.rangees.setup import BUILDS, STONES, present, shown_faces, words

MARGIN = 0.7
AROUND = 2  # free lines around the start layout, for building
SLOTS = 12  # stones in a row of a tray
TRAY = 4.2
WAITING = 0.42  # how large stones are in a tray
ENDLESS = ("spot", "tack", "badge-0", "badge-1")
"""What belongs to a place or a tile, and is no piece."""
GROWS = True
MARKS = (Mark("rows"), Mark("vacated", shown=True))


class Corner(NamedTuple):
    """The upper left corner of what is drawn of the grid: it decides where everything lies."""

    left: int
    top: int

    def spot(self, column, row):
        return MARGIN + column - self.left + 0.5, MARGIN + self.top - row + 0.5

    def place(self, square):
        """The middle of a square, on the drawing."""
        return self.spot(square % COLUMNS, square // COLUMNS)


class Frame(NamedTuple):
    """The part of the grid that is drawn."""

    left: int
    right: int
    bottom: int
    top: int

    @property
    def corner(self):
        return Corner(self.left, self.top)

    @property
    def width(self):
        return self.right - self.left + 1 + 2 * MARGIN

    @property
    def height(self):
        return self.top - self.bottom + 1 + 2 * MARGIN


def scene(position):
    lying, building = stones(position), phase(position) == BUILDING
    frame = frame_of(position)
    corner = frame.corner
    items = [
        *cloth(frame),
        *(free_place(square, corner) for square in places(position, building)),
        *slabs_and_spots(position, lying, corner),
        *coordinates(frame),
        *almost_closed(position, lying, corner),
        *(taken_away(square, corner) for square in sorted(vacated(position))),
    ]
    panels = [tray(seat, *left(position, lying, seat, building)) for seat in range(2)]
    if position.options["claims"] == "by_hand":
        panels.append(claims(phase(position) in (NAMING, COUNTING)))
    return Scene(frame.width, frame.height, tuple(items), tuple(panels))


def frame_of(position):
    """The same from the first move to the last, but that a side grows by a line when a tile is built far out there.

    The whole grid would be twice as wide as what is built: tiles have seldom gone farther than one line.
    """
    start = tuple(position.setup["faces"])
    if position.setup.get("built"):
        return Frame(*bounds([NUMBERS[name] for name in start]))
    return frame_around(start, built(position))


def built(position):
    """Where tiles were put, but for the last: nothing is built beside that one."""
    return tuple(NUMBERS[move.path[1]] for move in position.history[: BUILDS - 1] if len(move.path) == 2)


@lru_cache(1024)
def frame_around(start, built):
    left, right, bottom, top = bounds([NUMBERS[name] for name in start])
    far_left, far_right, far_bottom, far_top = bounds([*built, *(NUMBERS[name] for name in start)])
    return Frame(
        max(0, min(far_left - 1, left - AROUND)),
        min(COLUMNS - 1, max(far_right + 1, right + AROUND)),
        max(0, min(far_bottom - 1, bottom - AROUND)),
        min(ROWS - 1, max(far_top + 1, top + AROUND)),
    )


def bounds(squares):
    columns, lines = {square % COLUMNS for square in squares}, {square // COLUMNS for square in squares}
    return min(columns), max(columns), min(lines), max(lines)


@kept
def cloth(frame):
    return hem(frame, "hem", 0), hem(frame, "seam", 0.07), hem(frame, "cloth", 0.1)


def hem(frame, name, inset):
    corners = rounded(inset, inset, frame.width - inset, frame.height - inset, 0.3 - inset)
    return Item(f"cloth:{name}", "polygon", colour=name, layer="board", points=corners)


def rounded(left, top, right, bottom, radius):
    """A rectangle with round corners, as a polygon."""
    middles = ((right, bottom, 0), (left, bottom, 1), (left, top, 2), (right, top, 3))
    points = []
    for x, y, quarter in middles:
        x += radius if x == left else -radius
        y += radius if y == top else -radius
        angles = [(quarter + step / 5) * pi / 2 for step in range(6)]
        points += [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
    return tuple((round(x, 3), round(y, 3)) for x, y in points)


def places(position, building):
    """While building: the empty squares that touch a tile and may be built on."""
    lying = tiles(position)
    return sorted(set().union(*map(neighbours, lying)) - lying - vacated(position)) if building else ()


@kept
def free_place(square, corner):
    label = words("scene.place", square=SQUARES[square])
    return Item(SQUARES[square], "place", *corner.place(square), colour="chalk", layer="board", label=label)


def slabs_and_spots(position, lying, corner):
    """The tiles with their faces, then the stones, then what is clicked."""
    faces, fixed, slabs, spots = shown_faces(position), moved(position), [], []
    for square, start in present(position).items():
        face, tacked, owner = faces[start], square in fixed, lying.get(square)
        slabs.append(slab(square, start, bool(face), corner))
        if face:
            slabs += face_up(square, start, face, owner is None, corner)
        if tacked:
            slabs.append(tack(square, start, corner))
        spots.append(spot(square, face, tacked, owner, corner))
    numbers = stone_numbers(position)
    pebbles = [pebble(square, lying[square], numbers.get(square), corner) for square in sorted(lying)]
    return [*slabs, *pebbles, *spots]


def stone_numbers(position):
    """For each square with a stone, which one of its seat's it is: 1 is placed first."""
    placed = (move.path[0] for move in position.history if len(move.path) == 1 and move.path[0] != DONE)
    return {NUMBERS[name]: order // 2 + 1 for order, name in enumerate(placed)}


@kept
def slab(square, start, turned, corner):
    """A tile, known by where it lay at the start."""
    row, column = divmod(NUMBERS[start], COLUMNS)
    glyph, colour = ("face", "ivory") if turned else (f"back-{(row + column) % 2}", "wood")
    return Item(f"tile:{start}", glyph, *corner.place(square), colour=colour, layer="tiles")


@kept
def face_up(square, start, face, bare, corner):
    """A star, or a number, which a stone hides."""
    x, y = corner.place(square)
    if face == "*":
        return (Item(f"face:{start}", "star", x, y, colour="star", layer="tiles"),)
    if not bare:
        return ()
    seat = "AB".index(face[0])
    look = {"colour": f"number{seat}", "layer": "tiles"}
    return (
        Item(f"face:{start}", f"badge-{seat}", x, y, **look),
        Item(f"number:{start}", "text", x, y - 0.025, size=0.42, text=face[1], **look),
    )


@kept
def tack(square, start, corner):
    """Holds a tile that was moved."""
    x, y = corner.place(square)
    return Item(f"tack:{start}", "tack", x + 0.32, y - 0.34, colour="brass", layer="tiles")


@kept
def pebble(square, seat, number, corner):
    name = f"stone:{seat}:{number or SQUARES[square]}"
    return Item(name, f"stone-{seat}", *corner.place(square), colour=f"seat{seat}")


@kept
def spot(square, face, tacked, owner, corner):
    """What is clicked: the square of a tile, above the tile and its stone."""
    kind = words("scene.moved") if tacked else words("scene.tile")
    if face == "*":
        kind = words("scene.star", tile=kind)
    elif face:
        kind = words("scene.number", tile=kind, value=face[1], owner=words(f"seat.{'AB'.index(face[0])}"))
    label = words("scene.empty", square=SQUARES[square], tile=kind)
    if owner is not None:
        label = words("scene.stone", square=SQUARES[square], tile=kind, owner=words(f"seat.{owner}"))
    return Item(SQUARES[square], "spot", *corner.place(square), label=label)


@kept
def coordinates(frame):
    columns, lines = range(frame.left, frame.right + 1), range(frame.bottom, frame.top + 1)
    return (
        *(coordinate(SQUARES[column][0], *frame.corner.spot(column, frame.bottom - 0.83)) for column in columns),
        *(coordinate(str(line + 1), *frame.corner.spot(frame.left - 0.83, line)) for line in lines),
    )


def coordinate(text, x, y):
    return Item(f"label:{text}", "text", x, y, size=0.3, colour="chalk", layer="labels", text=text)


def almost_closed(position, lying, corner):
    """Rows with one empty tile left, and those tiles."""
    gaps = set()
    for row in rows(tiles(position)):
        empty = [square for square in row if square not in lying]
        if len(empty) == 1:
            gaps.update(empty)
            yield row_line(row[0], row[-1], corner)
    yield from (gap(square, corner) for square in sorted(gaps))


@kept
def row_line(first, last, corner):
    name = "-".join(ends((first, last)))
    return Item(f"row:{name}", "polygon", colour="row", layer="marks", mark="rows", points=strip(first, last, corner))


def strip(first, last, corner):
    """A thin line between the middles of two squares."""
    (x, y), (other_x, other_y) = corner.place(first), corner.place(last)
    length = ((other_x - x) ** 2 + (other_y - y) ** 2) ** 0.5
    across, down = (other_y - y) / length * 0.035, (x - other_x) / length * 0.035
    corners = (x + across, y + down), (other_x + across, other_y + down), (other_x - across, other_y - down)
    return tuple((round(x, 3), round(y, 3)) for x, y in (*corners, (x - across, y - down)))


@kept
def gap(square, corner):
    return Item(f"gap:{SQUARES[square]}", "gap", *corner.place(square), colour="row", layer="marks", mark="rows")


@kept
def taken_away(square, corner):
    name = f"vacated:{SQUARES[square]}"
    return Item(name, "vacated", *corner.place(square), colour="vacated", layer="marks", mark="vacated")


def left(position, lying, seat, building):
    """How many stones a seat has left, and while building how many tiles it may still move."""
    number = STONES // 2 - list(lying.values()).count(seat)
    return number, BUILDS // 2 - (position.ply + 1 - seat) // 2 if building else None


@kept
def tray(seat, number, builds):
    """The stones a seat has left, and while building the tiles it may still move."""
    label = words("scene.left", number=number)
    items = [
        Item(f"tray:{seat}", "spot", 2.1, 0.4, size=0.8, layer="board", label=label),
        *(stone_left(seat, slot) for slot in range(number)),
        *(build_left(seat, slot, builds) for slot in range(builds or 0)),
    ]
    following = f"stone:{seat}:{STONES // 2 - number + 1}" if number and builds is None else None
    title = words(f"seat.{seat}")
    return Panel(f"tray:{seat}", title, TRAY + 2, 0.85, tuple(items), seat, scale=1 / WAITING, next=following)


@kept
def stone_left(seat, slot):
    x, y = 0.2 + slot % SLOTS * 0.345, 0.2 + slot // SLOTS * 0.4
    return Item(f"stone:{seat}:{STONES // 2 - slot}", f"stone-{seat}", x, y, size=WAITING, colour=f"seat{seat}")


def build_left(seat, slot, builds):
    label = words("scene.builds", number=builds) if slot == 0 else None
    place = (TRAY + 0.5 + slot * 0.6, 0.42)
    return Item(f"build:{seat}:{slot}", "back-0", *place, size=0.52, colour="wood", layer="tiles", label=label)


@kept
def claims(due):
    """Where one says that all is named."""
    glyph, colour = ("done", "brass") if due else ("idle", "faint")
    button = Item("button", glyph, 0.7, 0.45, colour=colour, label=words("scene.done"), target=DONE if due else "")
    return Panel("claims", words("scene.claims"), 1.4, 0.85, (button,))
