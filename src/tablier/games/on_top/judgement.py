"""What an On Top player expects of a position: the points and pawns that each circle will bring.

A circle is known by how many segments of each colour it has, how many of its cells are free, and whether it is gold.

The numbers in `weights.npz` were learned from 75,000 games for each number of seats, between players who choose by
these very expectations, with some random moves. After every 2,500 games the row of a circle moved towards what circles
like it had brought in the end, alike for all colours in the same case; in one round of six other circles were gold.
Now and then the numbers of `fill_in` were fitted to who had won (by logistic regression).
"""

import math
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import part
from tablier.core.frozen import freeze_array
from tablier.core.judgement import Judgement, Level, MctsParams
from tablier.games.on_top.geometry import geometry
from tablier.games.on_top.rules import CELL_FREE, CELLS_A_WORD, FREE, HIGH, KINDS, NEUTRAL, PAWN, TO_THE_LAST
from tablier.games.on_top.tiles import KINDS as READINGS
from tablier.games.on_top.tiles import LETTERS

PARAMS = MctsParams(exploration=0.07, expand_after=2, prior_visits=1, margin_weight=0)

LEVELS = {
    1: Level(simulations=1, oversight=0.7),
    2: Level(simulations=1, oversight=0.5),
    3: Level(simulations=1, oversight=0.25),
    4: Level(simulations=1),
    5: Level(simulations=100),
    6: Level(),
}

COUNTS = sorted((counts for counts in product(range(7), repeat=4) if sum(counts) <= 6), key=sum)
SIZES = [sum(sum(counts) <= 6 - free for counts in COUNTS) for free in range(7)]
ROWS = np.array([(*counts, free) for free in range(7) for counts in COUNTS[: SIZES[free]]])
"""What can be around a circle: segments of each colour, and free cells."""
PLACES = len(ROWS)

FINE = 64
"""Expected points and pawns are kept in so many parts of one, in a lane of 16 bits per colour."""
COARSE = 8
MOST_TILES, MOST_PAWNS = 127, 40
FLOOR = 8
"""So much is added to expected points and pawns, lest a lane run below zero."""
LANE = np.uint64(0xFFFF)
CERTAIN = 1000.0

WEIGHTS = np.dtype(
    [
        ("points", "u8", 2 * PLACES),  # what a circle will bring: plain ones, then gold ones
        ("pawns", "u8", 2 * PLACES),
        ("first", "i8", 7),  # where the circles with so many free cells begin
        ("rank", "i8", 1 << 12),  # and the place of those with such segments after that
        ("blunt", "u8", KINDS),  # the colours of a tile's blunt corners
        ("supply", "f8", 2),  # points and pawns that a blunt corner in stock brings, beyond every second one
        ("hope", "f8", (MOST_TILES, MOST_PAWNS * COARSE)),  # what pawns say about winning, by tiles left
        ("weight", "f8", MOST_TILES),  # and what a point says
        ("tempo", "f8", 4),  # and what it says who is next, then the seats after him
        ("size", "i8"),  # the number of circles
    ],
    align=True,
)


def weights(view):
    """The tables that values are looked up in, as an array of one record."""
    board = view.board
    circles = len(geometry(tuple(view.setup["board"]["rows"])).points)
    return tables(view.seats, bool(board["teams"]), tuple(board["owner"].tolist()), circles)


@lru_cache(64)
def tables(seats, teams, owners, size):
    record = np.zeros(1, WEIGHTS)
    table, name = record[0], "teams" if teams else str(seats)
    points, pawns = learned()[name].astype(np.uint64)
    for colour, owner in enumerate(owners):
        if owner != NEUTRAL:
            others = [owners.index((owner + step) % seats) for step in range(seats)]
            order = others + [other for other in range(4) if owners[other] == NEUTRAL]
            lane, seen = np.uint64(16 * colour), as_seen(order)
            table["points"] += points[seen] << lane
            table["pawns"] += pawns[seen] << lane
    table["first"] = np.cumsum([0, *SIZES[:-1]])
    table["rank"][[word(counts) for counts in COUNTS]] = range(len(COUNTS))
    table["blunt"] = [sum(1 << 16 * LETTERS.index(letter) for letter in kind[1::2]) for kind in READINGS]
    fill_in(table, *learned()["win" + name])
    table["size"] = size
    return freeze_array(record)


