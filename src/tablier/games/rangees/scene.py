"""Where the tiles and stones of Rangées lie."""

from math import cos, pi, sin

from tablier.core.scene import Item, Panel, Scene
from tablier.games.rangees.geometry import COLUMNS, ROWS, SQUARES, neighbours, runs
from tablier.games.rangees.moves import BUILDING, COUNTING, NAMING, ends, moved, phase, stones, tiles, vacated, words
from tablier.games.rangees.setup import BUILDS, STONES, present, shown_face

MARGIN = 0.7
AROUND = 2  # free lines around the start layout while building
SLOTS = 12  # stones in a row of a tray


class Frame:
    """The part of the grid that is drawn: fixed while building, unless tiles reach far out, and while filling."""

    def __init__(self, position):
        columns = [square % COLUMNS for square in tiles(position)]
        rows = [square // COLUMNS for square in tiles(position)]
        self.left, self.right, self.bottom, self.top = min(columns), max(columns), min(rows), max(rows)
        if phase(position) == BUILDING:
            start = [SQUARES.index(name) for name in position.setup["faces"]]
            columns = [square % COLUMNS for square in start]
            rows = [square // COLUMNS for square in start]
            self.left = max(0, min(self.left - 1, min(columns) - AROUND))
            self.right = min(COLUMNS - 1, max(self.right + 1, max(columns) + AROUND))
            self.bottom = max(0, min(self.bottom - 1, min(rows) - AROUND))
            self.top = min(ROWS - 1, max(self.top + 1, max(rows) + AROUND))

    @property
    def width(self):
        return self.right - self.left + 1 + 2 * MARGIN

    @property
    def height(self):
        return self.top - self.bottom + 1 + 2 * MARGIN

    def spot(self, column, row):
        return MARGIN + column - self.left + 0.5, MARGIN + self.top - row + 0.5

    def place(self, square):
        """The middle of a square, on the drawing."""
        return self.spot(square % COLUMNS, square // COLUMNS)


def scene(position):
    frame = Frame(position)
    items = [
        *cloth(frame),
        *places(position, frame),
        *slabs(position, frame),
        *pebbles(position, frame),
        *spots(position, frame),
        *coordinates(frame),
        *almost_closed(position, frame),
        *taken_away(position, frame),
    ]
    panels = [tray(position, seat) for seat in range(2)]
    if position.options["claims"] == "by_hand":
        panels.append(claims(position))
    return Scene(frame.width, frame.height, tuple(items), tuple(panels))


def cloth(frame):
    for name, inset in ("hem", 0), ("seam", 0.07), ("cloth", 0.1):
        corners = rounded(inset, inset, frame.width - inset, frame.height - inset, 0.3 - inset)
        yield Item(f"cloth:{name}", "polygon", colour=name, layer="board", points=corners)


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


def places(position, frame):
    """While building: the empty squares that touch a tile and may be built on."""
    if phase(position) == BUILDING:
        lying = tiles(position)
        for square in sorted({other for tile in lying for other in neighbours(tile)} - lying - vacated(position)):
            label = words("scene.place", square=SQUARES[square])
            yield Item(SQUARES[square], "place", *frame.place(square), colour="chalk", layer="board", label=label)


def slabs(position, frame):
    """The tiles, each known by where it lay at the start, and their faces; a stone hides a number."""
    lying = stones(position)
    for square, start in present(position).items():
        x, y = frame.place(square)
        face = shown_face(position, start)
        glyph = "face" if face else f"back-{(SQUARES.index(start) % COLUMNS + SQUARES.index(start) // COLUMNS) % 2}"
        yield Item(f"tile:{start}", glyph, x, y, colour="ivory" if face else "wood", layer="tiles")
        if face == "*":
            yield Item(f"face:{start}", "star", x, y, colour="star", layer="tiles")
        elif face and square not in lying:
            seat = "AB".index(face[0])
            yield Item(f"face:{start}", f"badge-{seat}", x, y, colour=f"number{seat}", layer="tiles")
            yield Item(
                f"number:{start}", "text", x, y - 0.025, size=0.42, colour=f"number{seat}", layer="tiles", text=face[1]
            )
        if square in moved(position):
            yield Item(f"tack:{start}", "tack", x + 0.32, y - 0.34, colour="brass", layer="tiles")


def pebbles(position, frame):
    for square, seat in sorted(stones(position).items()):
        yield Item(f"stone:{SQUARES[square]}", f"stone-{seat}", *frame.place(square), colour=f"seat{seat}")


def spots(position, frame):
    """What is clicked: the square of each tile, above the tile and its stone."""
    lying, fixed = stones(position), moved(position)
    for square, start in present(position).items():
        face = shown_face(position, start)
        kind = words("scene.moved") if square in fixed else words("scene.tile")
        if face == "*":
            kind = words("scene.star", tile=kind)
        elif face:
            kind = words("scene.number", tile=kind, value=face[1], owner=words(f"seat.{'AB'.index(face[0])}"))
        label = words("scene.empty", square=SQUARES[square], tile=kind)
        if square in lying:
            label = words("scene.stone", square=SQUARES[square], tile=kind, owner=words(f"seat.{lying[square]}"))
        yield Item(SQUARES[square], "spot", *frame.place(square), label=label)


def coordinates(frame):
    for column in range(frame.left, frame.right + 1):
        yield coordinate(SQUARES[column][0], *frame.spot(column, frame.bottom - 0.83))
    for row in range(frame.bottom, frame.top + 1):
        yield coordinate(str(row + 1), *frame.spot(frame.left - 0.83, row))


def coordinate(text, x, y):
    return Item(f"label:{text}", "text", x, y, size=0.3, colour="chalk", layer="labels", text=text)


def almost_closed(position, frame):
    """Rows with one empty tile left, and those tiles."""
    lying = stones(position)
    gaps = set()
    for row in runs(tiles(position), 2):
        empty = [square for square in row if square not in lying]
        if len(empty) == 1:
            gaps.update(empty)
            line = strip(frame, row[0], row[-1])
            name = "-".join(ends(row))
            yield Item(f"row:{name}", "polygon", colour="row", layer="marks", mark="rows", points=line)
    for square in sorted(gaps):
        yield Item(f"gap:{SQUARES[square]}", "gap", *frame.place(square), colour="row", layer="marks", mark="rows")


def strip(frame, first, last):
    """A thin line between the middles of two squares."""
    (x, y), (other_x, other_y) = frame.place(first), frame.place(last)
    length = ((other_x - x) ** 2 + (other_y - y) ** 2) ** 0.5
    across, down = (other_y - y) / length * 0.035, (x - other_x) / length * 0.035
    corners = (x + across, y + down), (other_x + across, other_y + down), (other_x - across, other_y - down)
    return tuple((round(x, 3), round(y, 3)) for x, y in (*corners, (x - across, y - down)))


def taken_away(position, frame):
    for square in sorted(vacated(position)):
        name = SQUARES[square]
        yield Item(f"vacated:{name}", "vacated", *frame.place(square), colour="vacated", layer="marks", mark="vacated")


def tray(position, seat):
    """The stones a seat has left, and while building the tiles it may still move."""
    number = STONES // 2 - sum(owner == seat for owner in stones(position).values())
    items = [Item(f"tray:{seat}", "spot", 2.1, 0.4, size=0.8, layer="board", label=words("scene.left", number=number))]
    for slot in range(number):
        x, y = 0.2 + slot % SLOTS * 0.345, 0.2 + slot // SLOTS * 0.4
        items.append(Item(f"left:{seat}:{slot}", f"stone-{seat}", x, y, size=0.42, colour=f"seat{seat}"))
    width = 4.2
    if phase(position) == BUILDING:
        builds = BUILDS // 2 - (position.ply + 1 - seat) // 2
        for slot in range(builds):
            label = words("scene.builds", number=builds) if slot == 0 else None
            place = (width + 0.5 + slot * 0.6, 0.42)
            items.append(
                Item(f"build:{seat}:{slot}", "back-0", *place, size=0.52, colour="wood", layer="tiles", label=label)
            )
        width += 2
    return Panel(f"tray:{seat}", words(f"seat.{seat}"), width, 0.85, tuple(items), seat)


def claims(position):
    """Where one says that all is named."""
    due = phase(position) in (NAMING, COUNTING)
    button = Item(
        "done" if due else "idle", "done" if due else "idle", 0.7, 0.45, colour="brass" if due else "faint",
        label=words("scene.done"),
    )  # fmt: skip
    return Panel("claims", words("scene.claims"), 1.4, 0.85, (button,))
