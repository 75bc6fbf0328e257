"""Random play to the end: the loop that every search and measurement uses."""

import numpy as np

from tablier.core.bits import ZERO, below, choose, lowest
from tablier.core.compiler import entry, part
from tablier.core.rules import CHANCE, OVER, moves, payoff, play, turn, weight


@part
def draw(board, state, mask, rng):
    """One of the possible draws, each as likely as the rules say."""
    total = ZERO
    for index in range(mask.shape[0]):
        word = mask[index]
        while word:
            total += np.uint64(weight(board, state, np.int64(index * 64 + lowest(word))))
            word &= word - np.uint64(1)
    rank = below(rng, total)
    chosen = -1
    for index in range(mask.shape[0]):
        word = mask[index]
        while word and chosen < 0:
            action = np.int64(index * 64 + lowest(word))
            share = np.uint64(weight(board, state, action))
            if rank < share:
                chosen = action
            rank -= share
            word &= word - np.uint64(1)
    return chosen


@part
def playout(board, state, mask, rng):
    """Play at random to the end, in place; return the number of actions played."""
    plies = 0
    seat = turn(board, state)
    while seat != OVER:
        moves(board, state, mask)
        action = draw(board, state, mask, rng) if seat == CHANCE else choose(mask, rng)
        play(board, state, action)
        plies += 1
        seat = turn(board, state)
    return plies


@entry
def playouts(boards, states, masks, rng, games, totals):
    """Play many random games from `states[0]`, using `states[1]`; add up the payoffs in `totals`."""
    plies = 0
    out = np.zeros(totals.shape[0])
    for _ in range(games):
        states[1] = states[0]
        plies += playout(boards[0], states[1], masks[0], rng)
        payoff(boards[0], states[1], out)
        totals += out
    return plies
