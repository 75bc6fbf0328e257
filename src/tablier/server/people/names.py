"""Names and talk: what people may call themselves and say, and when two names look the same."""

import re
import unicodedata
from itertools import groupby

from tablier.core.words import LANGUAGES
from tablier.server.errors import Refused, words

LONGEST = 30
LONGEST_FOLDED = 64
"""So much is kept of a name as it is compared: Hangul and some others are taken apart for that, and grow."""
LETTERS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc"}
BETWEEN = " -_.'’"
MARKS = 2
"""So many accents may stand on one letter."""

UNSEEN = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)}
UNSEEN |= {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""Letters and marks that cannot be seen; whatever Unicode calls a control or a format is not seen either."""

ONE_SCRIPT = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
"""Scripts that are written together in one language."""

LATIN = {"a": "аα", "b": "вьβ", "c": "сϲ", "d": "ԁ", "e": "еε", "g": "ԍց", "h": "нһհη", "j": "јϳ", "k": "кκ"}
LATIN |= {"l": "ӏіι1i|", "m": "мμ", "n": "ո", "o": "оοօ0", "p": "рρ", "q": "ԛզ", "r": "г", "s": "ѕ", "t": "тτ"}
LATIN |= {"u": "υս", "v": "νѵ", "w": "ԝω", "x": "хχ", "y": "уγ", "z": "ζ"}
LOOKS_LIKE = {ord(other): letter for letter, others in LATIN.items() for other in others}
"""Cyrillic, Greek and Armenian letters, and digits, that pass for Latin letters."""


def clean_name(text: str) -> str:
    """A name as it will be shown, or a refusal that says what a name may be."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    letters = [character for character in name if character not in BETWEEN]
    fine = (
        letters
        and len(name) <= LONGEST
        and all(_seen(letter) and unicodedata.category(letter) in LETTERS for letter in letters)
        and _steady(name)
        and _one_script(letters)
        and fold(name)
        and not _reserved(name)
    )
    if not fine:
        raise Refused(words("name.form", most=LONGEST))
    if len(fold(name)) > LONGEST_FOLDED:
        raise Refused(words("name.long"))
    return name


def _reserved(name: str) -> bool:
    """Is it the program's own, by one of its words or as a whole? A word that only contains one is nobody's."""
    parts = [part.rstrip("0123456789") for part in re.split(f"[{re.escape(BETWEEN)}]", name)]
    return fold(name) in KEPT | RESERVED or any(fold(part) in RESERVED for part in parts)


def clean_talk(text: str) -> str:
    """Something said, without what cannot be seen."""
    normal = unicodedata.normalize("NFC", text)
    shown = "".join(character if _seen(character) else " " for character in normal)
    said = " ".join(_few_marks(shown).split())
    if not 1 <= len(said) <= 300:
        raise Refused(words("talk.form"))
    return said


def fold(name: str) -> str:
    """Names that fold alike are the same name, or look so."""
    bare = unicodedata.normalize("NFKD", name.casefold()).translate(LOOKS_LIKE)
    return "".join(character for character in bare if unicodedata.category(character)[0] in "LN")


def _seen(character: str) -> bool:
    return unicodedata.category(character)[0] != "C" and ord(character) not in UNSEEN


def _mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")


def _steady(name: str) -> bool:
    """Does every accent stand on a letter, and not too many on one?"""
    runs = [len(list(run)) for marks, run in groupby(name, _mark) if marks]
    stray = any(_mark(after) and before in BETWEEN for before, after in zip(" " + name, name, strict=False))
    return not stray and all(run <= MARKS for run in runs)


def _few_marks(text: str) -> str:
    runs = (list(run) if not marks else list(run)[:MARKS] for marks, run in groupby(text, _mark))
    return "".join(character for run in runs for character in run)


def _one_script(letters: list[str]) -> bool:
    """A name in two scripts could pass for another."""
    used = {_script(letter) for letter in letters} - {None}
    return len(used) <= 1 or any(used <= together for together in ONE_SCRIPT)


def _script(letter: str) -> str | None:
    """The script of a letter or a digit; accents and our own digits belong to every script."""
    if (letter.isascii() and letter.isdecimal()) or unicodedata.category(letter)[0] == "M":
        return None
    called = unicodedata.name(letter, "?").removeprefix("EXTENDED ")
    script = called.split()[0].split("-")[0]
    return "CJK" if script == "IDEOGRAPHIC" else script


RESERVED = frozenset(
    map(fold, ("tablier", "level", "niveau", "admin", "administrator", "administrateur", "server", "serveur"))
)
KEPT = frozenset(fold(words("people.gone").say(language)) for language in LANGUAGES)
"""What somebody is called who has been forgotten, in every language."""
