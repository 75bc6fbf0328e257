"""Moves: a path of targets for people, actions for search, a text for records."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, overload

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

    def __str__(self) -> str:
        return self.text


Branch = tuple[tuple[int, ...], list[int]]
"""The actions that begin a move, and those of which each can end it."""

Targets: TypeAlias = dict[str, "Targets"]
"""What can be clicked, and for each of these what can be clicked then."""


class Moves(Sequence[Move]):
    """The legal moves of a position (or the possible draws), sorted by their text.

    They are known by their actions, and by what each action is called. Whoever asks only what can be clicked does
    not wait until thousands of moves are made.
    """

    def __init__(self, branches: list[Branch], names: Mapping[int, tuple[str, ...]], draw: bool = False):
        self._branches, self._names, self._draw = branches, names, draw

    def __len__(self) -> int:
        return sum(len(ends) for _, ends in self._branches)

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        return self.find(str(move)) is not None

    def __repr__(self) -> str:
        return f"Moves({self.texts})"

    @property
    def texts(self) -> list[str]:
        return list(self._by_text)

    def find(self, text: str) -> Move | None:
        """The move that is written so, if it is here."""
        if "_by_text" in self.__dict__:
            return self._by_text.get(text)
        plain = text.removeprefix(DRAW) if self._draw else text
        for beginning, ends in self._branches:
            if plain.startswith("-".join(self._path(beginning))):
                for action in ends:
                    if plain.endswith(self._names[action][-1]) and (move := self._made(beginning, action)).text == text:
                        return move
        return None

    def targets(self, *path: str) -> list[str]:
        """What can come next after the targets in `path`; empty when they make a whole move."""
        node = self.tree
        for target in path:
            node = node.get(target, {})
        return sorted(node)

    @cached_property
    def tree(self) -> Targets:
        """What can be clicked first, and for each of these what can be clicked then; empty below the last."""
        root: Targets = {}
        for beginning, ends in self._branches:
            node = root
            for target in self._path(beginning):
                node = node.setdefault(target, {})
            for action in ends:
                last = node
                for target in self._names[action]:
                    last = last.setdefault(target, {})
        return root

    @cached_property
    def _moves(self) -> list[Move]:
        return list(self._by_text.values())

    @cached_property
    def _by_text(self) -> dict[str, Move]:
        found = {}
        for beginning, ends in self._branches:
            begun = self._path(beginning)
            for action in ends:
                move = Move((*begun, *self._names[action]), (*beginning, action), self._draw)
                found[move.text] = move
        return dict(sorted(found.items()))

    def _made(self, beginning: tuple[int, ...], end: int) -> Move:
        actions = (*beginning, end)
        return Move(self._path(actions), actions, self._draw)

    def _path(self, actions: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(target for action in actions for target in self._names[action])
