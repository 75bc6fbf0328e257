"""Alpha-beta for two seats and open information: deeper and deeper, exact when the tree ends.

Values are seat 0's: a thousand for each point of difference in payoff at the end, and one less for
every action until then, so that a win comes early and a loss late. Whether a value is exact, which
is to say rests on ends of games alone, is kept beside it.
"""

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import entry, inner
from tablier.core.rules import OVER, midway, moves, payoff, play, turn
from tablier.search.judgement import banked, base, change, evaluate, glance, horizon, key, lead, obvious, urgency, wins

POINT = 1000
INFINITE = 1 << 30
CERTAIN = 127
"""The depth of a value that rests on ends of games alone."""

LOWER, UPPER, EXACT = 1, 2, 3

KILLER = 1 << 20
"""The credit of an action that has settled the matter on the same level before."""

PATIENCE, SHALLOW = 3, 3
"""After so many actions the others are looked at less deeply, if there is depth enough."""

# places in `control`, which other threads may write
STOP, NODES, LIMITED = 0, 1, 2

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
        ("plain", "i8"),  # is there one action that needs no thought, and no depth?
        ("left", "i8"),  # how many actions there are to the end, if that is known
        ("bank", "i8"),  # what the table leaves out
        ("narrow", "i8"),  # is it only asked whether the action is better?
        ("reduced", "i8"),  # by how much it is looked at less deeply
        ("name", "u8"),
    ],
    align=True,
)
"""Where the search stands at one level. It walks up and down by itself: compiled code that calls
itself is not safe to keep on disk."""


