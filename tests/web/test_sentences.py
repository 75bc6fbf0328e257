"""Every sentence that the client says stands in its catalogue, and none stands there that it never says."""

import itertools
import re
from pathlib import Path
from random import Random

import pytest

import tablier
from tablier.core.looks import BOARDS
from tablier.core.random_play import random_game
from tablier.core.words import catalogue

WEB = Path(tablier.__file__).parent / "web"
MODULES = {file.name: file.read_text("utf-8") for file in sorted(WEB.glob("*.js"))}

KEY = re.compile(r'(?<!== )"([\w.+]+)"')
SAID = re.compile(r"(?<![\w.])t\(((?:[^(),`{}]|\([^()]*\))+|`[^`]*`)[,)]")

COMPANY = ("computer", "friend", "here", "anybody")
CLOCKS = ("none", "5+3", "15+10", "30+0", "move", "day", "days")

MADE = {
    "account.js `account.${name}`": ["account.name", "account.passphrase", "account.old", "account.new"],
    "account.js `${title}.do`": [f"account.{form}.do" for form in ("rename", "make", "in", "change")],
    "archive.js `archive.${name}`": ["archive.game", "archive.result", "archive.against"],
    "archive.js `archive.result.${result}`": [f"archive.result.{result}" for result in ("won", "lost", "drawn")],
    "archive.js `reason.${reason}`": ["reason.resigned", "reason.time", "reason.abandoned"],
    "fair.js `fair.${what}`": [
        *(f"fair.{what}" for what in ("unreadable", "commitment", "pledge", "withheld", "seen", "given", "others")),
        *(f"fair.{what}" for what in ("first", "promise", "pick")),
    ],
    "home.js `home.difficulty.${game.difficulty}`": [f"home.difficulty.{one}" for one in range(1, 6)],
    "new.js `new.begins.${value}`": [f"new.begins.{who}" for who in ("lot", "me", "other")],
    "new.js `new.company.${company}`": [f"new.company.{company}" for company in COMPANY],
    "new.js `new.company.${company}.about`": [f"new.company.{company}.about" for company in COMPANY],
    "new.js `new.with.${wish.company}`": [f"new.with.{company}" for company in COMPANY],
    "new.js `new.clock.${value}`": [f"new.clock.{clock}" for clock in CLOCKS],
    "new.js `new.clock.${wish.clock}`": [f"new.clock.{clock}" for clock in CLOCKS],
    "settings.js `preferences.${name}`": [
        f"preferences.{name}"
        for name in ("theme", "boards", "confirm", "pace", "contrast", "motion", "sound", "coordinates")
    ],
    "settings.js `preferences.${name}.${value}`": [f"preferences.theme.{theme}" for theme in ("auto", "light", "dark")]
    + [f"preferences.confirm.{when}" for when in ("auto", "yes", "no")]
    + [f"preferences.pace.{pace}" for pace in ("slow", "normal", "fast", "off")]
    + [f"preferences.boards.{boards}" for boards in BOARDS],
    "ending.js `reason.${outcome.reason}`": ["reason.resigned", "reason.time", "reason.abandoned"],
    "tabs.js `tab.${name}`": ["tab.moves", "tab.score", "tab.rules", "tab.talk", "tab.rest"],
}
"""Keys that are put together: all that they may become."""

HANDED = {
    "account.js title": r"\bform\(([^,]+),",
    "history.js name": r"#button\([^,]+, [^,]+, ([^)]+)\)",
    "keys.js key": r"\[(\"key\.\w+\"),",
    "keys.js says": r"\[\"[^\"]+\", (\"keys\.\w+\")\]",
    "actions.js name": r"#sign\([^,]+, ([^,]+), \(\)",
    "attempt.js name": r"#turner\([^,]+, [^,]+, ([^,)]+)\)",
    "tools.js name": r"#sign\([^,]+, ([^,]+), \(\)",
    "headline.js key": r"const (?:key|why) =\s([^;]+);|return ([^;]+\? \"wire[^;]+);",
}
"""Keys that are handed on: where they come from."""


def said() -> tuple[set[str], set[str]]:
    """All keys that are asked for, and the ways of asking that are not plain."""
    keys, ways = set(), set()
    for name, text in MODULES.items():
        if name == "words.js":
            continue
        for (argument,) in (match.groups() for match in SAID.finditer(text)):
            plain = KEY.findall(argument)
            keys |= set(plain)
            if not plain:
                ways.add(f"{name} {argument}")
    return keys, ways


def expanded(way: str) -> list[str]:
    if way in MADE:
        return MADE[way]
    found = re.findall(HANDED[way], MODULES[way.split()[0]])
    return list(itertools.chain.from_iterable(KEY.findall("".join(part)) for part in found))


def test_every_way_of_asking_for_a_sentence_is_known():
    assert said()[1] == set(MADE) | set(HANDED)


def test_no_sentence_is_missing_and_none_left_over():
    keys, ways = said()
    keys |= set(itertools.chain.from_iterable(map(expanded, ways)))
    assert len(keys) > 150
    assert keys == set(catalogue(WEB))


@pytest.mark.parametrize("game", tablier.list_games(), ids=lambda game: game.name)
def test_each_game_has_the_words_that_the_client_asks_of_it(game):
    words = catalogue(game.folder)
    plain = {key for text in MODULES.values() for key in re.findall(r'\bof\([^()]*?, "([\w.]+)"', text)}
    assert {"title", "about", "minutes"} <= plain
    assert {key for key in plain if not key.startswith("seat.")} <= set(words)
    for option in game.options:
        assert f"option.{option.name}.about" in words
        values = [str(value).lower() if isinstance(value, bool) else value for value in option.values]
        assert [value for value in values if f"option.{option.name}.{value}" not in words] == []


@pytest.mark.parametrize("game", tablier.list_games(), ids=lambda game: game.name)
def test_each_mark_of_a_game_has_a_name(game):
    positions = list(random_game(game.start(seed=3), Random(3)))
    marks = {item.mark for position in positions for item in position.scene().items if item.mark}
    assert [mark for mark in marks if f"mark.{mark}" not in catalogue(game.folder)] == []
