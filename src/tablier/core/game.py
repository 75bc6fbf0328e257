"""A game: a folder of rules, setup, moves, score sheet and drawing, all found by their names."""

import random
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tablier.core.errors import BadOption, BadSetup, words
from tablier.core.options import Data, check_options, show, unknown_option
from tablier.core.words import Phrase, Words

if TYPE_CHECKING:
    from tablier.core.position import Position


class Game:
    """One game, known by its name. Nothing of it is loaded or compiled before it is used."""

    def __init__(self, package: str):
        self.package = package
        self.name = package.rpartition(".")[2]

    def __repr__(self):
        return f"tablier.game({self.name!r})"

    @cached_property
    def folder(self) -> Path:
        return Path(str(resources.files(self.package)))

    @cached_property
    def words(self) -> Words:
        return Words(self.folder)

    @property
    def title(self) -> Phrase:
        return self.words("title")

    @cached_property
    def rules(self) -> ModuleType:
        """The compiled rules."""
        from tablier.core.rules import register

        rules = import_module(f"{self.package}.rules")
        register(rules, self.folder)
        return rules

    @property
    def version(self) -> int:
        """Of the rules: a record names it."""
        return self.rules.VERSION

    def part(self, name: str) -> ModuleType:
        """A module of the game's folder: setup, moves, sheet, scene or diagram."""
        return import_module(f"{self.package}.{name}")

    @property
    def seats(self) -> tuple[int, ...]:
        """With how many players it can be played."""
        return self.part("setup").SEATS

    @property
    def options(self) -> tuple:
        """The options of the rules, and the data (boards, deals) one may choose."""
        return self.part("setup").OPTIONS

    def help(self, language: str = "en") -> str:
        """The rules in our own words, as Markdown."""
        return (self.folder / f"help.{language}.md").read_text("utf-8")

    def sides(self, seats: int, options: dict) -> tuple[int, ...]:
        """For each seat its side: itself, or its team."""
        setup = self.part("setup")
        return setup.sides(seats, options) if hasattr(setup, "sides") else tuple(range(seats))

    def start(
        self, seats: int | None = None, *, setup: dict | None = None, seed: Any = None, **choices: Any
    ) -> "Position":
        """The position before the first move.

        `choices` are the game's options. What chance decides openly before play comes from
        `seed` (or a `random.Random`), or is given literally, as a record has it, by `setup`.
        """
        seats = self.check_seats(seats)
        data = {option.name for option in self.options if isinstance(option, Data)}
        for name in choices:
            if name not in {option.name for option in self.options}:
                raise BadOption(unknown_option(name, [option.name for option in self.options]))
        options = self.check_options({name: value for name, value in choices.items() if name not in data})
        chosen = {name: value for name, value in choices.items() if name in data}
        if setup is None:
            defaults = {option.name: option.default for option in self.options if isinstance(option, Data)}
            luck = seed if isinstance(seed, random.Random) else random.Random(seed)
            setup = self.part("setup").make(seats, options, luck, **(defaults | chosen))
        elif chosen:
            raise BadOption(words("option.twice", option=next(iter(chosen))))
        return self.set_up(seats, options, setup)

    def set_up(self, seats: int, options: dict, setup: dict) -> "Position":
        """The start position of a checked option set and a literal setup."""
        from tablier.core.position import Position

        part = self.part("setup")
        if not isinstance(setup, dict):
            raise BadSetup(words("setup.type", value=show(setup)))
        setup = part.check(seats, options, setup)
        _ = self.rules
        board, state = part.build(seats, options, setup)
        return Position(self, seats, options, setup, board, state)

    def again(self, position: "Position") -> "Position":
        """The start of the second game of a match of two, seats swapped by whoever seats people."""
        part = self.part("setup")
        setup = part.again(position) if hasattr(part, "again") else position.setup
        return self.set_up(position.seats, position.options, setup)

    def check_seats(self, seats: int | None) -> int:
        if seats is None:
            return self.seats[0]
        if type(seats) is not int or seats not in self.seats:
            raise BadOption(words("option.seats", value=show(seats), values=", ".join(map(str, self.seats))))
        return seats

    def check_options(self, given: dict) -> dict:
        return check_options([option for option in self.options if not isinstance(option, Data)], given)
