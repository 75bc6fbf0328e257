"""Growing the tree: UCT for any number of seats, with chance nodes and with secrets.

Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006. A simulation walks down from the root by upper
confidence bounds, values the leaf (`leaf`) and backs that up: a move's value is what its own player got, from 0 to 1
(max^n for more than two seats). Draws are chance nodes, taken as often as the rules say.

Secrets are sampled anew in every simulation (information-set MCTS: Cowling, Powley and Whitehouse 2012), and a seat
chooses by the secret it is thought to hold: statistics are kept apart for each kind. In some simulations the
searching seat's own secret is sampled too, as the others would guess it: so the others in the tree know of it what
the moves tell, and no more. Invariant: which moves are legal must not depend on what is secret.
"""

import math

import numpy as np

from tablier.core.bits import below, count, lowest
from tablier.core.compiler import entry, inner, part
from tablier.core.playouts import draw
from tablier.core.rules import CHANCE, OVER, SPECTATOR, fill, hide, moves, payoff, play, points, turn
from tablier.search.hooks import action_values, beats_playouts, equivalent, evaluate, kind, prior, sample
from tablier.search.mcts.leaf import best_action, margin, play_out, share_out
from tablier.search.mcts.minimax_backup import POINT, WON, back_up, evaluate_children, minimax_bound
from tablier.search.mcts.rave import rave_bound, update_amaf
from tablier.search.stop import STOP

SELDOM = 15
"""In one of so many simulations (and one) the margin at the end is counted."""


@entry
def simulate(boards, weight_sets, tree, desks, control, most):
    """Simulate from `states[0]` until stopped, or `most` times in all; at least once, unless `most` is 0."""
    board, weights, desk = boards[0], weight_sets[0], desks[0]
    nodes, visits, totals, minimax, amaf = tree
    while desk.simulations < most and (desk.simulations == 0 or not control[STOP]):
        desk.states[1] = desk.states[0]
        determinize(board, weights, desk, desk.states[1], desk.params)
        length, valued = descend(board, weights, desk, nodes, visits, totals, minimax, amaf)
        evaluated = value_leaf(board, weights, desk, minimax, length, valued)
        update(desk, nodes, visits, totals, amaf, length)
        if desk.simulations & SELDOM == 0 and not desk.valued:
            count_margin(board, weights, desk, nodes, length, evaluated)
        desk.simulations += 1


@inner
def descend(board, weights, desk, nodes, visits, totals, minimax, amaf):
    """Walk down to a leaf; return how many moves that are, and whether the game has valued its actions there."""
    state, params, path = desk.states[1], desk.params, desk.path
    values = desk.values[:, : desk.seats]
    node, length = 0, 0
    seat = turn(board, state)
    while seat != OVER:
        if nodes[node].number == 0:
            # a chance node has no values of its own: where leaves are valued it is expanded at once
            by_values = desk.valued and seat != CHANCE
            ripe = node == 0 or nodes[node].count >= params.expand_after or (desk.valued and seat == CHANCE)
            if not (ripe or by_values):
                break
            moves(board, state, desk.mask)
            if node == 0:
                consider(desk)
            if by_values:
                action_values(board, weights, state, desk.mask, values)
            if not (ripe and expand(board, weights, desk, state, nodes, node, params.merge > 0 and seat != CHANCE)):
                return length, by_values
            if by_values:
                set_priors_by_values(desk.mask, nodes, visits[0], totals[0], values, node, seat, params)
            if params.minimax_weight > 0:
                evaluate_children(board, weights, desk, nodes, minimax, node, params)
                back_up(nodes, minimax, path, length)
                if node:
                    break
        path[length, 3] = node
        secret = 0
        if seat == CHANCE:
            moves(board, state, desk.mask)
            action = draw(board, state, desk.mask, desk.rng)
            node = child(nodes, node, action)
        else:
            if params.by_secret > 0:
                secret = kind(board, weights, state, seat)
            node = select(board, weights, state, nodes, visits, totals, secret, minimax, amaf, node, params, desk.rng)
            action = np.int64(nodes[node].action)
            if params.rave > 0:
                desk.played[seat, action] = desk.simulations + 1
        path[length, 0], path[length, 1], path[length, 2] = node, seat, secret
        length += 1
        play(board, state, action)
        seat = turn(board, state)
    return length, False


@inner
def value_leaf(board, weights, desk, minimax, length, valued):
    """What the leaf brings each seat, in `gains`; return whether that was said by the evaluation."""
    state, params, seats = desk.states[1], desk.params, desk.seats
    out, gains, values = desk.payoff[:seats], desk.gains[:seats], desk.values[:, :seats]
    seat = turn(board, state)
    if valued and params.leaf_weight == 1:
        best_action(desk.mask, values, seat, gains)
        return False
    if params.minimax_weight > 0 and seat != OVER and beats_playouts(board, weights, state):
        value = minimax[desk.path[length - 1, 0]] if length else WON
        gains[seat] = WON - value
        gains[1 - seat] = value
        return True
    if valued:
        best_action(desk.mask, values, seat, values[0])
    play_out(board, weights, desk, state, params)
    payoff(board, state, out)
    share_out(out, desk.sides[:seats], gains, params)
    if valued:
        for other in range(seats):
            gains[other] += params.leaf_weight * (values[0, other] - gains[other])
    return False


