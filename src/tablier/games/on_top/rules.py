"""On Top: rhombic tiles on a board of triangles, and towers on the circles that they complete."""

import numpy as np

from tablier.core.bits import ONE, ZERO, count, lowest
from tablier.core.compiler import part
from tablier.core.rules import CHANCE, OVER

VERSION = 1
HAS_CHANCE = True
WORDS = 6
CELLS_A_WORD = 21  # so that the three actions of a cell never lie in two words
CELLS = WORDS * CELLS_A_WORD
ACTIONS = WORDS * 64  # a cell and one of its sides; at a draw a kind of tile
LONGEST = CELLS
CIRCLES = 128
KINDS = 12
PAWNS = 20

BOARD = np.dtype(
    [
        ("at", "u8", (CELLS, WORDS)),  # for each cell, the actions that would cover it
        ("near", "u8", (CELLS, WORDS)),  # and those that would lay a tile against its sides
        ("circles", "u1", (ACTIONS, 4)),  # under the corners of a tile: sharp, blunt, sharp, blunt
        ("pair", "u1", (ACTIONS, 2)),  # the cells of a tile
        ("outside", "u1", (ACTIONS, 4)),  # the cells around it; its own where there is none
        ("corners", "u1", (CELLS, 3)),  # the circles of a cell
        ("segments", "u2", (KINDS, 4)),  # what a tile's corner changes in its circle: see STATE
        ("seconds", "u4", 1 << 12),  # for each count of segments, who places below: a byte per colour
        ("first", "u1", 1 << 12),  # who places on top: 1 + colour, or 0 if nobody places
        ("worth", "u1", CIRCLES),  # 2 on gold, else 1
        ("owner", "i1", 4),  # the seat of each colour, or NEUTRAL
        ("scoring", "u8"),  # the lanes of the colours that score
        ("seats", "u1"),
        ("teams", "u1"),
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("free", "u8", WORDS),  # actions on two free cells
        ("anchored", "u8", WORDS),  # actions that lay a tile against a tile or a start triangle
        ("unsettled", "u8", 2),  # circles complete when the game was cut short, and never settled
        ("score", "u8"),  # a lane of 16 bits per colour
        ("circles", "u2", CIRCLES),  # 3 bits of segments per colour, then how many cells are free
        ("laid", "u1", CELLS),  # FREE, BLACK, COVERED, or TILE + 3 * kind + side under a first sharp corner
        ("stock", "u1", KINDS),
        ("kinds", "u2"),  # the kinds still in stock
        ("placed", "u4"),  # pawns, a byte per colour
        ("left", "u2"),  # tiles in stock
        ("cut", "u2"),  # 1 + the circle whose tower has no top
        ("hand", "u1"),  # 1 + the kind of the tile drawn, or 0
        ("seat", "u1"),
        ("end", "u1"),
        ("winners", "u1"),  # seats that placed their last pawn and won
    ],
    align=True,
)

FREE, BLACK, COVERED, TILE = 0, 1, 2, 3
NEUTRAL = -1
BOARD_FULL, NO_TILE_LEFT, LAST_PAWN, NEUTRAL_OUT = 1, 2, 3, 4

CELL_FREE = np.uint16(1 << 12)
TO_THE_LAST = np.uint32(0x01010101 * (128 - PAWNS))
HIGH = np.uint32(0x80808080)
PAWN = np.uint32(1)
LANE = np.uint64(0xFFFF)
INSTANT = 5e5  # more than any count, and with the least of them below the largest margin that searches know


def turn(board, state):
    if state.end:
        return OVER
    return np.int64(state.seat) if state.hand else CHANCE


def moves(board, state, mask):
    if state.hand:
        for word in range(WORDS):
            mask[word] = state.free[word] & state.anchored[word]
    else:
        mask[0] = state.kinds
        for word in range(1, WORDS):
            mask[word] = ZERO


def weight(board, state, action):
    return state.stock[action]


def play(board, state, action):
    if state.hand:
        place(board, state, action)
    else:
        draw(state, action)


@part
def draw(state, kind):
    state.hand = kind + 1
    state.left -= 1
    state.stock[kind] -= 1
    if state.stock[kind] == 0:
        state.kinds ^= np.uint16(1 << kind)


@part
def place(board, state, action):
    low, high = lay_tile(board, state, action)
    low, high = fill_holes(board, state, action, low, high)
    state.hand = 0
    state.seat += 1
    if state.seat == board.seats:
        state.seat = 0
    settle(board, state, low, high)
    if not state.end:
        if state.left == 0:  # ruling 8
            state.end = NO_TILE_LEFT
        elif not can_place(state):
            state.end = BOARD_FULL


