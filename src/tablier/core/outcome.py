"""How a game ended, and where every point came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, NotRequired, TypedDict

from tablier.core.words import Phrase

OUTSIDE = ("resigned", "time", "abandoned")
"""Reasons for an end that the rules of a game know nothing of."""


class Line(NamedTuple):
    """A line of a score sheet: what brought a seat its points, and where on the board.

    A line of no points is a remark.
    """

    seat: int
    points: int
    phrase: Phrase
    where: tuple[str, ...] = ()


class RecordedOutcome(TypedDict):
    """An outcome as a record has it; `seat` is of those that ended the game from outside."""

    ranks: list[int]
    points: list[int]
    reason: str
    seat: NotRequired[int]


@dataclass(frozen=True)
class Outcome:
    """Ranks (1 won, equal ranks share), points, the reason, and the score sheet."""

    ranks: tuple[int, ...]
    points: tuple[int, ...]
    reason: str
    sheet: tuple[Line, ...] = ()
    seat: int | None = None
    """Who resigned, ran out of time or left, where that ended the game."""

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def as_json(self) -> RecordedOutcome:
        fields: RecordedOutcome = {"ranks": list(self.ranks), "points": list(self.points), "reason": self.reason}
        if self.seat is not None:
            fields["seat"] = self.seat
        return fields


def rank(payoff: Sequence[float], sides: Sequence[int]) -> tuple[int, ...]:
    """For each seat, 1 + the number of sides that did strictly better."""
    best = {side: payoff[seat] for seat, side in enumerate(sides)}
    return tuple(1 + sum(other > best[side] for other in best.values()) for side in sides)
