"""Every sentence exists in every language, names the same facts, and is used."""

import ast
import re
import string
from pathlib import Path

import pytest

import tablier
from tablier.core.words import LANGUAGES, Phrase, Words, catalogue

PACKAGE = Path(tablier.__file__).parent
FOLDERS = sorted(file.parent for file in PACKAGE.rglob("words.toml"))
SPOKEN = [folder for folder in FOLDERS if any(folder.glob("*.py"))]
"""Those whose sentences are said by Python; what the browser says is looked for in tests/web."""


def facts(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_sentence_stands_in_each_language_with_the_same_facts(folder):
    for key, sentences in catalogue(folder).items():
        assert set(sentences) == set(LANGUAGES), key
        assert len({frozenset(facts(sentence)) for sentence in sentences.values()}) == 1, key


def modules(folder):
    """The Python files that speak from a folder's catalogue: those in it, and in folders below that have none."""
    for file in folder.rglob("*.py"):
        if next(above for above in file.parents if above in FOLDERS) == folder:
            yield file


def literals(folder):
    """All texts in the modules of a folder; in f-strings any part may stand for anything."""
    for file in modules(folder):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in node.values)
                yield "".join(parts)


def lettered(folder):
    """The keys of the letters that are written on drawings."""
    art = folder / "art.svg"
    return re.findall(r'data-say="([^"]+)"', art.read_text("utf-8")) if art.is_file() else []


@pytest.mark.parametrize("folder", SPOKEN, ids=lambda folder: folder.name)
def test_no_sentence_is_left_over(folder):
    asked = {"title", "about", "minutes", "match"}
    asked |= {r"reason\..+", r"option\..+", r"seat\..+", r"mark\..+", *lettered(folder)}
    used = re.compile("|".join(asked | set(literals(folder))))
    assert [key for key in catalogue(folder) if not used.fullmatch(key)] == []


@pytest.mark.parametrize("folder", SPOKEN, ids=lambda folder: folder.name)
def test_no_sentence_is_missing(folder):
    keys = catalogue(folder)
    for file in modules(folder):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "words" and node.args:
                key = node.args[0]
                if isinstance(key, ast.Constant):
                    assert key.value in keys or key.value in catalogue(PACKAGE / "core"), f"{file.name}: {key.value}"


def test_numbers_choose_the_form_of_a_word(tmp_path):
    (tmp_path / "words.toml").write_text('rows = { en = "{n} {n:|row|rows}", fr = "{n} {n:|rangée|rangées}" }')
    words = Words(tmp_path)
    assert [words("rows", n=n).say("en") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [words("rows", n=n).say("fr") for n in (0, 1, 2)] == ["0 rangée", "1 rangée", "2 rangées"]


def test_a_phrase_within_a_phrase_is_said_in_the_same_language():
    shape = tablier.game("quantik").words("shape.S")
    assert isinstance(shape, Phrase)
    assert "cône" in tablier.game("quantik").words("scene.piece", square="a1", shape="cône", owner=shape).say("fr")


def test_a_phrase_travels_as_its_key_and_its_facts():
    words = tablier.game("quantik").words
    phrase = words("scene.piece", square="a1", shape=words("shape.S"), owner=[1, (words("shape.Q"), "x")])
    shape, other = ({"in": "quantik", "say": f"shape.{letter}", "with": {}} for letter in "SQ")
    facts = {"square": "a1", "shape": shape, "owner": [1, [other, "x"]]}
    assert phrase.as_json() == {"in": "quantik", "say": "scene.piece", "with": facts}


def test_an_unknown_language_is_an_error():
    with pytest.raises(ValueError, match="en, fr"):
        tablier.game("quantik").title.say("de")
