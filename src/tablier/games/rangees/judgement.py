"""What is known of Rangées beyond its rules: what a board is worth, and which claims need no thought."""

import numpy as np

from tablier.core.bits import ONE, ZERO, bit, count, has, lowest, state_word
from tablier.core.compiler import part
from tablier.core.judgement import Ending, Evaluation, Judgement, Level, Ordering
from tablier.games.rangees.geometry import COLUMNS
from tablier.games.rangees.rules import (
    BUILDING,
    COUNTING,
    DONE,
    FILLING,
    LINES,
    NAMING,
    POWERS,
    STAR,
    STATE,
)
from tablier.games.rangees.setup import STONES
from tablier.games.rangees.squares import STEPS, WORDS, stepped, tile_number, touch, walk
from tablier.games.rangees.weights import FIRST, PHASES, SPAN, WHOLE, weights

LEVELS = {
    1: Level(depth=1, oversight=0.6),
    2: Level(depth=1, oversight=0.35),
    3: Level(depth=1, oversight=0.1),
    4: Level(depth=2),
    5: Level(depth=4),
    6: Level(),
}

LOW = np.int64(3**WHOLE)
NOTHING = -(1 << 40)
SIZE = STATE.itemsize // 8


def evaluate(board, weights, state):
    """The lead in points, and what rows, runs and faces promise."""
    if state.phase == BUILDING:
        return empty_rows(board, weights, state)
    if state.phase == COUNTING:
        return 1000 * lead(state)
    return 1000 * (lead(state) + unnamed(state)) + standing(board, weights, state, np.int64(state.count))


def best_reply(board, weights, state):
    """What the best stone leads to: is that known, its value, and is it certain?"""
    if state.phase != FILLING:
        return False, 0, False
    stones = np.int64(state.count) + 1
    sign = 1 if state.seat == 0 else -1
    best = NOTHING
    before = 0
    for index in range(WORDS):
        rest = state.open[index]
        while rest:
            here = rest & -rest
            tile = before + np.int64(count(state.tiles[index] & (here - ONE)))
            gain = sign * gained(board, weights, state, tile, stones)
            if board.faces:
                gain += sign * faced(board, weights, state, np.int64(index * 64 + lowest(here)), tile, stones)
            best = max(best, gain)
            rest ^= here
        before += np.int64(count(state.tiles[index]))
    value = 1000 * lead(state) + standing(board, weights, state, stones) + sign * best
    return True, value, stones == STONES


def prior(board, weights, state, action):
    """What a stone gains at once and changes in what its rows promise."""
    if state.phase != FILLING:
        return 0
    gain = gained(board, weights, state, tile_number(state, action), np.int64(state.count) + 1)
    return gain if state.seat == 0 else -gain


def plies_left(board, weights, state):
    """While filling, as many actions as stones, unless rows are claimed by hand."""
    return STONES - np.int64(state.count) if state.phase == FILLING and not board.by_hand else np.int64(-1)


def banked(board, weights, state):
    return lead(state)


def key(board, weights, state):
    """While filling a matter of the stones, and of the lead when claiming; before and between all counts."""
    mixed = np.uint64(lead(state)) if board.by_hand else ZERO
    if state.phase == FILLING:
        for seat in range(2):
            for index in range(WORDS):
                mixed = stirred(mixed ^ state.stones[seat, index])
    else:
        for index in range(SIZE):
            mixed = stirred(mixed ^ state_word(state, index))
    return mixed


@part
def stirred(mixed):
    mixed = (mixed + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xFF51AFD7ED558CCD)
    return mixed ^ mixed >> np.uint64(32)


@part
def lead(state):
    return np.int64(state.score[0]) - np.int64(state.score[1])


# ----- What rows promise


@part
def standing(board, weights, state, stones):
    """What all rows and faces are worth after so many stones."""
    phase = stones // SPAN
    worth = 0
    for row in range(1, LINES):
        length = np.int64(state.length[row])
        if length == 0:
            break
        worth += row_worth(board, weights, stones & 1, phase, length, np.int64(state.pattern[row]))
    if board.faces:
        worth += all_faces(board, weights, state, stones)
    return 10 * worth


