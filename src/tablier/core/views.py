"""A position as somebody sees it who may not know everything, and what it may be in truth."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from tablier.core import calls
from tablier.core.frozen import Records
from tablier.core.moves import UNSEEN, Move

if TYPE_CHECKING:
    from tablier.core.position import Position


def hidden_from(position: "Position", seat: int) -> "Position":
    """A position with holes where a seat (or SPECTATOR) may not look; when a game is over nothing is secret."""
    history = position.history if position.over else (*_seen(position, seat),)
    return position.with_state(_hidden(position, seat), history, seat)


def filled(view: "Position", seed: int) -> "Position":
    """A position that this view could be of; the history keeps its holes."""
    state = view.arrays.copies()
    calls.fill(view.arrays.board, state, np.array([seed], np.uint64))
    return view.with_state(state, view.history, None)


def _hidden(position: "Position", seat: int) -> Records:
    state = position.arrays.copies()
    calls.hide(position.arrays.board, state, seat)
    return state


def _seen(position: "Position", seat: int) -> Iterator[Move]:
    """The moves, with an unseen one for each draw that the seat cannot tell from others."""
    unseen = Move((UNSEEN,), (position.game.rules.UNSEEN,), True)
    draws = max((ply for ply, move in enumerate(position.history, 1) if move.draw), default=0)
    for before, move in zip(position.positions(), position.history[:draws], strict=False):
        yield unseen if move.draw and _cannot_tell(before, move, unseen, seat) else move
    yield from position.history[draws:]


def _cannot_tell(position: "Position", draw: Move, unseen: Move, seat: int) -> bool:
    after, blank = (_hidden(position.after(move), seat) for move in (draw, unseen))
    return after.tobytes() == blank.tobytes()
