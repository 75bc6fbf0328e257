"""Looking ahead with alpha-beta, deeper and deeper, until time is up or the end of every move is certain."""

import math
import threading
from random import Random

import numpy as np

from tablier.search.alphabeta import LIMITED, NODES, POINT, STOP, deepen, desk_type
from tablier.search.clock import Clock
from tablier.search.follow import expected, follows_plainly
from tablier.search.judgement import offers
from tablier.search.thought import Thought, Value

SPREAD = 4.0
"""An expected lead of so many points is three chances in four to win."""

ENTRIES = 2_000_000
"""So many positions a second are remembered."""


class Desk:
    """What one thread needs to search from a view."""

    def __init__(self, view):
        self.record = np.zeros(1, desk_type(view.game.rules))
        self.states = self.record["states"][0]
        self.history = self.record["history"][0]
        self.record["killers"] = -1
        self.states[0] = view._state[0]

    def deepen(self, board, table, control, depth, roots, width):
        values, certain = np.zeros(len(roots), np.int64), np.zeros(len(roots), np.int64)
        done = deepen(board, self.record, table, control, depth, roots, values, certain, width)
        return done, values, certain

    def follow(self, board, table, value, line):
        return expected(board, self.record, table, value, line)


class AlphaBeta:
    """Looks `deepest` actions ahead, or as far as time allows."""

    def __init__(self, deepest: int | None = None):
        self.deepest = deepest

    def think(self, view, noticed, seconds, stop, cores, memory, seed, all_moves) -> Thought:
        table = room(memory, seconds)
        sign = 1 if view.turn == 0 else -1
        plain = _plain(view, noticed)
        if plain and not all_moves:
            noticed = plain
        moves = Random(seed).sample(noticed, len(noticed))  # one of the best, not always the same
        moves.sort(key=lambda move: move not in plain)
        width = len(moves) if all_moves else 1
        values, certain = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.int64)
        depth, done = 0, len(moves)
        with Clock(seconds, stop) as clock:
            clock.control[LIMITED] = self.deepest is not None
            helpers = [threading.Thread(target=self._help, args=(view, moves, table, clock)) for _ in range(cores - 1)]
            for helper in helpers:
                helper.start()
            desk = Desk(view)
            while not clock.over and depth < (self.deepest or 2 * view.game.rules.LONGEST):
                done, seen, sure = desk.deepen(
                    view._board, table, clock.control, depth + 1, _actions(moves), width
                )  # the best move so far comes first, so that a broken-off look still counts
                if done == 0:
                    break
                depth += 1
                values[:done], certain[:done] = seen[:done], sure[:done]
                order = np.argsort(-sign * values[:done], kind="stable")
                moves[:done] = [moves[index] for index in order]
                values[:done], certain[:done] = values[:done][order], certain[:done][order]
                desk.history >>= 2
                if certain[:done].all() and done == len(moves):
                    break
            if done < len(moves) and certain[0] and sign * values[0] < 0:  # rather one not looked at than a lost one
                moves, values, certain = moves[done:] + moves[:done], np.roll(values, -done), np.roll(certain, -done)
            if certain[0]:
                line = self._best_line(view, moves[0], depth, table, clock)
            else:
                line = self._expected_line(view, moves[0], int(values[0]), desk, table, clock)
            clock.control[STOP] = 1
            for helper in helpers:
                helper.join()
            spent = clock.spent
        judged = tuple(
            _value(view, move, sign * int(value), bool(sure), index >= width)
            for index, (move, value, sure) in enumerate(zip(moves, values, certain, strict=True))
        )
        work = int(clock.control[NODES])
        return Thought(moves[0], judged, line, judged[0].exact, (), depth, work, spent)

    def _help(self, view, moves, table, clock):
        """Another thread looks at the same moves in another order and shares what it finds in the table."""
        desk, depth, moves = Desk(view), 1, moves[::-1]
        control = clock.control
        while not clock.over and depth < (self.deepest or 2 * view.game.rules.LONGEST):
            desk.deepen(view._board, table, control, depth + 1, _actions(moves), 1)
            depth += 1

    def _best_line(self, view, move, depth, table, clock):
        """Best play of both sides after a move whose end is certain, as far as time allows."""
        position, line = view._after(move), [move]
        while not position.over:
            moves = list(_plain(position, position.moves) or position.moves)
            done, values, _ = Desk(position).deepen(
                view._board, table, clock.control, depth - len(line), _actions(moves), 1
            )
            if done < len(moves):
                break
            line.append(moves[int(np.argmax(values) if position.turn == 0 else np.argmin(values))])
            position = position._after(line[-1])
        return tuple(line)

    def _expected_line(self, view, move, value, desk, table, clock):
        """The moves expected to follow, as far as the table remembers them."""
        position, line = view._after(move), [move]
        desk.states[1] = position._state[0]
        actions = np.zeros(view.game.rules.LONGEST, np.int64)
        length = desk.follow(view._board, table, value, actions)
        ahead = actions[:length].tolist()
        while ahead and not position.over:
            fitting = [other for other in position.moves if list(other.actions) == ahead[: len(other.actions)]]
            if not fitting:
                break
            line.append(fitting[0])
            position = position._after(fitting[0])
            ahead = ahead[len(fitting[0].actions) :]
        return tuple(line)


def room(memory, seconds) -> np.ndarray:
    """Room for what can be found in the time: fresh memory is slow, and a short look needs little of it."""
    entries = min(memory // 32, seconds * ENTRIES)
    return np.zeros((1 << max(10, math.ceil(math.log2(max(1, entries)))), 2), np.uint64)


def _plain(view, moves) -> list:
    """The move that needs no thought, if there is one."""
    if not offers(view.game, "obvious"):
        return []
    actions = [(move, np.array(move.actions, np.int64)) for move in moves]
    return [move for move, path in actions if follows_plainly(view._board, view._state.copy(), path)]


def _actions(moves) -> np.ndarray:
    longest = max(len(move.actions) for move in moves)
    return np.array([move.actions + (-1,) * (longest - len(move.actions)) for move in moves], np.int64)


def _value(view, move, value, certain, bound) -> Value:
    """A search value, seen from the seat on turn, as a chance and a margin."""
    margin = math.floor(abs(value) / POINT + 0.5) if certain else abs(value) / POINT
    margin = math.copysign(margin, value) if value else 0.0
    if not certain:
        return Value(move, 1 / (1 + math.exp(-max(-30, min(30, margin / SPREAD)))), margin, bound=bound)
    plies = int(abs(margin) * POINT - abs(value)) if value else None
    chance = 0.5 if margin == 0 else float(margin > 0)
    return Value(move, chance, margin, True, None if bound else plies, bound)
