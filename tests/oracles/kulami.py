"""Kulami played slowly and plainly, to check faster code against."""

Square = tuple[int, int]  # column and row, (0, 0) at the bottom left

MARBLES = 28
SHORTEST_CHAIN = 5
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
CHAIN_DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def name(square: Square) -> str:
    column, row = square
    return "abcdefghij"[column] + str(row + 1)


def step(square: Square, direction: tuple[int, int], sign: int = 1) -> Square:
    return square[0] + sign * direction[0], square[1] + sign * direction[1]


class Oracle:
    def __init__(self, seats: int, options: dict, setup: dict):
        assert seats == 2 and set(options) <= {"level"} and set(setup) == {"board"}
        self.level = options.get("level", 0)
        assert self.level in (0, 1, 2, 3)
        # hole -> letter of its plate
        self.plates: dict[Square, str] = {
            (column, row): letter
            for row, line in enumerate(reversed(setup["board"]))
            for column, letter in enumerate(line)
            if letter != "."
        }
        # hole -> seat, in the order of placing
        self.marbles: dict[Square, int] = {}

    def turn(self) -> int | str:
        return self._on_turn() if self.moves() else "over"

    def moves(self) -> list[str]:
        return sorted(name(hole) for hole in self._legal_holes())

    def play(self, text: str) -> None:
        legal = {name(hole): hole for hole in self._legal_holes()}
        assert text in legal, text
        self.marbles[legal[text]] = self._on_turn()

    def points(self) -> list[int]:
        return [self._total(seat) for seat in (0, 1)]  # ruling 1: both in full

    def outcome(self) -> dict | None:
        if self.moves():
            return None
        points = self.points()
        ranks = [1 + sum(other > own for other in points) for own in points]
        reason = "all placed" if self._all_placed() else "blocked"
        return {"ranks": ranks, "points": points, "reason": reason}

    # Placing

    def _on_turn(self) -> int:
        return len(self.marbles) % 2

    def _all_placed(self) -> bool:
        return len(self.marbles) == 2 * MARBLES

    def _legal_holes(self) -> list[Square]:
        if self._all_placed():
            return []
        free = [hole for hole in self.plates if hole not in self.marbles]
        if not self.marbles:
            return free
        history = list(self.marbles)
        column, row = history[-1]
        barred = [self.plates[hole] for hole in history[-2:]]  # ruling 5
        # ruling 2: gaps do not break the row or the column
        return [hole for hole in free if (hole[0] == column or hole[1] == row) and self.plates[hole] not in barred]

    # Counting

    def _total(self, seat: int) -> int:
        total = self.plate_points(seat)
        if self.level in (1, 3):
            total += self.largest_area(seat)
        if self.level in (2, 3):
            total += sum(self.chains(seat))
        return total

    def plate_points(self, seat: int) -> int:
        total = 0
        for plate in set(self.plates.values()):
            holes = [hole for hole in self.plates if self.plates[hole] == plate]
            owners = [self.marbles[hole] for hole in holes if hole in self.marbles]
            if owners.count(seat) > owners.count(1 - seat):
                total += len(holes)
        return total

    def largest_area(self, seat: int) -> int:
        areas = [self._area_around(hole) for hole in self._marbles_of(seat)]
        return max((len(area) for area in areas), default=0)

    def chains(self, seat: int) -> list[int]:
        """The lengths of all chains of a colour, the longest first."""
        own = self._marbles_of(seat)
        runs = [
            self._run_from(hole, direction)
            for direction in CHAIN_DIRECTIONS
            for hole in own
            if step(hole, direction, -1) not in own  # ruling 2: whole runs only
        ]
        return sorted((run for run in runs if run >= SHORTEST_CHAIN), reverse=True)

    def _marbles_of(self, seat: int) -> list[Square]:
        return [hole for hole, owner in self.marbles.items() if owner == seat]

    def _area_around(self, hole: Square) -> set[Square]:
        seat = self.marbles[hole]
        area, waiting = {hole}, [hole]
        while waiting:
            here = waiting.pop()
            for side in SIDES:
                there = step(here, side)
                if self.marbles.get(there) == seat and there not in area:
                    area.add(there)
                    waiting.append(there)
        return area

    def _run_from(self, hole: Square, direction: tuple[int, int]) -> int:
        seat, length = self.marbles[hole], 0
        while self.marbles.get(hole) == seat:
            length += 1
            hole = step(hole, direction)
        return length
