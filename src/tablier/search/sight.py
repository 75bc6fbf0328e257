"""How far a player sees. Weak players see less; they do not wait, and do not stumble at random."""

from dataclasses import dataclass
from pathlib import Path

from tablier.core.words import Phrase, Words

words = Words(Path(__file__).parent)


@dataclass(frozen=True)
class Sight:
    """What a level notices.

    deepest      how many actions ahead it looks; None for as far as time allows
    simulations  the same for tree search: how many games it imagines
    oversight    the share of its own moves that it does not even notice
    knowledge    whether it uses what the game's judgement knows
    """

    deepest: int | None = None
    simulations: int | None = None
    oversight: float = 0.0
    knowledge: bool = True


LEVELS = {
    1: Sight(deepest=1, simulations=30, oversight=0.5),
    2: Sight(deepest=1, simulations=60, oversight=0.15),
    3: Sight(deepest=2, simulations=200),
    4: Sight(deepest=3, simulations=1_000),
    5: Sight(deepest=5, simulations=8_000),
    6: Sight(),
}
"""The levels of a game whose judgement has no `SIGHT` of its own."""


@dataclass(frozen=True)
class Description:
    """A level in words."""

    level: int
    name: Phrase
    text: Phrase


def describe(level: int) -> Description:
    return Description(level, words(f"level.{level}.name"), words(f"level.{level}.text"))


def describe_yardstick(name: str) -> Phrase:
    return words(f"yardstick.{name}")
