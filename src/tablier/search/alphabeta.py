"""Alpha-beta for two seats and open information: deeper and deeper, exact when the tree ends.

Values are seat 0's: a thousand for each point of difference in payoff at the end, and one less for
every action until then, so that a win comes early and a loss late. Whether a value is exact, which
is to say rests on ends of games alone, is kept beside it.
"""

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import entry, part
from tablier.core.rules import OVER, midway, moves, payoff, play, turn
from tablier.search.judgement import evaluate, key, lead, promise, wins

POINT = 1000
INFINITE = 1 << 30
CERTAIN = 127
"""The depth of a value that rests on ends of games alone."""

LOWER, UPPER, EXACT = 1, 2, 3

# places in `control`, which other threads may write
STOP, NODES, LIMITED = 0, 1, 2


@part
def final(board, state, out, ply):
    """The value of a game that is over, `ply` actions after the root."""
    payoff(board, state, out)
    difference = np.int64(out[0] - out[1]) * POINT
    if difference > 0:
        return difference - ply
    if difference < 0:
        return difference + ply
    return np.int64(0)


@part
def rank_moves(board, state, mask, actions, scores, hinted, history):
    """List the actions with a score each: the table's first, then by promise and past success."""
    number = 0
    for index in range(mask.shape[0]):
        word = mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            actions[number] = action
            scores[number] = history[action] + promise(board, state, action)
            if action == hinted:
                scores[number] = INFINITE
            number += 1
    return number


@part
def best_next(actions, scores, first, number):
    """Bring the best of the actions from `first` on to the front, and return it."""
    best = first
    for index in range(first + 1, number):
        if scores[index] > scores[best]:
            best = index
    action, score = actions[best], scores[best]
    actions[best], scores[best] = actions[first], scores[first]
    actions[first], scores[first] = action, score
    return action


FRAME = np.dtype(
    [
        ("depth", "i8"),  # how many more actions are looked at
        ("alpha", "i8"),  # the window as it was on arrival
        ("beta", "i8"),
        ("low", "i8"),  # the window as it has become
        ("high", "i8"),
        ("best", "i8"),
        ("chosen", "i8"),
        ("action", "i8"),  # the one being looked at
        ("index", "i8"),
        ("number", "i8"),
        ("seat", "i8"),
        ("certain", "i8"),
        ("narrow", "i8"),  # is it only asked whether the action is better?
        ("name", "u8"),
    ],
    align=True,
)
"""Where the search stands at one level. It walks up and down by itself: compiled code that calls
itself is not safe to keep on disk."""


@part
def recall(table, frame, level, hint, found):
    """Look a position up: the action to try first, and whether its value settles the matter."""
    slot = np.int64(frame.name & np.uint64(table.shape[0] - 1))
    packed = table[slot, 1]
    hint[0] = -1
    if table[slot, 0] ^ packed != frame.name:
        return False
    hint[0] = np.int64((packed >> np.uint64(32)) & np.uint64(0xFFFF)) - 1
    known = np.int64((packed >> np.uint64(48)) & np.uint64(0xFF))
    if known < frame.depth:
        return False
    value = np.int64(packed & np.uint64(0xFFFFFFFF)) - INFINITE
    value -= level if value > POINT // 2 else (-level if value < -POINT // 2 else 0)
    bound = np.int64(packed >> np.uint64(56))
    found[0], found[1] = value, known == CERTAIN
    return bound == EXACT or (bound == LOWER and value >= frame.beta) or (bound == UPPER and value <= frame.alpha)


