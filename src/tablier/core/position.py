"""A position: an immutable value that knows its moves, its outcome and how to draw itself."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tablier.core import engine
from tablier.core.errors import BadOption, GameOver, Hidden, Illegal, NotYourTurn, TablierError, Unreadable, words
from tablier.core.moves import DRAW, UNSEEN, Branch, Move, Moves
from tablier.core.options import show
from tablier.core.outcome import Line, Outcome, rank
from tablier.core.rules import CHANCE, OVER, SPECTATOR, UNKNOWN
from tablier.core.words import Phrase

if TYPE_CHECKING:
    from tablier.core.game import Game
    from tablier.core.record import Record
    from tablier.core.scene import Scene

LONGEST_MOVE = 4
"""So many actions make a move, at most."""


class Position:
    """One moment of a game. Playing makes a new position and leaves this one as it is.

    Positions are equal when the same game, set up in the same way, stands the same; how it came
    to stand so, its `history`, does not matter. A view is a position with holes: see `view`.
    """

    def __init__(self, game: "Game", seats: int, options: dict, setup: dict, board, state, history=(), start=None):
        self.game = game
        self.seats = seats
        self.options = options
        self.setup = setup
        self.history: tuple[Move, ...] = history
        self._board = board
        self._state = state
        self._start = state if start is None else start

    @property
    def board(self) -> np.void:
        """The record of what never changes during a game."""
        return self._board[0]

    @property
    def state(self) -> np.void:
        """The record of what does. To be read only: change a copy."""
        return self._state[0]

    @cached_property
    def turn(self) -> int:
        """The seat on turn, or CHANCE, or OVER."""
        return int(engine.turn(self._board, self._state))

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def ply(self) -> int:
        """How many moves have been played, draws included."""
        return len(self.history)

    @property
    def last(self) -> Move | None:
        """The last move that was not a draw."""
        return next((move for move in reversed(self.history) if not move.draw), None)

    @cached_property
    def moves(self) -> Moves:
        """The legal moves, or at a chance move the possible draws."""
        if self.turn == OVER:
            return Moves([], {})
        part = self.game.part("moves")
        if self.turn == CHANCE:
            actions = self._actions()
            return Moves([((), actions)], {action: (part.draw(self, action),) for action in actions}, True)
        branches = self._branches()
        used = {action for beginning, ends in branches for action in (*beginning, *ends)}
        return Moves(branches, {action: part.path(self, action) for action in used})

    def _actions(self) -> list[int]:
        mask = np.zeros((self.game.rules.ACTIONS + 63) // 64, np.uint64)
        engine.moves(self._board, self._state, mask)
        return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little")).tolist()

    def _branches(self, room: int = 4096) -> list[Branch]:
        """Every beginning of a move, with the actions that can end it."""
        rules = self.game.rules
        if not hasattr(rules, "midway"):
            return [((), self._actions())]
        states = np.repeat(self._state, LONGEST_MOVE)
        masks = np.zeros((LONGEST_MOVE, (rules.ACTIONS + 63) // 64), np.uint64)
        prefixes, (lengths, counts, actions) = np.zeros((room, LONGEST_MOVE), np.int64), np.zeros((3, room), np.int64)
        number = engine.branches(self._board, states, masks, prefixes, lengths, counts, actions)
        if number > room:
            return self._branches(number)
        found, ends, first = [], actions[:number].tolist(), 0
        for index, count in enumerate(counts[: np.count_nonzero(counts)].tolist()):
            found.append((tuple(prefixes[index, : lengths[index]].tolist()), ends[first : first + count]))
            first += count
        return found

    def chances(self) -> list[int]:
        """How likely each of the possible draws is, relative to the others."""
        return [int(engine.weight(self._board, self._state, move.actions[0])) for move in self.moves]

    def play(self, move: "str | Move", seat: int | None = None) -> "Position":
        """The position after a move. With `seat`, only if that seat is on turn."""
        return self._after(self.read(move, seat))

    def read(self, move: "str | Move", seat: int | None = None) -> Move:
        """The legal move that a text means; an error says why there is none."""
        text = str(move)
        if self.over:
            raise GameOver(words("move.over", text=show(text)))
        if seat is not None and seat != self.turn:
            raise NotYourTurn(words("move.turn", seat=seat, turn=self.on_turn))
        if found := self.moves.find(text):
            return found
        if self.turn == CHANCE:
            if text == DRAW + UNSEEN and hasattr(self.game.rules, "UNSEEN"):
                return Move((UNSEEN,), (self.game.rules.UNSEEN,), True)
            raise Illegal(words("move.draw", text=show(text), draws=self.moves.texts))
        if text.startswith(DRAW):
            raise Illegal(words("move.no_draw", text=show(text), turn=self.on_turn))
        refusal = self.game.part("moves").refuse(self, tuple(text.split("-")))
        if refusal is None:
            raise Unreadable(words("move.unreadable", text=show(text), form=self.game.words("move.form")))
        raise Illegal(refusal)

    @property
    def on_turn(self) -> Phrase:
        """Whose turn it is, in words."""
        return words("turn.chance") if self.turn == CHANCE else words("turn.seat", seat=self.turn)

    def _after(self, move: Move) -> "Position":
        state = self._state.copy()
        for action in move.actions:
            engine.play(self._board, state, action)
        return self._with(state, (*self.history, move))

    def _with(self, state, history) -> "Position":
        return Position(self.game, self.seats, self.options, self.setup, self._board, state, history, self._start)

    @property
    def start(self) -> "Position":
        """The position before the first move."""
        return self._with(self._start, ())

    def positions(self) -> Iterator["Position"]:
        """Every position of this game from the start to this one."""
        position = self.start
        yield position
        for move in self.history:
            position = position._after(move)
            yield position

    def at(self, ply: int) -> "Position":
        """The position of this game after its first `ply` moves, draws included."""
        if type(ply) is not int or not 0 <= ply <= self.ply:
            raise BadOption(words("option.ply", value=show(ply), last=self.ply))
        if ply == self.ply:
            return self
        position = self.start
        for move in self.history[:ply]:
            position = position._after(move)
        return position

    @cached_property
    def _count(self) -> tuple[np.ndarray, np.ndarray]:
        points, payoff = np.zeros(self.seats, np.int64), np.zeros(self.seats)
        engine.count(self._board, self._state, points, payoff)
        return points, payoff

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each seat as they stand; None where this view does not know."""
        return tuple(None if count == UNKNOWN else count for count in self._count[0].tolist())

    @property
    def sheet(self) -> tuple[Line, ...]:
        """Where the points come from."""
        return tuple(self.game.part("sheet").sheet(self))

    @property
    def sides(self) -> tuple[int, ...]:
        """For each seat its side: itself, or its team."""
        return self.game.sides(self.seats, self.options)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules; None while it goes on."""
        if not self.over:
            return None
        if None in self.points:
            raise Hidden(words("hidden.outcome"))
        ranks = rank(self._count[1].tolist(), self.sides)
        return Outcome(ranks, tuple(self._count[0].tolist()), self.game.part("sheet").reason(self), self.sheet)

    def view(self, seat: int) -> "Position":
        """This position as a seat sees it (or SPECTATOR): a position with holes."""
        if type(seat) is not int or not SPECTATOR <= seat < self.seats:
            raise BadOption(words("option.seat", value=show(seat), last=self.seats - 1))
        if not hasattr(self.game.rules, "hide"):
            return self
        state = self._state.copy()
        engine.hide(self._board, state, seat)
        return self._with(state, self.history if self.over else (*self._seen(seat),))

    def _seen(self, seat) -> Iterator[Move]:
        unseen = Move((UNSEEN,), (self.game.rules.UNSEEN,), True)
        draws = max((ply for ply, move in enumerate(self.history, 1) if move.draw), default=0)
        for before, move in zip(self.positions(), self.history[:draws], strict=False):
            yield unseen if move.draw and before._cannot_tell(move, unseen, seat) else move
        yield from self.history[draws:]

    def _cannot_tell(self, draw: Move, unseen: Move, seat: int) -> bool:
        after, blank = self._after(draw)._state, self._after(unseen)._state
        engine.hide(self._board, after, seat)
        engine.hide(self._board, blank, seat)
        return after.tobytes() == blank.tobytes()

    def fill(self, seed: int) -> "Position":
        """A position without holes that this view could be of; the history keeps its holes."""
        if not hasattr(self.game.rules, "fill"):
            return self
        state = self._state.copy()
        engine.fill(self._board, state, np.array([seed], np.uint64))
        return self._with(state, self.history)

    def record(self, **about) -> "Record":
        """The record of this game so far."""
        from tablier.core.record import Record

        return Record.of(self, **about)

    @property
    def text(self) -> str:
        """This position on one line, which `tablier.parse` reads."""
        from tablier.core.text import write

        return write(self)

    def scene(self) -> "Scene":
        """What is where, for drawing."""
        return self.game.part("scene").scene(self)

    def svg(self, **look) -> str:
        """A picture; `look` as for `tablier.core.svg.draw`."""
        from tablier.core.svg import draw

        return draw(self, **look)

    def diagram(self, language: str = "en") -> str:
        """The position in plain text, for a terminal or a screen reader."""
        return self.game.part("diagram").diagram(self, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self):
        return self.diagram()

    def __repr__(self):
        return f"<{self.game.name}: {self.ply} moves, {self._standing}>"

    @property
    def _standing(self) -> str:
        if not self.over:
            return self.on_turn.say()
        try:
            return f"over, {self.game.part('sheet').reason(self)}"
        except TablierError:
            return "over"

    @cached_property
    def _key(self) -> bytes:
        return self._state.tobytes()

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = ((p.game.name, p.seats, p.options, p.setup, p._key) for p in (self, other))
        return mine == theirs

    def __hash__(self):
        return hash((self.game.name, self.seats, self._key))
