"""Rangées, written as slowly and plainly as the rulebook: a reference for tests."""

from __future__ import annotations

Square = tuple[int, int]  # column and row, both from 1
Run = tuple[Square, ...]

COLUMNS = "abcdefghijklmnopqrst"
HEIGHT = 19
TILES = 56
BUILDING_MOVES = 6
STONES = 48
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
RUN_POINTS = {4: 10, 5: 20, 6: 30}
STAR_POINTS = 10
DEFAULTS = {"faces": "hidden", "claims": "automatic", "connected": False, "match": 1}


def name(square: Square) -> str:
    return COLUMNS[square[0] - 1] + str(square[1])


def parse(text: str) -> Square:
    return COLUMNS.index(text[0]) + 1, int(text[1:])


def on_grid(square: Square) -> bool:
    return 1 <= square[0] <= len(COLUMNS) and 1 <= square[1] <= HEIGHT


def neighbours(square: Square) -> list[Square]:
    """The squares that touch this one by a side or a corner."""
    x, y = square
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    return [other for other in around if on_grid(other)]


NEIGHBOURS = {(x, y): neighbours((x, y)) for x in range(1, len(COLUMNS) + 1) for y in range(1, HEIGHT + 1)}


def read_layout(lines: list[str]) -> list[Square]:
    assert len(lines) == HEIGHT and all(len(line) == len(COLUMNS) for line in lines)
    return [
        (x, HEIGHT - number) for number, line in enumerate(lines) for x, mark in enumerate(line, start=1) if mark == "#"
    ]


def run_through(square: Square, direction: Square, squares: set[Square]) -> Run:
    """The longest unbroken line of `squares` through this square, in this direction."""
    (x, y), (dx, dy) = square, direction
    while (x - dx, y - dy) in squares:
        x, y = x - dx, y - dy
    run = []
    while (x, y) in squares:
        run.append((x, y))
        x, y = x + dx, y + dy
    return tuple(run)


def runs_through(square: Square, squares: set[Square], length: int) -> list[Run]:
    runs = [run_through(square, direction, squares) for direction in DIRECTIONS]
    return [run for run in runs if len(run) >= length]


def all_runs(squares: set[Square], length: int) -> set[Run]:
    return {run for square in squares for run in runs_through(square, squares, length)}


def run_name(run: Run) -> str:
    return "-".join(sorted([name(run[0]), name(run[-1])]))


def run_points(run: Run) -> int:
    """What a run of own stones is worth at the end."""  # ruling 2
    if len(run) < 4:
        return 0
    return RUN_POINTS.get(len(run), 40)


def lonely(squares: set[Square]) -> list[set[Square]]:
    """Every square that touches no other, each as a group of one."""
    return [{s} for s in squares if not any(n in squares for n in NEIGHBOURS[s])]


def components(squares: set[Square]) -> list[set[Square]]:
    """The squares, divided into groups connected by sides or corners."""
    groups = []
    left = set(squares)
    while left:
        group = set()
        found = [left.pop()]
        while found:
            square = found.pop()
            group.add(square)
            reached = [n for n in NEIGHBOURS[square] if n in left]
            left.difference_update(reached)
            found.extend(reached)
        groups.append(group)
    return groups


def touches(square: Square, group: set[Square]) -> bool:
    return any(n in group for n in NEIGHBOURS[square])


