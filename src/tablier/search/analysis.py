"""What a player thinks: the move it would play, what it holds of the others, and why."""

from dataclasses import dataclass

from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.core.strict_json import Json
from tablier.core.words import Drawing, Fact, Phrase


@dataclass(frozen=True)
class Value:
    """What a move is worth to the seat on turn.

    chance    the probability to win, draws shared
    margin    the expected lead at the end over the best of the others, in points
    exact     nothing is guessed: the chance, and the margin if it is known, are the result of perfect play
    plies     with an exact value, how many actions perfect play takes to the end
    bound     the move is no better than this: it was only looked at to rule it out
    """

    move: Move
    chance: float
    margin: float | None = None
    exact: bool = False
    plies: int | None = None
    bound: bool = False


@dataclass(frozen=True)
class Thought:
    """The outcome of thinking: a move, values (best first), and the line expected to follow."""

    move: Move
    values: tuple[Value, ...]
    line: tuple[Move, ...] = ()
    exact: bool = False
    facts: tuple[Phrase, ...] = ()
    depth: int = 0
    work: int = 0
    seconds: float = 0.0

    def as_json(self, language: str = "en") -> dict[str, Json]:
        return {
            "move": self.move.text,
            "exact": self.exact,
            "line": [move.text for move in self.line],
            "values": [
                {
                    "move": value.move.text,
                    "chance": round(value.chance, 4),
                    "margin": None if value.margin is None else round(value.margin, 2),
                    "exact": value.exact,
                    "plies": value.plies,
                    "bound": value.bound,
                }
                for value in self.values
            ],
            "facts": [_reason(fact, language) for fact in self.facts],
            "depth": self.depth,
            "work": self.work,
            "seconds": round(self.seconds, 4),
        }


def told(view: Position, line: tuple[Move, ...]) -> list[Phrase]:
    """A line of moves from a view on, each in words."""
    said = []
    for move in line:
        said.append(view.told(move))
        view = view.after(move)
    return said


def _reason(fact: Phrase, language: str) -> dict[str, Json]:
    numbers: Json = {name: _said(value, language) for name, value in fact.facts.items()}
    return {"key": fact.key, "facts": numbers, "text": fact.say(language)}


def _said(fact: Fact, language: str) -> Json:
    if isinstance(fact, Phrase | Drawing):
        return fact.name.say(language) if isinstance(fact, Drawing) else fact.say(language)
    return fact if fact is None or isinstance(fact, str | float | int) else [_said(item, language) for item in fact]
