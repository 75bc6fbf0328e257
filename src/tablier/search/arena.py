"""Matches between players: seats rotated, every game recorded, strength with its uncertainty."""

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from tablier.core.position import Position
from tablier.core.record import Record
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE
from tablier.core.selfplay import random_move
from tablier.search.players import player
from tablier.search.workers import play_here

NORMAL_95 = 1.959964

DECIDED = math.log(0.95 / 0.05)
"""A likelihood ratio beyond this, either way, decides a sequential test with five errors in a hundred."""


@dataclass(frozen=True)
class Pairing:
    """One game to be played: who sits where, and the seed of everything chance decides."""

    game: str
    lineup: tuple[str, ...]
    options: dict
    seconds: float
    seed: str


def pairings(game: str, players: list[str], games: int, seats: int, options: dict, seconds: float, seed: int):
    """Games in rounds: in a round every player sits on every seat, with the same setup and draws.

    With more seats than players the first player sits alone among the others; with teams (two
    players on four seats) partners are alike.
    """
    others = itertools.cycle(players[1:] or players)
    lineup = [players[0], *(next(others) for _ in range(seats - 1))]
    if options.get("teams"):
        lineup = [players[seat % 2 % len(players)] for seat in range(seats)]
    for number in range(games):
        round_, turn = divmod(number, seats)
        seated = tuple(lineup[(seat - turn) % seats] for seat in range(seats))
        yield Pairing(game, seated, options, seconds, f"{seed}/{round_}")


def play(pairing: Pairing) -> Record:
    """Play one game, each player seeing its own view only."""
    random = Random(pairing.seed)
    position = find_game(pairing.game).start(len(pairing.lineup), seed=pairing.seed, **pairing.options)
    thinkers = [player(name) for name in pairing.lineup]
    while not position.over:
        position = position.play(_next_move(position, thinkers, pairing, random))
    return position.record(players=[thinker.name for thinker in thinkers])


def _next_move(position: Position, thinkers, pairing: Pairing, random: Random):
    if position.turn == CHANCE:
        return random_move(position, random)
    seat = position.turn
    thought = thinkers[seat].think(position.view(seat), pairing.seconds, seed=random.getrandbits(62))
    return thought.move


def play_all(pairings: Iterable[Pairing], workers: int) -> Iterator[Record]:
    """Play games in several processes; records come as they are finished."""
    return map(play, pairings) if workers == 1 else play_here(play, pairings, workers)


@dataclass
class Tally:
    """The score of one player against another."""

    first: str
    second: str
    scores: list[float] = field(default_factory=list)
    wins: dict[str, float] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)

    def add(self, record: Record) -> None:
        if record.outcome is None:
            return
        ranks = record.outcome["ranks"]
        winners = sum(rank == 1 for rank in ranks)
        for name, rank in zip(record.players, ranks, strict=True):
            self.seats[name] = self.seats.get(name, 0) + 1
            self.wins[name] = self.wins.get(name, 0) + (rank == 1) / winners
        mine = [rank for name, rank in zip(record.players, ranks, strict=True) if name == self.first]
        theirs = [rank for name, rank in zip(record.players, ranks, strict=True) if name != self.first]
        pairs = [(own, other) for own in mine for other in theirs]
        if pairs:
            self.scores.append(sum((own < other) + (own == other) / 2 for own, other in pairs) / len(pairs))

    @property
    def games(self) -> int:
        return len(self.scores)

    @property
    def score(self) -> float:
        return sum(self.scores) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval of the score (Wilson's, so that 100 % is no certainty)."""
        if not self.games:
            return 0.0, 1.0
        n, z = self.games, NORMAL_95
        spread = sum((score - self.score) ** 2 for score in self.scores) / n
        spread = max(spread, self.score * (1 - self.score) * 0.25)
        centre = (self.score + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(spread / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference, and the ends of its 95 % interval."""
        low, high = self.interval
        return elo(self.score), elo(low), elo(high)

    def as_json(self) -> dict:
        low, high = self.interval
        elo, least, most = self.elo
        return {
            "players": [self.first, self.second],
            "games": self.games,
            "score": round(self.score, 4),
            "interval": [round(low, 4), round(high, 4)],
            "elo": round(elo, 1),
            "elo_interval": [round(least, 1), round(most, 1)],
            "likelihood_ratio": round(self.likelihood_ratio(), 3),
            "wins": {name: round(wins / self.seats[name], 4) for name, wins in self.wins.items()},
        }

    def likelihood_ratio(self, better: float = 0.55) -> float:
        """The logarithm of how much better `better` explains the scores than equal strength does."""
        spread = max(sum((score - self.score) ** 2 for score in self.scores) / max(1, self.games), 0.05)
        return self.games * (better - 0.5) * (2 * self.score - better - 0.5) / (2 * spread)


def elo(score: float) -> float:
    score = min(max(score, 1e-4), 1 - 1e-4)
    return 400 * math.log10(score / (1 - score))
