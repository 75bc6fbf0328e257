"""What a game may tell those who search it, beyond its rules: one declared object, all of it optional.

A game's `judgement.py` ends in `JUDGEMENT = Judgement(...)`. Functions are of two kinds. *Compiled* ones take
`(board, weights, state, ...)`, records all three, and become a part of the search when that is compiled; `weights` is
what `Judgement.weights` gives. *Plain* ones take a view, are ordinary Python and are asked once a thought.

Values are seat 0's, in thousandths of a point of the difference in payoff at the end, unless it says otherwise.
A part that is misspelt, or has other parameters than the contract says, fails when the game is loaded.
"""

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tablier.core.frozen import Records

if TYPE_CHECKING:
    from tablier.core.position import Position

Compiled = Callable[..., Any]
"""A function that Numba has compiled or is to compile: it finds the types, for each game anew."""

NO_WEIGHTS: Records = np.frombuffer(bytes(8), [("none", "u8")])
"""The weights of a game that has learned nothing."""


def source(function: Compiled) -> FunctionType:
    """The Python function that a compiled one was made from."""
    written = getattr(function, "py_func", function)
    if not isinstance(written, FunctionType):
        raise TypeError(f"{written!r} is no function that can be compiled")
    return written


def compiled(parameters: str, default: Any = None) -> Any:
    """A field for a compiled function with these parameters."""
    return field(default=default, metadata={"parameters": tuple(parameters.split())})


@dataclass(frozen=True, kw_only=True)
class Part:
    """A group of functions that belong together; knows which of them compiled code may call."""

    def __post_init__(self) -> None:
        for name, function in self.hooks():
            wanted = next(f.metadata["parameters"] for f in fields(self) if f.name == name)
            found = tuple(inspect.signature(source(function)).parameters)
            if found != wanted:
                raise TypeError(f"{name} takes ({', '.join(wanted)}), not ({', '.join(found)})")

    def hooks(self) -> Iterator[tuple[str, Compiled]]:
        """The compiled functions that are declared, by name."""
        for one in fields(self):
            if "parameters" in one.metadata and (function := getattr(self, one.name)) is not None:
                yield one.name, function


@dataclass(frozen=True, kw_only=True)
class Evaluation(Part):
    """How well a position stands (static evaluation), for alpha-beta and for implicit minimax in MCTS."""

    evaluate: Compiled = compiled("board weights state")
    """How well seat 0 stands against seat 1."""

    base: Compiled | None = compiled("board weights state")
    """With `delta`: their sum is what `evaluate` says after an action, this part being the same for all actions."""

    delta: Compiled | None = compiled("board weights state action after")

    best_reply: Compiled | None = compiled("board weights state")
    """What the best action leads to, at one go: `(known, value, over)`, the value as `evaluate` says after it, or the
    payoffs' in thousandths if the game is over then."""

    beats_playouts: Compiled | None = compiled("board weights state")
    """Does `evaluate` tell more here than a game played to the end at random? Then MCTS plays none from here."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.evaluate is None:
            raise TypeError("an Evaluation needs evaluate")
        if (self.base is None) != (self.delta is None):
            raise TypeError("base and delta belong together: declare both or none")


@dataclass(frozen=True, kw_only=True)
class Ordering(Part):
    """Which actions to look at, and which first."""

    prior: Compiled | None = compiled("board weights state action")
    """How good an action looks at first sight: priors and play-outs of MCTS, move order of alpha-beta."""

    order: Compiled | None = compiled("board weights state action")
    """The move order of alpha-beta, if not by `prior`: the highest first."""

    dominant: Compiled | None = compiled("board weights state")
    """An action that is certainly as good as any and needs no thought, or -1."""

    equivalent: Compiled | None = compiled("board weights state first")
    """For each action the first of those that come to the same; `first` is filled with the actions themselves."""


@dataclass(frozen=True, kw_only=True)
class Ending(Part):
    """What is known of the end before it comes."""

    max_margin: int = 1 << 19
    """The largest possible difference in payoff at the end."""

    wins: Compiled | None = compiled("board weights state")
    """Can the seat on turn end the game with its next action, won by `max_margin`? False if that is not plain."""

    plies_left: Compiled | None = compiled("board weights state")
    """How many actions there are to the end, if that does not depend on play; else -1."""

    banked: Compiled | None = compiled("board weights state")
    """With `plies_left`: by how many points seat 0 leads that nothing to come depends on; `key` leaves them out."""

    near: "Callable[[Position], bool] | None" = None
    """Plain: is the end near enough for alpha-beta to reach it? Before that MCTS plays."""


@dataclass(frozen=True, kw_only=True)
class Belief(Part):
    """What can be known of secrets (information-set MCTS)."""

    kinds: int
    """How many secrets a seat may hold, one at a time."""

    kind: Compiled = compiled("board weights state seat")
    """Which secret a seat holds, from 0 to `kinds` - 1."""

    sample: Compiled = compiled("board weights state odds rng")
    """Fill in what is hidden, as likely as `odds[seat, kind]` says (determinization)."""

    odds: "Callable[[Position], NDArray[np.float64]]"
    """Plain: such odds, a row for each seat that adds up to one, from what everybody has played so far."""

    own: "Callable[[Position], int | None]"
    """Plain: the secret of the seat on turn; None if this view does not know it."""

    cost: "Callable[[Position], NDArray[np.float32]] | None" = None
    """Plain: what each action costs by what it gives away, from 0 to 1."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kind is None or self.sample is None:
            raise TypeError("a Belief needs kind and sample")


