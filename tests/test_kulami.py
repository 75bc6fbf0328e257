"""Kulami, rule by rule."""

import random
from itertools import pairwise

import pytest

import tablier
from tablier import BadOption, BadSetup, Illegal, Position, Unreadable
from tablier.core.perft import perft
from tablier.games.kulami.boards import BOARDS, KINDS, random_irregular, random_square
from tablier.games.kulami.setup import as_words, check_lines, check_one_piece, check_plates, kind_of, make, plates
from tablier.games.kulami.sheet import CHAIN, chains, largest_area

GAME = tablier.game("kulami")
SQUARE = BOARDS["square"]


def play(*moves, **options):
    position = GAME.start(**options)
    for move in moves:
        position = position.play(move)
    return position


def refused(position, move):
    with pytest.raises(Illegal) as error:
        position.play(move)
    return error.value.rule


def square(name):
    return (int(name[1:]) - 1) * 10 + "abcdefghij".index(name[0])


def standing(drawing, last, board="square", level=0):
    """The position that a drawing of marbles shows: R red, B black, anything else none."""
    start = GAME.start(board=board, level=level)
    state = start._state.copy()
    marbles = plates(drawing.split())
    for seat, letter in enumerate("RB"):
        state[0]["marbles"][seat] = as_words(marbles.get(letter, []))
        state[0]["free"] &= ~state[0]["marbles"][seat]
        state[0]["placed"] += len(marbles.get(letter, []))
    state[0]["last"] = square(last)
    return Position(GAME, 2, start.options, start.setup, start._board, state)


# the rules


def test_the_first_marble_goes_anywhere():
    assert len(GAME.start().moves) == 64


def test_a_marble_goes_in_the_row_or_the_column_of_the_last_one():
    position = play("a8")
    assert all(move.text[0] == "a" or move.text[1:] == "8" for move in position.moves)
    assert refused(position, "d5") == "refusal.off_cross"


def test_a_hole_holds_one_marble():
    assert refused(play("a8", "d8", "a8"[:1] + "3", "a7"), "a3") == "refusal.occupied"


def test_not_on_the_plates_of_the_last_two_marbles():
    position = play("a8", "a6")
    assert refused(position, "b6") == "refusal.barred"
    assert refused(position, "a7") == "refusal.barred"
    with pytest.raises(Illegal, match="plate f"):
        position.play("a7")
    assert "a7" in position.play("a3").moves  # two marbles later the plate is free again


def test_ruling_5_after_the_first_marble_one_plate_is_barred():
    position = play("a8")
    assert refused(position, "a7") == "refusal.barred"
    assert position.moves.texts == ["a1", "a2", "a3", "a4", "a5", "a6", "c8", "d8", "e8", "f8", "g8", "h8"]


def test_ruling_2_rows_and_columns_run_on_across_gaps():
    position = play("a4", board="rulebook").play("b4").play("b8")
    assert {"h8", "b2"} <= set(position.moves.texts)
    assert {"b2", "b7"} & set(play("b2", board="rulebook").moves.texts) == {"b7"}


def test_what_is_outside_the_board_is_no_hole():
    for move in "a1", "j5", "a10", "z99":
        assert refused(GAME.start(board="rulebook"), move) == "refusal.no_hole"


@pytest.mark.parametrize("text", ["", "a", "7", "a0", "A1", "a1-a2", "a01", "a100", "c7 ", "é4", "a١"])
def test_what_is_no_square_is_no_move(text):
    with pytest.raises(Unreadable):
        GAME.start().play(text)


def test_red_and_black_take_turns():
    assert [play(*moves).turn for moves in ([], ["a8"], ["a8", "d8"])] == [0, 1, 0]


# the end


END = """
...RBBo..
.oBRBBBR.
.oBBBRRBR
RRBBBRRRB
ooBBRBRRo
RBBRRRBB.
.BRRRRBo.
.RRBRRBRB
...BooR..
"""


@pytest.mark.parametrize(("level", "points"), [(0, (31, 27)), (1, (43, 44)), (2, (43, 42)), (3, (55, 59))])
def test_the_rulebooks_example(level, points):
    position = standing(END, "f2", "rulebook", level)
    assert position.points == points
    assert position.outcome.ranks == ((1, 2) if points[0] > points[1] else (2, 1))


def test_the_rulebooks_example_in_detail():
    position = standing(END, "f2", "rulebook", 3)
    scored = [(line.seat, line.points, line.phrase.key) for line in position.sheet if line.points]
    assert [entry[:2] for entry in scored if entry[2] == "sheet.area"] == [(0, 12), (1, 17)]
    assert sorted(entry[:2] for entry in scored if entry[2] == "sheet.chain") == [(0, 5), (0, 7), (1, 5), (1, 5), (1, 5)]
    assert position.state["placed"] == 55


def test_ruling_4_no_legal_hole_ends_the_game_at_once():
    position = standing(END, "f2", "rulebook")
    assert position.over and position.outcome.reason == "blocked"


def test_the_game_ends_with_the_last_marble_whatever_else():
    seeds = (walk(seed) for seed in range(100))
    position = next(position for position in seeds if position.ply == 56)
    assert position.over and position.outcome.reason == "all placed" and not position.moves


def walk(seed, **options):
    chance, position = random.Random(seed), GAME.start(**options)
    while not position.over:
        position = position.play(chance.choice(position.moves))
    return position


def test_a_game_may_be_blocked_before():
    position = next(position for position in map(walk, range(100)) if position.ply < 56)
    assert position.outcome.reason == "blocked"


# points


def test_a_plate_counts_its_holes_filled_or_not():
    assert play("a8").points == (4, 0)
    assert play("a8", "d8").points == (4, 3)


def test_a_tied_plate_is_nobodys():
    position = play("a8", "a5", "d5", "d8", "a8"[:1] + "8" if False else "e8")
    assert position.points[1] == 4
