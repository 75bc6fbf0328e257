"""Quantik played slowly and plainly, to check faster code against."""

SHAPES = "SYQN"
COLUMNS = "abcd"
ROWS = "1234"
SQUARES = [column + row for row in ROWS for column in COLUMNS]
LINES = (
    [[column + row for column in COLUMNS] for row in ROWS]
    + [[column + row for row in ROWS] for column in COLUMNS]
    + [[c + r for c in cs for r in rs] for cs in ("ab", "cd") for rs in ("12", "34")]
)


class Oracle:
    def __init__(self, seats: int, options: dict, setup: dict):
        assert seats == 2 and options == {} and setup == {}
        # square -> (seat, shape), in the order of placing
        self.pieces: dict[str, tuple[int, str]] = {}

    def turn(self) -> int | str:
        return self._on_turn() if self.moves() else "over"

    def moves(self) -> list[str]:
        if self._line_complete():
            return []
        seat = self._on_turn()
        return sorted(
            f"{shape}-{square}"
            for shape in SHAPES
            if self._left(seat, shape) > 0
            for square in SQUARES
            if square not in self.pieces and not self._forbidden(seat, shape, square)
        )

    def play(self, text: str) -> None:
        assert text in self.moves(), text
        shape, square = text.split("-")
        self.pieces[square] = (self._on_turn(), shape)

    def points(self) -> list[int]:
        if self.moves():
            return [0, 0]
        # The last to place has completed a line, or left the other one stuck;
        # on a full board seat 0 is on turn and stuck (ruling 3).
        winner = 1 - self._on_turn()
        return [1 if seat == winner else 0 for seat in (0, 1)]

    def outcome(self) -> dict | None:
        if self.moves():
            return None
        points = self.points()
        reason = "line" if self._line_complete() else "stuck"
        return {"ranks": [2 - p for p in points], "points": points, "reason": reason}

    def _on_turn(self) -> int:
        return len(self.pieces) % 2

    def _left(self, seat: int, shape: str) -> int:
        return 2 - list(self.pieces.values()).count((seat, shape))

    def _forbidden(self, seat: int, shape: str, square: str) -> bool:
        # ruling 1: nothing here asks whether the placement would win
        enemy = (1 - seat, shape)
        return any(self.pieces.get(other) == enemy for line in LINES if square in line for other in line)

    def _line_complete(self) -> bool:
        return any(len(self._shapes_on(line)) == 4 for line in LINES)  # ruling 2

    def _shapes_on(self, line: list[str]) -> set[str]:
        return {self.pieces[square][1] for square in line if square in self.pieces}
