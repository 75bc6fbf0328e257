"""What was told of a game: its moves in words, as one view may read them, each made once."""

from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.core.strict_json import Json


class Chronicle:
    def __init__(self) -> None:
        self.view: Position | None = None
        """As it was last told."""
        self.texts: list[dict[str, Json]] = []
        """For each move so far what it was, as a sentence."""

    def covers(self, view: Position) -> bool:
        return self.view is not None and self.view.history == view.history

    def follow(self, view: Position) -> int:
        """Tell all that is new, and return from which ply on that is."""
        before = self.view.history if self.view else ()
        first = _alike(before, view.history)
        position = self.view if self.view and first == len(before) else view.at(first)
        del self.texts[first:]
        for ply, move in enumerate(view.history[first:], first):
            self.texts.append(position.told(move).as_json())
            if ply + 1 < view.ply:
                position = position.after(move)
        self.view = view
        return first


def _alike(before: tuple[Move, ...], now: tuple[Move, ...]) -> int:
    """How many moves were told as they are now; others were taken back since, or are shown only at the end."""
    if now[: len(before)] == before:
        return len(before)
    return next((ply for ply, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), len(now))
