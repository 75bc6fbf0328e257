"""Players that think about a position for a time.

    player("5").think(position, seconds=1)

A name is a level from 1 to 6, `best` (the same as 6), or a yardstick: `random`, `greedy`, `uct`.
"""

import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Protocol

from tablier.core.errors import GameOver, NotYourTurn, UnknownPlayer
from tablier.core.game import Game
from tablier.core.judgement import Level
from tablier.core.moves import Move
from tablier.core.options import show
from tablier.core.position import Position
from tablier.core.rules import CHANCE
from tablier.core.words import Words
from tablier.search.alphabeta.search import AlphaBeta
from tablier.search.analysis import Thought, Value
from tablier.search.explain import facts
from tablier.search.hybrid import Hybrid
from tablier.search.levels import LEVELS, UCT, level_of
from tablier.search.mcts.search import MCTS
from tablier.search.request import MEMORY, Request, Search

words = Words(Path(__file__).parent)

WRITING = 5e-5
"""So many seconds a move take to write down after the search."""

YARDSTICKS = ("random", "greedy", "uct")


class Player(Protocol):
    """Anybody who can think about a position."""

    name: str

    def think(
        self,
        position: Position,
        seconds: float = 1.0,
        *,
        stop: threading.Event | None = None,
        cores: int = 1,
        memory: int = MEMORY,
        seed: int | None = None,
        all_moves: bool = False,
    ) -> Thought:
        """A move for the seat on turn, chosen within `seconds`.

        What that seat may not know is hidden first. `stop` ends the thinking early, with the best move so far.
        With `all_moves` every legal move gets a value as good as the best one's, which takes more of the time; moves
        that were not looked at have none. What has to be compiled or loaded is so before the time begins.
        """


def player(name: str | int, *, depth: int | None = None, simulations: int | None = None) -> "Thinker":
    """The player of that name.

    With `depth` or `simulations` it does a fixed amount of work instead of looking as far as time allows, and then,
    with a seed and one core, it always thinks the same.
    """
    text = str(name).removeprefix("tablier:").removeprefix("level:")
    if text == "best":
        text = str(max(LEVELS))
    if text.isdecimal() and int(text) in LEVELS:
        return Thinker(f"tablier:{text}", int(text), depth, simulations)
    if text in YARDSTICKS:
        return Thinker(text, text, depth, simulations)
    known = ", ".join([*map(str, LEVELS), "best", *YARDSTICKS])
    raise UnknownPlayer(words("player.unknown", name=show(name), names=known))


class Thinker:
    """A player by level or yardstick; picks the search that fits the game."""

    def __init__(self, name: str, kind: int | str, depth: int | None = None, simulations: int | None = None):
        self.name = name
        self.kind = kind
        self.depth = depth
        self.simulations = simulations

    def __repr__(self) -> str:
        return f"player({self.name!r})"

    def think(
        self,
        position: Position,
        seconds: float = 1.0,
        *,
        stop: threading.Event | None = None,
        cores: int = 1,
        memory: int = MEMORY,
        seed: int | None = None,
        all_moves: bool = False,
    ) -> Thought:
        if position.over:
            raise GameOver(words("think.over"))
        if position.turn == CHANCE:
            raise NotYourTurn(words("think.chance"))
        view = position.view(position.turn)
        random = Random(view.text if seed is None else seed)
        if self.kind == "random":
            return _blind(view, random.choice(view.moves))
        if self.kind == "greedy":
            return _greedy(view, random)
        level = self.level(view.game)
        search = choose_search(view, level)
        begun = time.monotonic()
        moves = _noticed(view, level.oversight, random)
        if len(moves) == 1 and not all_moves:
            thought = _blind(view, moves[0])
        else:
            left = seconds - (time.monotonic() - begun) - len(moves) * WRITING
            thought = search.think(
                Request(
                    view=view, moves=moves, seconds=left, stop=stop, cores=cores, memory=memory,
                    seed=random.getrandbits(63), all_moves=all_moves,
                )
            )  # fmt: skip
        return replace(thought, facts=tuple(facts(view, thought)))

    def warm(self, game: Game) -> None:
        """Load or compile what thinking about this game needs; `think` does it too, before its time begins."""
        view = game.start(seed=0)
        while view.turn == CHANCE:
            view = view.play(view.moves[0])
        if self.kind not in ("random", "greedy"):
            choose_search(view.view(view.turn), self.level(game))

    def level(self, game: Game) -> Level:
        level = UCT if isinstance(self.kind, str) else level_of(game, self.kind)
        if self.depth is None and self.simulations is None:
            return level
        return replace(level, depth=self.depth or level.depth, simulations=self.simulations or level.simulations)


_prepared: set[tuple[str, str, bool]] = set()
"""For which games which searches are loaded or compiled in this process."""


def choose_search(view: Position, level: Level) -> Search:
    """The search that fits a game and a level, ready to be used.

    Alpha-beta for two who hide nothing, if the game can judge a position; MCTS otherwise. A game that can tell when
    the end is near has both: certainty there, simulation before.
    """
    game = view.game
    judgement = game.judgement
    search: Search
    if level.knowledge and view.seats == 2 and judgement.can_search and not game.has_chance:
        search = Hybrid(level, judgement.ending.near) if judgement.ending.near else AlphaBeta(level.depth)
    else:
        search = MCTS(level.simulations, level.knowledge)
    key = game.package, type(search).__name__, level.knowledge
    if key not in _prepared:
        search.prepare(view)
        _prepared.add(key)
    return search


def _noticed(view: Position, oversight: float, random: Random) -> list[Move]:
    moves = list(view.moves)
    if not oversight:
        return moves
    return [move for move in moves if random.random() >= oversight] or [random.choice(moves)]


def _greedy(view: Position, random: Random) -> Thought:
    """The move after which the seat's lead in points is largest, as the points stand."""
    seat = view.turn
    leads = []
    for move in view.moves:
        points = [count or 0 for count in view.after(move).points]
        others = [count for other, count in enumerate(points) if view.sides[other] != view.sides[seat]]
        leads.append((points[seat] - max(others), random.random(), move))
    values = sorted(leads, key=lambda lead: lead[:2], reverse=True)
    return Thought(values[0][2], tuple(Value(move, 0.5, float(lead)) for lead, _, move in values))


def _blind(view: Position, move: Move) -> Thought:
    return Thought(move, (Value(move, 1 / view.seats),))
