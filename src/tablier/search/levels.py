"""The levels of opponents, in numbers and in words."""

from dataclasses import dataclass
from pathlib import Path

from tablier.core.game import Game
from tablier.core.judgement import Level
from tablier.core.words import Phrase, Words

words = Words(Path(__file__).parent)

LEVELS = {
    1: Level(depth=1, simulations=30, oversight=0.5),
    2: Level(depth=1, simulations=60, oversight=0.15),
    3: Level(depth=2, simulations=200),
    4: Level(depth=3, simulations=1_000),
    5: Level(depth=5, simulations=8_000),
    6: Level(),
}
"""The levels of a game that declares none of its own."""

UCT = Level(knowledge=False)
"""Plain tree search, a yardstick."""


def level_of(game: Game, number: int) -> Level:
    """What a level sees in a game."""
    return game.judgement.levels.get(number) or LEVELS[number]


@dataclass(frozen=True)
class Description:
    """A level in words, and the character who plays it: a name, the same in every language, and a manner."""

    level: int
    name: Phrase
    text: Phrase
    character: str
    manner: Phrase


def describe(level: int) -> Description:
    name, text, character, manner = (words(f"level.{level}.{what}") for what in ("name", "text", "character", "manner"))
    return Description(level, name, text, character.say(), manner)


def describe_yardstick(name: str) -> Phrase:
    return words(f"yardstick.{name}")
