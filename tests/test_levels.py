"""The levels in words: the same in the program and in its documentation."""

from pathlib import Path

from tablier.core.words import LANGUAGES, catalogue
from tablier.search import levels
from tablier.search.levels import LEVELS, describe, describe_yardstick
from tablier.search.players import YARDSTICKS

PAGE = Path(__file__).parents[1] / "docs" / "opponents.md"


def test_every_level_is_a_name_and_one_sentence():
    for level in LEVELS:
        for language in LANGUAGES:
            assert describe(level).name.say(language) and describe(level).text.say(language).count(".") == 1
    assert len({describe(level).text.say() for level in LEVELS}) == len(LEVELS)


def test_every_level_is_played_by_somebody_with_one_name_and_one_sentence():
    told = [describe(level) for level in LEVELS]
    assert len({who.character for who in told}) == len(LEVELS)
    for who in told:
        names = catalogue(Path(levels.__file__).parent)[f"level.{who.level}.character"]
        assert set(names.values()) == {who.character}
        assert all(who.manner.say(language).count(".") == 1 for language in LANGUAGES)


def test_every_yardstick_is_a_sentence():
    assert all(describe_yardstick(name).say(language) for name in YARDSTICKS for language in LANGUAGES)


def test_the_page_says_the_same():
    page = PAGE.read_text("utf-8")
    for level in LEVELS:
        said = [f"{describe(level).name.say(language)}. {describe(level).text.say(language)}" for language in LANGUAGES]
        assert f"| {level} | {describe(level).character} | {' | '.join(said)} |" in page
