"""The rules of whatever game a state belongs to, for compiled code that knows no game.

Each function here is answered by the function of the same name in the game's `rules.py`, which
is found by the type of the state. A game's rules are:

    BOARD, STATE                  dtypes of what never changes and of what does
    ACTIONS                       the size of the action space
    LONGEST                       no game has more actions than this
    VERSION                       of the rules; records name it
    turn(board, state)            the seat on turn, CHANCE or OVER
    moves(board, state, mask)     set the bits of the legal actions (or possible draws)
    play(board, state, action)    change the state; the action must be legal
    points(board, state, out)     the points of each seat as they stand; UNKNOWN where hidden
    payoff(board, state, out)     at the end, what orders the seats: more is better, equal ties

and, where the game needs them:

    weight(board, state, action)  how likely a draw is, relative to the others (default 1)
    midway(board, state)          has only a part of a move been played? (default no)
    begins(board, state, action)  will only a part of a move have been played after this? (with `midway`)
    hide(board, state, seat)      forget what that seat cannot know (SPECTATOR: what is not public)
    fill(board, state, rng)       guess it back, in any consistent way
    UNSEEN                        the action of a draw that one may not see
"""

from numba.core import types
from numba.extending import overload
from numba.np.numpy_support import from_struct_dtype

from tablier.core import compiler
from tablier.core.compiler import JIT

CHANCE = -1
OVER = -2
SPECTATOR = -1
UNKNOWN = -(2**31)

_rules: dict = {}


def register(rules, folder):
    """Let compiled code find these rules by the type of their state."""
    fields = (field for field, _ in rules.STATE.fields.values())
    if sum(field.itemsize for field in fields) != rules.STATE.itemsize:
        raise TypeError(f"{rules.__name__}.STATE has padding: fill it with a field, or equal states may differ")
    state = from_struct_dtype(rules.STATE)
    other = _rules.setdefault(state, rules)
    if other is not rules:
        raise TypeError(f"{rules.__name__} and {other.__name__} have states of the same type")
    for kind in state, from_struct_dtype(rules.BOARD):
        compiler.folders[kind] = folder


def _find(state, name, default=None):
    if not isinstance(state, types.Record) or state not in _rules:
        return None
    return getattr(_rules[state], name, default)


def turn(board, state):
    raise NotImplementedError


def moves(board, state, mask):
    raise NotImplementedError


def play(board, state, action):
    raise NotImplementedError


def points(board, state, out):
    raise NotImplementedError


def payoff(board, state, out):
    raise NotImplementedError


def weight(board, state, action):
    raise NotImplementedError


def midway(board, state):
    raise NotImplementedError


def begins(board, state, action):
    raise NotImplementedError


def hide(board, state, seat):
    raise NotImplementedError


def fill(board, state, rng):
    raise NotImplementedError


@overload(turn, jit_options=JIT)
def _turn(board, state):
    return _find(state, "turn")


@overload(moves, jit_options=JIT)
def _moves(board, state, mask):
    return _find(state, "moves")


@overload(play, jit_options=JIT)
def _play(board, state, action):
    return _find(state, "play")


@overload(points, jit_options=JIT)
def _points(board, state, out):
    return _find(state, "points")


@overload(payoff, jit_options=JIT)
def _payoff(board, state, out):
    return _find(state, "payoff")


@overload(weight, jit_options=JIT)
def _weight(board, state, action):
    return _find(state, "weight", lambda board, state, action: 1)


@overload(midway, jit_options=JIT)
def _midway(board, state):
    return _find(state, "midway", lambda board, state: False)


@overload(begins, jit_options=JIT)
def _begins(board, state, action):
    return _find(state, "begins", lambda board, state, action: False)


@overload(hide, jit_options=JIT)
def _hide(board, state, seat):
    return _find(state, "hide", lambda board, state, seat: None)


@overload(fill, jit_options=JIT)
def _fill(board, state, rng):
    return _find(state, "fill", lambda board, state, rng: None)
