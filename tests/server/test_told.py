"""What is told of a game as it goes on: moves in words, made once, and what a move would change."""

import pytest

from server.support.played import Played
from tablier.core.position import Position
from tablier.server.audience import frames
from tablier.server.audience.picture import Picture


@pytest.fixture
def told(monkeypatch):
    """The moves that were put into words, as often as they were."""
    asked, tell = [], Position.told

    def telling(position, move):
        asked.append(str(move))
        return tell(position, move)

    monkeypatch.setattr(Position, "told", telling)
    return asked


def test_a_move_is_put_into_words_once_for_all_who_know_the_same(told):
    played, picture = Played(), Picture()
    frames.change(played.table, -1, picture, {}, 1)
    for move in ("S-b2", "Y-c3"):
        frames.change(played.play(move).table, -1, picture, {}, 1)
    whole = frames.whole(played.table, -1, {}, 1, picture.told)
    assert told == ["S-b2", "Y-c3"]
    assert [entry["text"]["say"] for entry in whole["log"]["moves"]] == ["told.piece"] * 2


def test_whoever_comes_before_the_others_are_told_takes_nothing_from_them(told):
    played, picture = Played(), Picture()
    frames.change(played.table, -1, picture, {}, 1)
    played.play("S-b2")
    assert len(frames.whole(played.table, -1, {}, 1, picture.told)["log"]["moves"]) == 1
    assert frames.change(played.table, -1, picture, {}, 1)["log"]["from"] == 0


def test_a_secret_draw_is_told_to_its_seat_alone():
    table = Played("kabaleo", ("ada", "bob")).table
    said = [[entry["text"]["say"] for entry in frames.whole(table, seat, {}, 1)["log"]["moves"]] for seat in (0, 1, -1)]
    assert said == [["told.drawn", "told.secret"], ["told.secret", "told.drawn"], ["told.secret"] * 2]


def test_a_try_shows_who_would_lead_which_circle_and_tells_the_move():
    table = Played("on_top", ("ada", "bob")).table
    tried = frames.tried(table, table.turn, table.position.moves[0].text)
    assert {item["colour"] for item in tried["scene"]["items"] if item.get("mark") == "leads"}
    assert tried["text"]["say"] == "told.laid" and tried["text"]["with"]["tile"]["glyph"].startswith("tile-")
