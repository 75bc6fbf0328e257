"""Moves: a path of targets for people, actions for search, a text for records."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

DRAW = "~"
UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class Move:
    """What one would click, in order; `actions` says the same to compiled code."""

    path: tuple[str, ...]
    actions: tuple[int, ...]
    draw: bool = False

    @property
    def text(self) -> str:
        return DRAW * self.draw + "-".join(self.path)

    def __str__(self):
        return self.text


class Moves(Sequence[Move]):
    """The legal moves of a position (or the possible draws), sorted by their text.

    A trie of their paths answers what can be clicked next: `targets("S")`.
    """

    def __init__(self, moves: Iterable[Move]):
        self._moves = sorted(moves, key=lambda move: move.text)

    def __len__(self):
        return len(self._moves)

    def __getitem__(self, index):
        return self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move) -> bool:
        return str(move) in self._by_text

    def __repr__(self):
        return f"Moves({self.texts})"

    @property
    def texts(self) -> list[str]:
        return [move.text for move in self._moves]

    def find(self, text: str) -> Move | None:
        """The move that is written so, if it is here."""
        return self._by_text.get(text)

    def targets(self, *path: str) -> list[str]:
        """What can come next after the targets in `path`; empty when they make a whole move."""
        node = self._trie
        for target in path:
            node = node.get(target, {})
        return sorted(node)

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        return {move.text: move for move in self._moves}

    @cached_property
    def _trie(self) -> dict:
        root: dict = {}
        for move in self._moves:
            node = root
            for target in move.path:
                node = node.setdefault(target, {})
        return root
