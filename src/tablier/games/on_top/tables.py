"""The tables that the rules of On Top look things up in, and the state before the first draw."""

from functools import cache, lru_cache

import numpy as np

from tablier.games.on_top.geometry import SIDES
from tablier.games.on_top.rules import ACTIONS, BLACK, BOARD, CELL_FREE, CELLS_A_WORD, NEUTRAL, STATE
from tablier.games.on_top.tiles import COLOURS, KINDS, LETTERS
from tablier.games.on_top.towers import counted, placing


def action(cell, side):
    """The number of the placement whose first sharp corner is in a cell, the second across a side."""
    return cell // CELLS_A_WORD * 64 + cell % CELLS_A_WORD * SIDES + side


def cell_and_side(action):
    return action // 64 * CELLS_A_WORD + action % 64 // SIDES, action % 64 % SIDES


def words_of(actions):
    """A set of actions as 64-bit words."""
    bits = np.zeros(ACTIONS, np.uint8)
    bits[list(actions)] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


def covering(shape, cell):
    """The actions that would cover a cell, as its first or second."""
    for side, other in enumerate(shape.neighbours[cell]):
        if other is not None:
            yield action(cell, side)
            yield action(other, shape.side(other, cell))


def new_board(seats, teams, setup, shape):
    board = of_shape(shape).copy()
    table = board[0]
    table["worth"] = 1
    table["worth"][gold(setup, shape)] = 2
    table["owner"] = [setup["colours"].index(colour) if colour in setup["colours"] else NEUTRAL for colour in COLOURS]
    table["scoring"] = sum(0xFFFF << 16 * COLOURS.index(colour) for colour in setup["colours"])
    table["seats"], table["teams"] = seats, teams
    return board


@lru_cache(64)
def of_shape(shape):
    """What all boards of one shape have in common."""
    board = np.zeros(1, BOARD)
    table = board[0]
    for cell in range(len(shape.cells)):
        beside = [other for other in shape.neighbours[cell] if other is not None]
        table["at"][cell] = words_of(covering(shape, cell))
        table["near"][cell] = words_of(number for other in beside for number in covering(shape, other))
        table["corners"][cell] = shape.corners[cell]
        for other in beside:
            number = action(cell, shape.side(cell, other))
            outside = {*beside, *shape.neighbours[other]} - {cell, other, None}
            table["pair"][number] = cell, other
            table["circles"][number] = shape.rhombus(cell, other)
            table["outside"][number] = [*outside, *[cell] * (4 - len(outside))]
    table["segments"] = segments()
    table["first"], table["seconds"] = placements()
    return board


def gold(setup, shape):
    """The circles that count double."""
    names = setup["board"]["gold"]
    return shape.border if names == "border" else [shape.circle_names.index(name) for name in names]


@cache
def segments():
    """What each corner of each kind of tile changes in the word of its circle."""
    table = np.zeros(BOARD["segments"].shape, np.uint16)
    for number, kind in enumerate(KINDS):
        for corner, letter in enumerate(kind):
            size = 1 + corner % 2
            table[number, corner] = size * ((1 << 3 * LETTERS.index(letter)) - int(CELL_FREE)) & 0xFFFF
    return table


@cache
def placements():
    """For each count of segments who places on top and who below."""
    first, seconds = np.zeros(BOARD["first"].shape, np.uint8), np.zeros(BOARD["seconds"].shape, np.uint32)
    for inside in range(len(first)):
        top, below = placing(counted(inside))
        if top is not None:
            first[inside] = 1 + top
            seconds[inside] = sum(1 << 8 * colour for colour in below)
    return first, seconds


def first_state(board, setup, shape):
    states = np.zeros(1, STATE)
    state = states[0]
    start = [shape.cell_names.index(name) for name in setup["board"]["start"]]
    free = set(range(len(shape.cells))) - set(start)
    holes = {cell for cell in free if not free.intersection(shape.neighbours[cell])}  # ruling 7
    state["laid"][[*start, *holes]] = BLACK
    for circle, cells in enumerate(shape.around):
        state["circles"][circle] = int(CELL_FREE) * sum(cell in free - holes for cell in cells)
    state["free"] = words_of(
        action(cell, side) for cell in free for side, other in enumerate(shape.neighbours[cell]) if other in free
    )
    for cell in start:
        state["anchored"] |= board[0]["near"][cell]
    state["stock"] = [setup["tiles"].get(kind, 0) for kind in KINDS]
    state["left"] = sum(setup["tiles"].values())
    state["kinds"] = sum(1 << number for number, kind in enumerate(KINDS) if kind in setup["tiles"])
    return states
