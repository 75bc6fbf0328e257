"""What a leaf is worth: by a play-out to the end, or by the game's own values of the actions there.

The play-out is that of Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006; values
instead of it, as with a learned evaluation in Silver and others, "Mastering the game of Go without human knowledge",
2017. Invariant: what all sides get adds up to one where the margin does not count.

Play-outs choose, of a few random moves, the one with the best prior. A result is shared by the sides that won,
blended with how clear the margin was.
"""

import math

import numpy as np

from tablier.core.bits import choose, count
from tablier.core.compiler import part
from tablier.core.playouts import draw
from tablier.core.rules import CHANCE, OVER, moves, play, turn
from tablier.search.hooks import prior


@part
def play_out(board, weights, desk, state, params):
    """Play on to the end, in place."""
    samples, simulation = np.int64(params.playout_samples), desk.simulations + 1
    mask, rng, rave = desk.mask, desk.rng, params.rave > 0
    seat = turn(board, state)
    while seat != OVER:
        moves(board, state, mask)
        if seat == CHANCE:
            action = draw(board, state, mask, rng)
        else:
            action = choose(mask, rng)
            if samples > 1:
                best = prior(board, weights, state, action)
                for _ in range(samples - 1):
                    other = choose(mask, rng)
                    worth = prior(board, weights, state, other)
                    if worth > best:
                        action, best = other, worth
            if rave:
                desk.played[seat, action] = simulation
        play(board, state, action)
        seat = turn(board, state)


@part
def share_out(payoff, sides, gains, params):
    """What each seat gets, from 0 to 1: its side's share of the win, blended with how clear it was.

    A side is known by its first seat.
    """
    best = payoff[0]
    for value in payoff:
        best = max(best, value)
    winners = 0
    for seat in range(payoff.shape[0]):
        winners += payoff[seat] == best and sides[seat] == seat
    for seat in range(payoff.shape[0]):
        gains[seat] = 1.0 / winners if payoff[seat] == best else 0.0
    if params.margin_weight > 0:
        for seat in range(payoff.shape[0]):
            clear = 0.5 + 0.5 * math.tanh(margin(payoff, sides, seat) / params.margin_scale)
            gains[seat] += params.margin_weight * (clear - gains[seat])


@part
def margin(payoff, sides, seat):
    """By how much a seat leads the best of the other sides."""
    others = -1e30
    for other in range(payoff.shape[0]):
        if sides[other] != sides[seat]:
            others = max(others, np.float64(payoff[other]))
    return payoff[seat] - others


@part
def best_action(mask, values, seat, gains):
    """What each seat gets if the seat on turn plays the best of its actions, by the game's values."""
    best, number = 0, 0
    for word in mask:
        number += np.int64(count(word))
    for row in range(number):
        if values[row, seat] > values[best, seat]:
            best = row
    for other in range(gains.shape[0]):
        gains[other] = values[best, other]
