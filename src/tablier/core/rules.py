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

    HAS_CHANCE                    True if there are draws after the game is set up
    weight(board, state, action)  how likely a draw is, relative to the others (default 1)
    midway(board, state)          has only a part of a move been played? (default no)
    begins(board, state, action)  will only a part of a move have been played after this? (with `midway`)
    hide(board, state, seat)      forget what that seat cannot know (SPECTATOR: what is not public)
    fill(board, state, rng)       guess it back, in any consistent way (with `hide`)
    UNSEEN                        the action of a draw that one may not see (with `hide`)
"""

from types import ModuleType
from typing import TYPE_CHECKING

from numba.np.numpy_support import from_struct_dtype

from tablier.core import compiler
from tablier.core.compiler import by_state

if TYPE_CHECKING:
    from tablier.core.game import Game

CHANCE = -1
OVER = -2
SPECTATOR = -1
UNKNOWN = -(2**31)

NEEDED = ("BOARD", "STATE", "ACTIONS", "LONGEST", "VERSION", "turn", "moves", "play", "points", "payoff")
TOGETHER = (("midway", "begins"), ("hide", "fill", "UNSEEN"))
"""Names of which a game has all or none."""


def register(game: "Game", rules: ModuleType) -> None:
    """Let compiled code find a game's rules by the type of their state, if nothing is missing."""
    if missing := [name for name in NEEDED if not hasattr(rules, name)]:
        raise TypeError(f"{rules.__name__} has no {', '.join(missing)}")
    for names in TOGETHER:
        if 0 < sum(hasattr(rules, name) for name in names) < len(names):
            raise TypeError(f"{rules.__name__} has some of {', '.join(names)}, which belong together")
    fields = (field for field, _ in rules.STATE.fields.values())
    if sum(field.itemsize for field in fields) != rules.STATE.itemsize:
        raise TypeError(f"{rules.__name__}.STATE has padding: fill it with a field, or equal states may differ")
    state = from_struct_dtype(rules.STATE)
    other = compiler.owners.setdefault(state, game)
    if other.package != game.package:
        raise TypeError(f"{game.package} and {other.package} have states of the same type")
    for kind in state, from_struct_dtype(rules.BOARD):
        compiler.owners[kind] = game


def mask_words(rules: ModuleType) -> int:
    """How many 64-bit words a set of actions takes."""
    return int(rules.ACTIONS + 63) // 64


@by_state(lambda game: game.rules.turn)
def turn(board, state):
    raise NotImplementedError


@by_state(lambda game: game.rules.moves)
def moves(board, state, mask):
    raise NotImplementedError


@by_state(lambda game: game.rules.play)
def play(board, state, action):
    raise NotImplementedError


@by_state(lambda game: game.rules.points)
def points(board, state, out):
    raise NotImplementedError


@by_state(lambda game: game.rules.payoff)
def payoff(board, state, out):
    raise NotImplementedError


@by_state(lambda game: getattr(game.rules, "weight", None))
def weight(board, state, action):
    return 1


@by_state(lambda game: getattr(game.rules, "midway", None))
def midway(board, state):
    return False


@by_state(lambda game: getattr(game.rules, "begins", None))
def begins(board, state, action):
    return False


@by_state(lambda game: getattr(game.rules, "hide", None))
def hide(board, state, seat):
    return None


@by_state(lambda game: getattr(game.rules, "fill", None))
def fill(board, state, rng):
    return None
