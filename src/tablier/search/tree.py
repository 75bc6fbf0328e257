"""Tree search by simulation, for any number of seats, with draws and with secrets.

Every simulation guesses what the searching seat cannot know, walks down the tree by upper confidence
bounds, plays on to the end and brings back what each seat got. A seat that is thought to hold a secret
chooses by it: the worth of a move is kept apart for each kind of secret its player may hold.
"""

import math
import threading

import numpy as np

from tablier.core.bits import choose, lowest
from tablier.core.compiler import entry, part
from tablier.core.playouts import draw
from tablier.core.rules import CHANCE, OVER, moves, payoff, play, turn
from tablier.search.clock import Clock
from tablier.search.judgement import guess, kind, offers, promise
from tablier.search.thought import Thought, Value

# places in `control`
SIMULATIONS, USED = 0, 1

# places in `habits`
CURIOSITY, MARGIN, SAMPLES, PRIOR = 0, 1, 2, 3

PLAIN = (1.0, 0.0, 1.0, 0.0)
"""The habits of plain tree search: random games, won or lost."""

HABITS = (0.7, 0.05, 3.0, 4.0)
"""The habits of a player who knows what a move promises; a game's `HABITS` are by number of seats."""


def node_type(kinds: int) -> np.dtype:
    """A node: the action that leads to it, its children, and its worth to whoever chose it."""
    return np.dtype(
        [
            ("first", "i4"),
            ("number", "i2"),
            ("action", "i2"),
            ("visits", "f4", (kinds,)),
            ("total", "f4", (kinds,)),
        ],
        align=True,
    )


@part
def expand(board, state, mask, seat, nodes, control, node, habits):
    """Give a node its children, if there is room; those that promise more begin with some credit."""
    number = 0
    for word in mask:
        while word:
            number += 1
            word &= word - np.uint64(1)
    if control[USED] + number > nodes.shape[0]:
        return False
    first = control[USED]
    control[USED] += number
    place = first
    for index in range(mask.shape[0]):
        word = mask[index]
        while word:
            nodes[place].action = np.int16(index * 64 + lowest(word))
            nodes[place].number = np.int16(0)
            for secret in range(nodes[place].visits.shape[0]):
                nodes[place].visits[secret] = np.float32(0)
                nodes[place].total[secret] = np.float32(0)
            word &= word - np.uint64(1)
            place += 1
    if seat != CHANCE and habits[PRIOR] > 0:
        credit(board, state, seat, nodes, first, number, habits)
    nodes[node].first = np.int32(first)
    nodes[node].number = np.int16(number)
    return True


@part
def credit(board, state, seat, nodes, first, number, habits):
    """Before the first visit: some visits in advance, won or lost according to promise."""
    secret = kind(board, state, seat)
    most, least = -1e30, 1e30
    for index in range(first, first + number):
        worth = np.float64(promise(board, state, np.int64(nodes[index].action)))
        nodes[index].total[secret] = np.float32(worth)
        most, least = max(most, worth), min(least, worth)
    for index in range(first, first + number):
        share = (nodes[index].total[secret] - least) / (most - least) if most > least else 0.5
        nodes[index].visits[secret] = np.float32(habits[PRIOR])
        nodes[index].total[secret] = np.float32(habits[PRIOR] * (0.2 + 0.6 * share))


@part
def select(nodes, node, secret, habits, rng):
    """The child with the highest upper confidence bound, for a player with that secret."""
    first, number = np.int64(nodes[node].first), np.int64(nodes[node].number)
    visits = 1.0
    for index in range(first, first + number):
        visits += nodes[index].visits[secret]
    spread = habits[CURIOSITY] * math.sqrt(math.log(visits + 1.0))
    best, bound = first, -1.0
    offset = np.int64(choose_index(rng, number))
    for step in range(number):
        index = first + (step + offset) % number
        seen = nodes[index].visits[secret]
        value = 1e9 if seen == 0 else nodes[index].total[secret] / seen + spread / math.sqrt(seen)
        if value > bound:
            best, bound = index, value
    return best


@part
def choose_index(rng, number):
    rng[0] = rng[0] * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    return ((rng[0] >> np.uint64(33)) * np.uint64(number)) >> np.uint64(31)


@part
def rollout(board, state, mask, rng, habits):
    """Play on to the end: of a few random moves the one that promises most."""
    samples = np.int64(habits[SAMPLES])
    seat = turn(board, state)
    while seat != OVER:
        moves(board, state, mask)
        if seat == CHANCE:
            action = draw(board, state, mask, rng)
        else:
            action = choose(mask, rng)
            if samples > 1:
                best = promise(board, state, action)
                for _ in range(samples - 1):
                    other = choose(mask, rng)
                    if other != action:
                        worth = promise(board, state, other)
                        if worth > best:
                            action, best = other, worth
        play(board, state, action)
        seat = turn(board, state)


@part
def share_out(out, gains, habits):
    """What each seat got, from 0 to 1: its share of the win, blended with how clear it was."""
    best, worst = out[0], out[0]
    for value in out:
        best, worst = max(best, value), min(worst, value)
    winners = 0
    for value in out:
        winners += value == best
    for seat in range(out.shape[0]):
        others = -1e30
        for other in range(out.shape[0]):
            if other != seat:
                others = max(others, out[other])
        won = 1.0 / winners if out[seat] == best else 0.0
        if habits[MARGIN] > 0:
            clear = 0.5 + 0.5 * math.tanh((out[seat] - others) * habits[MARGIN])
            gains[seat] = 0.7 * won + 0.3 * clear
        else:
            gains[seat] = won


