"""A position on one line of text: game/version, seats, options, setup, then the moves.

    quantik/1 2 {} {} S-b2 Y-c3

The line holds how the position came about, so that the last move, the score sheet and the record
can be had from it; and reading it is replaying it, so that no impossible position can be read.
"""

import json

from tablier.core.errors import BadRecord, TablierError
from tablier.core.options import Options, Setup, show
from tablier.core.position import Position
from tablier.core.registry import game as find_game
from tablier.core.strict_json import DECODER
from tablier.core.words import words


def write(position: Position) -> str:
    literals = (_compact(part) for part in (position.options, position.setup))
    name = f"{position.game.name}/{position.game.version}"
    return " ".join([name, str(position.seats), *literals, *map(str, position.history)])


def parse(text: str) -> Position:
    """The position that `Position.text` wrote."""
    if not isinstance(text, str):
        raise BadRecord(words("text.form", text=show(text)))
    head, _, rest = text.strip().partition(" ")
    name, _, version = head.partition("/")
    seats, _, rest = rest.partition(" ")
    if not (version.isdecimal() and seats.isdecimal() and len(version) < 6 and len(seats) < 3):
        raise BadRecord(words("text.form", text=show(text)))
    game = find_game(name)
    game.check_version(int(version))
    try:
        options, end = DECODER.raw_decode(rest)
        setup, end = DECODER.raw_decode(rest, end + 1)
    except (ValueError, RecursionError):
        raise BadRecord(words("text.form", text=show(text))) from None
    if not isinstance(options, dict):
        raise BadRecord(words("text.form", text=show(text)))
    start = game.set_up(game.check_seats(int(seats)), game.check_options(options), setup)
    return replay(start, rest[end:].split())


def replay(position: Position, moves: list[str]) -> Position:
    """The position after these moves; an error names the one that cannot be played."""
    for number, move in enumerate(moves, 1):
        position = replay_move(position, number, move)
    return position


def replay_move(position: Position, number: int, move: str) -> Position:
    try:
        return position.play(move)
    except TablierError as error:
        raise BadRecord(words("record.move", number=number, why=error.phrase)) from error


def _compact(part: Options | Setup) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))