class Oracle:
    def __init__(self, seats: int, options: dict, setup: dict) -> None:
        assert seats == 2
        assert set(options) <= set(DEFAULTS), "unknown option"
        self.options = {**DEFAULTS, **options}
        faces = setup["faces"]
        self.tiles = {square: faces[name(square)] for square in read_layout(setup["layout"])}
        assert len(self.tiles) == TILES
        self.moved: set[Square] = set()  # where the tiles moved so far lie
        self.vacated: set[Square] = set()
        self.stones: dict[Square, int] = {}
        self.score = [0, 0]
        self.seat = 0
        self.phase = "filling" if setup.get("built") else "building"
        self.stone: Square | None = None  # the last stone placed
        self.named: list[str] = []  # the claims made since the last stone or `done`

    # ----- what is asked

    def turn(self) -> int | str:
        return "over" if self.phase == "over" else self.seat

    def moves(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase == "building":
            return sorted(self.building_moves())
        if self.phase == "filling":
            return sorted(name(square) for square in self.empty_tiles())
        claims = [run_name(run) for run in self.claimable()]
        return sorted([claim for claim in claims if claim not in self.named] + ["done"])

    def play(self, text: str) -> None:
        assert text in self.moves(), f"illegal: {text}"
        if self.phase == "building":
            tile, place = text.split("-")
            self.move_tile(parse(tile), parse(place))
        elif self.phase == "filling":
            self.place_stone(parse(text))
        elif text == "done":
            self.done()
        else:
            self.claim(text)

    def points(self) -> list[int]:
        if self.phase != "over":
            return list(self.score)
        return [self.score[seat] + self.face_points(seat) for seat in (0, 1)]

    def outcome(self) -> dict | None:
        if self.phase != "over":
            return None
        points = self.points()
        ranks = [1 + sum(other > mine for other in points) for mine in points]
        return {"ranks": ranks, "points": points, "reason": "all placed"}

    # ----- building

    def building_moves(self) -> list[str]:
        return [
            f"{name(tile)}-{name(place)}"
            for tile in self.tiles
            if tile not in self.moved
            for place in self.places_for(tile)
        ]

    def places_for(self, tile: Square) -> list[Square]:
        """Where this tile may go: it must touch the others and leave none untouched."""
        others = set(self.tiles) - {tile}
        must_touch = self.groups(others)
        return [
            place
            for place in {n for other in others for n in NEIGHBOURS[other]}
            if place not in others and place != tile and place not in self.vacated
            if all(touches(place, group) for group in must_touch)
        ]

    def groups(self, others: set[Square]) -> list[set[Square]]:  # ruling 1
        return components(others) if self.options["connected"] else lonely(others)

    def move_tile(self, tile: Square, place: Square) -> None:
        self.tiles[place] = self.tiles.pop(tile)  # the face goes along
        self.moved.add(place)
        self.vacated.add(tile)
        self.seat = 1 - self.seat  # ruling 6: the turns just go on
        if len(self.moved) == BUILDING_MOVES:
            self.phase = "filling"

    # ----- filling

    def empty_tiles(self) -> list[Square]:
        return [square for square in self.tiles if square not in self.stones]

    def place_stone(self, square: Square) -> None:
        self.stones[square] = self.seat
        self.stone = square
        if self.options["claims"] == "by_hand":
            self.phase = "naming rows"
            return
        for row in self.rows_through_stone():
            self.score_row(row)
        self.end_turn()

    def rows_through_stone(self) -> list[Run]:
        assert self.stone is not None
        return runs_through(self.stone, set(self.tiles), 2)

    def score_row(self, row: Run) -> None:  # ruling 3
        if all(square in self.stones for square in row):
            self.score[self.seat] += len(row)

    def end_turn(self) -> None:
        self.seat = 1 - self.seat
        self.phase = "filling"
        if len(self.stones) == STONES:
            self.end()

    # ----- the end

    def end(self) -> None:
        self.seat = 0
        self.phase = "naming runs"
        if self.options["claims"] == "automatic":
            self.score_all_runs()
            self.phase = "over"

    def own_runs(self, seat: int, length: int) -> set[Run]:
        own = {square for square, owner in self.stones.items() if owner == seat}
        return all_runs(own, length)

    def score_all_runs(self) -> None:
        for seat in (0, 1):
            self.score[seat] += sum(run_points(run) for run in self.own_runs(seat, 4))

    def face_points(self, seat: int) -> int:
        points = 0
        if self.options["faces"] in ("stars", "all"):
            points += STAR_POINTS * self.stars_won().count(seat)
        if self.options["faces"] in ("numbers", "all"):
            points += self.numbers_open("AB"[seat])
        return points

    def numbers_open(self, colour: str) -> int:
        faces = [self.tiles[square] for square in self.empty_tiles()]
        return sum(int(face[1:]) for face in faces if face[0] == colour)

    def stars_won(self) -> list[int | None]:
        return [self.star_winner(square) for square, face in self.tiles.items() if face == "*"]

    def star_winner(self, star: Square) -> int | None:  # ruling 4
        around = [self.stones[n] for n in NEIGHBOURS[star] if n in self.stones]
        if around.count(0) == around.count(1):
            return self.stones.get(star)
        return 0 if around.count(0) > around.count(1) else 1

    # ----- claims by hand (ruling 5)

    def claimable(self) -> list[Run]:
        if self.phase == "naming rows":
            return self.rows_through_stone()
        return list(self.own_runs(self.seat, 3))

    def claim(self, text: str) -> None:
        self.named.append(text)
        [run] = [run for run in self.claimable() if run_name(run) == text]
        if self.phase == "naming rows":
            self.score_row(run)
        else:
            self.score[self.seat] += run_points(run)

    def done(self) -> None:
        self.named = []
        if self.phase == "naming rows":
            self.end_turn()
        elif self.seat == 0:
            self.seat = 1
        else:
            self.phase = "over"
