"""The choices a game offers before play, typed and checked."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, SupportsIndex, TypeAlias

from tablier.core.errors import BadOption
from tablier.core.words import Phrase, words

OptionValue: TypeAlias = bool | int | str

Options: TypeAlias = dict[str, OptionValue]
"""All options of a game's rules, each with its value."""

Choices: TypeAlias = dict[str, Any]
"""What somebody chooses before play: options, and data in whatever form the game's setup can read."""

Seed: TypeAlias = int | float | str | bytes | SupportsIndex | Random | None
"""What the luck of a setup follows from; None for luck that nobody knows."""

Setup: TypeAlias = dict[str, Any]
"""What chance decides openly before play, literally, as a record has it: its fields are the game's own."""


@dataclass(frozen=True)
class Choice:
    """One of a few values."""

    name: str
    values: tuple[OptionValue, ...]
    default: OptionValue

    def check(self, value: object) -> OptionValue:
        value = plain(value)
        for known in self.values:
            if value == known and type(value) is type(known):
                return known
        raise BadOption(words("option.choice", option=self.name, value=show(value), values=self.expects))

    def read(self, text: str) -> OptionValue:
        """The value that a person means who types `text`."""
        for known in self.values:
            if text.lower() == str(known).lower():
                return known
        raise BadOption(words("option.choice", option=self.name, value=show(text), values=self.expects))

    @property
    def expects(self) -> str:
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)


def flag(name: str, default: bool = False) -> Choice:
    """A choice between true and false."""
    return Choice(name, (False, True), default)


def check_options(options: Iterable[Choice], given: Mapping[str, object]) -> Options:
    """All options with their values: those given, checked, and defaults for the rest."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(unknown_option(name, known))
    return {name: option.check(given[name]) if name in given else option.default for name, option in known.items()}


def unknown_option(name: object, known: Collection[str]) -> Phrase:
    if not known:
        return words("option.none", option=show(name))
    return words("option.unknown", option=show(name), options=", ".join(known))


def plain(value: Any) -> Any:
    """A number of NumPy as one of Python; anything else as it is."""
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "shape", None) == () else value


def whole(value: object) -> int | None:
    """A whole number, Python's or NumPy's; None if it is none."""
    number = plain(value)
    return number if type(number) is int else None


def show(value: object) -> str:
    """A value as an error quotes it: recognisable, on one line, and never long."""
    try:
        text = repr(value)
    except RecursionError:  # lists in lists in lists
        text = "…"
    return text if len(text) <= 60 else text[:57] + "…"


@dataclass(frozen=True)
class Data:
    """Boards, layouts, deals: one of some names, or one's own as text or as a record has it.

    The game's setup checks what is given; the record keeps the result in its `setup`.

    kind      a "board" is chosen by its picture; anything else is written
    random    those of the values that stand for another one each time, drawn by lot
    """

    name: str
    values: tuple[str, ...]
    default: str | None = None
    kind: Literal["board", "text"] = "text"
    random: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not set(self.random) <= set(self.values):
            raise ValueError(f"what is drawn by lot is among the values of {self.name}")

    def read(self, text: str) -> str:
        return text

    @property
    def expects(self) -> str:
        return ", ".join(map(str, self.values))