def desk_type(rules) -> np.dtype:
    """All that one thread needs to search: one record, since arrays take time whenever they are handed on."""
    levels = rules.LONGEST + 2
    return np.dtype(
        [
            ("states", rules.STATE, levels),
            ("frames", FRAME, levels),
            ("actions", "i8", (levels, rules.ACTIONS)),
            ("scores", "i8", (levels, rules.ACTIONS)),
            ("killers", "i8", (levels, 2)),  # the last actions that settled the matter on a level
            ("history", "i8", (2, rules.ACTIONS)),  # how often each seat's actions did, anywhere
            ("mask", "u8", (rules.ACTIONS + 63) // 64),
            ("out", "f8", 2),
            ("nodes", "i8"),
            ("limited", "i8"),  # is only a given number of actions looked at?
        ],
        align=True,
    )


@inner
def final(board, desk, state, ply):
    """The value of a game that is over, `ply` actions after the root."""
    payoff(board, state, desk.out)
    return ended(np.int64(desk.out[0] - desk.out[1]) * POINT, ply)


@inner
def ended(difference, ply):
    """The value of a difference in payoff, `ply` actions after the root."""
    if difference > 0:
        return difference - ply
    if difference < 0:
        return difference + ply
    return np.int64(0)


@inner
def rank_moves(board, desk, level, hinted):
    """List the actions with a score each: the table's first, then by promise and past success."""
    state, seat = desk.states[level], desk.frames[level].seat
    action = np.int64(obvious(board, state))
    desk.frames[level].plain = action >= 0
    if action >= 0:
        desk.actions[level, 0] = action
        return 1
    moves(board, state, desk.mask)
    number = 0
    for index in range(desk.mask.shape[0]):
        word = desk.mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            score = desk.history[seat, action] + urgency(board, state, action)
            if action == hinted:
                score = INFINITE
            elif action == desk.killers[level, 0] or action == desk.killers[level, 1]:
                score += KILLER
            desk.actions[level, number], desk.scores[level, number] = action, score
            number += 1
    return number


@inner
def best_next(desk, level, first, number):
    """Bring the best of the actions from `first` on to the front, and return it."""
    best, most = first, desk.scores[level, first]
    for index in range(first + 1, number):
        if desk.scores[level, index] > most:
            best, most = index, desk.scores[level, index]
    action = desk.actions[level, best]
    desk.actions[level, best], desk.scores[level, best] = desk.actions[level, first], desk.scores[level, first]
    desk.actions[level, first] = action
    return action


@inner
def name(board, desk, level):
    """How the table knows the position of a level."""
    frame, state = desk.frames[level], desk.states[level]
    frame.name = key(board, state)
    frame.left = horizon(board, state)
    frame.bank = np.int64(banked(board, state)) * POINT if frame.left >= 0 else 0


@inner
def recall(table, frame, level):
    """Look a position up: whether that settles the matter, the value, whether it is exact, the action to try first."""
    slot = np.int64(frame.name & np.uint64(table.shape[0] - 1))
    packed = table[slot, 1]
    if table[slot, 0] ^ packed != frame.name:
        return False, np.int64(0), 0, -1
    hint = np.int64((packed >> np.uint64(32)) & np.uint64(0xFFFF)) - 1
    depth = np.int64((packed >> np.uint64(48)) & np.uint64(0xFF))
    bound = np.int64(packed >> np.uint64(56))
    value = np.int64(packed & np.uint64(0xFFFFFFFF)) - INFINITE
    if frame.left < 0:
        value -= level if value > POINT // 2 else (-level if value < -POINT // 2 else 0)
    elif depth == CERTAIN:
        value = ended(value + frame.bank, level + frame.left)
    else:
        value += frame.bank
    fits = bound == EXACT or (bound == LOWER and value >= frame.beta) or (bound == UPPER and value <= frame.alpha)
    return depth >= frame.depth and fits, value, np.int64(depth == CERTAIN), hint


@inner
def remember(table, frame, level):
    """Keep a finished level's value, with the number of actions to the end counted from there."""
    bound = EXACT
    if frame.best <= frame.alpha:
        bound = UPPER
    elif frame.best >= frame.beta:
        bound = LOWER
    if frame.left < 0:
        value = frame.best + (level if frame.best > POINT // 2 else (-level if frame.best < -POINT // 2 else 0))
    else:
        value = ((frame.best + POINT // 2) // POINT * POINT if frame.certain else frame.best) - frame.bank
    depth = CERTAIN if frame.certain else min(max(frame.depth, 0), CERTAIN - 1)
    packed = np.uint64(value + INFINITE) | (np.uint64(frame.chosen + 1) << np.uint64(32))
    packed |= (np.uint64(depth) << np.uint64(48)) | (np.uint64(bound) << np.uint64(56))
    slot = np.int64(frame.name & np.uint64(table.shape[0] - 1))
    table[slot, 0] = frame.name ^ packed  # two threads may write at once: a torn pair matches no name
    table[slot, 1] = packed


@inner
def foregone(board, desk, state, seat, depth, alpha, beta, level):
    """Is a win with the next action seen at once, or would even that change nothing? And the value, if so.

    A player of limited sight does not look at that action when it has looked at as many as it can.
    """
    most = np.int64(lead(board, state)) * POINT - level - 1
    if (depth > 0 or not desk.limited) and wins(board, state):
        return True, most if seat == 0 else -most
    if most <= alpha:
        return True, most
    return -most >= beta, -most


@inner
def judged(board, desk, level):
    """Is there a value without looking at any action? Which, and is it exact?"""
    frame, state = desk.frames[level], desk.states[level]
    frame.seat = turn(board, state)
    if frame.seat == OVER:
        return True, final(board, desk, state, level), 1
    clear, value = foregone(board, desk, state, frame.seat, frame.depth, frame.alpha, frame.beta, level)
    if clear:
        return True, value, 1
    if frame.depth <= 0 and not midway(board, state):
        return True, np.int64(evaluate(board, state)), 0
    return False, np.int64(0), 0


@inner
def frontier(board, desk, level):
    """Is this the last level, whose actions are only judged? Then that is done at one go: as `judged`."""
    frame, state, after = desk.frames[level], desk.states[level], desk.states[level + 1]
    best, certain = np.int64(-INFINITE if frame.seat == 0 else INFINITE), 1
    if frame.depth != 1 or obvious(board, state) >= 0:
        return False, best, certain
    known, value, over = glance(board, state)
    if known:
        desk.nodes += 1
        return True, ended(np.int64(value), level + 1) if over else np.int64(value), np.int64(over)
    moves(board, state, desk.mask)
    common = np.int64(base(board, state))
    for index in range(desk.mask.shape[0]):
        word = desk.mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            desk.states[level + 1] = state
            play(board, after, action)
            desk.nodes += 1
            seat, sure = turn(board, after), 1
            if seat == OVER:
                value = final(board, desk, after, level + 1)
            else:
                clear, value = foregone(board, desk, after, seat, 0, frame.alpha, frame.beta, level + 1)
                if not clear and midway(board, after):
                    return False, best, certain
                if not clear:
                    value, sure = common + change(board, state, action, after), 0
            certain &= sure
            best = max(best, value) if frame.seat == 0 else min(best, value)
            if best >= frame.beta if frame.seat == 0 else best <= frame.alpha:
                return True, best, sure
    return True, best, certain


@inner
def look_at_next(board, desk, level):
    """Look at the next action of a level.

    Once something is found the others are only asked whether they are better, and late ones less deeply.
    """
    frame = desk.frames[level]
    frame.action = best_next(desk, level, frame.index, frame.number)
    frame.narrow = frame.index > 0 and frame.high - frame.low > 1
    frame.reduced = 0
    ends = 0 <= frame.left <= frame.depth
    if frame.index >= PATIENCE and frame.depth >= SHALLOW and not desk.limited and not ends:
        frame.reduced = 1 + (frame.index >= 8)
    look(board, desk, level)


@inner
def look(board, desk, level):
    """Play the action of a level and set the window for what comes of it."""
    frame, after = desk.frames[level], desk.frames[level + 1]
    desk.states[level + 1] = desk.states[level]
    play(board, desk.states[level + 1], frame.action)
    after.depth = frame.depth - 1 - frame.reduced + frame.plain
    after.alpha, after.beta = frame.low, frame.high
    if frame.narrow and frame.seat == 0:
        after.beta = frame.low + 1
    elif frame.narrow:
        after.alpha = frame.high - 1


@inner
def deserves_more(frame, value, certain):
    """Must an action be looked at again, because it is better than thought?"""
    better = value > frame.low if frame.seat == 0 else value < frame.high
    if frame.reduced and better and not certain:
        frame.reduced = 0
        return True
    if frame.narrow and frame.low < value < frame.high:
        frame.narrow = 0
        return True
    return False


@inner
def praise(desk, level):
    """An action that settled the matter shall be looked at early elsewhere."""
    frame = desk.frames[level]
    desk.history[frame.seat, frame.action] += frame.depth * frame.depth
    if desk.killers[level, 0] != frame.action:
        desk.killers[level, 1] = desk.killers[level, 0]
        desk.killers[level, 0] = frame.action


@inner
def seek(board, desk, table, control, top):
    """The value of the state of level `top` in the window of its frame, where `certain` says whether it is exact."""
    level = top
    while True:
        # arrive at a level: its value is known at once, or its actions are listed
        frame, hint = desk.frames[level], -1
        desk.nodes += 1
        if control[STOP]:
            return np.int64(0)
        settled, value, certain = judged(board, desk, level)
        if not settled:
            settled, value, certain = frontier(board, desk, level)
        if not settled:
            name(board, desk, level)
            settled, value, certain, hint = recall(table, frame, level)
        if not settled:
            frame.number = rank_moves(board, desk, level, hint)
            frame.index, frame.chosen, frame.certain = 0, -1, 1
            frame.low, frame.high = frame.alpha, frame.beta
            frame.best = -INFINITE if frame.seat == 0 else INFINITE
            look_at_next(board, desk, level)
            level += 1
            continue
        # a value goes up until a level has another action to look at
        while level > top:
            level -= 1
            frame = desk.frames[level]
            if deserves_more(frame, value, certain):
                look(board, desk, level)
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
                praise(desk, level)
            elif frame.index < frame.number:
                look_at_next(board, desk, level)
                level += 1
                break
            remember(table, frame, level)
            value, certain = frame.best, frame.certain
        else:
            desk.frames[top].certain = certain
            return value


@entry
def deepen(boards, desks, table, control, depth, roots, values, certain, width):
    """One deeper look at the root's moves, best first; return how many were finished.

    The first `width` of them get a value, the others only a bound: no better than the best.
    """
    board, desk = boards[0], desks[0]
    desk.nodes, desk.limited = 0, control[LIMITED]
    done = look_through(board, desk, table, control, depth, roots, values, certain, width)
    control[NODES] += desk.nodes
    return done


@inner
def look_through(board, desk, table, control, depth, roots, values, certain, width):
    maximising = turn(board, desk.states[0]) == 0
    low, high = np.int64(-INFINITE), np.int64(INFINITE)
    for index in range(roots.shape[0]):
        narrow = index >= width
        while True:
            desk.states[1] = desk.states[0]
            for action in roots[index]:
                if action >= 0:
                    play(board, desk.states[1], action)
            frame = desk.frames[1]
            frame.depth = depth - 1
            frame.alpha, frame.beta = (-INFINITE, INFINITE) if index < width else (low, high)
            if narrow and maximising:
                frame.beta = low + 1
            elif narrow:
                frame.alpha = high - 1
            value = seek(board, desk, table, control, 1)
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
