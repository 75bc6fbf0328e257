"""Rangées, on sets of six 64-bit words: a bit for each square of the grid, row after row from the bottom left."""

import numpy as np

from tablier.core.bits import ONE, ZERO, add, bit, count, discard, lowest
from tablier.core.compiler import entry, part
from tablier.core.rules import OVER
from tablier.games.rangees.building import find_places, move_tile, offer_tiles
from tablier.games.rangees.geometry import COLUMNS
from tablier.games.rangees.setup import BUILDS, STONES, TILES
from tablier.games.rangees.squares import SQUARES, STEPS, WORDS, is_empty, stepped, tile_number, touch, walk

LINES = 1 + TILES * 4 // 2  # row number 0 stands for no row at all
STAR = 100
POWERS = np.array([3**place for place in range(20)], np.uint32)

VERSION = 1
DONE = np.int64(SQUARES)
ACTIONS = SQUARES + 1  # a square, or "done"
LONGEST = 2 * BUILDS + STONES * (1 + 2 * 4 + 1) + 2 * (2 * 32 + 1)

BUILDING, FILLING, NAMING, COUNTING, FINISHED = range(5)

BOARD = np.dtype(
    [
        ("entered", "u8", (8, WORDS)),  # the squares that a step in each direction can lead to
        ("order", "i2", SQUARES),  # where a square's name stands in the alphabet
        ("connected", "i1"),
        ("by_hand", "i1"),
        ("faces", "i1"),  # does any face score?
    ],
    align=True,
)
# Tiles are numbered by where they lie, from the lowest square up.
STATE = np.dtype(
    [
        ("open", "u8", WORDS),  # the legal actions
        ("tiles", "u8", WORDS),
        ("stones", "u8", (2, WORDS)),
        ("used", "u8", WORDS),  # while building: where tiles were taken away, and where they were put
        ("named", "u8", 4),  # while claiming: the lowest tiles of the rows or runs named, by direction
        ("picked", "i8"),  # the first target of a move of two, or -1
        ("last", "i8"),  # the stone whose rows may be named, or -1
        ("score", "i4", 2),
        ("count", "i2"),  # tiles moved, then stones placed
        ("seat", "i2"),
        ("phase", "i2"),
        ("faces", "i1", TILES),  # those that score: a number of seat 0's colour, minus one of seat 1's, STAR
        ("rows", "u1", (TILES, 4)),  # once built: the row of each tile in each direction
        ("left", "u1", LINES),  # the empty tiles of each row
        ("length", "u1", LINES),
        ("place", "u1", (TILES, 4)),  # where in that row it lies
        ("pattern", "u4", LINES + 1),  # what lies in each row, as digits in base three
    ],
    align=True,
)


def turn(board, state):
    return OVER if state.phase == FINISHED else np.int64(state.seat)


def moves(board, state, mask):
    for word in range(WORDS):
        mask[word] = state.open[word]


def midway(board, state):
    return state.picked >= 0


def begins(board, state, action):
    return state.phase != FILLING and state.picked < 0 and action != DONE


def play(board, state, action):
    if state.phase == FILLING:
        place_stone(board, state, action)
    elif action == DONE:
        end_claims(state)
    elif state.picked < 0:
        state.picked = action
    elif state.phase == BUILDING:
        move_tile(state, action)
    else:
        claim(state, action)
    if state.phase != FILLING:
        offer(board, state)


def points(board, state, out):
    total(board, state, out)


def payoff(board, state, out):
    total(board, state, out)


@entry
def begin(boards, states):
    """Offer the first moves; with all tiles moved already those of filling."""
    offer(boards[0], states[0])


@part
def offer(board, state):
    """Set the legal actions, whatever the phase; while filling, stones keep them up to date."""
    for word in range(WORDS):
        state.open[word] = ZERO
    if state.phase == BUILDING:
        if state.picked >= 0:
            find_places(board, state, state.picked)
        elif state.count < BUILDS:
            offer_tiles(board, state)
        if is_empty(state.open):  # six tiles moved, or none that could be (ruling 8)
            begin_filling(board, state)
    elif state.phase != FINISHED:
        offer_claims(board, state)


# ----- Filling


@part
def begin_filling(board, state):
    """Number the rows of the built board."""
    state.phase = FILLING
    state.count = 0
    for word in range(WORDS):
        state.used[word] = ZERO
        state.open[word] = state.tiles[word]
    rows = 0
    for direction in range(4):
        for word in range(WORDS):
            behind = state.tiles[word] & stepped(board, state.tiles, direction, word)
            first = state.tiles[word] & stepped(board, state.tiles, direction + 4, word) & ~behind
            rest = behind | first
            while rest:
                square = np.int64(word * 64 + lowest(rest))
                if rest & -rest & first:
                    rows += 1
                    row = rows
                else:
                    before = tile_number(state, square - STEPS[direction])
                    row = np.int64(state.rows[before, direction])
                tile = tile_number(state, square)
                state.rows[tile, direction] = row
                state.place[tile, direction] = state.length[row]
                state.left[row] += 1
                state.length[row] += 1
                rest &= rest - ONE