@part
def remember(table, frame, level):
    """Keep a finished level's value, with the number of actions to the end counted from there."""
    bound = EXACT
    if frame.best <= frame.alpha:
        bound = UPPER
    elif frame.best >= frame.beta:
        bound = LOWER
    value = frame.best + (level if frame.best > POINT // 2 else (-level if frame.best < -POINT // 2 else 0))
    depth = CERTAIN if frame.certain else max(frame.depth, 0)
    packed = np.uint64(value + INFINITE) | (np.uint64(frame.chosen + 1) << np.uint64(32))
    packed |= (np.uint64(depth) << np.uint64(48)) | (np.uint64(bound) << np.uint64(56))
    slot = np.int64(frame.name & np.uint64(table.shape[0] - 1))
    table[slot, 0] = frame.name ^ packed  # two threads may write at once: a torn pair matches no name
    table[slot, 1] = packed


@part
def foregone(board, state, frame, level, control, found):
    """Is a win with the next action seen at once, or would even that change nothing?

    A player of limited sight does not look at that action when it has looked at as many as it can.
    """
    most = np.int64(lead(board, state)) * POINT - level - 1
    found[1] = 1
    if (frame.depth > 0 or not control[LIMITED]) and wins(board, state):
        found[0] = most if frame.seat == 0 else -most
        return True
    if most <= frame.alpha or -most >= frame.beta:
        found[0] = most if most <= frame.alpha else -most
        return True
    return False


@part
def settled(board, state, words, frame, level, table, out, control, hint, found):
    """Is there a value without looking at any action? `found` is then the value, and whether it is exact."""
    frame.seat = turn(board, state)
    if frame.seat == OVER:
        found[0], found[1] = final(board, state, out, level), 1
        return True
    if foregone(board, state, frame, level, control, found):
        return True
    if frame.depth <= 0 and not midway(board, state):
        found[0], found[1] = evaluate(board, state), 0
        return True
    frame.name = key(board, state, words)
    return recall(table, frame, level, hint, found)


@part
def look_at_next(board, states, frames, actions, scores, level):
    """Play the next action of a level and set the window for what comes of it."""
    frame, after = frames[level], frames[level + 1]
    frame.action = best_next(actions[level], scores[level], frame.index, frame.number)
    states[level + 1] = states[level]
    play(board, states[level + 1], frame.action)
    after.depth = frame.depth - 1
    after.alpha, after.beta = frame.low, frame.high
    # once something is found the others are only asked whether they are better
    frame.narrow = frame.index > 0 and frame.high - frame.low > 1
    if frame.narrow and frame.seat == 0:
        after.beta = frame.low + 1
    elif frame.narrow:
        after.alpha = frame.high - 1


@part
def seek(boards, states, words, masks, actions, scores, history, frames, table, out, control, top):
    """The value of `states[top]` in the window of `frames[top]`, where `certain` says whether it is exact."""
    board = boards[0]
    found, hint = np.zeros(2, np.int64), np.zeros(1, np.int64)
    level = top
    while True:
        # arrive at a level: its value is known at once, or its actions are listed
        frame, state = frames[level], states[level]
        control[NODES] += 1
        if control[STOP]:
            return np.int64(0)
        if not settled(board, state, words[level], frame, level, table, out, control, hint, found):
            moves(board, state, masks[level])
            frame.number = rank_moves(
                board, state, masks[level], actions[level], scores[level], hint[0], history[frame.seat]
            )
            frame.index, frame.chosen, frame.certain = 0, -1, 1
            frame.low, frame.high = frame.alpha, frame.beta
            frame.best = -INFINITE if frame.seat == 0 else INFINITE
            look_at_next(board, states, frames, actions, scores, level)
            level += 1
            continue
        value, certain = found[0], found[1]
        # a value goes up until a level has another action to look at
        while level > top:
            level -= 1
            frame = frames[level]
            if frame.narrow and frame.low < value < frame.high:
                frame.narrow = 0
                frames[level + 1].alpha, frames[level + 1].beta = frame.low, frame.high
                states[level + 1] = states[level]
                play(board, states[level + 1], frame.action)
                level += 1
                break
            frame.certain &= certain
            if (value > frame.best) if frame.seat == 0 else (value < frame.best):
                frame.best, frame.chosen = value, frame.action
            if frame.seat == 0:
                frame.low = max(frame.low, frame.best)
            else:
                frame.high = min(frame.high, frame.best)
            frame.index += 1
            if frame.low >= frame.high:
                frame.certain = certain
                history[frame.seat, frame.action] += frame.depth * frame.depth
            elif frame.index < frame.number:
                look_at_next(board, states, frames, actions, scores, level)
                level += 1
                break
            remember(table, frame, level)
            value, certain = frame.best, frame.certain
        else:
            frames[top].certain = certain
            return value


@entry
def deepen(
    boards,
    states,
    words,
    masks,
    actions,
    scores,
    history,
    frames,
    table,
    out,
    control,
    depth,
    roots,
    values,
    certain,
    width,
):
    """One deeper look at the root's moves, best first; return how many were finished.

    The first `width` of them get a value, the others only a bound: no better than the best.
    """
    board = boards[0]
    maximising = turn(board, states[0]) == 0
    low, high = np.int64(-INFINITE), np.int64(INFINITE)
    for index in range(roots.shape[0]):
        narrow = index >= width
        while True:
            states[1] = states[0]
            for action in roots[index]:
                if action >= 0:
                    play(board, states[1], action)
            frame = frames[1]
            frame.depth = depth - 1
            frame.alpha, frame.beta = (-INFINITE, INFINITE) if index < width else (low, high)
            if narrow and maximising:
                frame.beta = low + 1
            elif narrow:
                frame.alpha = high - 1
            value = seek(boards, states, words, masks, actions, scores, history, frames, table, out, control, 1)
            if control[STOP]:
                return index
            if not (narrow and low < value < high):
                break
            narrow = False
        values[index] = value
        certain[index] = frame.certain
        if maximising:
            low = max(low, value)
        else:
            high = min(high, value)
    return roots.shape[0]


@entry
def expected(boards, states, words, masks, frames, table, out, control, value, line):
    """Follow the actions that keep `states[1]` worth `value`, as far as the table knows; return how many.

    All actions are asked: the one that the table remembers may belong to a mirror image.
    """
    board = boards[0]
    found, hint = np.zeros(2, np.int64), np.zeros(1, np.int64)
    level = 1
    while level <= line.shape[0] and turn(board, states[level]) != OVER:
        moves(board, states[level], masks[level])
        frame, maximising = frames[level + 1], turn(board, states[level]) == 0
        frame.depth = 1
        frame.alpha, frame.beta = (-INFINITE, value) if maximising else (value, INFINITE)
        chosen = -1
        for index in range(masks.shape[1]):
            word = masks[level, index]
            while word and chosen < 0:
                action = np.int64(index * 64 + lowest(word))
                word &= word - np.uint64(1)
                states[level + 1] = states[level]
                play(board, states[level + 1], action)
                after = states[level + 1]
                if settled(board, after, words[level + 1], frame, level + 1, table, out, control, hint, found):
                    chosen = action if (found[0] >= value if maximising else found[0] <= value) else -1
        if chosen < 0:
            break
        line[level - 1] = chosen
        level += 1
    return level - 1
