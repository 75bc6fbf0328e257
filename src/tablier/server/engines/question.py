"""What an engine is asked, on its way from the server to a process and through its pipe."""

from typing import NamedTuple


class Question(NamedTuple):
    record: str
    """A game up to the position to think about, as whoever asks may know it."""
    player: str
    seconds: float
    seed: int
    all_moves: bool = False
    """Is every move to be judged, not only the best?"""
