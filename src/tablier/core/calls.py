"""Compiled rules as Python calls them. Boards and states are arrays of one record each."""

import numpy as np

from tablier.core import rules
from tablier.core.bits import discard, lowest
from tablier.core.compiler import entry, inner, step
from tablier.core.rules import OVER


@inner
def take(masks, level):
    """Take the first action out of the set of a level; -1 if it is empty."""
    for index in range(masks.shape[1]):
        word = masks[level, index]
        if word:
            masks[level, index] = word & (word - np.uint64(1))
            return np.int64(index * 64 + lowest(word))
    return np.int64(-1)


@step
def turn(boards, states):
    """The seat on turn, CHANCE or OVER."""
    return rules.turn(boards[0], states[0])


@step
def moves(boards, states, mask):
    """Set in `mask` the legal actions, or the possible draws."""
    rules.moves(boards[0], states[0], mask)


@step
def play(boards, states, action):
    """Play an action in place; return whether the move goes on with another one."""
    rules.play(boards[0], states[0], action)
    return rules.midway(boards[0], states[0])


@step
def branches(boards, states, masks, prefixes, lengths, counts, actions):
    """Write down every beginning of a move from `states[0]`, with how many actions can end it, and these; return how
    many actions that are, which may be more than there is room for."""
    branch = number = level = 0
    played = np.zeros(masks.shape[0], np.int64)
    rules.moves(boards[0], states[0], masks[0])
    while True:
        first = number
        for index in range(masks.shape[1]):
            rest = masks[level, index]
            while rest:
                action = np.int64(index * 64 + lowest(rest))
                if not rules.begins(boards[0], states[level], action):
                    discard(masks[level], action)
                    if number < actions.shape[0]:
                        actions[number] = action
                    number += 1
                rest &= rest - np.uint64(1)
        if number > first and number <= actions.shape[0]:
            prefixes[branch], lengths[branch], counts[branch] = played, level, number - first
            branch += 1
        action = take(masks, level)
        while action < 0 and level > 0:
            level -= 1
            action = take(masks, level)
        if action < 0:
            return number
        if level + 1 == masks.shape[0]:
            raise ValueError("a move has more actions than LONGEST_MOVE")
        played[level] = action
        level += 1
        states[level] = states[level - 1]
        rules.play(boards[0], states[level], action)
        rules.moves(boards[0], states[level], masks[level])


@step
def weight(boards, states, action):
    """How likely a draw is, relative to the others."""
    return rules.weight(boards[0], states[0], action)


@step
def count(boards, states, points, payoff):
    """The points as they stand, and at the end what orders the seats."""
    rules.points(boards[0], states[0], points)
    if rules.turn(boards[0], states[0]) == OVER:
        rules.payoff(boards[0], states[0], payoff)


@step
def hide(boards, states, seat):
    """Forget what that seat cannot know."""
    rules.hide(boards[0], states[0], seat)


@step
def fill(boards, states, rng):
    """Guess what is hidden, in any consistent way."""
    rules.fill(boards[0], states[0], rng)


@entry
def perft(boards, states, masks, depth):
    """Count the sequences of `depth` whole moves from `states[0]`; one row of masks per action."""
    left = np.zeros(states.shape[0], np.int64)
    left[0] = depth
    sequences = 0
    level = 0
    rules.moves(boards[0], states[0], masks[0])
    while level >= 0:
        action = take(masks, level)
        if action < 0:
            level -= 1
            continue
        states[level + 1] = states[level]
        rules.play(boards[0], states[level + 1], action)
        left[level + 1] = left[level] - (0 if rules.midway(boards[0], states[level + 1]) else 1)
        if left[level + 1] == 0:
            sequences += 1
        elif rules.turn(boards[0], states[level + 1]) != OVER:
            level += 1
            rules.moves(boards[0], states[level], masks[level])
    return sequences