@part
def place_stone(board, state, square):
    tile = tile_number(state, square)
    add(state.stones[state.seat], square)
    discard(state.open, square)
    closed = 0
    for direction in range(4):
        row = state.rows[tile, direction]
        state.left[row] -= 1
        state.pattern[row] += POWERS[state.place[tile, direction]] << np.uint32(state.seat)
        if state.left[row] == 0:
            closed += state.length[row]
    state.count += 1
    if board.by_hand:
        state.phase = NAMING
        state.last = square
    else:
        state.score[state.seat] += closed
        state.seat ^= 1
        if state.count == STONES:
            state.phase = FINISHED


# ----- Claiming by hand (ruling 5)


@part
def offer_claims(board, state):
    """The rows through the last stone, or at the end the own runs; or to be done."""
    naming = state.phase == NAMING
    within = np.empty(WORDS, np.uint64)
    for word in range(WORDS):
        within[word] = state.tiles[word] if naming else state.stones[state.seat, word]
    for direction in range(4):
        start = walk(board, within, state.last, direction + 4) if naming else np.int64(0)
        for word in range(WORDS):
            lows = within[word] & ~stepped(board, within, direction, word)
            if naming:
                lows = bit(start & 63) if start >> 6 == word else ZERO
            while lows:
                offer_claim(board, state, within, direction, np.int64(word * 64 + lowest(lows)))
                lows &= lows - ONE
    if state.picked < 0:
        add(state.open, DONE)


@part
def offer_claim(board, state, within, direction, low):
    high = walk(board, within, low, direction)
    least = 2 if state.phase == NAMING else 3
    if high - low < (least - 1) * STEPS[direction] or state.named[direction] & bit(tile_number(state, low)):
        return
    first, second = (low, high) if board.order[low] < board.order[high] else (high, low)
    if state.picked < 0:
        add(state.open, first)
    elif state.picked == first:
        add(state.open, second)


@part
def claim(state, second):
    low, high = min(state.picked, second), max(state.picked, second)
    across, up = high % COLUMNS - low % COLUMNS, high // COLUMNS - low // COLUMNS
    direction = 0 if up == 0 else 1 if across == 0 else 2 if across > 0 else 3
    length = (high - low) // STEPS[direction] + 1
    tile = tile_number(state, low)
    state.named[direction] |= bit(tile)
    if state.phase == COUNTING:
        state.score[state.seat] += 10 * (min(length, 7) - 3)
    elif state.left[state.rows[tile, direction]] == 0:
        state.score[state.seat] += length
    state.picked = -1


@part
def end_claims(state):
    state.last = -1
    for direction in range(4):
        state.named[direction] = ZERO
    if state.phase == COUNTING:
        state.phase = COUNTING if state.seat == 0 else FINISHED
        state.seat = 1
    elif state.count == STONES:
        state.phase = COUNTING
        state.seat = 0
    else:
        state.phase = FILLING
        state.seat ^= 1
        for word in range(WORDS):
            state.open[word] = state.tiles[word] & ~(state.stones[0, word] | state.stones[1, word])


# ----- Counting


@part
def total(board, state, out):
    """The points as they stand; runs and faces count at the end."""
    out[0], out[1] = state.score[0], state.score[1]
    if state.phase == FINISHED:
        if not board.by_hand:
            for seat in range(2):
                out[seat] += count_runs(board, state.stones[seat])
        if board.faces:
            count_faces(board, state, out)


@part
def count_runs(board, stones):
    """Ten points for each four in a run, less ten for each eight: 10, 20, 30, 40, 40 and so on (ruling 2)."""
    run = np.empty(WORDS, np.uint64)  # where a run of `length` stones ends
    tens = 0
    for direction in range(4):
        for word in range(WORDS):
            run[word] = stones[word]
        for length in range(2, 9):
            found = 0
            for word in range(WORDS - 1, -1, -1):
                run[word] &= stepped(board, run, direction, word)
                found += np.int64(count(run[word]))
            if length == 4:
                tens += found
            elif length == 8:
                tens -= found
            if found == 0:
                break
    return 10 * tens


@part
def count_faces(board, state, out):
    tile = 0
    for word in range(WORDS):
        rest = state.tiles[word]
        while rest:
            here = rest & -rest
            face = state.faces[tile]
            owner = np.int64(state.stones[0, word] & here != ZERO) - np.int64(state.stones[1, word] & here != ZERO)
            if face == STAR:
                lead = star_lead(board, state, word, here)
                lead = lead if lead else owner  # ruling 4
                if lead:
                    out[0 if lead > 0 else 1] += 10
            elif face and not owner:
                out[0 if face > 0 else 1] += abs(face)
            tile += 1
            rest ^= here


@part
def star_lead(board, state, word, here):
    """How many more stones seat 0 has around a star than seat 1."""
    star, around = np.zeros(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    star[word] = here
    touch(board, star, around)
    lead = 0
    for index in range(WORDS):
        lead += np.int64(count(around[index] & state.stones[0, index]))
        lead -= np.int64(count(around[index] & state.stones[1, index]))
    return lead
