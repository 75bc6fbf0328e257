"""A win/draw/loss solver: who wins, for sure, without asking by how much. That is known much earlier in a game.

Null-window searches to the end around a draw, move by move, the most promising first, until one wins (as Scout asks
whether a move is better before it asks how good it is: Pearl, "Asymptotic properties of minimax trees and
game-searching procedures", 1980). Invariant: what is not searched to its end is UNKNOWN, never a guess.
"""

import threading
from collections.abc import Sequence

import numpy as np

from tablier.core.compiler import entry
from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.core.rules import play, turn
from tablier.search.alphabeta.desk import Desk, root_actions
from tablier.search.alphabeta.kernel import NODES, search
from tablier.search.alphabeta.table import new_table
from tablier.search.stop import STOP, Timer

WON, DRAWN, LOST, UNKNOWN = 2, 1, 0, -1
GLANCE = 6
"""So deep the moves are searched first, to ask for the most promising ones first."""


@entry
def solve(boards, weight_sets, desks, table, control, depth, actions, results):
    """Find for each move of the root, for the seat on turn, whether it is won, drawn or lost, until one is won."""
    board, weights, desk = boards[0], weight_sets[0], desks[0]
    desk.nodes, desk.depth_limited = 0, 0
    maximising = turn(board, desk.states[0]) == 0
    for index in range(actions.shape[0]):
        wins, holds = False, False
        for ask in range(2):
            desk.states[1] = desk.states[0]
            for action in actions[index]:
                if action >= 0:
                    play(board, desk.states[1], action)
            frame = desk.frames[1]
            frame.depth = depth
            frame.alpha = np.int64(0 if maximising == (ask == 0) else -1)
            frame.beta = frame.alpha + 1
            value = search(board, weights, desk, table, control, 1)
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


def results(
    view: Position, moves: Sequence[Move], seconds: float, stop: threading.Event | None, memory: int
) -> tuple[dict[Move, int], int]:
    """For each move WON, DRAWN, LOST or, if time is up or another one is won, UNKNOWN; and the positions searched."""
    table, desk, actions = new_table(memory, seconds), Desk(view), root_actions(moves)
    found = np.full(len(moves), UNKNOWN)
    sign = 1 if view.turn == 0 else -1
    with Timer(seconds, stop) as timer:
        done, values, _ = desk.search(table, timer.control, GLANCE, actions, 1)
        order = np.argsort(-sign * values, kind="stable") if done == len(moves) else np.arange(len(moves))
        desk.forget_history()
        solve(
            desk.board, desk.weights, desk.record, table, timer.control, 2 * view.game.rules.LONGEST,
            actions[order], found,
        )  # fmt: skip
    return {moves[index]: int(result) for index, result in zip(order.tolist(), found, strict=True)}, int(
        timer.control[NODES]
    )


def prepare(view: Position) -> None:
    """Load or compile the solver."""
    desk, control = Desk(view), np.zeros(8, np.int64)
    control[STOP] = 1
    actions = root_actions(view.moves[:1])
    solve(
        desk.board, desk.weights, desk.record, new_table(0, 0), control, 1, actions, np.full(1, UNKNOWN)
    )  # fmt: skip
