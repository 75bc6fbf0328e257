"""A match of two games: everybody moves on by one seat, what chance decided openly stays, and points are added."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tablier.core.outcome import Outcome, rank
from tablier.core.position import Position

Thing = TypeVar("Thing")


def moved_on(by_seat: Sequence[Thing]) -> list[Thing]:
    """What belongs to people, by their seats in the first game, as they sit in the second."""
    return [*by_seat[1:], *by_seat[:1]]


def moved_back(by_seat: Sequence[Thing]) -> list[Thing]:
    """What belongs to people, by their seats in the second game, as they sat in the first."""
    return [*by_seat[-1:], *by_seat[:-1]]


@dataclass(frozen=True)
class Match:
    """Two games; `first` is the start of the first."""

    first: Position

    def second(self, end: Position) -> Position:
        """The start of the second game, after the first has ended so. Whoever had seat 1 has seat 0 now."""
        return end.game.again(end)

    def outcome(self, first: Outcome, second: Outcome) -> Outcome:
        """How the match ended, by the seats of the first game: points added, most of them win."""
        points = [one + two for one, two in zip(first.points, moved_back(second.points), strict=True)]
        return Outcome(rank(points, self.first.sides), tuple(points), "match")
