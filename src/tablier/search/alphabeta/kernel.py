"""Alpha-beta for two seats and open information: principal variation search with a transposition table.

Knuth and Moore, "An analysis of alpha-beta pruning", 1975; null windows after the first move (Marsland's principal
variation search, 1982), late move reductions, killer and history heuristics for the move order. Iterative deepening is
done by `search`. Values are seat 0's (minimax, not negamax): a thousand for each point of difference in payoff at the
end, and one less for every action until then, so that a win comes early and a loss late.

Whether a value is exact, which is to say rests on ends of games alone, is kept beside it. Invariant: a value is
`certain` only if every line it rests on was followed to an end of the game; a reduced search that comes back better
and uncertain is searched again in full, and a cut-off is as certain as the move that caused it.
"""

import numpy as np

from tablier.core.bits import lowest
from tablier.core.compiler import entry, inner
from tablier.core.rules import OVER, midway, moves, play, turn
from tablier.search.alphabeta.ordering import order_moves, pick_move, reward
from tablier.search.alphabeta.table import identify, probe, store
from tablier.search.alphabeta.values import INFINITE, POINT, final, with_distance
from tablier.search.hooks import base, best_reply, delta, dominant, evaluate, max_margin, wins
from tablier.search.stop import STOP

LATE, LATER, SHALLOW = 3, 8, 3
"""After so many actions the others are searched less deeply, and after so many even less, if there is depth enough."""

# places in `control` besides STOP, which other threads may write
NODES, DEPTH_LIMITED = 1, 2


@inner
def decided(board, weights, desk, state, seat, depth, alpha, beta, level):
    """Is a win with the next action seen at once, or would even that change nothing? And the value, if so.

    A player of limited sight does not look at that action when it has looked at as many as it can.
    """
    most = np.int64(max_margin(board, state)) * POINT - level - 1
    if (depth > 0 or not desk.depth_limited) and wins(board, weights, state):
        return True, most if seat == 0 else -most
    if most <= alpha:
        return True, most
    return -most >= beta, -most


@inner
def settled_value(board, weights, desk, level):
    """Is there a value without looking at any action? Which, and is it exact?"""
    frame, state = desk.frames[level], desk.states[level]
    frame.seat = turn(board, state)
    if frame.seat == OVER:
        return True, final(board, desk, state, level), 1
    clear, value = decided(board, weights, desk, state, frame.seat, frame.depth, frame.alpha, frame.beta, level)
    if clear:
        return True, value, 1
    if frame.depth <= 0 and not midway(board, state):
        return True, np.int64(evaluate(board, weights, state)), 0
    return False, np.int64(0), 0


@inner
def frontier(board, weights, desk, level):
    """Is this the last level, whose actions are only judged? Then that is done at one go: as
    `settled_value`."""
    frame, state, after = desk.frames[level], desk.states[level], desk.states[level + 1]
    best, certain = np.int64(-INFINITE if frame.seat == 0 else INFINITE), 1
    if frame.depth != 1 or dominant(board, weights, state) >= 0:
        return False, best, certain
    known, value, over = best_reply(board, weights, state)
    if known:
        desk.nodes += 1
        return True, with_distance(np.int64(value), level + 1) if over else np.int64(value), np.int64(over)
    moves(board, state, desk.mask)
    common = np.int64(base(board, weights, state))
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
                clear, value = decided(board, weights, desk, after, seat, 0, frame.alpha, frame.beta, level + 1)
                if not clear and midway(board, after):
                    return False, best, certain
                if not clear:
                    value, sure = common + delta(board, weights, state, action, after), 0
            certain &= sure
            best = max(best, value) if frame.seat == 0 else min(best, value)
            if best >= frame.beta if frame.seat == 0 else best <= frame.alpha:
                return True, best, sure
    return True, best, certain


@inner
def search_next(board, desk, level):
    """Search the next action of a level: after the first with a null window, late ones less deeply."""
    frame = desk.frames[level]
    frame.action = pick_move(desk, level, frame.index, frame.number)
    frame.narrow = frame.index > 0 and frame.high - frame.low > 1
    frame.reduced = 0
    ends = 0 <= frame.left <= frame.depth
    if frame.index >= LATE and frame.depth >= SHALLOW and not desk.depth_limited and not ends:
        frame.reduced = 1 + (frame.index >= LATER)
    search_move(board, desk, level)


@inner
def search_move(board, desk, level):
    """Play the action of a level and set the window for what comes of it."""
    frame, after = desk.frames[level], desk.frames[level + 1]
    desk.states[level + 1] = desk.states[level]
    play(board, desk.states[level + 1], frame.action)
    after.depth = frame.depth - 1 - frame.reduced + frame.dominant
    after.alpha, after.beta = frame.low, frame.high
    if frame.narrow and frame.seat == 0:
        after.beta = frame.low + 1
    elif frame.narrow:
        after.alpha = frame.high - 1


@inner
def needs_research(frame, value, certain):
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
def search(board, weights, desk, table, control, top):
    """The value of the state of level `top` in the window of its frame, where `certain` says whether it is exact."""
    level = top
    while True:
        # arrive at a level: its value is known at once, or its actions are listed
        frame, hash_move = desk.frames[level], -1
        desk.nodes += 1
        if control[STOP]:
            return np.int64(0)
        settled, value, certain = settled_value(board, weights, desk, level)
        if not settled:
            settled, value, certain = frontier(board, weights, desk, level)
        if not settled:
            identify(board, weights, desk, level)
            settled, value, certain, hash_move = probe(table, frame, level)
        if not settled:
            frame.number = order_moves(board, weights, desk, level, hash_move)
            frame.index, frame.chosen, frame.certain = 0, -1, 1
            frame.low, frame.high = frame.alpha, frame.beta
            frame.best = -INFINITE if frame.seat == 0 else INFINITE
            search_next(board, desk, level)
            level += 1
            continue
        # a value goes up until a level has another action to look at
        while level > top:
            level -= 1
            frame = desk.frames[level]
            if needs_research(frame, value, certain):
                search_move(board, desk, level)
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
                reward(desk, level)
            elif frame.index < frame.number:
                search_next(board, desk, level)
                level += 1
                break
            store(table, frame, level)
            value, certain = frame.best, frame.certain
        else:
            desk.frames[top].certain = certain
            return value


@entry
def search_root(boards, weight_sets, desks, table, control, depth, roots, values, certain, width):
    """Search the root's moves so many actions deep, best first; return how many were finished.

    The first `width` of them get a value, the others only a bound: no better than the best.
    """
    board, weights, desk = boards[0], weight_sets[0], desks[0]
    desk.nodes, desk.depth_limited = 0, control[DEPTH_LIMITED]
    done = search_moves(board, weights, desk, table, control, depth, roots, values, certain, width)
    control[NODES] += desk.nodes
    return done


@inner
def search_moves(board, weights, desk, table, control, depth, roots, values, certain, width):
    """The moves of the root one after the other, each searched again if a null window was too narrow."""
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
            value = search(board, weights, desk, table, control, 1)
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
