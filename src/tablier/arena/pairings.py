"""Who plays whom and from which seat; and playing one such game.

A player that meets itself is numbered, `uct` and `uct#2`, so that the score tells one from the other.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from tablier.core.moves import Move
from tablier.core.options import Choices
from tablier.core.position import Position
from tablier.core.random_play import random_game, random_move
from tablier.core.record import Record
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE
from tablier.search.players import Player, player


@dataclass(frozen=True)
class Terms:
    """What all games of a contest have in common: the game, how it is set up, the time for a move."""

    game: str
    seats: int
    options: Choices = field(default_factory=dict)
    seconds: float = 1.0
    seed: int = 0
    """Of setups, draws and thoughts."""


@dataclass(frozen=True)
class Pairing:
    """One game to be played: who sits where, and in which round."""

    terms: Terms
    lineup: tuple[str, ...]
    round: int = 0

    @property
    def seed(self) -> str:
        """Of everything chance decides: the same for all games of a round."""
        return f"{self.terms.seed}/{self.round}"


def pairings(terms: Terms, players: list[str], games: int) -> Iterator[Pairing]:
    """Games in rounds: in a round every player is on every side, with the same setup and draws.

    With more sides than players the first player is alone among the others; partners are alike.
    """
    sides = find_game(terms.game).start(terms.seats, seed=terms.seed, **terms.options).sides
    number = len(set(sides))
    others = itertools.cycle(players[1:] or players)
    line = [players[0], *itertools.islice(others, number - 1)]
    place = {side: index for index, side in enumerate(dict.fromkeys(sides))}
    for game in range(games):
        round_, turn = divmod(game, number)
        yield Pairing(terms, tuple(line[(place[side] - turn) % number] for side in sides), round_)


def numbered(players: Iterable[str]) -> tuple[str, ...]:
    """The full names of players, with a number for each that has been named before."""
    met: Counter[str] = Counter()
    names = []
    for name in map(full_name, players):
        met[name] += 1
        names.append(name if met[name] == 1 else f"{name}#{met[name]}")
    return tuple(names)


def unnumbered(name: str) -> str:
    return name.partition("#")[0]


def full_name(name: str) -> str:
    """As a record has it: `tablier:6` for `best`."""
    return player(unnumbered(name)).name + name[len(unnumbered(name)) :]


@cache
def warm(game: str, seats: int, players: tuple[str, ...]) -> None:
    """Compile, or find on disk, what players need for a game, while no clock runs; once in a process."""
    line = [position for position in random_game(find_game(game).start(seats, seed=0), Random(0)) if position.turn >= 0]
    for position, name in itertools.product((line[0], line[len(line) // 2], line[-3:][0]), players):
        player(name).think(position.view(position.turn), 0.02, seed=0)


def play(pairing: Pairing) -> Record:
    """Play one game, each player seeing its own view only."""
    terms, random = pairing.terms, Random(pairing.seed)
    position = find_game(terms.game).start(terms.seats, seed=pairing.seed, **terms.options)
    thinkers = [player(name) for name in map(unnumbered, pairing.lineup)]
    warm(terms.game, terms.seats, tuple(sorted({thinker.name for thinker in thinkers})))
    while not position.over:
        position = position.play(_next_move(position, thinkers, terms.seconds, random))
    return position.record(players=list(map(full_name, pairing.lineup)))


def _next_move(position: Position, thinkers: Sequence[Player], seconds: float, random: Random) -> Move:
    if position.turn == CHANCE:
        return random_move(position, random)
    thinker = thinkers[position.turn]
    return thinker.think(position.view(position.turn), seconds, seed=random.getrandbits(62)).move
