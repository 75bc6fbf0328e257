"""Who places pawns on a circle, and the towers that stand in a position."""

from functools import cache
from typing import NamedTuple


class Tower(NamedTuple):
    """Pawns on a circle, from the bottom up, as numbers of colours."""

    circle: int
    pawns: tuple[int, ...]
    points: int
    """What it brought the colour on top; 0 for a tower cut short, which has no top."""

    @property
    def top(self) -> int:
        return self.pawns[-1]


def counted(inside):
    """The segments of each colour in a circle, from its word in the state."""
    return [inside >> 3 * colour & 7 for colour in range(4)]


def placing(counts):
    """The colour that places on top (None if nobody places) and those that place below."""
    most = max(counts)
    if most == 0 or counts.count(most) > 1:
        return None, []
    second = max(count for count in counts if count < most)
    return counts.index(most), [colour for colour in range(4) if counts[colour] == second > 0]


@cache
def placing_in(inside):
    """Who places on a circle, from its word in the state."""
    return placing(counted(inside))


def cells_left(inside):
    """How many cells around a circle are free, from its word in the state."""
    return inside >> 12


def towers(position):
    """The towers that stand, by circle."""
    state = position.state
    low, high = state["unsettled"].tolist()
    unsettled, cut, worth = low | high << 64, int(state["cut"]) - 1, position.board["worth"].tolist()
    for circle, inside in enumerate(state["circles"].tolist()):
        if inside == 0 or cells_left(inside) or unsettled >> circle & 1:
            continue
        first, seconds = placing_in(inside)
        if first is None:
            continue
        if circle == cut:
            yield Tower(circle, tuple(seconds), 0)
        else:
            yield Tower(circle, (*seconds, first), worth[circle] * (1 + len(seconds)))
