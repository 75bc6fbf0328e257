"""Who sits at a table, and what luck they bring."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace


@dataclass
class Seat:
    """Who sits there: a person, an opponent of some level, or nobody yet.

    A free seat may be `kept` for somebody; so is that of somebody for whom an opponent plays on.
    """

    person: str | None = None
    level: str | None = None
    kept: str | None = None
    luck: str = ""
    pledge: str | None = None
    """What is shown of somebody's luck before the luck itself; empty until it is pledged, None if they bring none."""
    name: str | None = None
    """What somebody is called at this table, if not by the person's own name: several may share a screen."""

    @property
    def free(self) -> bool:
        return self.person is None and self.level is None

    @property
    def unpledged(self) -> bool:
        """Is luck awaited from there that is not pledged yet?"""
        return self.pledge == ""

    @property
    def unshown(self) -> bool:
        """Is luck pledged that is not shown yet?"""
        return bool(self.pledge) and not self.luck


def full(seats: Sequence[Seat]) -> bool:
    return not any(seat.free for seat in seats)


def pledged(seats: Sequence[Seat], some: Collection[int], pledge: str | None) -> list[Seat]:
    return [replace(seat, pledge=pledge) if number in some else seat for number, seat in enumerate(seats)]


def revealed(seats: Sequence[Seat], some: Collection[int], luck: str) -> list[Seat]:
    return [replace(seat, luck=luck) if number in some else seat for number, seat in enumerate(seats)]


def as_they_sat(seats: Sequence[Seat], first: int | None) -> list[Seat]:
    """The seats by the places where people sat down, before a lot fell on place `first`."""
    before = len(seats) - (first or 0)
    return [*seats[before:], *seats[:before]]
