"""Tree search for games that can foresee: a leaf is worth what its best move promises, not what a random game brings.

The draws of chance are in the tree as they come. Every move of a node that grows begins with some credit, won as
often as foreseen. A game that hides something from its players cannot be searched like this.
"""

import math
import threading

import numpy as np

from tablier.core.bits import count, lowest
from tablier.core.compiler import entry, part
from tablier.core.playouts import draw, playout
from tablier.core.rules import CHANCE, OVER, moves, payoff, play, turn
from tablier.search.clock import Clock
from tablier.search.habits import as_record, habits_of
from tablier.search.judgement import foresee
from tablier.search.thought import Thought, Value
from tablier.search.tree import share_out

# places in `control`
SIMULATIONS, USED = 0, 1

NODE = np.dtype([("first", "i4"), ("number", "i2"), ("action", "i2"), ("visits", "f4"), ("total", "f4")])
"""A node: its children, the action that leads here, and what it has brought whoever chose it."""


@part
def grow(mask, nodes, control, node):
    """Give a node a child for each action, if there is room."""
    number = 0
    for word in mask:
        number += np.int64(count(word))
    first = control[USED]
    if first + number > nodes.shape[0]:
        return False
    control[USED] += number
    nodes[node].first, nodes[node].number = np.int32(first), np.int16(number)
    for index in range(mask.shape[0]):
        word = mask[index]
        while word:
            nodes[first].action = np.int16(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            first += 1
    return True


@part
def select(nodes, node, curiosity):
    """The child with the highest upper confidence bound."""
    first, number = np.int64(nodes[node].first), np.int64(nodes[node].number)
    seen = np.float32(1)
    for index in range(first, first + number):
        seen += nodes[index].visits
    spread = np.float32(curiosity * math.sqrt(math.log(seen)))
    best, bound = first, np.float32(-1)
    for index in range(first, first + number):
        visits = nodes[index].visits
        value = nodes[index].total / visits + spread / math.sqrt(visits)
        if value > bound:
            best, bound = index, value
    return best


@part
def drawn(nodes, node, action):
    """The child of a draw."""
    child = np.int64(nodes[node].first)
    while nodes[child].action != action:
        child += 1
    return child


@part
def foreseen(mask, chances, seat, gains):
    """What each seat gets if the seat on turn plays the best of its moves."""
    best, number = 0, 0
    for word in mask:
        number += np.int64(count(word))
    for row in range(number):
        if chances[row, seat] > chances[best, seat]:
            best = row
    for other in range(gains.shape[0]):
        gains[other] = chances[best, other]


@part
def look_around(board, lore, state, mask, noticed, nodes, control, node, seat, chances, gains, habits):
    """Foresee what comes of a node's moves, and let it grow if it has had enough visits; return whether it did."""
    moves(board, state, mask)
    if node == 0:
        for index in range(mask.shape[0]):
            mask[index] &= noticed[index]
    foresee(board, lore, state, mask, chances)
    if (node and nodes[node].visits < habits.patience) or not grow(mask, nodes, control, node):
        foreseen(mask, chances, seat, gains)
        return False
    first = np.int64(nodes[node].first)
    for row in range(nodes[node].number):
        nodes[first + row].visits = np.float32(habits.credit)
        nodes[first + row].total = np.float32(habits.credit * chances[row, seat])
    return True


@part
def play_out(board, state, mask, rng, out, sides, shares, gains, habits, share):
    """Play at random to the end, and let that count for a share of what each seat gets."""
    playout(board, state, mask, rng)
    payoff(board, state, out)
    share_out(out, sides, shares, habits)
    for seat in range(gains.shape[0]):
        gains[seat] += share * (shares[seat] - gains[seat])


@entry
def simulate(
    boards, lores, states, mask, noticed, nodes, trail, chances, out, sides, gains, all_habits, rng, flags, control,
    most,
):  # fmt: skip
    """Simulate from `states[0]` until stopped or `most` times, at least once; at the root with `noticed` moves only."""
    board, lore, habits = boards[0], lores[0], all_habits[0]
    while control[SIMULATIONS] == 0 or not (flags[0] or control[SIMULATIONS] >= most):
        states[1] = states[0]
        state = states[1]
        node, length, share = 0, 0, 1.0
        seat = turn(board, state)
        while seat != OVER:
            if seat == CHANCE:
                moves(board, state, mask)
                if nodes[node].number == 0 and not grow(mask, nodes, control, node):
                    break
                action = draw(board, state, mask, rng)
                node = drawn(nodes, node, action)
            else:
                if nodes[node].number == 0 and not look_around(
                    board, lore, state, mask, noticed, nodes, control, node, seat, chances, gains, habits
                ):
                    share = 1 - habits.trust
                    break
                node = select(nodes, node, habits.curiosity)
                action = np.int64(nodes[node].action)
            trail[length, 0], trail[length, 1] = node, seat
            length += 1
            play(board, state, action)
            seat = turn(board, state)
        if share > 0:
            play_out(board, state, mask, rng, out, sides, chances[0], gains, habits, share)
        for step in range(length):
            nodes[trail[step, 0]].visits += np.float32(1)
            if trail[step, 1] != CHANCE:
                nodes[trail[step, 0]].total += np.float32(gains[trail[step, 1]])
        control[SIMULATIONS] += 1


class Tree:
    """One core's tree and what it needs to grow it."""

    def __init__(self, view, noticed, lore, habits, memory, seed, clock):
        rules = view.game.rules
        words = (rules.ACTIONS + 63) // 64
        self.nodes = np.zeros(max(1000, memory // NODE.itemsize), NODE)
        self.control = np.array([0, 1], np.int64)
        bits = np.zeros(64 * words, np.uint8)
        bits[[move.actions[0] for move in noticed]] = 1
        self.arguments = (
            view._board, lore, np.repeat(view._state, 2), np.zeros(words, np.uint64),
            np.packbits(bits, bitorder="little").view(np.uint64), self.nodes,
            np.zeros((2 * rules.LONGEST + 2, 2), np.int64), np.zeros((rules.ACTIONS, view.seats)), np.zeros(view.seats),
            np.array([view.sides.index(side) for side in view.sides]), np.zeros(view.seats), as_record(habits),
            np.array([seed], np.uint64), clock.control, self.control,
        )  # fmt: skip

    def grow(self, most) -> None:
        simulate(*self.arguments, most)

    def worth(self) -> dict[int, tuple[float, float]]:
        """Visits and gains of the root's actions."""
        first, number = int(self.nodes[0]["first"]), int(self.nodes[0]["number"])
        children = self.nodes[first : first + number]
        return {int(child["action"]): (float(child["visits"]), float(child["total"])) for child in children}


class Foresight:
    """Imagines `simulations` games a little way ahead, or as many as time allows."""

    def __init__(self, simulations: int | None = None):
        self.simulations = simulations

    def think(self, view, noticed, seconds, stop, cores, memory, seed, all_moves) -> Thought:
        known = view.game.part("judgement")
        habits = habits_of(known, view)
        most = 2**62 if self.simulations is None else self.simulations
        with Clock(seconds, stop) as clock:
            lore = known.lore(view)
            trees = [Tree(view, noticed, lore, habits, memory // cores, seed + core, clock) for core in range(cores)]
            threads = [threading.Thread(target=tree.grow, args=(most,)) for tree in trees]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            spent = clock.spent
        return _thought(noticed, trees, spent)


def _thought(noticed, trees, spent) -> Thought:
    worths = [tree.worth() for tree in trees]
    judged = []
    for move in noticed:
        visits, total = np.sum([worth[move.actions[0]] for worth in worths], axis=0).tolist()
        judged.append((visits, total / visits, move))
    judged.sort(key=lambda entry: entry[:2], reverse=True)
    values = tuple(Value(move, min(1.0, chance)) for _, chance, move in judged)
    work = sum(int(tree.control[SIMULATIONS]) for tree in trees)
    return Thought(judged[0][2], values, (judged[0][2],), False, (), 0, work, spent)
