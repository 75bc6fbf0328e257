"""Alpha-beta as a player calls it: iterative deepening until time is up or the end of every move is certain.

Iterative deepening: Slate and Atkin, "CHESS 4.5", 1977. Other cores search the same moves in another order and share
the transposition table (lazy SMP). Invariant: a depth that is broken off counts only for the moves that were
searched to the end of it, and the best one of the depth before is always the first of them.
"""

import math
import threading
from collections.abc import Iterable
from random import Random

import numpy as np

from tablier.core.moves import Move
from tablier.core.position import Position
from tablier.search.alphabeta.desk import Desk, Numbers, root_actions
from tablier.search.alphabeta.kernel import DEPTH_LIMITED, NODES
from tablier.search.alphabeta.pv import is_dominant
from tablier.search.alphabeta.table import Table, new_table
from tablier.search.alphabeta.values import POINT
from tablier.search.analysis import Thought, Value
from tablier.search.request import Request
from tablier.search.stop import STOP, Timer

SPREAD = 4.0
"""An expected lead of so many points is three chances in four to win."""


class AlphaBeta:
    """Searches so many actions deep, or as deep as time allows; one action deep in any case."""

    def __init__(self, depth: int | None = None):
        self.depth = depth

    def prepare(self, view: Position) -> None:
        moves = list(view.moves)
        _dominant(view, moves[:1])
        desk, table, control = Desk(view), new_table(0, 0), np.zeros(8, np.int64)
        control[STOP] = 1
        desk.search(table, control, 1, root_actions(moves[:1]), 1)
        desk.follow(table, 0, np.zeros(1, np.int64))

    def think(self, request: Request) -> Thought:
        view, sign = request.view, 1 if request.view.turn == 0 else -1
        considered = list(request.moves)
        plain = _dominant(view, considered)
        if plain and not request.all_moves:
            considered = plain
        moves = Random(request.seed).sample(considered, len(considered))  # one of the best, not always the same
        moves.sort(key=lambda move: move not in plain)
        width = len(moves) if request.all_moves else 1
        deepest = self.depth or 2 * view.game.rules.LONGEST
        with Timer(request.seconds, request.stop) as timer:
            table = new_table(request.memory, request.seconds)
            timer.control[DEPTH_LIMITED] = self.depth is not None
            helpers = [
                threading.Thread(target=_help, args=(view, moves, table, timer, deepest))
                for _ in range(request.cores - 1)
            ]
            for helper in helpers:
                helper.start()
            desk = Desk(view)
            unhurried = timer.control.copy()  # one action deep is searched in any case, so that every move has a value
            unhurried[[STOP, NODES]] = 0
            done, values, certain = desk.search(table, unhurried, 1, root_actions(moves), width)
            timer.control[NODES] += unhurried[NODES]
            moves, values, certain = _sorted(moves, values, certain, done, sign)
            depth = 1
            while not (timer.over or depth >= deepest or (certain.all() and done == len(moves))):
                desk.age_history()
                done, seen, sure = desk.search(table, timer.control, depth + 1, root_actions(moves), width)
                if done == 0:  # the best move so far comes first, so that a broken-off look still counts
                    break
                depth += 1
                values[:done], certain[:done] = seen[:done], sure[:done]
                moves, values, certain = _sorted(moves, values, certain, done, sign)
            if (
                0 < done < len(moves) and certain[0] and sign * values[0] < 0
            ):  # rather one not looked at than a lost one
                moves, values, certain = moves[done:] + moves[:done], np.roll(values, -done), np.roll(certain, -done)
            if certain[0]:
                line = _best_line(view, moves[0], depth, table, timer)
            else:
                line = _expected_line(view, moves[0], int(values[0]), desk, table)
            timer.control[STOP] = 1
            for helper in helpers:
                helper.join()
            spent = timer.spent
        judged = tuple(
            _value(move, sign * int(value), bool(sure), index >= width)
            for index, (move, value, sure) in enumerate(zip(moves, values, certain, strict=True))
        )
        return Thought(
            moves[0], judged, line, judged[0].exact, depth=depth, work=int(timer.control[NODES]), seconds=spent
        )


def _sorted(
    moves: list[Move], values: Numbers, certain: Numbers, done: int, sign: int
) -> tuple[list[Move], Numbers, Numbers]:
    """The moves that were searched, best first; the others as they were."""
    order = [*np.argsort(-sign * values[:done], kind="stable").tolist(), *range(done, len(moves))]
    return [moves[index] for index in order], values[order], certain[order]


def _help(view: Position, moves: list[Move], table: Table, timer: Timer, deepest: int) -> None:
    """Search the same moves in another order, for what that leaves in the table."""
    desk, depth, moves = Desk(view), 1, moves[::-1]
    while not timer.over and depth < deepest:
        desk.search(table, timer.control, depth + 1, root_actions(moves), 1)
        depth += 1


def _best_line(view: Position, move: Move, depth: int, table: Table, timer: Timer) -> tuple[Move, ...]:
    """Best play of both sides after a move whose end is certain, as far as time allows."""
    position, line = view.after(move), [move]
    while not position.over:
        moves = list(_dominant(position, position.moves) or position.moves)
        done, values, _ = Desk(position).search(table, timer.control, depth - len(line), root_actions(moves), 1)
        if done < len(moves):
            break
        line.append(moves[int(np.argmax(values) if position.turn == 0 else np.argmin(values))])
        position = position.after(line[-1])
    return tuple(line)


def _expected_line(view: Position, move: Move, value: int, desk: Desk, table: Table) -> tuple[Move, ...]:
    """The moves expected to follow, as far as the table remembers them."""
    position, line = view.after(move), [move]
    desk.states[1] = position.arrays.state[0]
    actions = np.zeros(view.game.rules.LONGEST, np.int64)
    ahead = actions[: desk.follow(table, value, actions)].tolist()
    while ahead and not position.over:
        fitting = [other for other in position.moves if list(other.actions) == ahead[: len(other.actions)]]
        if not fitting:
            break
        line.append(fitting[0])
        position = position.after(fitting[0])
        ahead = ahead[len(fitting[0].actions) :]
    return tuple(line)


def _dominant(view: Position, moves: Iterable[Move]) -> list[Move]:
    """The move that needs no thought, if there is one."""
    judgement = view.game.judgement
    if judgement.ordering.dominant is None:
        return []
    weights, board = judgement.weights(view), view.arrays.board
    return [
        move for move in moves if is_dominant(board, weights, view.arrays.copies(), np.array(move.actions, np.int64))
    ]


def _value(move: Move, value: int, certain: bool, bound: bool) -> Value:
    """A search value, seen from the seat on turn, as a chance and a margin."""
    points = abs(value) / POINT
    margin = math.copysign(math.floor(points + 0.5) if certain else points, value) if value else 0.0
    if not certain:
        return Value(move, 1 / (1 + math.exp(-max(-30, min(30, margin / SPREAD)))), margin, bound=bound)
    plies = int(abs(margin) * POINT - abs(value)) if value else None
    chance = 0.5 if margin == 0 else float(margin > 0)
    return Value(move, chance, margin, True, None if bound else plies, bound)
