"""Who places pawns on a circle, and the towers that stand in a position."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tower:
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


def cells_left(position, circle):
    """How many cells around a circle are free."""
    return int(position.state["circles"][circle]) >> 12


def towers(position):
    """The towers that stand, by circle."""
    state = position.state
    unsettled = int(state["unsettled"][0]) | int(state["unsettled"][1]) << 64
    for circle, inside in enumerate(state["circles"].tolist()):
        first, seconds = placing(counted(inside))
        if first is None or cells_left(position, circle) or unsettled >> circle & 1:
            continue
        if state["cut"] == circle + 1:
            yield Tower(circle, tuple(seconds), 0)
        else:
            worth = int(position.board["worth"][circle])
            yield Tower(circle, (*seconds, first), worth * (1 + len(seconds)))
