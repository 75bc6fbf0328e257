"""On Top, written as slowly and plainly as the rulebook: a reference for tests."""

from __future__ import annotations

from collections import Counter

Cell = tuple[int, int]  # row from the bottom, place from the left
Point = tuple[int, int]  # grid line from the bottom, half sides from the left

COLOURS = "BRWY"
PAWNS = 20
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def corners(cell: Cell) -> list[Point]:
    row, x = cell
    if (row + x) % 2 == 0:  # it points down, as the lower left place does
        return [(row, x + 1), (row + 1, x), (row + 1, x + 2)]
    return [(row + 1, x + 1), (row, x), (row, x + 2)]


def share_a_side(one: Cell, other: Cell) -> bool:
    return len(set(corners(one)) & set(corners(other))) == 2


def read_cells(lines: list[str]) -> dict[str, Cell]:
    """Names of the cells: row letter from the bottom, number from the left."""
    cells = {}
    for row, line in enumerate(reversed(lines)):
        places = [x for x, mark in enumerate(line) if mark == "#"]
        for number, x in enumerate(places, start=1):
            cells[f"{LETTERS[row]}{number}"] = (row, x)
    return cells


def read_circles(cells: dict[str, Cell]) -> dict[str, Point]:
    """Names of the grid points that touch a cell: capital from the bottom, number."""
    points = {point for cell in cells.values() for point in corners(cell)}
    circles = {}
    for line in range(max(line for line, _ in points) + 1):
        in_line = sorted(point for point in points if point[0] == line)
        for number, point in enumerate(in_line, start=1):
            circles[f"{LETTERS[line].upper()}{number}"] = point
    return circles


def first_reading(tile: str) -> str:
    """A tile turned by half a turn is the same tile."""
    return min(tile, tile[2:] + tile[:2])


def is_left_turn(a: Point, b: Point, c: Point) -> bool:
    """Whether going round a, b, c is going counter-clockwise."""
    (ay, ax), (by, bx), (cy, cx) = a, b, c
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def tile_corners(first: Cell, second: Cell) -> list[Point]:
    """The corners of the rhombus counter-clockwise from the sharp one in the first cell."""
    [sharp] = set(corners(first)) - set(corners(second))
    [other_sharp] = set(corners(second)) - set(corners(first))
    blunt, other_blunt = set(corners(first)) & set(corners(second))
    if not is_left_turn(sharp, blunt, other_sharp):
        blunt, other_blunt = other_blunt, blunt
    return [sharp, blunt, other_sharp, other_blunt]


