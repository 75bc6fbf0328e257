"""Records: read, written, replayed, and refused with the line and the move named."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier import BadRecord, Record
from tablier.core.record import OPTIONAL, REQUIRED

FIELDS = {
    "format": "tablier/1", "game": "quantik", "rules": 1, "seats": 2, "options": {}, "setup": {},
    "players": ["Ann", "Bob"], "moves": ["S-b2", "Y-c3"], "outcome": None,
}  # fmt: skip


def line(**changes):
    return json.dumps({name: value for name, value in (FIELDS | changes).items() if value != "left out"})


def test_a_record_replays():
    position = Record.parse(line()).replay()
    assert [move.text for move in position.history] == ["S-b2", "Y-c3"]


def test_written_and_read_it_is_the_same(tmp_path):
    record = Record.parse(line())
    record.write(tmp_path / "game.jsonl")
    assert Record.read(tmp_path / "game.jsonl") == record


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "tablier/9"}, "tablier/1"),
        ({"format": "left out"}, "format is missing"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": ["quantik"]}, "game cannot be"),
        ({"rules": 2}, "version 2"),
        ({"rules": "1"}, "rules cannot be"),
        ({"seats": 3, "players": ["a", "b", "c"]}, "3 players"),
        ({"seats": True}, "seats cannot be"),
        ({"players": ["Ann"]}, "1 player for 2 seats"),
        ({"options": {"level": 1}}, "no option 'level'"),
        ({"options": []}, "options cannot be"),
        ({"setup": {"board": []}}, "board"),
        ({"setup": None}, "setup cannot be"),
        ({"moves": ["S-b2", "S-b3"]}, "Move 2"),
        ({"moves": ["S-b2", 7]}, "moves cannot be"),
        ({"moves": ["~?"]}, "Move 1"),
        ({"outcome": {"ranks": [1, 2], "points": [1, 0], "reason": "line"}}, "moves lead to None"),
        ({"outcome": {"ranks": [1, 2]}}, "outcome cannot be"),
        ({"outcome": {"ranks": [2, 1], "points": [0, 0], "reason": "resigned"}}, "outcome cannot be"),
        ({"match": {"id": 1}}, "match cannot be"),
        ({"taken": [[1, 2]]}, "taken cannot be"),
        ({"legal": [["S-b2"]]}, "1 lists for 2 moves"),
        ({"colour": "red"}, "no field 'colour'"),
    ],
)
def test_what_is_wrong_is_said(changes, says):
    with pytest.raises(tablier.TablierError) as error:
        Record.parse(line(**changes)).replay()
    assert says in str(error.value)
    assert error.value.say("fr")


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{", "NaN", '{"a": NaN}', '{"a":1,"a":2}', "[" * 100_000, "9" * 9999]
)
def test_what_is_no_record(text):
    with pytest.raises(BadRecord):
        Record.parse(text)


def test_a_file_error_names_the_line_and_the_move(tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text(line() + "\n\n" + line(moves=["S-b2"] * 2, players=["x"]) + "\n")
    with pytest.raises(BadRecord, match=r"games.jsonl, line 3: 1 player"):
        list(Record.read_all(file))


@pytest.mark.parametrize("data", [b"\0\0", b"\xff\xfe{}", line().encode("utf-16"), b'{"a": "\xe9"}'])
def test_a_file_that_is_not_text(tmp_path, data):
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(BadRecord, match="line 1"):
        list(Record.read_all(tmp_path / "x"))


def test_an_end_outside_the_rules_is_kept():
    outcome = {"ranks": [2, 1], "points": [0, 0], "reason": "resigned", "seat": 0}
    record = Record.parse(line(outcome=outcome))
    assert not record.replay().over
    assert json.loads(record.line)["outcome"] == outcome


def test_a_failed_write_leaves_the_old_file(tmp_path):
    file = tmp_path / "games.jsonl"
    Record.parse(line()).write(file)

    def records():
        yield Record.parse(line())
        raise RuntimeError

    with pytest.raises(RuntimeError):
        Record.write_all(records(), file)
    assert Record.read(file) and [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*FIELDS, "match", "taken", "legal"]), JSON))
def test_any_field_of_any_type_is_read_or_refused(changes):
    try:
        Record.parse(json.dumps(FIELDS | changes)).replay()
    except tablier.TablierError as error:
        assert str(error) and error.say("fr")


@given(st.sampled_from([game.name for game in tablier.list_games()]), JSON | st.dictionaries(st.text(), JSON))
def test_any_setup_is_read_or_refused(name, setup):
    game = tablier.game(name)
    for seats in game.seats:
        try:
            game.start(seats, setup=setup).moves  # noqa: B018
        except tablier.TablierError as error:
            assert str(error) and error.say("fr")


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_a_position_or_refused(text):
    for attempt in (text, f"quantik/1 2 {{}} {{}} {text}"):
        try:
            tablier.parse(attempt)
        except tablier.TablierError as error:
            assert str(error)


def test_the_page_about_records_names_every_field():
    page = Path(__file__).parents[1].joinpath("docs", "records.md").read_text("utf-8")
    assert [name for name in REQUIRED + OPTIONAL if f'"{name}"' not in page and f"`{name}`" not in page] == []
