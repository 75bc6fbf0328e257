"""The score of one player against another, with its uncertainty."""

import math
from dataclasses import dataclass, field

from tablier.core.record import Record
from tablier.core.strict_json import Json

NORMAL_95 = 1.959964

DECIDED = math.log(0.95 / 0.05)
"""A likelihood ratio beyond this, either way, decides a sequential test with five errors in a hundred."""


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
    def shares(self) -> dict[str, float]:
        """For each player the share of its seats that it won."""
        return {name: self.wins[name] / self.seats[name] for name in (self.first, self.second) if name in self.seats}

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

    def as_json(self) -> dict[str, Json]:
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
            "wins": {name: round(share, 4) for name, share in self.shares.items()},
        }

    def likelihood_ratio(self, better: float = 0.55) -> float:
        """The logarithm of how much better `better` explains the scores than equal strength does."""
        spread = max(sum((score - self.score) ** 2 for score in self.scores) / max(1, self.games), 0.05)
        return self.games * (better - 0.5) * (2 * self.score - better - 0.5) / (2 * spread)

    @property
    def decided(self) -> bool:
        """Is it known, but for five errors in a hundred, whether the first player is better?"""
        return abs(self.likelihood_ratio()) > DECIDED


def elo(score: float) -> float:
    score = min(max(score, 1e-4), 1 - 1e-4)
    return 400 * math.log10(score / (1 - score))
