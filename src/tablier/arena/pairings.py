"""Who plays whom and from which seat; and playing one such game."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.core.random_play import random_move
from tablier.core.record import Record
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE
from tablier.search.players import player


@dataclass(frozen=True)
class Terms:
    """What all games of a contest have in common: the game, how it is set up, the time for a move."""

    game: str
    seats: int
    options: dict = field(default_factory=dict)
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
    sides = find_game(terms.game).sides(terms.seats, terms.options)
    number = len(set(sides))
    others = itertools.cycle(players[1:] or players)
    line = [players[0], *itertools.islice(others, number - 1)]
    place = {side: index for index, side in enumerate(dict.fromkeys(sides))}
    for game in range(games):
        round_, turn = divmod(game, number)
        yield Pairing(terms, tuple(line[(place[side] - turn) % number] for side in sides), round_)


def play(pairing: Pairing) -> Record:
    """Play one game, each player seeing its own view only."""
    terms, random = pairing.terms, Random(pairing.seed)
    position = find_game(terms.game).start(terms.seats, seed=pairing.seed, **terms.options)
    thinkers = [player(name) for name in pairing.lineup]
    while not position.over:
        position = position.play(_next_move(position, thinkers, terms.seconds, random))
    return position.record(players=[thinker.name for thinker in thinkers])


def _next_move(position: Position, thinkers, seconds: float, random: Random) -> Move:
    if position.turn == CHANCE:
        return random_move(position, random)
    thinker = thinkers[position.turn]
    return thinker.think(position.view(position.turn), seconds, seed=random.getrandbits(62)).move