@dataclass(frozen=True)
class MctsParams:
    """How Monte Carlo tree search goes about it; each number names its technique.

    exploration      the constant of UCB1 (Kocsis and Szepesvári 2006)
    expand_after     how many simulations come to a node before it is expanded
    playout_samples  in play-outs, of so many random moves the one with the best prior is played
    prior_visits     visits in advance that a new node gets, won as its prior says (progressive bias by virtual wins)
    prior_spread     how far apart these put the best and the worst prior, at most 1
    rave             until a move has about so many visits it is judged also by games in which it came later
                     (RAVE, Gelly and Silver 2007); 0 for not at all
    margin_weight    how much of a result is its margin rather than who has won, from 0 to 1
    margin_scale     a margin this large, in payoff, is clear
    self_hiding      in this share of the simulations the searcher's own secret is sampled like the others'
    by_secret        are statistics kept apart for each kind of secret a seat may hold?
    merge            is one action looked at for all that are equivalent?
    leaf_weight      where a game has action values: how much of a leaf's value is theirs rather than a play-out's
    minimax_weight   how much of a move's value is the minimax of evaluations (Lanctot and others 2014); 0 to 1
    minimax_scale    an evaluation this large, in payoff, is worth seven chances in eight
    """

    exploration: float = 0.7
    expand_after: float = 1
    playout_samples: int = 3
    prior_visits: float = 4
    prior_spread: float = 0.6
    rave: float = 0
    margin_weight: float = 0.3
    margin_scale: float = 20.0
    self_hiding: float = 0.0
    by_secret: bool = True
    merge: bool = True
    leaf_weight: float = 1.0
    minimax_weight: float = 0.0
    minimax_scale: float = 8.0


@dataclass(frozen=True)
class Level:
    """How far a player sees. Weak players see less; they do not wait, and do not stumble at random.

    depth        how many actions ahead alpha-beta looks; None for as far as time allows
    simulations  the same for MCTS
    oversight    the share of its own moves that it does not even notice
    knowledge    whether it uses what the game's judgement knows
    """

    depth: int | None = None
    simulations: int | None = None
    oversight: float = 0.0
    knowledge: bool = True


def _default_params(view: "Position") -> MctsParams:
    return MctsParams()


def _no_weights(view: "Position") -> Records:
    return NO_WEIGHTS


@dataclass(frozen=True, kw_only=True)
class Judgement(Part):
    """All that a game tells the search."""

    evaluation: Evaluation | None = None
    ordering: Ordering = Ordering()
    ending: Ending = Ending()
    belief: Belief | None = None

    key: Compiled | None = compiled("board weights state")
    """64 bits that are equal for positions of equal value, symmetric ones included: for the transposition table."""

    action_values: Compiled | None = compiled("board weights state mask values")
    """Each seat's chance to win after each of the actions in `mask`, a row an action: then MCTS values leaves by it."""

    weights: "Callable[[Position], Records]" = _no_weights
    """Plain: what compiled functions look things up in, an array of one record; made once and shared."""

    params: "Callable[[Position], MctsParams]" = _default_params
    """Plain: how MCTS goes about this position."""

    levels: Mapping[int, Level] = field(default_factory=dict)
    """What the levels see, where it differs from the common table."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, kind in (("evaluation", Evaluation), ("ordering", Ordering), ("ending", Ending), ("belief", Belief)):
            if not isinstance(getattr(self, name), kind | None):
                raise TypeError(f"{name} is a {kind.__name__}, not {getattr(self, name)!r}")

    @property
    def can_search(self) -> bool:
        """Is there anything alpha-beta can go by?"""
        return self.evaluation is not None or self.ending.wins is not None

    def declared(self) -> dict[str, Compiled]:
        """All compiled functions of all parts, by name."""
        parts = (self, self.evaluation, self.ordering, self.ending, self.belief)
        return {name: function for part in parts if part is not None for name, function in part.hooks()}

    def hook(self, name: str) -> Compiled | None:
        """The compiled function of that name; None if it is not declared."""
        if not any(name in part.__dataclass_fields__ for part in (Judgement, Evaluation, Ordering, Ending, Belief)):
            raise KeyError(f"a judgement has no part {name}")
        return self.declared().get(name)

    def fingerprint(self) -> str:
        """What compiled code depends on besides source files: which functions are declared, and their code."""
        parts = [str(self.ending.max_margin)]
        for name, function in self.declared().items():
            code = source(function).__code__
            plain = [repr(constant) for constant in code.co_consts if not inspect.iscode(constant)]
            sums = hashlib.sha256(code.co_code + repr((code.co_names, plain)).encode()).hexdigest()
            parts.append(f"{name} {function.__module__}.{function.__qualname__} {sums}")
        return "\n".join(parts)