@entry
def simulate(boards, states, mask, nodes, trail, rng, out, gains, odds, habits, flags, control, most):
    """Simulate from `states[0]` until stopped, or `most` times."""
    board = boards[0]
    while not flags[0] and control[SIMULATIONS] < most:
        states[1] = states[0]
        guess(board, states[1], odds, rng)
        state = states[1]
        node, length = 0, 0
        seat = turn(board, state)
        while seat != OVER:
            if nodes[node].number == 0:
                if node and nodes[node].visits[trail[length - 1, 2]] < 1.5 and habits[PRIOR] == 0:
                    break
                moves(board, state, mask)
                if not expand(board, state, mask, seat, nodes, control, node, habits):
                    break
                fresh = node != 0
            else:
                fresh = False
            if seat == CHANCE:
                moves(board, state, mask)
                action = draw(board, state, mask, rng)
                node = np.int64(nodes[node].first)
                while nodes[node].action != action:
                    node += 1
                secret = 0
            else:
                secret = kind(board, state, seat)
                node = select(nodes, node, secret, habits, rng)
                action = np.int64(nodes[node].action)
            trail[length, 0] = node
            trail[length, 1] = seat
            trail[length, 2] = secret
            length += 1
            play(board, state, action)
            seat = turn(board, state)
            if fresh:
                break
        rollout(board, state, mask, rng, habits)
        payoff(board, state, out)
        share_out(out, gains, habits)
        for step in range(length):
            place, mover, secret = trail[step, 0], trail[step, 1], trail[step, 2]
            nodes[place].visits[secret] += np.float32(1)
            if mover >= 0:
                nodes[place].total[secret] += np.float32(gains[mover])
        control[SIMULATIONS] += 1


class Forest:
    """One thread's tree and what it needs to grow it."""

    def __init__(self, view, kinds, memory, seed, clock):
        rules = view.game.rules
        kind_of_node = node_type(kinds)
        self.clock = clock
        self.board = view._board
        self.states = np.repeat(view._state, 2)
        self.mask = np.zeros((rules.ACTIONS + 63) // 64, np.uint64)
        self.nodes = np.zeros(max(1000, memory // kind_of_node.itemsize), kind_of_node)
        self.trail = np.zeros((rules.LONGEST + 2, 3), np.int64)
        self.rng = np.array([seed], np.uint64)
        self.out = np.zeros(view.seats)
        self.gains = np.zeros(view.seats)
        self.control = np.array([0, 1], np.int64)

    def grow(self, odds, habits, most) -> None:
        simulate(
            self.board, self.states, self.mask, self.nodes, self.trail, self.rng, self.out, self.gains, odds, habits,
            self.clock.control, self.control, most,
        )  # fmt: skip

    def worth(self, actions, secret) -> tuple[float, float]:
        """Visits and total of the node that these actions lead to."""
        node = 0
        for action in actions:
            first, number = int(self.nodes[node]["first"]), int(self.nodes[node]["number"])
            inside = np.flatnonzero(self.nodes["action"][first : first + number] == action)
            if not len(inside):
                return 0.0, 0.0
            node = first + int(inside[0])
        return float(self.nodes[node]["visits"][secret]), float(self.nodes[node]["total"][secret])


class TreeSearch:
    """Imagines `simulations` games, or as many as time allows."""

    def __init__(self, simulations: int | None = None, knowledge: bool = True):
        self.simulations = simulations
        self.knowledge = knowledge

    def think(self, view, noticed, seconds, stop, cores, memory, seed, all_moves) -> Thought:
        game = view.game
        known = game.part("judgement") if offers(game, "promise") else None
        kinds = getattr(known, "KINDS", 1)
        habits = np.array(PLAIN)
        odds = np.ones((view.seats, kinds))
        if self.knowledge and known is not None:
            habits = np.array(getattr(known, "HABITS", {}).get(view.seats, HABITS))
            odds = known.likelihood(view) if hasattr(known, "likelihood") else odds
        most = 2**62 if self.simulations is None else max(len(noticed), self.simulations)
        with Clock(seconds, stop) as clock:
            forests = [Forest(view, kinds, memory // cores, seed + core, clock) for core in range(cores)]
            threads = [threading.Thread(target=forest.grow, args=(odds, habits, most)) for forest in forests]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            spent = clock.spent
        secret = known.secret(view) if known is not None and hasattr(known, "secret") else 0
        return self._thought(view, noticed, forests, secret, spent)

    def _thought(self, view, noticed, forests, secret, spent) -> Thought:
        judged = []
        for move in noticed:
            visits, total = (sum(part) for part in zip(*(f.worth(move.actions, secret) for f in forests), strict=True))
            judged.append((visits, total / visits if visits else 0.0, move))
        judged.sort(key=lambda entry: entry[:2], reverse=True)
        values = tuple(Value(move, mean) for _, mean, move in judged)
        work = sum(int(forest.control[SIMULATIONS]) for forest in forests)
        return Thought(judged[0][2], values, (judged[0][2],), False, (), 0, work, spent)
