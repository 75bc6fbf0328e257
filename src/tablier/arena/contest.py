"""A contest: players who meet in pairs, all on the same terms."""

import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from tablier.arena.cluster import play_on_ray
from tablier.arena.pairings import Pairing, Terms, numbered, pairings, play, unnumbered, warm
from tablier.arena.tally import Tally
from tablier.arena.workers import play_here, words
from tablier.core.errors import BadOption
from tablier.core.record import Record

Crew = Callable[[Iterable[Pairing]], Iterator[Record]]
"""Whoever plays games: records come as they are finished, one for each."""


def crew(workers: int | None = None, ray: str | None = None) -> Crew:
    """Processes of this machine, all cores by default; or those of a Ray cluster, by its address."""
    if ray:
        return partial(play_on_ray, play, address=ray, workers=workers)
    workers = workers or os.cpu_count() or 1
    return partial(map, play) if workers == 1 else partial(play_here, play, workers=workers)


@dataclass(frozen=True)
class Contest:
    """Every player against the one named after it, or everybody against everybody, a pair playing `games` games."""

    terms: Terms
    players: tuple[str, ...]
    games: int
    round_robin: bool = False
    """Everybody meets everybody."""
    sequential: bool = False
    """A pair stops as soon as it is decided who is better."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise BadOption(words("alone", players=", ".join(self.players)))
        object.__setattr__(self, "players", numbered(self.players))

    @property
    def pairs(self) -> list[tuple[str, str]]:
        meet = itertools.combinations(self.players, 2) if self.round_robin else itertools.pairwise(self.players)
        return list(meet)

    def play(self, crew: Crew) -> Iterator[tuple[Tally, Record]]:
        """Every finished game, with the score of its pair so far."""
        warm(self.terms.game, self.terms.seats, tuple(sorted(set(map(unnumbered, self.players)))))
        for first, second in self.pairs:
            tally = Tally(first, second)
            for record in crew(pairings(self.terms, [first, second], self.games)):
                tally.add(record)
                yield tally, record
                if self.sequential and tally.decided:
                    break
