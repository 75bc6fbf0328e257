"""What a game tells the search, for compiled code that knows no game.

Each function is answered by what the game's `Judgement` declares under its name (see `tablier.core.judgement`), found
by the type of the state; where it declares nothing, the function stands as it is here.
"""

import numpy as np

from tablier.core.bits import state_word
from tablier.core.compiler import by_state
from tablier.core.rules import fill


def hook(function):
    """Let each game answer a function by what it declares under its name."""
    return by_state(lambda game: game.judgement.hook(function.__name__))(function)


@hook
def evaluate(board, weights, state):
    return 0


@hook
def base(board, weights, state):
    return 0


@hook
def delta(board, weights, state, action, after):
    return evaluate(board, weights, after)


@hook
def best_reply(board, weights, state):
    return False, 0, False


@hook
def beats_playouts(board, weights, state):
    return False


@hook
def prior(board, weights, state, action):
    return 0


@hook
def order(board, weights, state, action):
    return prior(board, weights, state, action)


@hook
def dominant(board, weights, state):
    return -1


@hook
def equivalent(board, weights, state, first):
    return None


@hook
def wins(board, weights, state):
    return False


@hook
def plies_left(board, weights, state):
    return -1


@hook
def banked(board, weights, state):
    return 0


def _max_margin(game):
    most = game.judgement.ending.max_margin
    return lambda board, state: most


@by_state(_max_margin)
def max_margin(board, state):
    raise NotImplementedError


@hook
def key(board, weights, state):
    """All bytes of the state, mixed."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for index in range(state_words(state)):
        mixed = (mixed ^ state_word(state, index)) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(32)
    return mixed


def _state_words(game):
    number = game.rules.STATE.itemsize // 8
    return lambda state: number


@by_state(_state_words)
def state_words(state):
    raise NotImplementedError


@hook
def action_values(board, weights, state, mask, values):
    return None


@hook
def kind(board, weights, state, seat):
    return 0


@hook
def sample(board, weights, state, odds, rng):
    fill(board, state, rng)
