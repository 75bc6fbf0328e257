"""Where games come from that somebody types: options, records, positions."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tablier.cli.language import words
from tablier.core.errors import BadOption, BadRecord
from tablier.core.files import read as read_file
from tablier.core.game import Game
from tablier.core.options import Choices, show
from tablier.core.position import Position
from tablier.core.record import Record, read_lines
from tablier.core.registry import game as find_game
from tablier.core.text import parse
from tablier.core.words import words as core_words

POSITION = re.compile(r"\s*\w+/\d+ \d+ \{")
"""How the text of a position begins."""


def start(name: str, seats: int | None, option: list[str] | None, seed: str | None) -> Position:
    game = find_game(name)
    return game.start(seats, seed=seed, **choices(game, option))


def with_match(match: bool, given: list[str] | None) -> tuple[bool, list[str]]:
    """Is it a match of two games, by the flag or as an option; and the other options."""
    return match or "match=2" in (given or []), [text for text in given or [] if text not in ("match=1", "match=2")]


def choices(game: Game, given: list[str] | None) -> Choices:
    """The options typed as name=value."""
    known = {option.name: option for option in game.options}
    chosen: Choices = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(core_words("option.form", text=show(text)))
        if value.startswith("@"):
            value = read_file(value[1:])
        chosen[name] = known[name].read(value) if name in known else value
    return chosen


def record(source: str, number: int = 1) -> Record:
    """A record of a file, or of the input if that is `-`, counted from 1; or the game of a position's text."""
    last = 0
    for last, found in enumerate(_records(source), 1):
        if last == number:
            return found
    raise BadRecord(words("record.number", path=source, number=number, last=last))


def _records(source: str) -> Iterator[Record]:
    if POSITION.match(source):
        return iter([_read(source)])
    data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    return read_lines(data, source, _read)


def _read(line: str) -> Record:
    return parse(line).record() if POSITION.match(line) else Record.parse(line)


def position(source: str, number: int, ply: int | None) -> Position:
    """A position of a recorded game: after so many moves, or the last one."""
    positions = list(record(source, number).positions())
    ply = len(positions) - 1 if ply is None else ply
    if ply >= len(positions):
        raise BadRecord(words("draw.ply", ply=ply, last=len(positions) - 1))
    return positions[ply]
