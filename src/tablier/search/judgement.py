"""What a game may add to its rules for those who search it, all of it optional.

A game's `judgement.py` is found, like its rules, by the type of the state:

    evaluate(board, state)          how well seat 0 stands against seat 1, in thousandths of a point
                                    (of the difference in payoff at the end)
    base(board, state), change(board, state, action, after)
                                    both or none: their sum is what `evaluate` says of the state `after` an action,
                                    the first part being the same for all actions
    key(board, state)               64 bits that are equal for positions of equal value, symmetric
                                    ones included
    promise(board, state, action)   how good a move looks at first sight: the most promising first
    urgency(board, state, action)   in which order alpha-beta looks at moves, if not by promise: the highest first
    telling(board, state)           does `evaluate` tell more than a game imagined to the end? Tree search with
                                    insight then imagines none from there
    glance(board, state)            what the best action leads to, judged at one go: is that known, the value after it
                                    (as `evaluate` says, or the payoffs' in thousandths if the game is over then),
                                    and is the game over then?
    obvious(board, state)           the action that is certainly as good as any and needs no thought, or -1
    horizon(board, state)           how many actions there are to the end, if that does not depend on play; else -1
    banked(board, state)            then, how far seat 0 is ahead by points that nothing to come depends on: `key` must
                                    leave them out
    alike(board, state, twins)      for each action the first of those that come to the same; `twins` is filled
                                    with the actions themselves
    wins(board, state)              can the seat on turn end the game with its next action, won by LEAD? `False`
                                    if that cannot be seen at once
    near_end(view)                  is the end near enough to be sought by alpha-beta, within `evaluate`'s help?
                                    Before that, tree search plays (plain Python)
    foresee(board, lore, state, mask, chances)
                                    each seat's chance to win after each of the actions in `mask`, a row an action;
                                    then tree search looks at leaves rather than playing on to the end
    lore(view)                      what `foresee` looks things up in, an array of one record (plain Python)
    LEAD                            the largest possible difference in payoff at the end
    kind(board, state, seat)        which secret that seat holds, from 0 to KINDS - 1
    guess(board, state, odds, rng)  fill in what is hidden, as likely as `odds[seat, kind]` says
    likelihood(view)                such odds, from what everybody has played so far (plain Python)
    secret(view)                    the kind of the seat on turn (plain Python)
    reserve(view)                   what each action costs by what it gives away, from 0 to 1 (plain Python)
    HABITS, SIGHT                   how tree search goes about it, by number of seats; what each level sees
    habits(view)                    in place of HABITS, where more than the number of seats matters (plain Python)
"""

from functools import cache
from importlib.util import find_spec

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import from_struct_dtype

from tablier.core.compiler import JIT
from tablier.core.game import Game
from tablier.core.rules import fill

UNBOUNDED = 1 << 19
"""The LEAD of a game that gives none."""


@intrinsic
def word(typing_context, record, index):
    """A record's bytes from 8 * `index` on, as a number."""

    def emit(context, builder, signature, arguments):
        words = builder.bitcast(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]))

    return types.uint64(record, types.int64), emit


_judgements: dict = {}


def register(game: Game) -> None:
    """Let compiled code find the game's judgement, if it has any."""
    if find_spec(f"{game.package}.judgement"):
        _judgements[from_struct_dtype(game.rules.STATE)] = game.part("judgement")


@cache
def offers(game: Game, name: str) -> bool:
    return find_spec(f"{game.package}.judgement") is not None and hasattr(game.part("judgement"), name)


def _find(state, name, default):
    if not isinstance(state, types.Record):
        return None
    return getattr(_judgements.get(state), name, default)


def evaluate(board, state):
    raise NotImplementedError


def base(board, state):
    raise NotImplementedError


def change(board, state, action, after):
    raise NotImplementedError


def key(board, state):
    raise NotImplementedError


def promise(board, state, action):
    raise NotImplementedError


def urgency(board, state, action):
    raise NotImplementedError


def telling(board, state):
    raise NotImplementedError


def glance(board, state):
    raise NotImplementedError


def obvious(board, state):
    raise NotImplementedError


def horizon(board, state):
    raise NotImplementedError


def banked(board, state):
    raise NotImplementedError


def alike(board, state, twins):
    raise NotImplementedError


def wins(board, state):
    raise NotImplementedError


def lead(board, state):
    raise NotImplementedError


def foresee(board, lore, state, mask, chances):
    raise NotImplementedError


def kind(board, state, seat):
    raise NotImplementedError


def guess(board, state, odds, rng):
    raise NotImplementedError


@overload(evaluate, jit_options=JIT)
def _evaluate(board, state):
    return _find(state, "evaluate", lambda board, state: 0)


@overload(base, jit_options=JIT)
def _base(board, state):
    return _find(state, "base", lambda board, state: 0)


@overload(change, jit_options=JIT)
def _change(board, state, action, after):
    return _find(state, "change", _judge)


def _judge(board, state, action, after):
    return evaluate(board, after)


@overload(key, jit_options=JIT)
def _key(board, state):
    number = state.size // 8

    def mix(board, state):
        mixed = np.uint64(0x9E3779B97F4A7C15)
        for index in range(number):
            mixed = (mixed ^ word(state, index)) * np.uint64(0xFF51AFD7ED558CCD)
            mixed ^= mixed >> np.uint64(32)
        return mixed

    return _find(state, "key", mix)


@overload(promise, jit_options=JIT)
def _promise(board, state, action):
    return _find(state, "promise", lambda board, state, action: 0)


@overload(urgency, jit_options=JIT)
def _urgency(board, state, action):
    return _find(state, "urgency", _first_sight)


def _first_sight(board, state, action):
    return promise(board, state, action)


@overload(telling, jit_options=JIT)
def _telling(board, state):
    return _find(state, "telling", lambda board, state: False)


@overload(glance, jit_options=JIT)
def _glance(board, state):
    return _find(state, "glance", lambda board, state: (False, 0, False))


@overload(obvious, jit_options=JIT)
def _obvious(board, state):
    return _find(state, "obvious", lambda board, state: -1)


@overload(horizon, jit_options=JIT)
def _horizon(board, state):
    return _find(state, "horizon", lambda board, state: -1)


@overload(banked, jit_options=JIT)
def _banked(board, state):
    return _find(state, "banked", lambda board, state: 0)


@overload(alike, jit_options=JIT)
def _alike(board, state, twins):
    return _find(state, "alike", lambda board, state, twins: None)


@overload(wins, jit_options=JIT)
def _wins(board, state):
    return _find(state, "wins", lambda board, state: False)


@overload(lead, jit_options=JIT)
def _lead(board, state):
    most = _find(state, "LEAD", UNBOUNDED)
    return lambda board, state: most


@overload(foresee, jit_options=JIT)
def _foresee(board, lore, state, mask, chances):
    return _find(state, "foresee", None)


@overload(kind, jit_options=JIT)
def _kind(board, state, seat):
    return _find(state, "kind", lambda board, state, seat: 0)


@overload(guess, jit_options=JIT)
def _guess(board, state, odds, rng):
    return _find(state, "guess", _fill)


def _fill(board, state, odds, rng):
    fill(board, state, rng)
