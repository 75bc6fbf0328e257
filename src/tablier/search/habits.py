"""How tree search goes about it: numbers that a game may choose for itself, by number of seats.

A game's `HABITS` in its judgement are `{seats: Habits(...)}`; where more matters, `habits(view)` tells them.
"""

from dataclasses import astuple, dataclass, fields

import numpy as np


@dataclass(frozen=True)
class Habits:
    """The habits of a player who knows what a move promises.

    curiosity  the width of the confidence bounds
    patience   how many simulations come to a node before it grows
    samples    in play to the end, of so many random moves the most promising is played
    credit     visits in advance that a node gets, won according to promise
    sway       how far apart credit puts the most and the least promising move, at most 1
    kinship    until a move has about so many visits, it is judged also by games in which it came later
    clarity    how much of the worth of an end is its margin rather than who has won, from 0 to 1
    steady     a margin this large, in payoff, is clear
    hiding     in this share of the simulations the searcher's own secret is guessed like the others'
    secrets    is the worth of a move kept apart for each kind of secret its player may hold?
    twins      are moves that come to the same looked at once?
    trust      where a game can foresee: how much of a leaf's worth is foreseen rather than played out, from 0 to 1
    insight    how much of the worth of a move is what best play makes of the game's `evaluate`, from 0 to 1
    doubt      an expected lead this large, in payoff, is nearly as good as won: seven chances in eight
    """

    curiosity: float = 0.7
    patience: float = 1
    samples: int = 3
    credit: float = 4
    sway: float = 0.6
    kinship: float = 0
    clarity: float = 0.3
    steady: float = 20.0
    hiding: float = 0.0
    secrets: bool = True
    twins: bool = True
    trust: float = 1.0
    insight: float = 0.0
    doubt: float = 8.0


PLAIN = Habits(1.0, 1, 1, 0, 0, 0, 0, 1, 0, False, False)
"""The habits of plain tree search: random games, won or lost."""

RECORD = np.dtype([(field.name, "f8") for field in fields(Habits)])


def as_record(habits: Habits) -> np.ndarray:
    """Habits as compiled code reads them."""
    return np.array([astuple(habits)], RECORD)


def habits_of(judgement, view) -> Habits:
    if hasattr(judgement, "habits"):
        return judgement.habits(view)
    return getattr(judgement, "HABITS", {}).get(view.seats, Habits())
