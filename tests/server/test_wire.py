"""The page about the wire says what the server says: it is held against messages, frames and answers."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import get_args

import pytest
from pydantic_core import to_json

import tablier
from server.support.played import Played, ada, bob
from tablier.core.errors import TablierError
from tablier.core.scene import Item
from tablier.core.words import catalogue
from tablier.server.audience import frames
from tablier.server.audience.picture import Picture
from tablier.server.audience.watchers import Audience, Watcher
from tablier.server.http import messages
from tablier.server.http.messages import Message
from tablier.server.people.presence import Presence
from tablier.server.storage import commitments
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Said

PAGE = Path(__file__).parents[2].joinpath("docs", "wire.md").read_text("utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)]
LINES = [json.loads(line) for line in re.findall(r"^    (\{.*\})$", PAGE, re.M)]
EXAMPLES = BLOCKS + LINES
NAMES = {"ada": "Ada"}
FREE = {"options", "setup", "with", "moves"}
"""Objects whose fields depend on the game."""


def rows(head: str) -> list[list[str]]:
    """The cells of the table that begins with a head."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", text)


def example(*fields: str) -> dict:
    """The example that has these fields."""
    [found] = [said for said in EXAMPLES if set(fields) <= said.keys()]
    return found


def same_form(said, real, where: str = "") -> None:
    """Has an example the fields of the real thing, all the way down?"""
    if where.endswith(".items[]"):
        assert said.keys() <= set(Item._fields), where
    elif isinstance(said, dict) and isinstance(real, dict) and where.rpartition(".")[2] not in FREE:
        assert said.keys() == real.keys(), where
        for name in said:
            same_form(said[name], real[name], f"{where}.{name}")
    elif isinstance(said, list) and isinstance(real, list):
        for one in said:
            for other in real[:1]:
                same_form(one, other, where + "[]")


# ----- Messages


def test_every_message_is_listed_with_its_fields():
    listed = {quoted(do)[0]: fields for do, fields, _ in rows("do | further fields | what it does")}
    for kind in get_args(Message):
        fields = {name: field for name, field in kind.model_fields.items() if name not in ("v", "id", "do")}
        expected = [f"`{name}`" + ("" if field.is_required() else "?") for name, field in fields.items()]
        verb = get_args(kind.model_fields["do"].annotation)[0]
        assert sorted(filter(None, re.split(r",\s*", listed.pop(verb)))) == sorted(expected), verb
    assert not listed


def test_the_message_of_the_example_is_understood():
    said = example("do")
    messages.MESSAGE.validate_json(json.dumps(said | {"table": said["table"].rstrip("…").ljust(32, "0")}))


# ----- Answers


def test_every_answer_is_listed_with_its_fields(answers):
    listed = {verb: set(quoted(more)) for verbs, more, _ in rows("to | more in the answer |") for verb in quoted(verbs)}
    assert listed.keys() == {get_args(kind.model_fields["do"].annotation)[0] for kind in get_args(Message)}
    for do, answer in answers:
        assert set(answer) == listed[do], do
    told = dict(answers)
    assert listed["claim"] == set(told["resign"])  # nobody has been away for long enough
    assert told.keys() | {"claim"} == listed.keys()
    same_form(example("depth"), told["hint"]["thought"])
    assert told["hint"]["thought"]["values"]


def test_the_kinds_of_errors_exist():
    kinds, known = {TablierError}, set()
    while kinds:
        known |= {kind.__name__ for kind in kinds}
        kinds = {below for kind in kinds for below in kind.__subclasses__()}
    listed = set(re.findall(r"`([A-Za-z]+)`", PAGE.partition("Kinds of errors: ")[2].partition("A message")[0]))
    assert {"Illegal", "Refused", "Unwell"} < listed <= known


# ----- Frames


@pytest.fixture
def played() -> Played:
    clock = {"kind": "game", "seconds": 600, "increment": 5}
    return (
        Played("quantik", ("ada", "tablier:3"), clock=clock).play("S-b2").happen(happens(Said(person="ada", text="x")))
    )


def as_sent(frame: dict) -> dict:
    return json.loads(to_json(frame))


def test_a_whole_frame(played):
    same_form(example("whole"), as_sent(frames.whole(played.table, 0, NAMES, 1) | frames.place(0, [0])))


def test_a_frame_of_changes(played):
    picture = Picture()
    frames.change(played.table, 0, picture, NAMES, 1)
    real = as_sent(frames.change(played.play("Y-c3").table, 0, picture, NAMES, 1))
    del real["scene"]["panels"]  # there if any changed
    said = next(block for block in BLOCKS if "log" in block and "whole" not in block)
    same_form(said, real)


def test_news_of_who_is_here(played):
    heard: list[str] = []
    audience = Audience(played.table)
    audience.greet(Watcher(ada, heard.append), None, None, NAMES, 1)
    audience.tell_presence(Presence(None, None), 1)
    same_form(example("presence"), json.loads(heard[-1]))


def test_an_end_and_a_question():
    played = Played().play("S-b2").ask_back(ada, 0)
    [asked] = [json.loads(found) for found in re.findall(r"`asked`: `(\{.*?\})`", PAGE)]
    same_form(asked, played.table.asked)
    [outcome] = [json.loads(found.replace("[…]", "[]")) for found in re.findall(r"`outcome`: `(\{.*?\})`", PAGE)]
    same_form(outcome, as_sent(frames.whole(Played().play_out().table, 0, NAMES, 1))["outcome"])
    resigned = as_sent(frames.whole(Played().resign(bob, 1).table, 0, NAMES, 1))["outcome"]
    same_form(outcome | {"seat": 1}, resigned)


def test_what_an_item_may_have():
    told = PAGE.partition("An item has")[2].partition("`tablier.core")[0]
    assert quoted(told) == list(Item._fields)


def test_a_list_of_commitments():
    leaf = commitments.Leaf([commitments.Committed("c", 1, "quantik", "revealed")], None)
    same_form(next(block for block in BLOCKS if "commitments" in block), asdict(leaf))
    listed = PAGE.partition("`became` is ")[2].partition(".\n")[0]
    assert set(re.findall("`([a-z ]+)`", listed)) == set(get_args(commitments.Became))


# ----- Sentences


def sentences(said) -> list[dict]:
    if isinstance(said, list):
        return [found for item in said for found in sentences(item)]
    if not isinstance(said, dict):
        return []
    return ([said] if "say" in said else []) + sentences(list(said.values()))


@pytest.mark.parametrize("said", sentences(EXAMPLES), ids=lambda said: said["say"])
def test_the_sentences_of_the_examples_exist_and_have_these_facts(said):
    spoken = catalogue(tablier.game(said["in"]).folder)[said["say"]]["en"]
    assert set(re.findall(r"\{(\w+)", spoken)) == said["with"].keys()


def test_there_are_examples_to_check():
    assert len(BLOCKS) == 4 and len(LINES) == 4 and len(sentences(EXAMPLES)) == 8
