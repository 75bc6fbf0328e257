"""Setups: every variant a game can be started in, and what must be refused."""

import copy
import itertools
import json
from collections.abc import Iterator
from typing import Any

from tablier.core.errors import BadSetup, TablierError
from tablier.core.game import Game
from tablier.core.options import show
from tablier.core.position import Position
from tablier.core.words import LANGUAGES, Phrase
from tablier.testing.faults import Faults

JUNK: tuple[Any, ...] = (None, True, -1, 10**12, 0.5, "", "é\0junk", [], [None], [[]], {}, {"x": 1})
"""What anybody may write into a file."""


def variants(game: Game) -> list[dict[str, Any]]:
    """Every combination of seats, options and named data that the game can be started with."""
    names = [option.name for option in game.options]
    values: list[tuple[Any, ...]] = [option.values or (option.default,) for option in game.options]
    combinations = (
        {"seats": seats} | dict(zip(names, chosen, strict=True))
        for seats in game.seats
        for chosen in itertools.product(*values)
    )
    return [variant for variant in combinations if _can_start(game, variant)]


def _can_start(game: Game, variant: dict[str, Any]) -> bool:
    try:
        start(game, variant, 0)
    except TablierError:
        return False
    return True


def start(game: Game, variant: dict[str, Any], seed: int | str) -> Position:
    return game.start(seed=seed, **variant)


def check_setups(game: Game, variant: dict[str, Any], faults: Faults) -> None:
    """A setup comes from a file: whatever is none must be refused, with a sentence."""
    position = start(game, variant, 0)
    setup = json.loads(json.dumps(position.setup))
    for wrong, why in _wrong(setup):
        try:
            game.part("setup").check(position.seats, position.options, copy.deepcopy(wrong))
        except BadSetup as error:
            _check_sentence(error, faults)
        except Exception as error:
            rule = "check must raise BadSetup for what is no setup"
            faults.add("setup.py", rule, f"it raises {type(error).__name__}: {error} for {show(wrong)}")
        else:
            faults.unless(why is None, "setup.py", f"check accepts a setup {why}", show(wrong))


def _check_sentence(error: BadSetup, faults: Faults) -> None:
    rule = "BadSetup must be given a phrase, as in BadSetup(words(…))"
    if faults.unless(isinstance(error.phrase, Phrase), "setup.py", rule, f"not {show(error.phrase)}"):
        for language in LANGUAGES:
            with faults.trying("setup.py"):
                error.say(language)


def _wrong(setup: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Setups that are none, with why; without, if a game might have a use for it."""
    yield setup | {"no such field": 1}, "with a field that no setup has"
    for name, value in setup.items():
        yield {other: kept for other, kept in setup.items() if other != name}, "with a field that is missing"
        for junk in JUNK:
            yield setup | {name: junk}, None if type(junk) is type(value) else "with a value of another type"
        if isinstance(value, list) and value:
            for junk in JUNK:
                other = "with an item of another type" if type(junk) is not type(value[0]) else None
                yield setup | {name: [junk, *value[1:]]}, other
