"""The legal moves of a position, from the actions that compiled rules allow."""

from typing import TYPE_CHECKING

import numpy as np

from tablier.core import calls
from tablier.core.moves import Branch, Moves
from tablier.core.rules import CHANCE, OVER, mask_words

if TYPE_CHECKING:
    from tablier.core.position import Position

LONGEST_MOVE = 4
"""So many actions make a move, at most."""


def list_moves(position: "Position") -> Moves:
    """The legal moves, or at a chance move the possible draws."""
    if position.turn == OVER:
        return Moves([], {})
    if position.turn == CHANCE:
        draws, actions = position.game.parts.draws, list_actions(position)
        return Moves([((), actions)], {action: (draws.draw(position, action),) for action in actions}, True)
    short = not position.game.has_long_moves
    branches: list[Branch] = [((), list_actions(position))] if short else list_branches(position)
    used = {action for beginning, ends in branches for action in (*beginning, *ends)}
    path = position.game.parts.moves.path
    return Moves(branches, {action: path(position, action) for action in used})


def list_actions(position: "Position") -> list[int]:
    return np.flatnonzero(np.unpackbits(position.mask.view(np.uint8), bitorder="little")).tolist()


def list_branches(position: "Position", room: int = 4096) -> list[Branch]:
    """Every beginning of a move, with the actions that can end it."""
    masks = np.zeros((LONGEST_MOVE, mask_words(position.game.rules)), np.uint64)
    prefixes, (lengths, counts, actions) = np.zeros((room, LONGEST_MOVE), np.int64), np.zeros((3, room), np.int64)
    states = position.arrays.copies(LONGEST_MOVE)
    number = calls.branches(position.arrays.board, states, masks, prefixes, lengths, counts, actions)
    if number > room:
        return list_branches(position, number)
    found, ends, first = [], actions[:number].tolist(), 0
    for index, count in enumerate(counts[: np.count_nonzero(counts)].tolist()):
        found.append((tuple(prefixes[index, : lengths[index]].tolist()), ends[first : first + count]))
        first += count
    return found
