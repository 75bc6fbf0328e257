"""Tree search by simulation, for any number of seats, with draws and with secrets.

Every simulation guesses what the searching seat cannot know, walks down the tree by upper confidence
bounds, plays on to the end and brings back what each seat got. A seat that is thought to hold a secret
chooses by it: the worth of a move is kept apart for each kind of secret its player may hold. In some of
the simulations the searching seat's own secret is guessed too, as the others would guess it: so the
others in the tree know of it what the moves tell, and no more.

Which moves are legal must not depend on what is secret.
"""

import math

import numpy as np

from tablier.core.bits import below, choose, count, lowest
from tablier.core.compiler import entry, part
from tablier.core.playouts import draw
from tablier.core.rules import CHANCE, OVER, SPECTATOR, fill, hide, moves, payoff, play, points, turn
from tablier.search.insight import POINT, WON, glimpse, insight_bound, look_back
from tablier.search.judgement import alike, evaluate, guess, kind, promise, telling

# places in `control`
SIMULATIONS, USED = 0, 1

SELDOM = 15
"""In one of so many simulations (and one) the points at the end are counted."""

NODE = np.dtype(
    [
        ("first", "i4"),  # its children are this node and the following ones
        ("number", "i2"),  # how many they are; none before it has grown
        ("action", "i2"),  # the one that leads here
        ("count", "i4"),  # how many simulations came here
        ("counted", "i4"),  # in how many of them the points at the end were counted
        ("lead", "f4"),  # the searching seat's leads then, added up
    ]
)
"""A node of the tree. What it is worth to whoever chose it is kept beside, for each kind of secret."""


@part
def grow(board, state, mask, twins, nodes, control, node, merge):
    """Give a node its children, if there is room; with `merge` one for all actions that come to the same."""
    number = 0
    for word in mask:
        number += np.int64(count(word))
    first = control[USED]
    if first + number > nodes.shape[0]:
        return False
    if merge:
        alike(board, state, twins)
    place = first
    for index in range(mask.shape[0]):
        word = mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            if not merge or twins[action] == action:
                nodes[place].action = np.int16(action)
                place += 1
    control[USED] = place
    nodes[node].first = np.int32(first)
    nodes[node].number = np.int16(place - first)
    return True


@part
def credit(board, state, nodes, visits, totals, first, number, habits):
    """Before a kind of player chooses for the first time: some visits in advance, won as a move promises."""
    most, least = -1e30, 1e30
    for index in range(first, first + number):
        worth = np.float64(promise(board, state, np.int64(nodes[index].action)))
        totals[index] = np.float32(worth)
        most, least = max(most, worth), min(least, worth)
    for index in range(first, first + number):
        share = (totals[index] - least) / (most - least) if most > least else 0.5
        visits[index] = np.float32(habits.credit)
        totals[index] = np.float32(habits.credit * (0.5 + habits.sway * (share - 0.5)))


@part
def select(board, state, nodes, visits, totals, looks, kin, node, habits, rng):
    """The child with the highest upper confidence bound; `visits` and `totals` are those of one kind."""
    first, number = np.int64(nodes[node].first), np.int64(nodes[node].number)
    seen = np.float32(0)
    for index in range(first, first + number):
        seen += visits[index]
    if seen == 0 and habits.insight == 0:
        if habits.credit == 0:
            return first + np.int64(below(rng, np.uint64(number)))
        credit(board, state, nodes, visits, totals, first, number, habits)
        seen = np.float32(habits.credit * number)
    spread = np.float32(habits.curiosity * math.sqrt(math.log(seen + 1.0)))
    best, bound = first, np.float32(-1.0)
    offset = np.int64(below(rng, np.uint64(number)))
    for step in range(number):
        index = first + step + offset
        if index >= first + number:
            index -= number
        if habits.insight > 0:
            value = insight_bound(looks[index], visits[index], totals[index], spread, habits)
        elif habits.kinship > 0:
            value = kindred_bound(visits[index], totals[index], kin[index, 0], kin[index, 1], spread, habits)
        elif visits[index] == 0:
            return index
        else:
            value = totals[index] / visits[index] + spread / np.float32(math.sqrt(visits[index]))
        if value > bound:
            best, bound = index, value
    return best


@part
def kindred_bound(visits, total, later, gained, spread, habits):
    """The bound of a move judged also by the games in which its player played it later."""
    own = total / visits if visits > 0 else np.float32(0.5)
    if later > 0:
        k = np.float32(habits.kinship)
        trust = later / (later + visits + later * visits / k)
        own += trust * (gained / later - own)
    elif visits == 0:
        return np.float32(1e9)
    return own + spread / np.float32(math.sqrt(visits + 1))


@part
def rollout(board, state, mask, rng, habits, stamps, stamp):
    """Play on to the end: of a few random moves the one that promises most."""
    samples = np.int64(habits.samples)
    kindred = habits.kinship > 0
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
                    worth = promise(board, state, other)
                    if worth > best:
                        action, best = other, worth
            if kindred:
                stamps[seat, action] = stamp
        play(board, state, action)
        seat = turn(board, state)