@part
def gained(board, weights, state, tile, stones):
    """What a stone of the seat on turn on a tile adds to the lead and to what its four rows are worth."""
    seat, phase = np.int64(state.seat), stones // SPAN
    closed, worth = 0, 0
    for direction in range(4):
        row = state.rows[tile, direction]
        if row:
            length, pattern = np.int64(state.length[row]), np.int64(state.pattern[row])
            stone = np.int64(POWERS[state.place[tile, direction]]) << seat
            worth += row_worth(board, weights, stones & 1, phase, length, pattern + stone)
            worth -= row_worth(board, weights, stones & 1, phase, length, pattern)
            closed += length * (state.left[row] == 1)
    return 10 * worth + 1000 * (closed if seat == 0 else -closed)


@part
def row_worth(board, weights, turn, phase, length, pattern):
    if length <= WHOLE:
        return np.int64(weights.rows[turn, phase, FIRST[length] + pattern])
    if phase == PHASES:
        return 1000 * tens(pattern)
    return in_parts(board, weights, turn, phase, length, pattern)


@part
def in_parts(board, weights, turn, phase, length, pattern):
    """A long row: the eight tiles at each end, less what they share."""
    low, high = pattern % LOW, pattern // np.int64(POWERS[length - WHOLE])
    worth = np.int64(weights.rows[turn, phase, FIRST[WHOLE] + low])
    worth += np.int64(weights.rows[turn, phase, FIRST[WHOLE] + high])
    shared = 2 * WHOLE - length
    if shared >= 2:
        middle = high % np.int64(POWERS[shared])
        worth -= np.int64(weights.rows[turn, phase, FIRST[shared] + middle])
    return worth


@part
def tens(pattern):
    """Tens of points for the runs in a long row: seat 0's less seat 1's."""
    found, run, before = 0, 0, 0
    while pattern or run:
        digit = pattern % 3
        if digit != before:
            found += (1 if before == 1 else -1) * min(max(run - 3, 0), 4)
            run = 0
        run += digit > 0
        before = digit
        pattern //= 3
    return found


@part
def empty_rows(board, weights, state):
    """What the rows of a board promise that is still being built."""
    run = np.empty(WORDS, np.uint64)
    worth = 0
    for direction in range(4):
        for index in range(WORDS):
            run[index] = state.tiles[index]
        longer = np.zeros(WHOLE + 2, np.int64)  # how many straight lines of so many tiles there are
        for length in range(2, WHOLE + 2):
            for index in range(WORDS - 1, -1, -1):
                run[index] &= stepped(board, run, direction, index)
                longer[length] += np.int64(count(run[index]))
        for length in range(2, WHOLE + 1):
            rows = longer[length] - longer[length + 1]  # the longest count as if they had eight tiles
            if length < WHOLE:
                rows -= longer[length + 1] - longer[length + 2]
            worth += rows * np.int64(weights.rows[0, 0, FIRST[length]])
    return 10 * worth


# ----- What faces promise


@part
def all_faces(board, weights, state, stones):
    worth = 0
    phase = stones // SPAN
    tile = 0
    for index in range(WORDS):
        rest = state.tiles[index]
        while rest:
            here = rest & -rest
            face = np.int64(state.faces[tile])
            if face == STAR:
                square = np.int64(index * 64 + lowest(here))
                owner, ahead, room = star(board, state, square)
                worth += star_worth(board, weights, stones & 1, phase, owner, ahead, room)
            elif face and empty(state, index) & here:
                worth += np.int64(weights.numbers[stones & 1, phase, 5 + face])
            tile += 1
            rest ^= here
    return worth


@part
def empty(state, index):
    """The tiles without a stone; while rows are named the legal actions are others."""
    return state.tiles[index] & ~(state.stones[0, index] | state.stones[1, index])