@cache
def learned():
    with np.load(Path(__file__).parent / "weights.npz") as file:
        return dict(file)


def word(counts):
    return sum(int(count) << 3 * colour for colour, count in enumerate(counts))


def as_seen(order):
    """For each row, plain then gold, the row that a player sees who names the colours in this order."""
    number = {tuple(row): index for index, row in enumerate(ROWS.tolist())}
    seen = np.array([number[tuple(row)] for row in ROWS[:, [*order, 4]].tolist()])
    return np.concatenate([seen, PLACES + seen])


def fill_in(table, points, early, pawns, soon, goal, last, more_points, more_pawns, *tempo):
    """What expected points and pawns say about winning: points count for more the fewer tiles are left, and so
    does coming near to the last pawn."""
    left = np.arange(MOST_TILES)[:, None]
    expected = np.arange(MOST_PAWNS * COARSE) / COARSE - FLOOR
    spread = points * np.sqrt(left + early)
    table["weight"] = 1 / spread[:, 0] / FINE
    table["hope"] = expected / spread + goal * np.logaddexp(0, (expected - last) / (pawns * np.sqrt(left + soon)))
    table["supply"] = more_points, more_pawns
    table["tempo"] = tempo


def action_values(board, weights, state, mask, values):
    points, pawns = expected(board, weights, state)
    row = 0
    for index in range(mask.shape[0]):
        actions = mask[index]
        while actions:
            action = np.int64(index * 64 + lowest(actions))
            actions &= actions - np.uint64(1)
            more_points, more_pawns, placed = placing(board, weights, state, action)
            weigh(board, weights, state, points + more_points, pawns + more_pawns, state.placed + placed, values[row])
            row += 1


@part
def place(board, weights, circle, inside):
    """The row of a circle with these segments and free cells."""
    gold = np.int64(board.worth[circle] - 1) * PLACES
    return gold + weights.first[inside >> 12] + weights.rank[inside & 4095]


@part
def expected(board, weights, state):
    """The points and pawns of each colour at the end, as things stand, above FLOOR."""
    points, pawns = in_stock(weights, state)
    points += state.score * np.uint64(FINE)
    for colour in range(4):
        placed = (np.uint64(state.placed) >> np.uint64(8 * colour)) & np.uint64(0xFF)
        pawns += (placed * np.uint64(FINE)) << np.uint64(16 * colour)
    for circle in range(weights.size):
        inside = state.circles[circle]
        if inside >= CELL_FREE:
            row = place(board, weights, circle, inside)
            points += weights.points[row]
            pawns += weights.pawns[row]
    return points, pawns


@part
def in_stock(weights, state):
    """The points and pawns that the tiles in stock bring each colour more than on average, above FLOOR."""
    corners, points, pawns = np.uint64(0), np.uint64(0), np.uint64(0)
    for kind in range(KINDS):
        corners += np.uint64(state.stock[kind]) * weights.blunt[kind]
    for colour in range(4):
        lane = np.uint64(16 * colour)
        more = np.float64((corners >> lane) & LANE) - state.left / 2
        points += np.uint64(max(0.0, FINE * (FLOOR + weights.supply[0] * more))) << lane
        pawns += np.uint64(max(0.0, FINE * (FLOOR + weights.supply[1] * more))) << lane
    return points, pawns


