"""Clocks: how much time a seat has, and what a move leaves it. Times are milliseconds of the server's own clock."""

import time
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

DAY = 24 * 3600 * 1000


class _Kind(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    def without(self, left: int) -> int:
        """What is left if a move is taken back: without what it was given for it."""
        return left


class NoClock(_Kind):
    """Take your time."""

    kind: Literal["none"] = "none"

    @property
    def start(self) -> int | None:
        return None

    def after(self, left: int | None, spent: int) -> int | None:
        return None


class GameClock(_Kind):
    """So many seconds for the whole game, and some more after each move."""

    kind: Literal["game"]
    seconds: int = Field(ge=10, le=6 * 3600)
    increment: int = Field(0, ge=0, le=300)

    @property
    def start(self) -> int:
        return self.seconds * 1000

    def after(self, left: int, spent: int) -> int:
        return left - spent + self.increment * 1000

    def without(self, left: int) -> int:
        return left - self.increment * 1000


class MoveClock(_Kind):
    """So many seconds for each move."""

    kind: Literal["move"]
    seconds: int = Field(ge=5, le=3600)

    @property
    def start(self) -> int:
        return self.seconds * 1000

    def after(self, left: int, spent: int) -> int:
        return self.start


class DaysClock(_Kind):
    """So many days for each move."""

    kind: Literal["days"]
    days: int = Field(ge=1, le=14)

    @property
    def start(self) -> int:
        return self.days * DAY

    def after(self, left: int, spent: int) -> int:
        return self.start


Clock = Annotated[NoClock | GameClock | MoveClock | DaysClock, Field(discriminator="kind")]


STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A clock that cannot jump; where there is one, it also runs while the machine sleeps."""


class Now:
    """The server's own time in milliseconds: the wall clock when the process began, then a clock that cannot jump."""

    def __init__(self) -> None:
        self._wall, self._steady = time.time_ns(), time.clock_gettime_ns(STEADY)

    def __call__(self) -> int:
        return (self._wall + time.clock_gettime_ns(STEADY) - self._steady) // 1_000_000


def charged(begun: int, now: int, outages: list[tuple[int, int]]) -> int:
    """The time from `begun` to `now` without the times when no server ran."""
    spent, reached = 0, begun
    for start, end in sorted(outages):
        if end > reached and start < now:
            spent += max(0, start - reached)
            reached = max(reached, end)
    return spent + max(0, now - reached)
