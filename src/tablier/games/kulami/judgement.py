"""What is known of Kulami beyond its rules: what a majority is worth before the plate is full.

Seat 0 is red. All worths are in thousandths of a point, for red.
"""

from functools import cache

import numpy as np

from tablier.core.bits import count
from tablier.core.compiler import part
from tablier.core.frozen import freeze_array
from tablier.core.judgement import Ending, Evaluation, Judgement, Level, MctsParams, Ordering
from tablier.games.kulami.rules import LONGEST, NO_PLATE, PLATES, all_chains, largest_area, open_holes

PLIES = (6, 22, 38, 52)
WORTH = {
    (2, 1, 0): (676, 651, 634, 465),
    (2, 2, 0): (803, 440, 644, -123),
    (3, 1, 0): (1073, 1004, 1019, 947),
    (3, 2, 0): (1351, 1664, 1555, 631),
    (3, 2, 1): (3232, 2399, 2113, 1579),
    (3, 3, 0): (-881, 423, 921, -118),
    (4, 1, 0): (1313, 1249, 1350, 1187),
    (4, 2, 0): (2379, 2239, 2225, 1496),
    (4, 2, 1): (1608, 1604, 1700, 1766),
    (4, 3, 0): (1931, 2119, 1809, 706),
    (4, 3, 1): (3333, 2614, 2354, 1459),
    (4, 4, 0): (-312, -1355, 583, -66),
    (6, 1, 0): (1830, 1832, 2460, 2275),
    (6, 2, 0): (3446, 3347, 3604, 3583),
    (6, 2, 1): (1961, 2076, 2338, 2672),
    (6, 3, 0): (3689, 4130, 3710, 2486),
    (6, 3, 1): (3398, 3803, 3937, 3218),
    (6, 3, 2): (1222, 2506, 2585, 2995),
    (6, 4, 0): (1543, 2999, 3291, 1452),
    (6, 4, 1): (748, 2818, 3741, 2406),
    (6, 4, 2): (-203, 4161, 4393, 3195),
    (6, 5, 0): (0, -169, 2098, 597),
    (6, 5, 1): (0, 0, 3028, 1572),
    (6, 6, 0): (0, 0, 644, -416),
}
"""The worth of a plate of so many holes with so many marbles of one colour and so many of the other, by the marbles
on the board. By least squares (ridge 5) from the results of 6,118 games of shallow alpha-beta against itself, with
random openings, on many boards, plates only. States that are rare at a ply have wild numbers there.
"""

CHOICE = (0, -379, 286, 535, 661, 737, 762, 757, 781)
"""What it is worth to be on turn with so many holes to choose from; from the same games."""

LASTING = (250, 620, 760, 970)
"""How much of a lead in areas or chains is left at the end, in thousandths, at the same plies: rounded between the fits
of both to the same games, whose players did not aim at them."""

REPLY = 1000
"""What each reply left to the other player costs, when an end is sought."""

OPENING = 34
"""Up to so many marbles this judgement tells more than games played to the end by chance."""

ENDING, ENDING_WITH_BONUS = 30, 36
"""From so many marbles on certainty is sought; it takes longer where areas and chains count."""

PLATES_ONLY = MctsParams(
    exploration=0.3, prior_visits=0, margin_weight=0, by_secret=False, merge=False, minimax_weight=0.5, minimax_scale=8
)
WITH_BONUS = MctsParams(exploration=1, playout_samples=1, prior_visits=0, margin_weight=0, by_secret=False, merge=False)
"""Areas and chains are judged too roughly to search by: random games know them better."""

LEVELS = {
    1: Level(depth=1, simulations=20, oversight=0.4),
    2: Level(depth=1, simulations=80, oversight=0.15),
    3: Level(depth=2, simulations=300, oversight=0.05),
    4: Level(depth=4, simulations=1_500),
    5: Level(depth=8, simulations=15_000),
    6: Level(),
}


WEIGHTS = np.dtype(
    [
        ("plates", "i4", (LONGEST + 1, 7, 7, 7)),  # by marbles on the board, holes, red and black marbles in them
        ("choice", "i8", len(CHOICE)),
        ("lasting", "i8", LONGEST + 1),
    ],
    align=True,
)


@cache
def weights():
    """The tables that judging looks things up in, as an array of one record."""
    record = np.zeros(1, WEIGHTS)
    plates = record["plates"][0]
    for (size, more, less), values in WORTH.items():
        for placed in range(LONGEST + 1):
            plates[placed, size, more, less] = np.interp(placed, PLIES, values)
            plates[placed, size, less, more] = -plates[placed, size, more, less]
    record["choice"] = CHOICE
    record["lasting"] = np.interp(np.arange(LONGEST + 1), PLIES, LASTING).astype(np.int64)
    return freeze_array(record)


