"""The language of the terminal, and how the command speaks it.

People count seats from 1, programs from 0: what is said here has been counted anew.
"""

import logging
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

from tablier.core.words import LANGUAGES, Fact, Phrase, Words

words = Words(Path(__file__).parent)

_spoken = ["en"]


def choose(arguments: Sequence[str]) -> None:
    """Speak the language asked for by `--lang`, or else the terminal's."""
    asked = [word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")]
    asked += [word for option, word in pairwise(arguments) if option == "--lang"]
    here = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    _spoken[0] = next((word for word in asked if word in LANGUAGES), "fr" if here.startswith("fr") else "en")


def spoken() -> str:
    return _spoken[0]


def say(key: str, **facts: Fact) -> str:
    """A sentence of the command's own, in the language spoken."""
    return words(key, **facts).say(spoken())


def tell(phrase: Phrase) -> None:
    """Say something beside the output."""
    print(counted(phrase).say(spoken()), file=sys.stderr, flush=True)


def fail(phrase: Phrase) -> NoReturn:
    """End with a sentence that says what is wrong."""
    print(f"tablier: {counted(phrase).say(spoken())}", file=sys.stderr)
    sys.exit(2)


def counted(phrase: Phrase) -> Phrase:
    """The same, with the seats it mentions counted from 1."""
    facts = {name: _counted(name, fact) for name, fact in phrase.facts.items()}
    return Phrase(phrase.words, phrase.key, facts)


def _counted(name: str, fact: Fact) -> Fact:
    if isinstance(fact, Phrase):
        return counted(fact)
    return fact + 1 if name == "seat" and type(fact) is int else fact


class Warnings(logging.Handler):
    """What the library has to say beside its work."""

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.msg, Phrase):
            tell(record.msg)
        else:
            print(record.getMessage(), file=sys.stderr)
