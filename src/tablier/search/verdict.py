"""Who wins, for sure, without asking by how much: that is known much earlier in a game than the margin."""

import numpy as np

from tablier.core.compiler import entry
from tablier.core.rules import play, turn
from tablier.search.alphabeta import NODES, STOP, seek
from tablier.search.clock import Clock
from tablier.search.lookahead import Desk, room

WON, DRAWN, LOST, UNKNOWN = 2, 1, 0, -1
GLANCE = 6
"""So deep the moves are looked at first, to ask for the most promising ones first."""


@entry
def settle(boards, desks, table, control, deepest, actions, results):
    """Find for each move of the root, for the seat on turn, whether it is won, drawn or lost, until one is won."""
    board, desk = boards[0], desks[0]
    desk.nodes, desk.limited = 0, 0
    maximising = turn(board, desk.states[0]) == 0
    for index in range(actions.shape[0]):
        wins, holds = False, False
        for ask in range(2):
            desk.states[1] = desk.states[0]
            for action in actions[index]:
                if action >= 0:
                    play(board, desk.states[1], action)
            frame = desk.frames[1]
            frame.depth = deepest
            frame.alpha = np.int64(0 if maximising == (ask == 0) else -1)
            frame.beta = frame.alpha + 1
            value = seek(board, desk, table, control, 1)
            better = value > frame.alpha if maximising else value < frame.beta
            if ask == 0:
                wins = better
            holds = better
            if better or control[STOP]:
                break
        if control[STOP]:
            break
        results[index] = WON if wins else DRAWN if holds else LOST
        if wins:
            break
    control[NODES] += desk.nodes


def verdicts(view, noticed, seconds, stop, memory) -> tuple[dict, int]:
    """For each move WON, DRAWN, LOST or, if time is up or another one is won, UNKNOWN; and the positions looked at."""
    table, desk = room(memory, seconds), Desk(view)
    longest = max(len(move.actions) for move in noticed)
    actions = np.array([move.actions + (-1,) * (longest - len(move.actions)) for move in noticed], np.int64)
    results = np.full(len(noticed), UNKNOWN)
    sign = 1 if view.turn == 0 else -1
    with Clock(seconds, stop) as clock:
        done, values, _ = desk.deepen(view._board, table, clock.control, GLANCE, actions, 1)
        order = np.argsort(-sign * values, kind="stable") if done == len(noticed) else np.arange(len(noticed))
        desk.history[:] = 0
        settle(view._board, desk.record, table, clock.control, 2 * view.game.rules.LONGEST, actions[order], results)
    found = {noticed[index]: int(result) for index, result in zip(order.tolist(), results, strict=True)}
    return found, int(clock.control[NODES])
