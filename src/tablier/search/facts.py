"""What can be said for a move, as keys with numbers, from the sheet and the position after it."""

from collections.abc import Iterator
from pathlib import Path

from tablier.core.position import Position
from tablier.core.words import Phrase, Words
from tablier.search.thought import Thought

words = Words(Path(__file__).parent)

FEW = 3


def facts(view: Position, thought: Thought) -> Iterator[Phrase]:
    """The reasons for the move of a thought."""
    seat = view.turn
    after = view.play(thought.move)
    yield from _result(view, thought)
    yield from _scored(view, after, seat)
    if not after.over and after.turn not in (seat, -1) and len(after.moves) <= FEW:
        yield words("replies.one" if len(after.moves) == 1 else "replies.few", number=len(after.moves))
    if len(view.moves) == 1:
        yield words("forced")


def _result(view, thought):
    best = thought.values[0]
    if not best.exact or best.plies is None:
        return
    key = "wins" if best.chance > 0.5 else "draws" if best.chance == 0.5 else "loses"
    yield words(f"exact.{key}", plies=best.plies, margin=abs(best.margin or 0))
    others = [value for value in thought.values[1:] if value.exact]
    if key == "wins" and others and len(others) == len(view.moves) - 1 and all(v.chance < 0.5 for v in others):
        yield words("exact.only")


def _scored(view, after, seat):
    """The lines that the move adds to the mover's score sheet."""
    if after.over:
        return
    before = [(line.points, line.phrase, line.where) for line in view.sheet if line.seat == seat]
    gained = [line for line in after.sheet if line.seat == seat and line.points > 0]
    new = [line for line in gained if (line.points, line.phrase, line.where) not in before]
    if view.points[seat] is not None and after.points[seat] is not None and after.points[seat] > view.points[seat]:
        yield words("scores", points=after.points[seat] - view.points[seat])
    for line in new[:FEW]:
        yield line.phrase
