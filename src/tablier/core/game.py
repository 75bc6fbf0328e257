"""A game: a folder of rules, setup, moves, score sheet and drawing, all found by their names."""

import random
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tablier.core.errors import BadOption, BadSetup, OtherRules
from tablier.core.options import Choice, Data, Options, Seed, Setup, check_options, plain, show, unknown_option, whole
from tablier.core.parts import Parts
from tablier.core.strict_json import Json
from tablier.core.words import Phrase, Words, check_language, words

if TYPE_CHECKING:
    from tablier.core.judgement import Judgement
    from tablier.core.match import Match
    from tablier.core.moves import Move
    from tablier.core.outcome import Outcome
    from tablier.core.position import Position
    from tablier.core.scene import Mark


class Game:
    """One game, known by its name. Nothing of it is loaded or compiled before it is used."""

    def __init__(self, package: str):
        self.package = package
        self.name: str = package.rpartition(".")[2]
        self.parts: Parts = Parts(package)

    def __repr__(self) -> str:
        return f"tablier.game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        from tablier.core.registry import game_in

        return game_in, (self.package,)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

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
        """The compiled rules; compiled code finds them from now on."""
        from tablier.core.rules import register

        rules = import_module(f"{self.package}.rules")
        register(self, rules)
        return rules

    @cached_property
    def judgement(self) -> "Judgement":
        """What the game tells the search; an empty one if it has none."""
        from tablier.core.judgement import Judgement

        if find_spec(f"{self.package}.judgement") is None:
            return Judgement()
        found = self.part("judgement").JUDGEMENT
        if not isinstance(found, Judgement):
            raise TypeError(f"{self.package}.judgement.JUDGEMENT is no Judgement")
        return found

    def load(self) -> None:
        """Import the rules and the judgement, and check what they declare."""
        _ = self.rules, self.judgement

    def warm(self) -> None:
        """Compile all that playing and counting need, or load it if it was compiled before.

        Most of the time goes into what all of them share: one after the other in one process they take little more.
        """
        import numpy as np

        from tablier.core import calls
        from tablier.core.perft import perft
        from tablier.core.playouts import playouts

        position = self.start(seed=0)
        first = position.moves[0].actions[0]
        calls.weight(*position.arrays, first)
        calls.play(position.arrays.board, position.arrays.copies(), first)
        _ = position.points, position.view(0).fill(1)
        perft(position, 1)
        rng, totals = np.array([1], np.uint64), np.zeros(position.seats)
        playouts(position.arrays.board, position.arrays.copies(2), position.mask[np.newaxis], rng, 1, totals)

    @property
    def version(self) -> int:
        """Of the rules: a record names it."""
        return int(self.rules.VERSION)

    @property
    def has_chance(self) -> bool:
        """Does chance move in this game, after it is set up?"""
        return bool(getattr(self.rules, "HAS_CHANCE", False))

    @property
    def has_secrets(self) -> bool:
        """Is anything hidden from some of its players?"""
        return hasattr(self.rules, "hide")

    @property
    def has_long_moves(self) -> bool:
        """Has it moves of more than one action?"""
        return hasattr(self.rules, "midway")

    def part(self, name: str) -> ModuleType:
        """A module of the game's folder, by its name; `parts` knows those that every game has."""
        return import_module(f"{self.package}.{name}")

    @property
    def difficulty(self) -> int:
        """How much there is to learn before a first game, from 1 to 5; 3 for a game that does not say."""
        return int(getattr(self.parts.setup, "DIFFICULTY", 3))

    @property
    def seats(self) -> tuple[int, ...]:
        """With how many players it can be played."""
        return self.parts.setup.SEATS

    @property
    def options(self) -> tuple[Choice | Data, ...]:
        """The options of the rules, and the data (boards, deals) one may choose."""
        return self.parts.setup.OPTIONS

    def help(self, language: str = "en") -> str:
        """The rules in our own words, as Markdown."""
        check_language(language)
        return (self.folder / f"help.{language}.md").read_text("utf-8")

    def sides(self, seats: int, options: Options) -> tuple[int, ...]:
        """For each seat its side: itself, or its team."""
        teams = self.parts.teams
        return teams.sides(seats, options) if teams else tuple(range(seats))

    def plan(self) -> dict[str, Json] | None:
        """What one draws boards with; None where there is nothing to draw."""
        return self.parts.plans.plan() if self.parts.plans else None

    def advice(self, view: "Position") -> Phrase | None:
        """What the seat on turn is to do now, in one short line, if the game can say."""
        return self.parts.advice.advice(view) if self.parts.advice else None

    def more(self, view: "Position") -> Phrase | None:
        """What there is to say besides the advice, at greater length."""
        return self.parts.longer.more(view) if self.parts.longer else None

    @property
    def marks(self) -> "tuple[Mark, ...]":
        """The kinds of marks that its scenes have, in a fixed order."""
        return self.parts.marked.MARKS if self.parts.marked else ()

    def told(self, position: "Position", move: "Move") -> Phrase:
        """A move as people would say it, without who makes it: its notation, if the game has no words for it."""
        telling = self.parts.telling
        return telling.told(position, move) if telling else words("move.told", move=move.text)

    @property
    def endless(self) -> tuple[str, ...]:
        """The glyphs of pieces that nobody sees before they are on the board."""
        return self.parts.endless.ENDLESS if self.parts.endless else ()

    @property
    def grows(self) -> bool:
        """May its board become larger during a game?"""
        return bool(self.parts.grows and self.parts.grows.GROWS)

    def start(
        self, seats: int | None = None, *, setup: Setup | None = None, seed: Seed = None, **choices: Any
    ) -> "Position":
        """The position before the first move.

        `choices` are the game's options. What chance decides openly before play comes from
        `seed` (or a `random.Random`), or is given literally, as a record has it, by `setup`.
        """
        seats = self.check_seats(seats)
        data = {option.name for option in self.options if isinstance(option, Data)}
        for name in choices:
            if name not in {option.name for option in self.options}:
                if name == "match":
                    raise BadOption(words("option.match"))
                raise BadOption(unknown_option(name, [option.name for option in self.options]))
        options = self.check_options({name: value for name, value in choices.items() if name not in data})
        chosen = {name: value for name, value in choices.items() if name in data}
        if setup is None:
            defaults = {option.name: option.default for option in self.options if isinstance(option, Data)}
            luck = seed if isinstance(seed, random.Random) else random.Random(plain(seed))
            setup = self.parts.setup.make(seats, options, luck, **(defaults | chosen))
        elif chosen:
            raise BadOption(words("option.twice", option=next(iter(chosen))))
        return self.set_up(seats, options, setup)

    def set_up(self, seats: int, options: Options, setup: Setup) -> "Position":
        """The start position of a checked option set and a literal setup."""
        from tablier.core.frozen import freeze, freeze_array, share_array
        from tablier.core.position import Arrays, Position

        part = self.parts.setup
        if not isinstance(setup, dict):
            raise BadSetup(words("setup.type", value=show(setup)))
        setup = part.check(seats, options, setup)
        self.load()
        board, state = part.build(seats, options, setup)
        arrays = Arrays(share_array(board), freeze_array(state))  # there are few boards, and many games on each
        return Position(self, seats, freeze(options), freeze(setup), arrays)

    def match(
        self, seats: int | None = None, *, setup: Setup | None = None, seed: Seed = None, **choices: Any
    ) -> "Match":
        """A match of two games, of which the first starts as `start` says."""
        from tablier.core.match import Match

        return Match(self.start(seats, setup=setup, seed=seed, **choices))

    def again(self, position: "Position") -> "Position":
        """The start of the second game of a match of two, seats swapped by whoever seats people."""
        part = self.parts.second_games
        setup = part.again(position) if part else position.setup
        return self.set_up(position.seats, position.options, setup)

    def begins_again(self, outcome: "Outcome") -> int | None:
        """The seat whose player begins the rematch of a game that ended so; None if a lot decides.

        Where the game has nothing to say, the seats move on by one.
        """
        part = self.parts.rematches
        return part.begins_again(outcome) if part else 1

    def check_seats(self, seats: int | None) -> int:
        if seats is None:
            return self.seats[0]
        number = whole(seats)
        if number is None or number not in self.seats:
            raise BadOption(words("option.seats", value=show(seats), values=", ".join(map(str, self.seats))))
        return number

    def check_version(self, version: object) -> None:
        """Refuse what was written by other rules than these."""
        if whole(version) != self.version:
            raise OtherRules(words("record.version", game=self.name, version=show(version), known=self.version))

    def check_options(self, given: Mapping[str, object]) -> Options:
        return check_options([option for option in self.options if not isinstance(option, Data)], given)
