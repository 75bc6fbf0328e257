"""What rows, numbers and stars are worth as they stand: learned from games that the search played with itself.

All values are seat 0's, in hundredths of a point, for each seat on turn and each of some phases of filling.
The last phase is the end of the game, where they are what the rules say.

A row of up to eight tiles is known by its length and what lies on it, as digits in base three.
"""

from functools import cache
from pathlib import Path

import numpy as np

from tablier.core.frozen import freeze_array

WHOLE = 8
"""Rows longer than this are looked at in two parts, from both ends."""

PHASES, SPAN = 8, 6
"""So many phases of so many stones."""

FIRST = np.array([0, 0, *(sum(3**length for length in range(2, longest)) for longest in range(2, WHOLE + 1))])
"""Where the rows of each length begin in the table."""

WEIGHTS = np.dtype(
    [
        ("rows", "i2", (2, PHASES + 1, sum(3**length for length in range(2, WHOLE + 1)))),
        ("numbers", "i2", (2, PHASES + 1, 11)),  # by the number on an empty tile, from -5 to 5
        ("stars", "i2", (2, PHASES + 1, 3, 17, 4)),  # by owner, lead around it and empty tiles around it, up to three
    ],
    align=True,
)


@cache
def weights() -> np.ndarray:
    """What was learned, from the file beside this one: an array of one record, shared by all games."""
    learned = np.zeros(1, WEIGHTS)
    with np.load(Path(__file__).parent / "weights.npz") as file:
        for name in WEIGHTS.names or ():
            learned[name] = file[name]
    return freeze_array(learned)
