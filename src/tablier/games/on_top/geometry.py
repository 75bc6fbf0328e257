"""The triangles of a board: cells, the circles around their corners, and where they lie.

A board is drawn as rows of marks, top first; `#` is a cell. The place at the lower left corner
points down and neighbours alternate. Cells and circles are numbered from the bottom up, from the
left in a row; an edge of a grid triangle is one unit long.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import sqrt

CELL = "#"
NOTHING = "."
SIDES = 3
"""A cell's neighbours: on its left, on its right, and across its level side."""

ROW_HEIGHT = sqrt(3) / 2


@dataclass(frozen=True, eq=False)
class Geometry:
    """What can be known of a board from its outline. There is one object for each outline."""

    cells: tuple[tuple[int, int], ...]
    """The row and column of each cell."""
    cell_names: tuple[str, ...]
    neighbours: tuple[tuple[int | None, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    """The three circles of each cell."""
    points: tuple[tuple[int, int], ...]
    """The line of each circle, and its place in that line in half units."""
    circle_names: tuple[str, ...]
    around: tuple[tuple[int, ...], ...]
    """The cells around each circle, counter-clockwise from the right."""
    rows: int
    columns: int

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The cells by name."""
        return {name: cell for cell, name in enumerate(self.cell_names)}

    @cached_property
    def border(self) -> list[int]:
        """The circles that are not surrounded by six cells."""
        return [circle for circle, cells in enumerate(self.around) if len(cells) < 6]

    @property
    def rim(self) -> list[tuple[int, int]]:
        """The sides that have a cell on one side only, as pairs of circles."""
        sides = {side for corners in self.corners for side in zip(corners, corners[1:] + corners[:1], strict=True)}
        return sorted(side for side in sides if side[::-1] not in sides)

    def points_down(self, cell: int) -> bool:
        return sum(self.cells[cell]) % 2 == 0

    def side(self, cell: int, other: int) -> int | None:
        """The side of a cell on which the other lies; None if they are not neighbours."""
        return self.neighbours[cell].index(other) if other in self.neighbours[cell] else None

    def rhombus(self, cell: int, other: int) -> tuple[int, int, int, int]:
        """The circles of a tile on two cells: sharp (in `cell`), blunt, sharp, blunt, counter-clockwise."""
        corners = self.corners[cell]
        sharp = next(index for index in range(3) if corners[index] not in self.corners[other])
        opposite = next(circle for circle in self.corners[other] if circle not in corners)
        return corners[sharp], corners[(sharp + 1) % 3], opposite, corners[(sharp + 2) % 3]

    def spot(self, circle: int) -> tuple[float, float]:
        """Where a circle lies, in units, y down, from the upper left corner of the drawing."""
        line, place = self.points[circle]
        return place / 2, (self.rows - line) * ROW_HEIGHT

    def middle(self, *circles: int) -> tuple[float, float]:
        """The point in the middle of some circles."""
        spots = [self.spot(circle) for circle in circles]
        return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


@lru_cache(256)
def geometry(rows: tuple[str, ...]) -> Geometry:
    """The geometry of an outline, given as rows of equal length."""
    lines = rows[::-1]
    cells = tuple((row, column) for row, line in enumerate(lines) for column, mark in enumerate(line) if mark == CELL)
    number = {place: cell for cell, place in enumerate(cells)}
    points = tuple(sorted({corner for place in cells for corner in _corners(*place)}))
    circle = {point: index for index, point in enumerate(points)}
    corners = tuple(tuple(circle[corner] for corner in _corners(*place)) for place in cells)
    return Geometry(
        cells,
        _names("a", cells),
        tuple(tuple(number.get(place) for place in _neighbours(*place)) for place in cells),
        corners,
        points,
        _names("A", points),
        tuple(tuple(number[place] for place in _around(*point) if place in number) for point in points),
        len(rows),
        len(rows[0]),
    )


def _corners(row, column):
    """The corners of a cell, counter-clockwise."""
    if (row + column) % 2 == 0:
        return (row, column + 1), (row + 1, column + 2), (row + 1, column)
    return (row, column), (row, column + 2), (row + 1, column + 1)


def _neighbours(row, column):
    return (row, column - 1), (row, column + 1), (row + 1 if (row + column) % 2 == 0 else row - 1, column)


def _around(line, place):
    above, below = ((line, place - shift) for shift in range(3)), ((line - 1, place - 2 + shift) for shift in range(3))
    return *above, *below


def _names(first, places):
    """A letter for the row and a number from the left, for sorted places."""
    rows = [row for row, _ in places]
    return tuple(f"{chr(ord(first) + row)}{index - rows.index(row) + 1}" for index, row in enumerate(rows))
