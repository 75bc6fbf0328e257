"""Kabaleo, on words of six lanes, one per colour, of twenty-four places each: bits are actions."""

import numpy as np

from tablier.core.bits import ONE, ZERO, below, bit, count, nth
from tablier.core.compiler import part
from tablier.core.rules import CHANCE, OVER, UNKNOWN

VERSION = 1
HAS_CHANCE = True
ACTIONS = 144  # colour * 24 + place; a target drawn is its colour, 0 to 5
LONGEST = 40  # four targets, thirty-six pieces

UNSEEN = 6  # the target of a seat whose draw one may not see
UNDRAWN = 7
NOWHERE = 24

BOARD = np.dtype(
    [
        ("seats", "i8"),
        ("places", "i8"),
        ("colours", "u8"),  # those in play
        ("lanes", "u8", (6, 3)),  # for each colour, all places in its lane
        ("barred", "u8", (25, 3)),  # for the place just used, what no_replay forbids: nothing without it
        ("no_replay", "i8"),
        ("bases", "u1", 24),  # for each place, its bare base as an action: the one that is forbidden
    ],
    align=True,
)
STATE = np.dtype(
    [
        ("held", "u8", (4, 3)),  # for each seat, the lanes of the colours it has pieces of
        ("bare", "u8", 3),  # colour and place of the bare bases
        ("piles", "u8", (24, 2)),  # colours of 3 bits each, the top one lowest, the base included
        ("heights", "u1", 24),  # in pieces
        ("hands", "u1", (4, 6)),
        ("targets", "u1", 4),
        ("turn", "i1"),
        ("used", "u1"),  # the place of the placement just before, where no_replay needs it
        ("left", "u2"),  # pieces in all hands
    ],
    align=True,
)

LANE = np.uint64(24)
TOP = np.uint64(7)
PIECE = np.uint64(3)  # bits; those that a word cannot hold go on in the next
CARRY = np.uint64(61)
WORD, WITHIN = np.uint64(6), np.uint64(63)


def turn(board, state):
    return np.int64(state.turn)


def moves(board, state, mask):
    if state.turn == CHANCE:
        mask[0] = undrawn(board, state)
        mask[1] = ZERO
        mask[2] = ZERO
        return
    seat = np.uint64(state.turn)
    used = np.uint64(state.used)
    for word in range(3):
        mask[word] = state.held[seat, word] & ~(state.bare[word] | board.barred[used, word])


@part
def undrawn(board, state):
    """The colours in play that the reader of this state has not seen drawn."""
    colours = board.colours
    for seat in range(board.seats):
        if state.targets[seat] < UNSEEN:
            colours &= ~bit(state.targets[seat])
    return colours


def play(board, state, action):
    if state.turn == CHANCE:
        draw_target(board, state, action)
    else:
        place_piece(board, state, action)


@part
def draw_target(board, state, colour):
    seat = 0
    while state.targets[seat] != UNDRAWN:
        seat += 1
    state.targets[seat] = colour
    if seat + 1 == board.seats:
        state.turn = 0


@part
def place_piece(board, state, action):
    seat = np.uint64(state.turn)
    colour, place = np.uint64(action) // LANE, np.uint64(action) % LANE
    put_on_top(board, state, place, colour)
    take_from_hand(board, state, seat, colour)
    following = np.int64(seat) + 1
    following = 0 if following == board.seats else following
    state.turn = following if state.left else OVER
    state.used = place if board.no_replay and state.left else NOWHERE


@part
def put_on_top(board, state, place, colour):
    upper, lower = state.piles[place, 1], state.piles[place, 0]
    cancels = lower & TOP == colour  # never a bare base: ruling 2
    if cancels:
        state.piles[place, 1] = upper >> PIECE
        state.piles[place, 0] = lower >> PIECE | upper << CARRY
    else:
        state.piles[place, 1] = upper << PIECE | lower >> CARRY
        state.piles[place, 0] = lower << PIECE | colour
    height = state.heights[place] - ONE if cancels else state.heights[place] + ONE
    state.heights[place] = height
    base = np.uint64(board.bases[place])
    word, shift = base >> WORD, base & WITHIN
    state.bare[word] = state.bare[word] & ~(ONE << shift) | np.uint64(height == ZERO) << shift


@part
def take_from_hand(board, state, seat, colour):
    kept = state.hands[seat, colour] - ONE
    state.hands[seat, colour] = kept
    state.left -= 1
    spent = ZERO - np.uint64(kept == ZERO)
    for word in range(3):
        state.held[seat, word] &= ~(board.lanes[colour, word] & spent)


@part
def shows(state, place):
    """The colour on top of a place: of a piece, or of a bare base."""
    return state.piles[place, 0] & TOP


def points(board, state, out):
    for seat in range(board.seats):
        target = np.uint64(state.targets[seat])
        if target < UNSEEN:
            out[seat] = tally(board, state, target)[0]
        else:
            out[seat] = UNKNOWN


def payoff(board, state, out):
    for seat in range(board.seats):
        places, piles, tallest = tally(board, state, np.uint64(state.targets[seat]))
        out[seat] = places * 10_000 + piles * 100 + tallest


@part
def tally(board, state, colour):
    """Places showing a colour, those of them that are piles, and the height of the tallest."""
    places = piles = tallest = 0
    for place in range(board.places):
        if shows(state, place) == colour:
            height = np.int64(state.heights[place])
            places += 1
            piles += height > 0
            tallest = max(tallest, height)
    return places, piles, tallest


def hide(board, state, seat):
    if state.turn == OVER:  # the targets are shown
        return
    for other in range(board.seats):
        if other != seat and state.targets[other] != UNDRAWN:
            state.targets[other] = UNSEEN


def fill(board, state, rng):
    for seat in range(board.seats):
        if state.targets[seat] == UNSEEN:
            colours = undrawn(board, state)
            state.targets[seat] = nth(colours, below(rng, count(colours)))
