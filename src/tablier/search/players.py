"""Players that think about a view for a time.

    player("5").think(position.view(seat), seconds=1)

A name is a level from 1 to 6, `best` (the same as 6), or a yardstick: `random`, `greedy`, `uct`.
"""

import threading
import time
from random import Random
from typing import Protocol

from tablier.core.errors import GameOver, NotYourTurn, UnknownGame, words
from tablier.core.game import Game
from tablier.core.options import show
from tablier.core.position import Position
from tablier.core.rules import CHANCE
from tablier.search import judgement
from tablier.search.blend import Blend
from tablier.search.facts import facts
from tablier.search.foresight import Foresight
from tablier.search.forest import TreeSearch
from tablier.search.lookahead import AlphaBeta
from tablier.search.sight import LEVELS, Sight
from tablier.search.thought import Thought, Value

MEMORY = 256 * 2**20
WRITING = 5e-5
"""So many seconds a move take to write down after the search."""

YARDSTICKS = ("random", "greedy", "uct")


class Player(Protocol):
    """Anybody who can think about a view."""

    name: str

    def think(
        self,
        view: Position,
        seconds: float = 1.0,
        *,
        stop: threading.Event | None = None,
        cores: int = 1,
        memory: int = MEMORY,
        seed: int | None = None,
        all_moves: bool = False,
    ) -> Thought:
        """A move for the seat on turn, chosen within `seconds`.

        The view is all the player knows. `stop` ends the thinking early, with the best move so far.
        With `all_moves` every legal move gets a value, which takes more of the time.
        """


def player(name: str) -> "Thinker":
    """The player of that name."""
    text = str(name).removeprefix("tablier:").removeprefix("level:")
    if text == "best":
        text = str(max(LEVELS))
    if text.isdecimal() and int(text) in LEVELS:
        return Thinker(f"tablier:{text}", int(text))
    if text in YARDSTICKS:
        return Thinker(text, text)
    known = ", ".join([*map(str, LEVELS), "best", *YARDSTICKS])
    raise UnknownGame(words("player.unknown", name=show(name), names=known))


class Thinker:
    """A player by level or yardstick; picks the search that fits the game."""

    def __init__(self, name: str, kind: int | str):
        self.name = name
        self.kind = kind

    def __repr__(self):
        return f"player({self.name!r})"

    def think(self, view, seconds=1.0, *, stop=None, cores=1, memory=MEMORY, seed=None, all_moves=False) -> Thought:
        if view.over:
            raise GameOver(words("think.over"))
        if view.turn == CHANCE:
            raise NotYourTurn(words("think.chance"))
        begun = time.monotonic()
        random = Random(view.text if seed is None else seed)
        if self.kind == "random":
            return _blind(view, random.choice(view.moves))
        if self.kind == "greedy":
            return _greedy(view, random)
        sight = self.sight(view.game)
        noticed = _noticed(view, sight.oversight, random)
        if len(noticed) == 1 and not all_moves:
            thought = _blind(view, noticed[0])
        else:
            search = _search(view, sight, self.kind)
            seconds -= time.monotonic() - begun + len(noticed) * WRITING
            thought = search.think(view, noticed, seconds, stop, cores, memory, random.getrandbits(63), all_moves)
        return Thought(**(vars(thought) | {"facts": tuple(facts(view, thought))}))

    def sight(self, game: Game) -> Sight:
        if self.kind == "uct":
            return Sight(knowledge=False)
        own = getattr(game.part("judgement"), "SIGHT", {}) if judgement.offers(game, "SIGHT") else {}
        return own.get(self.kind) or LEVELS[int(self.kind)]


def _search(view: Position, sight: Sight, kind):
    """Alpha-beta for two who hide nothing, if the game can judge a position; tree search otherwise.

    A game that can tell when the end is near has both: certainty there, imagined games before.
    """
    judgement.register(view.game)
    open_to_all = not hasattr(view.game.rules, "weight") and not hasattr(view.game.rules, "UNSEEN")
    can_judge = judgement.offers(view.game, "evaluate") or judgement.offers(view.game, "wins")
    if kind != "uct" and view.seats == 2 and open_to_all and can_judge:
        if judgement.offers(view.game, "near_end"):
            return Blend(sight.deepest, sight.simulations, view.game.part("judgement").near_end)
        return AlphaBeta(sight.deepest)
    if sight.knowledge and judgement.offers(view.game, "foresee"):
        return Foresight(sight.simulations)
    return TreeSearch(sight.simulations, sight.knowledge)


def _noticed(view: Position, oversight: float, random: Random):
    moves = list(view.moves)
    if not oversight:
        return moves
    return [move for move in moves if random.random() >= oversight] or [random.choice(moves)]


def _greedy(view: Position, random: Random) -> Thought:
    """The move after which the seat's lead in points is largest, as the points stand."""
    seat = view.turn
    leads = []
    for move in view.moves:
        points = [count or 0 for count in view.play(move).points]
        others = [count for other, count in enumerate(points) if view.sides[other] != view.sides[seat]]
        leads.append((points[seat] - max(others), random.random(), move))
    values = sorted(leads, key=lambda lead: lead[:2], reverse=True)
    return Thought(values[0][2], tuple(Value(move, 0.5, float(lead)) for lead, _, move in values))


def _blind(view: Position, move) -> Thought:
    return Thought(move, (Value(move, 1 / view.seats),))
