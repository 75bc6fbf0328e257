"""What the program says, in every language it speaks, from one catalogue per folder.

A catalogue is a `words.toml`: tables of keys, each with a sentence per language. A sentence
names its facts in braces; `{n:|row|rows}` writes the form of a word that goes with a number.
A fact that is a `Phrase` is said in the same language, and a `Drawing` by its name.
"""

import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from tablier.core.strict_json import Json

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence not yet said: its key in a catalogue and the facts it mentions."""

    words: Path
    key: str
    facts: "Mapping[str, Fact]" = field(default_factory=dict)

    def say(self, language: str = "en") -> str:
        said = []
        for text, name, form in _pieces(self.words, self.key, language):
            said.append(text)
            if name is not None:
                said.append(_written(self.facts[name], form, language))
        return "".join(said)

    def as_json(self) -> dict[str, Json]:
        """How it travels, to be said in the language of whoever reads it: its catalogue, its key and its facts."""
        facts: Json = {name: _as_json(fact) for name, fact in self.facts.items()}
        return {"in": self.words.name, "say": self.key, "with": facts}

    def __str__(self) -> str:
        return self.say()

    def __hash__(self) -> int:
        return hash((self.words, self.key, tuple(sorted(self.facts))))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A small picture in a sentence: a symbol of a game's art, the role of its colour, and what it shows, in words.

    Where nothing can be drawn it is its name; whose art it is the catalogue of the name says.
    """

    glyph: str
    colour: str
    name: Phrase

    def as_json(self) -> dict[str, Json]:
        return {"glyph": self.glyph, "colour": self.colour, "name": self.name.as_json()}


Fact: TypeAlias = Phrase | Drawing | str | float | Sequence["Fact"] | None
"""What a sentence can mention."""


def _as_json(fact: Fact) -> Json:
    if isinstance(fact, Phrase | Drawing):
        return fact.as_json()
    return fact if fact is None or isinstance(fact, str | float | int) else [_as_json(item) for item in fact]


class Words:
    """The catalogue in a folder: `words("refusal.taken", square="b2")` is a phrase."""

    def __init__(self, folder: Path):
        self.folder = folder

    def __call__(self, key: str, **facts: Fact) -> Phrase:
        return Phrase(self.folder, key, facts)

    def __contains__(self, key: str) -> bool:
        return key in catalogue(self.folder)


words = Words(Path(__file__).parent)
"""What the core says."""


@cache
def catalogue(folder: Path) -> dict[str, dict[str, str]]:
    """All keys of a folder's catalogue, each with its sentence per language."""
    with open(folder / "words.toml", "rb") as file:
        return dict(_flat(tomllib.load(file)))


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    for key, value in table.items():
        if all(isinstance(sentence, str) for sentence in value.values()):
            yield prefix + key, value
        else:
            yield from _flat(value, f"{prefix}{key}.")


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        from tablier.core.errors import BadOption

        raise BadOption(words("option.language", value=repr(language), values=", ".join(LANGUAGES)))


@cache
def _pieces(folder: Path, key: str, language: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence taken apart: texts, each with the name of the fact that follows it, and how that is written."""
    check_language(language)
    parsed = string.Formatter().parse(catalogue(folder)[key][language])
    return tuple((text, name, form or "") for text, name, form, _ in parsed)


def _written(fact: Any, form: str, language: str) -> str:
    if isinstance(fact, Phrase):
        return fact.say(language)
    if isinstance(fact, Drawing):
        return fact.name.say(language)
    if form.startswith("|"):
        one, other = form[1:].split("|")
        # in French nought is singular, and so is anything below two
        single = abs(fact) < 2 if language == "fr" else abs(fact) == 1
        return one if single else other
    if isinstance(fact, list | tuple):
        return ", ".join(_written(item, "", language) for item in fact)
    return format(fact, form)
