"""Positions, moves, options and errors, as a programmer meets them."""

import subprocess
import sys

import pytest

import tablier
from tablier.core.game import Game
from tablier.core.options import Choice, Data, flag


@pytest.fixture
def start():
    return tablier.game("quantik").start()


def test_importing_the_package_loads_neither_numpy_nor_numba():
    code = "import sys, tablier; print(sorted({'numpy', 'numba', 'typer'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_listing_the_games_compiles_nothing():
    code = "import sys, tablier; tablier.list_games(); print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_what_a_game_leaves_out_has_a_default():
    noughts, kulami, on_top = Game("noughts"), tablier.game("kulami"), tablier.game("on_top")
    assert noughts.advice(noughts.start()) is None and noughts.plan() is None
    assert kulami.advice(kulami.start(seed=1)).key == "advice.first" and kulami.plan()["option"] == "board"
    assert noughts.sides(2, {}) == (0, 1) and on_top.sides(4, {"teams": True}) == (0, 1, 0, 1)
    first = noughts.start().play("a1")
    assert noughts.again(first) == noughts.start()


def test_a_position_is_a_value(start):
    after = start.play("S-b2")
    assert start.ply == 0 and after.ply == 1
    assert start == tablier.game("quantik").start() and start != after
    assert len({start, tablier.game("quantik").start(), after}) == 2


def test_positions_are_equal_however_they_came_about(start):
    one = start.play("S-a1").play("Y-b3").play("Q-d4")
    other = start.play("Q-d4").play("Y-b3").play("S-a1")
    assert one == other and hash(one) == hash(other)
    assert one.text != other.text


def test_a_position_keeps_nothing_of_what_is_played_from_it(start):
    move = start.moves.find("S-b2")
    before = set(vars(start))
    assert start.play(move) is not start.play(move) and set(vars(start)) == before


def test_moves_have_three_faces(start):
    move = start.moves.find("Y-c2")
    assert move.path == ("Y", "c2")
    assert move.actions == (1 * 16 + 1 * 4 + 2,)
    assert str(move) == move.text == "Y-c2"


def test_the_trie_says_what_can_be_clicked_next(start):
    assert start.moves.targets() == ["N", "Q", "S", "Y"]
    assert "b2" in start.moves.targets("S")
    assert start.moves.targets("S", "b2") == []
    assert start.moves.targets("nothing") == []


def test_errors_of_different_kinds_have_different_names(start):
    position = start.play("S-b2")
    with pytest.raises(tablier.Illegal) as refused:
        position.play("S-b4")
    assert refused.value.rule == "refusal.opponent"
    assert refused.value.phrase.facts["other"] == "b2"
    with pytest.raises(tablier.Unreadable):
        position.play("hello")
    with pytest.raises(tablier.NotYourTurn):
        position.play("Y-a1", seat=0)
    with pytest.raises(tablier.UnknownGame, match="kulami"):
        tablier.game("chess")


@pytest.mark.parametrize("seat", [2, -2, True, "0", None])
def test_there_is_no_view_for_a_seat_that_is_not_there(start, seat):
    with pytest.raises(tablier.BadOption, match="0 to 1"):
        start.view(seat)


def test_a_game_can_be_seen_as_it_was(start):
    position = start.play("S-b2").play("Y-c3")
    assert [position.at(ply) for ply in range(3)] == list(position.positions())
    assert [position.at(ply).ply for ply in range(3)] == [0, 1, 2] and position.at(2) is position


def test_a_view_remembers_no_more_than_it_knows():
    view = tablier.game("kabaleo").start(seed=1).play("~R").play("~B").view(0)
    assert [move.text for move in view.at(2).history] == ["~R", "~?"] and view.at(1).history[0].text == "~R"


@pytest.mark.parametrize("ply", [2, -1, True, "0", None])
def test_there_is_no_position_after_moves_that_were_not_played(start, ply):
    with pytest.raises(tablier.BadOption, match="0 to 1"):
        start.play("S-b2").at(ply)


def test_no_move_after_the_end(start):
    position = start
    for move in ["S-a1", "Y-b3", "Y-a2", "Q-d4", "Q-b1", "S-d2", "N-b2"]:
        position = position.play(move)
    assert position.outcome.reason == "line" and position.outcome.winners == [0]
    with pytest.raises(tablier.GameOver):
        position.play("S-d4")


def test_errors_speak_both_languages(start):
    with pytest.raises(tablier.Illegal) as refused:
        start.play("S-b2").play("S-b4")
    assert "opponent" in refused.value.say("en") and "adversaire" in refused.value.say("fr")


def test_wrong_options_say_what_would_be_right():
    with pytest.raises(tablier.BadOption, match="no options"):
        tablier.game("quantik").start(level=3)
    with pytest.raises(tablier.BadOption, match="0, 1, 2, 3"):
        tablier.game("kulami").start(level=4)
    with pytest.raises(tablier.BadOption, match="level, board"):
        tablier.game("kulami").start(leve=4)
    with pytest.raises(tablier.BadOption, match="2, 3, 4"):
        tablier.game("kabaleo").start(7)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1], {"a": 1}])
def test_an_option_does_not_take_what_merely_looks_like_a_value(value):
    with pytest.raises(tablier.BadOption):
        Choice("level", (0, 1, 2), 0).check(value)


def test_only_a_value_can_be_drawn_by_lot():
    assert Data("board", ("square", "any"), "square", kind="board", random=("any",)).kind == "board"
    with pytest.raises(ValueError, match="board"):
        Data("board", ("square",), "square", random=("any",))


def test_options_are_read_from_text():
    assert flag("teams").read("TRUE") is True
    assert Choice("level", (0, 1), 0).read("1") == 1
    with pytest.raises(tablier.BadOption, match="false, true"):
        flag("teams").read("maybe")


def test_text_is_one_line_and_reads_back(start):
    position = start.play("S-b2").play("Y-c3")
    assert position.text == "quantik/1 2 {} {} S-b2 Y-c3"
    assert tablier.parse(position.text) == position


@pytest.mark.parametrize(
    "text",
    ["", "quantik", "quantik/1", "quantik/1 2", "quantik/1 2 {}", "quantik/2 2 {} {}", "quantik/1 3 {} {}",
     "quantik/1 2 [] {}", "quantik/1 2 {} []", "quantik/1 2 {} {} S-b9", "quantik/1 2 {} {\"a\": 1}", "x/1 2 {} {}",
     "quantik/1 2 {\"a\":1,\"a\":1} {}", "quantik/1 ² {} {}", "quantik/1 2 " + "[" * 100_000, "\0"],
)  # fmt: skip
def test_text_that_is_no_position(text):
    with pytest.raises(tablier.TablierError):
        tablier.parse(text)


def test_a_position_draws_itself(start):
    assert start.play("S-b2")._repr_svg_().startswith("<svg")
    assert "S" in str(start.play("S-b2"))
    assert repr(start) == "<quantik: 0 moves, seat 0 is on turn>"
