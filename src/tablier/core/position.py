"""A position: an immutable value that knows its moves, its outcome and how to draw itself."""

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from tablier.core import calls
from tablier.core.errors import BadOption, GameOver, Hidden, Illegal, NotYourTurn, TablierError, Unreadable
from tablier.core.frozen import Records, freeze_array, writable
from tablier.core.listing import list_moves
from tablier.core.moves import DRAW, UNSEEN, Move, Moves
from tablier.core.options import Options, Setup, show, whole
from tablier.core.outcome import Line, Outcome, rank
from tablier.core.rules import CHANCE, OVER, SPECTATOR, UNKNOWN, mask_words
from tablier.core.views import filled, hidden_from
from tablier.core.words import Phrase, words

if TYPE_CHECKING:
    from tablier.core.game import Game
    from tablier.core.record import Draws, Match, Record, Taken
    from tablier.core.scene import Scene


class Arrays(NamedTuple):
    """What compiled functions take: a board and a state, each an array of one record that cannot be written to."""

    board: Records
    state: Records

    def copies(self, number: int = 1) -> Records:
        """So many copies of the state, to be written to."""
        return writable(self.state, number)


class Position:
    """One moment of a game. Playing makes a new position and leaves this one as it is.

    Positions are equal when the same game, set up in the same way, stands the same; how it came
    to stand so, its `history`, does not matter. A view is a position with holes: see `view`.

    Nothing of a position can be changed; threads may share it. It can be pickled and copied.
    """

    game: "Game"
    seats: int
    options: Options
    setup: Setup
    arrays: Arrays
    """The board and the state as compiled functions take them."""
    history: tuple[Move, ...]
    """All moves and draws that led here."""
    seat: int | None
    """Whose view this is (or SPECTATOR); None if nothing is hidden from the reader."""
    _start: Records

    def __init__(
        self,
        game: "Game",
        seats: int,
        options: Options,
        setup: Setup,
        arrays: Arrays,
        history: tuple[Move, ...] = (),
        start: Records | None = None,
        seat: int | None = None,
    ):
        self.__dict__.update(
            game=game, seats=seats, options=options, setup=setup, arrays=arrays, history=history, seat=seat,
            _start=arrays.state if start is None else start,
        )  # fmt: skip

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position cannot be changed: {name} is as it is")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed: {name} is as it is")

    @property
    def board(self) -> np.void:
        """The record of what never changes during a game."""
        record: np.void = self.arrays.board[0]
        return record

    @property
    def state(self) -> np.void:
        """The record of what does."""
        record: np.void = self.arrays.state[0]
        return record

    @cached_property
    def turn(self) -> int:
        """The seat on turn, or CHANCE, or OVER."""
        return int(calls.turn(*self.arrays))

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
        return list_moves(self)

    @property
    def mask(self) -> NDArray[np.uint64]:
        """The legal actions (or possible draws) as bits of 64-bit words, action 0 lowest."""
        mask = np.zeros(mask_words(self.game.rules), np.uint64)
        calls.moves(*self.arrays, mask)
        return mask

    def chances(self) -> list[int]:
        """How likely each of the possible draws is, relative to the others; nothing if no draw is due."""
        if self.turn != CHANCE:
            return []
        return [int(calls.weight(*self.arrays, move.actions[0])) for move in self.moves]

    def play(self, move: "str | Move | Sequence[str]", seat: int | None = None) -> "Position":
        """The position after a move, which may be given by its text or its path.

        With `seat`, only if that seat is on turn.
        """
        return self.after(self.read(move, seat))

    def read(self, move: "str | Move | Sequence[str]", seat: int | None = None) -> Move:
        """The legal move that a text or a path means; an error says why there is none."""
        text = "-".join(map(str, move)) if isinstance(move, list | tuple) else str(move)
        if self.over:
            raise GameOver(words("move.over", text=show(text)))
        if seat is not None and seat != self.turn:
            raise NotYourTurn(words("move.turn", seat=seat, turn=self.on_turn))
        if found := self.moves.find(text):
            return found
        if self.turn == CHANCE:
            if text == DRAW + UNSEEN and self.game.has_secrets:
                return Move((UNSEEN,), (self.game.rules.UNSEEN,), True)
            raise Illegal(words("move.draw", text=show(text), draws=self.moves.texts))
        if text.startswith(DRAW):
            raise Illegal(words("move.no_draw", text=show(text), turn=self.on_turn))
        refusal = self.game.parts.moves.refuse(self, tuple(text.split("-")))
        if refusal is None:
            raise Unreadable(words("move.unreadable", text=show(text), form=self.game.words("move.form")))
        raise Illegal(refusal)

    def told(self, move: "str | Move | Sequence[str]") -> Phrase:
        """A move from here as people would say it, such as “cone on b1”; of a draw what this view may know."""
        return self.game.told(self, move if isinstance(move, Move) else self.read(move))

    @property
    def on_turn(self) -> Phrase:
        """Whose turn it is, in words."""
        return words("turn.chance") if self.turn == CHANCE else words("turn.seat", seat=self.turn)

    def after(self, move: Move) -> "Position":
        """The position after one of its `moves`: nothing is checked."""
        state = self.arrays.copies()
        for action in move.actions:
            calls.play(self.arrays.board, state, action)
        return self.with_state(state, (*self.history, move), self.seat)

    def with_state(self, state: Records, history: tuple[Move, ...] = (), seat: int | None = None) -> "Position":
        """This game in another state, an array of one record that nobody checks."""
        arrays = Arrays(self.arrays.board, freeze_array(state))
        return Position(self.game, self.seats, self.options, self.setup, arrays, history, self._start, seat)

    @property
    def start(self) -> "Position":
        """The position before the first move."""
        return self.with_state(self._start, (), self.seat)

    def positions(self) -> Iterator["Position"]:
        """Every position of this game from the start to this one."""
        position = self.start
        yield position
        for move in self.history:
            position = position.after(move)
            yield position

    def at(self, ply: int) -> "Position":
        """The position of this game after its first `ply` moves, draws included."""
        number = whole(ply)
        if number is None or not 0 <= number <= self.ply:
            raise BadOption(words("option.ply", value=show(ply), last=self.ply))
        if number == self.ply:
            return self
        position = self.start
        for move in self.history[:number]:
            position = position.after(move)
        return position

    @cached_property
    def _count(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        points, payoff = np.zeros(self.seats, np.int64), np.zeros(self.seats)
        calls.count(*self.arrays, points, payoff)
        return points, payoff

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each seat as they stand; None where this view does not know."""
        return tuple(None if count == UNKNOWN else count for count in self._count[0].tolist())

    @property
    def sheet(self) -> tuple[Line, ...]:
        """Where the points come from."""
        return tuple(self.game.parts.sheet.sheet(self))

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
        return Outcome(ranks, tuple(self._count[0].tolist()), self.game.parts.sheet.reason(self), self.sheet)

    def view(self, seat: int) -> "Position":
        """This position as a seat sees it (or SPECTATOR): a position with holes."""
        number = whole(seat)
        if number is None or not SPECTATOR <= number < self.seats:
            raise BadOption(words("option.seat", value=show(seat), last=self.seats - 1))
        return hidden_from(self, number) if self.game.has_secrets else self

    def fill(self, seed: int) -> "Position":
        """A position without holes that this view could be of; the history keeps its holes."""
        number = whole(seed)
        if number is None or not 0 <= number < 2**64:
            raise BadOption(words("option.seed", value=show(seed)))
        return filled(self, number) if self.game.has_secrets else self

    def record(
        self,
        players: Sequence[str] | None = None,
        outcome: Outcome | None = None,
        *,
        match: "Match | None" = None,
        taken: "list[Taken] | None" = None,
        legal: list[list[str]] | None = None,
        draws: "Draws | None" = None,
    ) -> "Record":
        """The record of this game so far; see `Record.of`."""
        from tablier.core.record import Record

        return Record.of(self, players, outcome, match=match, taken=taken, legal=legal, draws=draws)

    @property
    def text(self) -> str:
        """This position on one line, which `tablier.parse` reads."""
        from tablier.core.text import write

        return write(self)

    def scene(self) -> "Scene":
        """What is where, for drawing."""
        return self.game.parts.scene.scene(self)

    def svg(
        self,
        *,
        theme: str = "light",
        boards: str = "classic",
        show: Sequence[str] | None = None,
        path: Sequence[str] = (),
        language: str = "en",
        alone: bool = False,
    ) -> str:
        """A picture; see `tablier.core.svg.draw`."""
        from tablier.core.svg import draw

        return draw(self, theme=theme, boards=boards, show=show, path=path, language=language, alone=alone)

    def diagram(self, language: str = "en") -> str:
        """The position in plain text, for a terminal or a screen reader."""
        return self.game.parts.diagram.diagram(self, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.ply} moves, {self._standing}>"

    @property
    def _standing(self) -> str:
        if not self.over:
            return self.on_turn.say()
        try:
            return f"over, {self.game.parts.sheet.reason(self)}"
        except TablierError:
            return "over"

    @cached_property
    def _key(self) -> bytes:
        return self.arrays.state.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = ((p.game.name, p.seats, p.options, p.setup, p._key) for p in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.game.name, self.seats, self._key))

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # text and bytes made anew: equal views make equal pickles, whatever they were made from
        literals = json.dumps([self.options, self.setup])
        history = json.dumps([[move.path, move.actions, move.draw] for move in self.history])
        return _restored, (self.game, self.game.version, self.seats, literals, history, self._key, self.seat)


def _restored(
    game: "Game", version: int, seats: int, literals: str, history: str, state: bytes, seat: int | None
) -> Position:
    """A position as it was pickled."""
    game.check_version(version)
    start = game.set_up(seats, *json.loads(literals))
    moves = tuple(Move(tuple(path), tuple(actions), draw) for path, actions, draw in json.loads(history))
    return start.with_state(np.frombuffer(state, start.arrays.state.dtype), moves, seat)