@part
def lay_tile(board, state, action):
    """Cover two cells; return the circles that this completes, as two words."""
    kind = state.hand - 1
    first, second = board.pair[action, 0], board.pair[action, 1]
    state.laid[first] = TILE + 3 * kind + (action & 63) % 3
    state.laid[second] = COVERED
    for word in range(WORDS):
        state.free[word] &= ~(board.at[first, word] | board.at[second, word])
        state.anchored[word] |= board.near[first, word] | board.near[second, word]
    low, high = ZERO, ZERO
    for corner in range(4):
        circle = board.circles[action, corner]
        inside = np.uint16(state.circles[circle] + board.segments[kind, corner])
        state.circles[circle] = inside
        if inside < CELL_FREE:
            low, high = with_circle(low, high, circle)
    return low, high


@part
def fill_holes(board, state, action, low, high):
    """Put black triangles in the holes beside a tile; return all circles now complete."""
    for index in range(4):
        cell = board.outside[action, index]
        if state.laid[cell] == FREE and is_hole(state, cell):
            state.laid[cell] = BLACK
            for corner in range(3):
                circle = board.corners[cell, corner]
                inside = np.uint16(state.circles[circle] - CELL_FREE)
                state.circles[circle] = inside
                if inside < CELL_FREE:
                    low, high = with_circle(low, high, circle)
    return low, high


@part
def with_circle(low, high, circle):
    if circle < 64:
        return low | (ONE << np.uint64(circle)), high
    return low, high | (ONE << np.uint64(circle - 64))


@part
def is_hole(state, cell):
    """Has a free cell no free neighbour?"""
    return (state.free[cell // CELLS_A_WORD] >> np.uint64(3 * (cell % CELLS_A_WORD))) & np.uint64(7) == ZERO


@part
def can_place(state):
    legal = ZERO
    for word in range(WORDS):
        legal |= state.free[word] & state.anchored[word]
    return legal != ZERO


@part
def settle(board, state, low, high):
    """Place the pawns of complete circles, from the bottom up and from the left (ruling 4)."""
    while low or high:
        if low:
            circle = lowest(low)
            low &= low - ONE
        else:
            circle = lowest(high) + np.uint64(64)
            high &= high - ONE
        segments = state.circles[circle]
        first = board.first[segments]
        if first:
            build_tower(board, state, circle, board.seconds[segments], first - 1)
            if state.end:
                state.unsettled[0] = low
                state.unsettled[1] = high
                return


@part
def build_tower(board, state, circle, seconds, first):
    placed = np.uint32(state.placed + seconds)
    if (placed + TO_THE_LAST) & HIGH:  # a second's last pawn comes before the first's (rulings 1 and 5)
        state.placed = placed
        state.cut = circle + 1
        stop(board, state)
        return
    placed = np.uint32(placed + (PAWN << np.uint32(8 * first)))
    height = count(seconds) + ONE
    state.score += ((height * np.uint64(board.worth[circle])) << np.uint64(16 * first)) & board.scoring
    state.placed = placed
    if (placed + TO_THE_LAST) & HIGH:
        stop(board, state)


@part
def stop(board, state):
    """End the game: somebody's last pawn is placed."""
    best = -1
    state.end = NEUTRAL_OUT
    for colour in range(4):
        seat = board.owner[colour]
        if seat != NEUTRAL and pawns_left(state, colour) == 0:
            state.end = LAST_PAWN
            mine = score(state, colour)
            if mine > best:  # rulings 5 and 6
                best = mine
                state.winners = 0
            if mine == best:
                state.winners |= 1 << seat
    if board.teams and state.winners:
        together = state.winners | (state.winners >> 2) | (state.winners << 2)
        state.winners = together & 15


@part
def pawns_left(state, colour):
    return PAWNS - np.int64((state.placed >> np.uint32(8 * colour)) & np.uint32(0xFF))


@part
def score(state, colour):
    return np.int64((state.score >> np.uint64(16 * colour)) & LANE)


def points(board, state, out):
    for colour in range(4):
        seat = board.owner[colour]
        if seat != NEUTRAL:
            out[seat] = score(state, colour)
            if state.end:
                out[seat] -= pawns_left(state, colour)
    if board.teams and state.end:
        out[0] = out[2] = out[0] + out[2]
        out[1] = out[3] = out[1] + out[3]


def payoff(board, state, out):
    for colour in range(4):
        seat = board.owner[colour]
        if seat != NEUTRAL:  # points first, then fewest pawns left
            left = pawns_left(state, colour)
            out[seat] = 64 * (score(state, colour) - left) - left
    if board.teams:
        out[0] = out[2] = out[0] + out[2]
        out[1] = out[3] = out[1] + out[3]
    for seat in range(board.seats):
        if (state.winners >> seat) & 1:
            out[seat] = INSTANT