@part
def share_out(out, sides, gains, habits):
    """What each seat got, from 0 to 1: its side's share of the win, blended with how clear it was.

    A side is known by its first seat.
    """
    best = out[0]
    for value in out:
        best = max(best, value)
    winners = 0
    for seat in range(out.shape[0]):
        winners += out[seat] == best and sides[seat] == seat
    for seat in range(out.shape[0]):
        gains[seat] = 1.0 / winners if out[seat] == best else 0.0
    if habits.clarity > 0:
        for seat in range(out.shape[0]):
            clear = 0.5 + 0.5 * math.tanh(ahead(out, sides, seat) / habits.steady)
            gains[seat] += habits.clarity * (clear - gains[seat])


@part
def ahead(out, sides, seat):
    """By how much a seat leads the best of the other sides."""
    others = -1e30
    for other in range(out.shape[0]):
        if sides[other] != sides[seat]:
            others = max(others, np.float64(out[other]))
    return out[seat] - others


@part
def imagine(board, state, odds, habits, rng):
    """Fill in what is hidden; sometimes the searcher's own secret is hidden first."""
    if habits.hiding > 0 and np.float64(below(rng, np.uint64(1 << 20))) < habits.hiding * (1 << 20):
        hide(board, state, SPECTATOR)
    if habits.secrets > 0:
        guess(board, state, odds, rng)
    else:
        fill(board, state, rng)


@part
def teach_kin(nodes, kin, parent, mover, stamps, stamp, gain):
    """Tell a node's moves of a game in which their player played them, at once or later."""
    first, number = np.int64(nodes[parent].first), np.int64(nodes[parent].number)
    for index in range(first, first + number):
        if stamps[mover, nodes[index].action] == stamp:
            kin[index, 0] += np.float32(1)
            kin[index, 1] += np.float32(gain)


@entry
def simulate(
    boards, states, mask, twins, nodes, visits, totals, looks, kin, stamps, trail, rng, out, score, sides, gains, odds,
    costs, all_habits, flags, control, most,
):  # fmt: skip
    """Simulate from `states[0]` until stopped, or `most` times."""
    board, habits = boards[0], all_habits[0]
    while not flags[0] and control[SIMULATIONS] < most:
        states[1] = states[0]
        state = states[1]
        imagine(board, state, odds, habits, rng)
        node, length = 0, 0
        stamp = control[SIMULATIONS] + 1
        seat = turn(board, state)
        searcher = seat
        while seat != OVER:
            if nodes[node].number == 0:
                if node and nodes[node].count < habits.patience:
                    break
                moves(board, state, mask)
                merge = habits.twins > 0 and seat != CHANCE
                if not grow(board, state, mask, twins, nodes, control, node, merge):
                    break
                if habits.insight > 0:
                    glimpse(board, states, nodes, looks, out, node, habits)
                    look_back(nodes, looks, trail, length)
                    if node:
                        break
            secret = 0
            trail[length, 3] = node
            if seat == CHANCE:
                moves(board, state, mask)
                action = draw(board, state, mask, rng)
                node = np.int64(nodes[node].first)
                while nodes[node].action != action:
                    node += 1
            else:
                if habits.secrets > 0:
                    secret = kind(board, state, seat)
                node = select(board, state, nodes, visits[secret], totals[secret], looks, kin, node, habits, rng)
                action = np.int64(nodes[node].action)
                if habits.kinship > 0:
                    stamps[seat, action] = stamp
            trail[length, 0], trail[length, 1], trail[length, 2] = node, seat, secret
            length += 1
            play(board, state, action)
            seat = turn(board, state)
        told = habits.insight > 0 and seat != OVER and telling(board, state)
        if told:
            gains[seat] = WON - looks[node]
            gains[1 - seat] = looks[node]
        else:
            rollout(board, state, mask, rng, habits, stamps, stamp)
            payoff(board, state, out)
            share_out(out, sides, gains, habits)
        for step in range(length):
            place, mover, secret = trail[step, 0], trail[step, 1], trail[step, 2]
            nodes[place].count += 1
            visits[secret, place] += np.float32(1)
            if mover >= 0:
                totals[secret, place] += np.float32(gains[mover])
                if habits.kinship > 0:
                    teach_kin(nodes, kin, trail[step, 3], mover, stamps, stamp, gains[mover])
        totals[trail[0, 2], trail[0, 0]] -= costs[nodes[trail[0, 0]].action]
        if control[SIMULATIONS] & SELDOM == 0:
            points(board, state, score)
            lead = np.float32(ahead(score, sides, searcher))
            if told:
                lead = np.float32(evaluate(board, state) * (1 - 2 * searcher)) / POINT
            for step in range(length):
                nodes[trail[step, 0]].counted += 1
                nodes[trail[step, 0]].lead += lead
        control[SIMULATIONS] += 1


@entry
def find_twins(boards, states, twins):
    """For each action, the first of those that come to the same."""
    for action in range(twins.shape[0]):
        twins[action] = action
    alike(boards[0], states[0], twins)