class Oracle:
    def __init__(self, seats: int, options: dict, setup: dict) -> None:
        assert set(options) <= {"teams"}, "unknown option"
        assert 2 <= seats <= 4 and len(setup["colours"]) == seats
        self.seats = seats
        self.teams = options.get("teams", False)
        assert seats == 4 or not self.teams
        self.seat_colours = [colour[0].upper() for colour in setup["colours"]]
        self.lay_out(setup["board"])
        self.stock: Counter[str] = Counter()
        for tile, number in setup["tiles"].items():
            self.stock[first_reading(tile)] += number
        self.drawn: str | None = None
        self.score = [0] * seats
        self.pawns = dict.fromkeys(COLOURS, PAWNS)
        self.towers: dict[Point, str] = {}  # the colours from the bottom up
        self.seat = 0
        self.reason: str | None = None
        self.winners: list[list[int]] = []  # the sides that win by a last pawn
        self.fill_holes()  # ruling 7
        self.end_if_stuck()

    def lay_out(self, board: dict) -> None:
        self.cells = read_cells(board["rows"])
        self.circles = read_circles(self.cells)
        self.names = {cell: name for name, cell in self.cells.items()}
        places = list(self.cells.values())
        self.around = {point: [cell for cell in places if point in corners(cell)] for point in self.circles.values()}
        self.neighbours = {cell: [other for other in places if share_a_side(cell, other)] for cell in places}
        self.gold = self.read_gold(board["gold"])
        self.start = [self.cells[cell] for cell in board["start"]]
        # For each filled cell the colour at each of its corners, none for black.
        self.filled: dict[Cell, dict[Point, str]] = {cell: {} for cell in self.start}

    def read_gold(self, gold: str | list[str]) -> list[Point]:
        if gold == "border":
            return [point for point, cells in self.around.items() if len(cells) < 6]
        return [self.circles[circle] for circle in gold]

    # ----- what is asked

    def turn(self) -> int | str:
        if self.reason is not None:
            return "over"
        return "chance" if self.drawn is None else self.seat

    def moves(self) -> list[str]:
        if self.reason is not None:
            return []
        if self.drawn is None:
            return sorted(f"~{tile}" for tile, number in self.stock.items() if number > 0)
        return self.placements()

    def play(self, text: str) -> None:
        assert text in self.moves(), f"illegal: {text}"
        if self.drawn is None:
            self.drawn = text[1:]
            self.stock[self.drawn] -= 1
        else:
            first, second = text.split("-")
            self.place(self.cells[first], self.cells[second])

    def points(self) -> list[int]:
        if self.reason is None:
            return list(self.score)
        return [self.side_points(self.side_of(seat)) for seat in range(self.seats)]

    def outcome(self) -> dict | None:
        if self.reason is None:
            return None
        ranks = [self.rank(self.side_of(seat)) for seat in range(self.seats)]
        return {"ranks": ranks, "points": self.points(), "reason": self.reason}

    # ----- placing

    def is_free(self, cell: Cell) -> bool:
        return cell not in self.filled

    def is_anchor(self, cell: Cell) -> bool:  # ruling 2
        is_tile = bool(self.filled.get(cell))
        return is_tile or cell in self.start

    def placements(self) -> list[str]:
        return sorted(
            f"{self.names[first]}-{self.names[second]}"
            for first in self.names
            for second in self.neighbours[first]
            if self.can_place(first, second)
        )

    def can_place(self, first: Cell, second: Cell) -> bool:
        beside = self.neighbours[first] + self.neighbours[second]
        return self.is_free(first) and self.is_free(second) and any(self.is_anchor(cell) for cell in beside)

    def place(self, first: Cell, second: Cell) -> None:
        assert self.drawn is not None
        before = self.complete_circles()
        colour_at = dict(zip(tile_corners(first, second), self.drawn, strict=True))
        for cell in (first, second):
            self.filled[cell] = {point: colour_at[point] for point in corners(cell)}
        self.drawn = None
        self.seat = (self.seat + 1) % self.seats
        self.fill_holes()
        for point in self.complete_circles():
            if point not in before and self.reason is None:
                self.settle(point)
        self.end_if_stuck()

    def fill_holes(self) -> None:
        holes = [
            cell
            for cell in self.cells.values()
            if self.is_free(cell) and not any(map(self.is_free, self.neighbours[cell]))
        ]
        for cell in holes:
            self.filled[cell] = {}

    def complete_circles(self) -> list[Point]:
        """From the bottom line up, left to right in a line."""  # ruling 4
        return sorted(point for point, cells in self.around.items() if not any(map(self.is_free, cells)))

    # ----- settling a circle

    def segments(self, point: Point) -> Counter[str]:
        meeting = [self.filled[cell] for cell in self.around[point]]
        return Counter(colours[point] for colours in meeting if point in colours)

    def settle(self, point: Point) -> None:
        count = self.segments(point)
        firsts = [colour for colour in count if count[colour] == max(count.values())]
        if len(firsts) != 1:  # a tie, or all black (ruling 3)
            return
        [first] = firsts
        second_most = max((count[c] for c in count if c != first), default=0)
        seconds = [c for c in count if c != first and count[c] == second_most]
        self.put_pawns(point, seconds)
        if self.reason is None:  # rulings 1 and 5
            self.put_pawns(point, [first])
            self.score_tower(point, first)

    def put_pawns(self, point: Point, colours: list[str]) -> None:
        for colour in colours:
            self.towers[point] = self.towers.get(point, "") + colour
            self.pawns[colour] -= 1
        used_up = [colour for colour in colours if self.pawns[colour] == 0]
        players = [self.seat_colours.index(c) for c in used_up if c in self.seat_colours]
        if players:
            self.win_by_last_pawn(players)
        elif used_up:
            self.reason = "neutral out"

    def win_by_last_pawn(self, seats: list[int]) -> None:  # rulings 5 and 6
        self.reason = "last pawn"
        best = max(self.score[seat] for seat in seats)
        self.winners = [self.side_of(seat) for seat in seats if self.score[seat] == best]

    def score_tower(self, point: Point, first: str) -> None:
        if first in self.seat_colours:
            height = len(self.towers[point])
            points = 2 * height if point in self.gold else height
            self.score[self.seat_colours.index(first)] += points

    # ----- the end

    def end_if_stuck(self) -> None:  # ruling 8
        if self.reason is not None:
            return
        if sum(self.stock.values()) == 0:
            self.reason = "no tile left"
        elif not self.placements():
            self.reason = "board full"

    def side_of(self, seat: int) -> list[int]:
        if self.teams:
            return [0, 2] if seat in (0, 2) else [1, 3]
        return [seat]

    def sides(self) -> list[list[int]]:
        if self.teams:
            return [[0, 2], [1, 3]]
        return [[seat] for seat in range(self.seats)]

    def side_pawns(self, side: list[int]) -> int:
        return sum(self.pawns[self.seat_colours[seat]] for seat in side)

    def side_points(self, side: list[int]) -> int:
        return sum(self.score[seat] for seat in side) - self.side_pawns(side)

    def did_better(self, side: list[int], other: list[int]) -> bool:
        if side in self.winners or other in self.winners:
            return side in self.winners and other not in self.winners
        if self.side_points(side) != self.side_points(other):
            return self.side_points(side) > self.side_points(other)
        return self.side_pawns(side) < self.side_pawns(other)

    def rank(self, side: list[int]) -> int:
        return 1 + sum(self.did_better(other, side) for other in self.sides())
