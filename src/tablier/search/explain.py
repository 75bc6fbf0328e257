"""What can be said for a move, as keys with numbers, from the thought, the sheet and the position after it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tablier.core.outcome import Line
from tablier.core.position import Position
from tablier.core.rules import CHANCE
from tablier.core.words import Phrase, Words
from tablier.search.analysis import Thought, Value

words = Words(Path(__file__).parent)

FEW = 3
"""So many replies, or lines of a sheet, are worth telling."""

CLEAR = 0.05
"""A difference in the chance to win that is worth telling."""


def facts(view: Position, thought: Thought) -> Iterator[Phrase]:
    """The reasons for the move of a thought."""
    best, after = thought.values[0], view.after(thought.move)
    if len(view.moves) == 1:
        yield words("forced")
    if best.exact and not best.bound:
        yield from _certain(view, thought, best)
    elif len({(value.chance, value.margin) for value in thought.values}) > 1 or len(view.moves) == 1 < thought.work:
        yield from _likely(view, thought, best)
    if not after.over:
        yield from _scored(view, after)
        yield from _replies(view, after)


def _certain(view: Position, thought: Thought, best: Value) -> Iterator[Phrase]:
    """How the game ends, and whether other moves would do."""
    moves, margin = _own_moves(view, thought, best), round(abs(best.margin or 0))
    if _has_points(view):
        counts = "surely" if best.margin is None else "by_points"
    else:
        counts = "surely" if best.plies is None else "by_moves"
    all_seen = len(thought.values) == len(view.moves)
    if best.chance > 0.5:
        yield words("wins.now") if best.plies == 1 else words(f"wins.{counts}", moves=moves, margin=margin)
    elif best.chance == 0.5:
        yield words("draws")
    elif all_seen:
        yield words(f"loses.{counts}", moves=moves, margin=margin)
    others = thought.values[1:]
    if others and all_seen and all(value.exact for value in others):
        if best.chance > 0.5 and all(value.chance <= 0.5 for value in others):
            yield words("only.wins")
        elif best.chance == 0.5 and all(value.chance < 0.5 for value in others):
            yield words("only.holds")
        elif best.chance != 0.5 and others[0].chance == best.chance:
            yield from _more_points(view, best, others[0])


def _likely(view: Position, thought: Thought, best: Value) -> Iterator[Phrase]:
    """How the game will probably end, and how much worse the next best move is."""
    percent = _percent(best)
    margin = round(best.margin or 0) if _has_points(view) else 0
    if margin:
        yield words("chance.ahead" if margin > 0 else "chance.behind", percent=percent, margin=abs(margin))
    else:
        yield words("chance.alone", percent=percent)
    if len(thought.values) > 1 and not (second := thought.values[1]).bound:
        if second.exact and second.chance < 0.5 and all(value.exact for value in thought.values[2:]):
            yield words("only.holds")
        elif best.chance - second.chance >= CLEAR:
            yield words("more.chance", percent=_percent(second), move=second.move.text)
        elif best.chance >= second.chance:
            yield from _more_points(view, best, second)


def _percent(value: Value) -> int:
    """A chance that is not certain, whatever rounding says."""
    return max(1, min(99, round(100 * value.chance)))


def _more_points(view: Position, best: Value, second: Value) -> Iterator[Phrase]:
    if not _has_points(view) or best.margin is None or second.margin is None or second.bound:
        return
    if (points := round(best.margin - second.margin)) > 0:
        yield words("more.points" if best.exact else "more.about", points=points, move=second.move.text)


def _has_points(view: Position) -> bool:
    """Are games won by points, rather than just won?"""
    return view.game.judgement.ending.max_margin > 1


def _own_moves(view: Position, thought: Thought, best: Value) -> int:
    """How many moves the seat on turn still has: by the line if that goes to the end, else every other action."""
    position, own = view, 0
    for move in thought.line:
        own += position.turn == view.turn
        position = position.after(move)
    return own if position.over else ((best.plies or 0) + 1) // 2


def _scored(view: Position, after: Position) -> Iterator[Phrase]:
    """The points that the move brings at once, and where they come from."""
    seat = view.turn
    pairs = zip(view.points, after.points, strict=True)
    change = [0 if before is None or now is None else now - before for before, now in pairs]
    if change[seat] > 0:
        yield words("scores.total", points=change[seat])
        sheet = view.sheet
        gains = [(gain, line) for line in after.sheet if line.seat == seat and (gain := _gain(line, sheet)) > 0]
        for gain, line in sorted(gains, key=lambda pair: -pair[0])[:FEW]:
            yield words("scores.line", points=gain, what=line.phrase)
    lost = sum(-gain for other, gain in enumerate(change) if view.sides[other] != view.sides[seat] and gain < 0)
    if lost:
        yield words("scores.takes", points=lost)


def _gain(line: Line, sheet: Iterable[Line]) -> int:
    """What a line has more than the one on the earlier sheet that it goes on from."""
    alike = (old for old in sheet if old.seat == line.seat and old.phrase.key == line.phrase.key)
    return line.points - max((old.points for old in alike if {*old.where} & {*line.where}), default=0)


def _replies(view: Position, after: Position) -> Iterator[Phrase]:
    if after.turn in (view.turn, CHANCE) or len(after.moves) > FEW:
        return
    if len(after.moves) == 1:
        yield words("replies.one", move=after.moves[0].text)
    else:
        yield words("replies.few", number=len(after.moves))
