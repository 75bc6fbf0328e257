"""Records: whole games as lines of JSON, which replay without any random number."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NotRequired, TypeAlias, TypedDict

from tablier.core.errors import BadRecord, TablierError
from tablier.core.files import decoded, write
from tablier.core.options import Setup, show
from tablier.core.outcome import OUTSIDE, Outcome, RecordedOutcome
from tablier.core.position import Position
from tablier.core.registry import game as find_game
from tablier.core.strict_json import DECODER, Json
from tablier.core.text import replay_move
from tablier.core.words import words

FORMAT = "tablier/1"
REQUIRED = ("format", "game", "rules", "seats", "options", "setup", "players", "moves", "outcome")
OPTIONAL = ("match", "taken", "legal", "draws")
LONGEST_LINE = 4_000_000


class Match(TypedDict):
    """The match a game belongs to, and which of its two games it is."""

    id: str
    game: int


Taken: TypeAlias = list[int | str]
"""A seat that an opponent took over: after how many moves, which one, and the opponent's name."""


class Draws(TypedDict):
    """All that is needed to check that nobody chose the draws."""

    version: NotRequired[int]
    """Of the way in which they were made; missing in those of version 1, which have no table and no pledges either."""
    table: NotRequired[str]
    pledges: NotRequired[list[str | None]]
    """By the places where people sat down: what was shown of their luck before anybody showed theirs."""
    commitment: str
    seed: str
    luck: list[str]
    choices: dict[str, Any]
    promises: list[str | None]
    possible: list[list[list[str | int]]]
    """For each draw all that could be drawn, with how likely it was, relative to the others."""
    first: NotRequired[int]
    """If a lot decided who begins: the place it fell on, counted from 0 as people sat down."""


@dataclass(frozen=True)
class Record:
    """One game: what was set up, who played, every move and draw, and how it ended."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, Json]
    setup: Setup
    players: list[str]
    moves: list[str]
    outcome: RecordedOutcome | None = None
    match: Match | None = None
    taken: list[Taken] | None = None
    legal: list[list[str]] | None = None
    draws: Draws | None = None

    @classmethod
    def of(
        cls,
        position: Position,
        players: Iterable[str] | None = None,
        outcome: Outcome | None = None,
        *,
        match: Match | None = None,
        taken: list[Taken] | None = None,
        legal: list[list[str]] | None = None,
        draws: Draws | None = None,
    ) -> "Record":
        """The record of the game that led to `position`.

        `outcome` is for an end outside the rules; otherwise the position knows it.
        """
        names = [f"seat {seat}" for seat in range(position.seats)] if players is None else list(players)
        if isinstance(players, str) or len(names) != position.seats:
            raise BadRecord(words("record.names", value=show(players), seats=position.seats))
        ending = outcome or position.outcome
        return cls(
            position.game.name,
            position.game.version,
            position.seats,
            position.options,
            position.setup,
            names,
            [move.text for move in position.history],
            ending.as_json() if ending else None,
            match,
            taken,
            legal,
            draws,
        )

    @classmethod
    def parse(cls, text: str) -> "Record":
        """The record on one line of JSON. Its form is checked here, its moves by `replay`."""
        if len(text) > LONGEST_LINE:
            raise BadRecord(words("record.long", size=len(text), most=LONGEST_LINE))
        try:
            fields = DECODER.decode(text)
        except json.JSONDecodeError as error:
            raise BadRecord(words("record.json", column=error.colno, why=error.msg)) from None
        except (ValueError, RecursionError) as error:
            raise BadRecord(words("record.value", why=str(error))) from None
        return cls(**_checked(fields))

    @classmethod
    def read(cls, path: str | Path) -> "Record":
        """The one record in a file."""
        records = list(cls.read_all(path))
        if len(records) != 1:
            raise BadRecord(words("record.one", path=str(path), count=len(records)))
        return records[0]

    @classmethod
    def read_all(cls, path: str | Path) -> Iterator["Record"]:
        """The records in a file, one a line; an error names the line."""
        return read_lines(Path(path).read_bytes(), str(path), cls.parse)

    @staticmethod
    def write_all(records: Iterable["Record"], path: str | Path) -> None:
        """Write records to a file, one a line: all of them, or none and the old file stays."""
        write(path, (record.line + "\n" for record in records))

    def write(self, path: str | Path) -> None:
        self.write_all([self], path)

    @property
    def line(self) -> str:
        """The record as one line of JSON."""
        fields = {"format": FORMAT} | {name: getattr(self, name) for name in REQUIRED if name != "format"}
        fields |= {name: getattr(self, name) for name in OPTIONAL if getattr(self, name) is not None}
        return json.dumps(fields, ensure_ascii=False)

    def positions(self) -> Iterator[Position]:
        """Every position of the game from the start, then a check of the outcome."""
        game = find_game(self.game)
        game.check_version(self.rules)
        position = game.set_up(game.check_seats(self.seats), game.check_options(self.options), self.setup)
        yield position
        for number, move in enumerate(self.moves, 1):
            position = replay_move(position, number, move)
            yield position
        self._check_outcome(position)

    def replay(self) -> Position:
        """The last position of the game."""
        *_, position = self.positions()
        return position

    def _check_outcome(self, position: Position) -> None:
        if self.outcome is not None and self.outcome["reason"] in OUTSIDE:
            if position.over:
                raise BadRecord(words("record.ended", reason=self.outcome["reason"]))
            return
        found = None if position.over and None in position.points else position.outcome
        if found is None and position.over and self.outcome is not None:
            return  # a reader who may not see the draws cannot check the result
        expected = found and found.as_json()
        if self.outcome != expected:
            raise BadRecord(words("record.outcome", found=show(self.outcome), expected=show(expected)))

    def redact(self, seat: int) -> "Record":
        """This record as a seat (or SPECTATOR) may read it: `~?` for what it has not seen.

        When a game is over there are no secrets left.
        """
        if self.outcome is not None:
            return self
        view = self.replay().view(seat)
        legal = None
        if self.legal is not None:
            legal = [before.moves.texts for before in view.positions()][:-1]
        return replace(self, moves=[move.text for move in view.history], legal=legal)


def read_lines(data: bytes, name: str, parse: Callable[[str], Record] = Record.parse) -> Iterator[Record]:
    """The records in what a file holds, one a line; an error tells the file's name and the line."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                yield parse(decoded(line))
            except TablierError as error:
                raise BadRecord(words("record.line", path=name, line=number, why=error.phrase)) from error