@part
def placing(board, weights, state, action):
    """What laying the tile changes in expected points and pawns, and the pawns that it places."""
    points, pawns, placed = np.uint64(0), np.uint64(0), np.uint32(0)
    holes = 0
    for index in range(4):
        if makes_hole(board, state, action, index):
            holes |= 1 << index
            circle = beyond(board, action, board.outside[action, index])
            before = state.circles[circle]
            inside = np.uint16(before - CELL_FREE)
            old, new = place(board, weights, circle, before), place(board, weights, circle, inside)
            points += weights.points[new] - weights.points[old]
            pawns += weights.pawns[new] - weights.pawns[old]
            placed += tower(board, inside)
    for corner in range(4):
        circle = board.circles[action, corner]
        before = state.circles[circle]
        inside = np.uint16(before + board.segments[state.hand - 1, corner])
        if holes:
            inside = without_holes(board, action, holes, circle, inside)
        old, new = place(board, weights, circle, before), place(board, weights, circle, inside)
        points += weights.points[new] - weights.points[old]
        pawns += weights.pawns[new] - weights.pawns[old]
        placed += tower(board, inside)
    return points, pawns, placed


@part
def makes_hole(board, state, action, index):
    """Does a tile leave the cell beside it no free neighbour?"""
    cell, first, second = board.outside[action, index], board.pair[action, 0], board.pair[action, 1]
    if state.laid[cell] != FREE or cell == first:
        return False
    number = cell // CELLS_A_WORD
    rest = state.free[number] & ~(board.at[first, number] | board.at[second, number])
    return (rest >> np.uint64(3 * (cell % CELLS_A_WORD))) & np.uint64(7) == np.uint64(0)


@part
def beyond(board, action, cell):
    """The circle of a cell beside a tile that is not the tile's."""
    for corner in range(3):
        circle, outside = board.corners[cell, corner], True
        for other in range(4):
            outside &= board.circles[action, other] != circle
        if outside:
            return circle
    return board.corners[cell, 0]


@part
def without_holes(board, action, holes, circle, inside):
    """A circle under a tile whose holes have been filled."""
    for index in range(4):
        if holes >> index & 1:
            for corner in range(3):
                if board.corners[board.outside[action, index], corner] == circle:
                    inside = np.uint16(inside - CELL_FREE)
    return inside


@part
def tower(board, inside):
    """The pawns placed on a circle if it is complete, a byte per colour."""
    if inside >= CELL_FREE or board.first[inside] == 0:
        return np.uint32(0)
    return np.uint32(board.seconds[inside] + (PAWN << np.uint32(8 * (board.first[inside] - 1))))


@part
def weigh(board, weights, state, points, pawns, placed, chances):
    """Each seat's chance to win after a tile is laid, from what all expect."""
    left, seats = np.int64(state.left), np.int64(board.seats)
    last = np.uint32(placed + TO_THE_LAST) & HIGH
    for colour in range(4):
        seat = np.int64(board.owner[colour])
        if seat != NEUTRAL:
            lane = np.uint64(16 * colour)
            mine = np.float64((points >> lane) & LANE)
            step = min((pawns >> lane & LANE) // np.uint64(FINE // COARSE), np.uint64(MOST_PAWNS * COARSE - 1))
            after = seat - np.int64(state.seat) - 1
            chances[seat] = (
                mine * weights.weight[left]
                + weights.hope[left, step]
                + weights.tempo[after if after >= 0 else after + seats]
            )
            if last >> np.uint32(8 * colour + 7) & np.uint32(1):
                chances[seat] = CERTAIN + mine
    share(board, seats, chances)


@part
def share(board, seats, chances):
    """From how strong all stand to chances, which add up to one for all sides."""
    if board.teams:
        chances[0] = chances[2] = chances[0] + chances[2]
        chances[1] = chances[3] = chances[1] + chances[3]
    best, total = chances[0], 0.0
    for seat in range(1, seats):
        best = max(best, chances[seat])
    for seat in range(seats):
        chances[seat] = math.exp(chances[seat] - best)
        total += chances[seat]
    if board.teams:
        total /= 2
    for seat in range(seats):
        chances[seat] /= total


JUDGEMENT = Judgement(action_values=action_values, weights=weights, params=lambda view: PARAMS, levels=LEVELS)