def evaluate(board, weights, state):
    return (
        plates_worth(board, weights, state, np.int64(state.placed))
        + choice(board, weights, state)
        + bonus(board, weights, state)
    )


def base(board, weights, state):
    return plates_worth(board, weights, state, np.int64(state.placed) + 1)


def delta(board, weights, state, action, after):
    return gain(board, weights, state, action) + choice(board, weights, after) + bonus(board, weights, after)


def prior(board, weights, state, action):
    return prior_of(board, weights, state, action)


def order(board, weights, state, action):
    """To leave few replies settles a game soonest, and matters more than what helped elsewhere."""
    return (prior_of(board, weights, state, action) - REPLY * replies(board, state, action)) << 12


def beats_playouts(board, weights, state):
    return state.placed < OPENING


def params(view):
    return WITH_BONUS if view.options["level"] else PLATES_ONLY


def near(view):
    return view.state["placed"] >= (ENDING_WITH_BONUS if view.options["level"] else ENDING)


@part
def plates_worth(board, weights, state, placed):
    """The worth of all plates, when that many marbles are placed."""
    total = np.int64(0)
    for plate in range(PLATES):
        low, high = board.plates[plate, 0], board.plates[plate, 1]
        reds = count(state.marbles[0, 0] & low) + count(state.marbles[0, 1] & high)
        blacks = count(state.marbles[1, 0] & low) + count(state.marbles[1, 1] & high)
        total += weights.plates[placed, count(low) + count(high), reds, blacks]
    return total


@part
def choice(board, weights, state):
    number = np.int64(count(open_holes(board, state, 0)) + count(open_holes(board, state, 1)))
    worth = weights.choice[min(number, weights.choice.shape[0] - 1)]
    return -worth if state.placed & 1 else worth


@part
def bonus(board, weights, state):
    """What areas and chains are worth, if the level counts them."""
    lead = np.int64(0)
    if board.level & 1:
        lead += largest_area(board, state.marbles[0]) - largest_area(board, state.marbles[1])
    if board.level & 2:
        lead += all_chains(board, state.marbles[0]) - all_chains(board, state.marbles[1])
    return lead * weights.lasting[state.placed]


@part
def replies(board, state, action):
    """How many holes the next marble leaves to the other player."""
    barred = board.plate[state.last]
    low = state.free[0] & board.reach[action, 0] & ~board.plates[barred, 0]
    high = state.free[1] & board.reach[action, 1] & ~board.plates[barred, 1]
    return np.int64(count(low) + count(high))


@part
def prior_of(board, weights, state, action):
    red = gain(board, weights, state, action)
    return -red if state.placed & 1 else red


@part
def gain(board, weights, state, action):
    """What the next marble adds to the worth of its plate."""
    plate = board.plate[action]
    low, high = board.plates[plate, 0], board.plates[plate, 1]
    reds = count(state.marbles[0, 0] & low) + count(state.marbles[0, 1] & high)
    blacks = count(state.marbles[1, 0] & low) + count(state.marbles[1, 1] & high)
    size, black = count(low) + count(high), np.uint64(state.placed & 1)
    worths = weights.plates[np.int64(state.placed) + 1, size]
    return np.int64(worths[reds + np.uint64(1) - black, blacks + black]) - np.int64(worths[reds, blacks])


def key(board, weights, state):
    """The free holes and the number of marbles follow from what is mixed here."""
    low = state.marbles[0, 0] * np.uint64(0x9E3779B97F4A7C15) + state.marbles[1, 0]
    high = state.marbles[0, 1] * np.uint64(0xBF58476D1CE4E5B9) + state.marbles[1, 1]
    where = np.uint64(state.last) * np.uint64(NO_PLATE + 1) + np.uint64(state.before)
    return stirred(stirred(low) + stirred(high + where * np.uint64(0x94D049BB133111EB)))


@part
def stirred(word):
    word = (word ^ word >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
    return word ^ word >> np.uint64(32)


JUDGEMENT = Judgement(
    evaluation=Evaluation(evaluate=evaluate, base=base, delta=delta, beats_playouts=beats_playouts),
    ordering=Ordering(prior=prior, order=order),
    ending=Ending(near=near),
    key=key,
    weights=lambda view: weights(),
    params=params,
    levels=LEVELS,
)