def traced(position: Position) -> list[list[str]]:
    """For every move that led here, all moves (or draws) that were possible there."""
    return [before.moves.texts for before in position.positions()][:-1]


def _checked(fields: object) -> dict[str, Any]:
    if not isinstance(fields, dict):
        raise BadRecord(words("record.object", value=show(fields)))
    for name in REQUIRED:
        if name not in fields:
            raise BadRecord(words("record.missing", field=name))
    for name in fields:
        if name not in REQUIRED + OPTIONAL:
            raise BadRecord(words("record.unknown", field=show(name), fields=", ".join(REQUIRED + OPTIONAL)))
    if fields["format"] != FORMAT:
        raise BadRecord(words("record.format", format=show(fields["format"]), known=FORMAT))
    for name, (fits, form) in FORMS.items():
        if name in fields and not fits(fields[name]):
            raise BadRecord(words("record.field", field=name, value=show(fields[name]), form=form))
    seats = fields["seats"]
    if len(fields["players"]) != seats:
        raise BadRecord(words("record.players", players=len(fields["players"]), seats=seats))
    if "legal" in fields and len(fields["legal"]) != len(fields["moves"]):
        raise BadRecord(words("record.legal", legal=len(fields["legal"]), moves=len(fields["moves"])))
    return {name: value for name, value in fields.items() if name != "format"}


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _some_texts(value: object) -> bool:
    return isinstance(value, list) and all(item is None or isinstance(item, str) for item in value)


def _bound(value: dict[str, Any]) -> bool:
    return value["version"] == 2 and isinstance(value["table"], str) and _some_texts(value["pledges"])


def _number(value: object) -> bool:
    return type(value) is int and abs(value) < 2**31


def _numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_number, value))


def _outcome(value: object) -> bool:
    return value is None or (
        isinstance(value, dict)
        and set(value) in ({"ranks", "points", "reason"}, {"ranks", "points", "reason", "seat"})
        and _numbers(value["ranks"])
        and _numbers(value["points"])
        and isinstance(value["reason"], str)
        and ("seat" in value) == (value["reason"] in OUTSIDE)
        and _number(value.get("seat", 0))
    )


def _match(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("id"), str) and value.get("game") in (1, 2)


def _taken(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == 3 and _numbers(item[:2]) and isinstance(item[2], str) for item in value
    )


def _chances(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) and _number(item[1]) for item in value
    )


DRAWN = {"commitment", "seed", "luck", "choices", "promises", "possible"}
BOUND = {"version", "table", "pledges"}
"""What draws have since version 2 besides."""


def _draws(value: object) -> bool:
    return (
        isinstance(value, dict)
        and (set(value) - {"first"} == DRAWN or (set(value) - {"first"} == DRAWN | BOUND and _bound(value)))
        and _number(value.get("first", 0))
        and all(isinstance(value[name], str) for name in ("commitment", "seed"))
        and _texts(value["luck"])
        and isinstance(value["choices"], dict)
        and _some_texts(value["promises"])
        and isinstance(value["possible"], list)
        and all(map(_chances, value["possible"]))
    )


FORMS: dict[str, tuple[Callable[[object], bool], str]] = {
    "game": (lambda value: isinstance(value, str), '"quantik"'),
    "rules": (_number, "1"),
    "seats": (_number, "2"),
    "options": (lambda value: isinstance(value, dict), '{"level": 3}'),
    "setup": (lambda value: isinstance(value, dict), "{}"),
    "players": (_texts, '["a guest", "another"]'),
    "moves": (_texts, '["c7", "c2"]'),
    "outcome": (_outcome, '{"ranks": [1, 2], "points": [34, 30], "reason": "blocked"} or null'),
    "match": (_match, '{"id": "…", "game": 1}'),
    "taken": (_taken, '[[12, 0, "tablier:3"]]'),
    "draws": (_draws, '{"commitment": "…", "seed": "…", "luck": [], "choices": {}, "promises": [], "possible": []}'),
    "legal": (lambda value: isinstance(value, list) and all(map(_texts, value)), '[["c7", "c8"], …]'),
}