@inner
def update(desk, nodes, visits, totals, amaf, length):
    """Let every move of a simulation know what it brought its player."""
    params, path, gains = desk.params, desk.path, desk.gains
    for step in range(length):
        place, mover, secret = path[step, 0], path[step, 1], path[step, 2]
        nodes[place].count += 1
        visits[secret, place] += np.float32(1)
        if mover >= 0:
            totals[secret, place] += np.float32(gains[mover])
            if params.rave > 0:
                update_amaf(nodes, amaf, path[step, 3], mover, desk.played, desk.simulations + 1, gains[mover])
    if length:
        totals[path[0, 2], path[0, 0]] -= desk.costs[nodes[path[0, 0]].action]


@part
def count_margin(board, weights, desk, nodes, length, evaluated):
    """Let every move of a simulation know by how much the searching seat led at its end, or was expected to."""
    state, score = desk.states[1], desk.points[: desk.seats]
    searcher = turn(board, desk.states[0])
    if evaluated:
        lead = np.float32(evaluate(board, weights, state) * (1 - 2 * searcher)) / POINT
    else:
        points(board, state, score)
        lead = np.float32(margin(score, desk.sides[: desk.seats], searcher))
    for step in range(length):
        nodes[desk.path[step, 0]].counted += 1
        nodes[desk.path[step, 0]].margin += lead


@inner
def determinize(board, weights, desk, state, params):
    """Fill in what is hidden; sometimes the searcher's own secret is hidden first."""
    if params.self_hiding > 0 and np.float64(below(desk.rng, np.uint64(1 << 20))) < params.self_hiding * (1 << 20):
        hide(board, state, SPECTATOR)
    if params.by_secret > 0:
        sample(board, weights, state, desk.odds, desk.rng)
    else:
        fill(board, state, desk.rng)


@part
def consider(desk):
    """At the root only some of the actions are looked at."""
    for index in range(desk.mask.shape[0]):
        desk.mask[index] &= desk.considered[index]


@part
def expand(board, weights, desk, state, nodes, node, merge):
    """Give a node its children, if there is room; with `merge` one for all actions that are equivalent."""
    number = 0
    for word in desk.mask:
        number += np.int64(count(word))
    first = desk.used
    if first + number > nodes.shape[0]:
        return False
    if merge:
        equivalent(board, weights, state, desk.first)
    place = first
    for index in range(desk.mask.shape[0]):
        word = desk.mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            if not merge or desk.first[action] == action:
                nodes[place].action = np.int16(action)
                place += 1
    desk.used = place
    nodes[node].first = np.int32(first)
    nodes[node].number = np.int16(place - first)
    return True


@inner
def child(nodes, node, action):
    """The child of a draw."""
    place = np.int64(nodes[node].first)
    while nodes[place].action != action:
        place += 1
    return place


@part
def set_priors(board, weights, state, nodes, visits, totals, first, number, params):
    """Before a kind of player chooses for the first time: some visits in advance, won as the priors say."""
    most, least = -1e30, 1e30
    for index in range(first, first + number):
        worth = np.float64(prior(board, weights, state, np.int64(nodes[index].action)))
        totals[index] = np.float32(worth)
        most, least = max(most, worth), min(least, worth)
    for index in range(first, first + number):
        share = (totals[index] - least) / (most - least) if most > least else 0.5
        visits[index] = np.float32(params.prior_visits)
        totals[index] = np.float32(params.prior_visits * (0.5 + params.prior_spread * (share - 0.5)))


@part
def set_priors_by_values(mask, nodes, visits, totals, values, node, seat, params):
    """The same, won as the game values the actions; a row of `values` for each action in `mask`."""
    place, last, row = np.int64(nodes[node].first), np.int64(nodes[node].first) + np.int64(nodes[node].number), 0
    for index in range(mask.shape[0]):
        word = mask[index]
        while word:
            action = np.int64(index * 64 + lowest(word))
            word &= word - np.uint64(1)
            if place < last and nodes[place].action == action:
                visits[place] = np.float32(params.prior_visits)
                totals[place] = np.float32(params.prior_visits * values[row, seat])
                place += 1
            row += 1


@inner
def select(board, weights, state, nodes, visits, totals, secret, minimax, amaf, node, params, rng):
    """The child with the highest upper confidence bound, to whoever holds that kind of secret.

    UCB1: value + exploration * sqrt(ln(parent's visits) / visits). Equal bounds are told apart by chance.
    """
    first, number = np.int64(nodes[node].first), np.int64(nodes[node].number)
    seen = np.float32(0)
    for index in range(first, first + number):
        seen += visits[secret, index]
    if seen == 0 and params.minimax_weight == 0:
        if params.prior_visits == 0:
            return first + np.int64(below(rng, np.uint64(number)))
        set_priors(board, weights, state, nodes, visits[secret], totals[secret], first, number, params)
        seen = np.float32(params.prior_visits * number)
    spread = np.float32(params.exploration * math.sqrt(math.log(seen + 1.0)))
    by_minimax, by_rave = params.minimax_weight > 0, params.rave > 0
    best, bound = first, np.float32(-1.0)
    offset = np.int64(below(rng, np.uint64(number)))
    for step in range(number):
        index = first + step + offset
        if index >= first + number:
            index -= number
        if by_minimax:
            value = minimax_bound(minimax[index], visits[secret, index], totals[secret, index], spread, params)
        elif by_rave:
            value = rave_bound(
                visits[secret, index], totals[secret, index], amaf[index, 0], amaf[index, 1], spread, params
            )
        elif visits[secret, index] == 0:
            return index
        else:
            value = totals[secret, index] / visits[secret, index] + spread / np.float32(
                math.sqrt(visits[secret, index])
            )
        if value > bound:
            best, bound = index, value
    return best


@entry
def find_equivalent(boards, weight_sets, states, first):
    """For each action, the first of those that are equivalent."""
    for action in range(first.shape[0]):
        first[action] = action
    equivalent(boards[0], weight_sets[0], states[0], first)