@part
def faced(board, weights, state, square, tile, stones):
    """What a stone of the seat on turn changes in what faces are worth."""
    sign = 1 if state.seat == 0 else -1
    turn, phase = stones & 1, stones // SPAN
    face = np.int64(state.faces[tile])
    worth = 0
    if face and face != STAR:
        worth -= np.int64(weights.numbers[turn, phase, 5 + face])
    number = 0
    for index in range(WORDS):
        rest = state.tiles[index]
        while rest:
            if state.faces[number] == STAR:
                place = np.int64(index * 64 + lowest(rest))
                across, up = place % COLUMNS - square % COLUMNS, place // COLUMNS - square // COLUMNS
                if abs(across) <= 1 and abs(up) <= 1:
                    owner, ahead, room = star(board, state, place)
                    worth -= star_worth(board, weights, turn, phase, owner, ahead, room)
                    if place == square:
                        owner = sign
                    else:
                        ahead, room = ahead + sign, room - 1
                    worth += star_worth(board, weights, turn, phase, owner, ahead, room)
            number += 1
            rest &= rest - ONE
    return 10 * worth


@part
def star(board, state, square):
    """Whose stone lies on a star, seat 0's lead around it, and how many tiles around it are empty."""
    alone, around = np.zeros(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    alone[square >> 6] = bit(square & 63)
    touch(board, alone, around)
    owner = np.int64(has(state.stones[0], square)) - np.int64(has(state.stones[1], square))
    ahead, room = 0, 0
    for index in range(WORDS):
        ahead += np.int64(count(around[index] & state.stones[0, index]))
        ahead -= np.int64(count(around[index] & state.stones[1, index]))
        room += np.int64(count(around[index] & empty(state, index)))
    return owner, ahead, room


@part
def star_worth(board, weights, turn, phase, owner, ahead, room):
    return np.int64(weights.stars[turn, phase, owner + 1, ahead + 8, min(room, 3)])


# ----- Claiming by hand (ruling 5)


def dominant(board, weights, state):
    """While claiming, to name what scores and then be done; otherwise -1."""
    if state.phase != NAMING and state.phase != COUNTING:
        return -1
    return next_claim(board, state)


@part
def next_claim(board, state):
    naming = state.phase == NAMING
    within = np.empty(WORDS, np.uint64)
    for index in range(WORDS):
        within[index] = state.tiles[index] if naming else state.stones[state.seat, index]
    for direction in range(4):
        start = walk(board, within, state.last, direction + 4) if naming else np.int64(0)
        for index in range(WORDS):
            lows = within[index] & ~stepped(board, within, direction, index)
            if naming:
                lows = bit(start & 63) if start >> 6 == index else ZERO
            while lows:
                low = np.int64(index * 64 + lowest(lows))
                high = walk(board, within, low, direction)
                first, second = (low, high) if board.order[low] < board.order[high] else (high, low)
                if scores(state, direction, low, high) and (state.picked < 0 or state.picked == first):
                    return first if state.picked < 0 else second
                lows &= lows - ONE
    return DONE if state.picked < 0 else np.int64(-1)


@part
def scores(state, direction, low, high):
    """Would it score to name this row or run?"""
    tile = tile_number(state, low)
    if state.named[direction] & bit(tile):
        return False
    if state.phase == COUNTING:
        return high - low >= 3 * STEPS[direction]
    return high > low and state.left[state.rows[tile, direction]] == 0


@part
def unnamed(state):
    """What the rows just closed will bring, signed, as soon as they are named."""
    if state.phase != NAMING:
        return 0
    tile, closed = tile_number(state, state.last), 0
    for direction in range(4):
        row = state.rows[tile, direction]
        if row and state.left[row] == 0 and not state.named[direction]:
            closed += np.int64(state.length[row])
    return closed if state.seat == 0 else -closed


JUDGEMENT = Judgement(
    evaluation=Evaluation(evaluate=evaluate, best_reply=best_reply),
    ordering=Ordering(prior=prior, dominant=dominant),
    ending=Ending(plies_left=plies_left, banked=banked),
    key=key,
    weights=lambda view: weights(),
    levels=LEVELS,
)
