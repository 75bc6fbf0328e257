"""Quantik, rule by rule."""

import pytest

import tablier
from tablier import Illegal
from tablier.core.perft import perft

SQUARES = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]


def play(*moves):
    position = tablier.game("quantik").start()
    for move in moves:
        position = position.play(move)
    return position


def refused(position, move):
    with pytest.raises(Illegal) as error:
        position.play(move)
    return error.value.rule


def test_each_player_has_two_pieces_of_each_shape():
    position = play("S-a1", "Y-c3", "S-a2", "N-d4")
    assert refused(position, "S-b1") == "refusal.none_left"


def test_a_square_holds_one_piece():
    assert refused(play("S-a1"), "Y-a1") == "refusal.occupied"


@pytest.mark.parametrize(("square", "line"), [("d1", "row"), ("a4", "column"), ("b2", "region")])
def test_not_where_the_opponent_has_the_same_shape(square, line):
    with pytest.raises(Illegal, match=f"in the same {line}"):
        play("S-a1").play(f"S-{square}")


def test_ones_own_pieces_never_forbid():
    assert play("S-a1", "Y-d4").play("S-a2").ply == 3


def test_the_fourth_shape_of_a_row_wins_whoever_owns_the_others():
    outcome = play("S-a1", "Y-c1", "Q-d1", "N-b1").outcome
    assert (outcome.ranks, outcome.points, outcome.reason) == ((2, 1), (0, 1), "line")
    assert outcome.sheet[0].where == ("a1", "b1", "c1", "d1")


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        (("S-a1", "Y-c1", "Q-d1", "N-b1"), ("row", "ligne")),
        (("S-a1", "Y-a3", "Q-a4", "N-a2"), ("column", "colonne")),
        (("S-a1", "Y-a2", "Q-b1", "N-b2"), ("region", "région")),
    ],
)
def test_the_sheet_says_whether_it_was_a_row_a_column_or_a_region(moves, kind):
    [line] = play(*moves).sheet
    assert line.phrase.say("en").endswith(f"of a {kind[0]}") and line.phrase.say("fr").endswith(f"d’une {kind[1]}")


def test_the_special_case_an_own_piece_does_not_allow_what_the_opponents_forbids():
    position = play("S-a1", "S-c4", "Y-b3", "N-d2")  # both have a sphere that reaches c1
    assert refused(position, "S-c1") == "refusal.opponent"
    assert "does not allow it" in tablier.game("quantik").help() and "ne la permet pas" in tablier.game("quantik").help(
        "fr"
    )


def test_ruling_5_whoever_begins_plays_light():
    game = tablier.game("quantik")
    assert game.start().turn == 0 and game.words("seat.0").say("en") == "Light"
    assert "plays the light pieces" in game.help() and "joue les pièces claires" in game.help("fr")


def test_a_region_is_called_so_everywhere():
    words = tablier.game("quantik").words
    assert "quarter" not in words("advice").say("en") and "carré" not in words("advice").say("fr")
    assert "région" in words("reason.line").say("fr") and "colonne" in words("about").say("fr")


def test_ruling_1_a_forbidden_placement_stays_forbidden_even_if_it_would_win():
    position = play("S-a1", "Y-b1", "Q-a2", "N-d4", "Y-d3", "S-c4")
    assert refused(position, "N-d1") == "refusal.opponent"
    position = play("N-b3", "S-a1", "Q-d4", "Y-a2", "Q-c4", "Q-b1")
    assert position.play("S-d3").ply == 7
    assert refused(play("N-b3", "S-a1", "Q-d4", "Y-a2", "Y-c4", "Q-b1", "S-d3"), "N-b2") == "refusal.opponent"


def test_ruling_2_a_repeated_shape_completes_nothing():
    position = play("S-a1", "Y-c2", "S-a2", "Q-b3", "Y-b1", "N-b2")
    assert not position.over


def test_ruling_3_on_a_full_board_without_a_line_seat_0_loses():
    """Sixteen legal moves without a line: the moves are player, shape and cell."""
    game = (
        "0:2:12 1:3:7 0:0:6 1:0:0 0:1:3 1:3:15 0:3:9 1:0:8 "
        "0:2:13 1:2:10 0:3:1 1:2:11 0:1:2 1:1:4 0:0:14 1:1:5"
    )  # fmt: skip
    moves = [(int(shape), int(cell)) for _, shape, cell in (move.split(":") for move in game.split())]
    position = play(*(f"{'SYQN'[shape]}-{SQUARES[cell]}" for shape, cell in moves))
    assert position.ply == 16
    assert position.outcome.as_json() == {"ranks": [2, 1], "points": [0, 1], "reason": "stuck"}


def test_the_number_of_move_sequences():
    start = tablier.game("quantik").start()
    assert [perft(start, depth) for depth in range(1, 5)] == [64, 3392, 167552, 6776960]


@pytest.mark.long
def test_the_number_of_move_sequences_of_five():
    assert perft(tablier.game("quantik").start(), 5) == 231883776


def test_the_number_of_sequences_that_win_at_once():
    """All first moves are alike, so one of them is enough."""
    third = play("S-a1")
    wins = 0
    for second in third.moves:
        fourth = third.play(second)
        for move in fourth.moves:
            after = fourth.play(move)
            wins += sum(after.play(last).over for last in after.moves if last.path[1] in near(after))
    assert wins * 64 == 6912


def near(position):
    """Empty squares on a line with three pieces: only there can the fourth be placed."""
    taken = {move.path[1] for move in position.history}
    lines = [[f"{c}{r}" for c in "abcd"] for r in range(1, 5)] + [[f"{c}{r}" for r in range(1, 5)] for c in "abcd"]
    lines += [[f"{c}{r}" for c in pair for r in rows] for pair in ("ab", "cd") for rows in ((1, 2), (3, 4))]
    return {square for line in lines if len(taken & set(line)) == 3 for square in line} - taken


def test_threatened_lines_can_be_shown():
    position = play("S-a1", "Y-c1", "Q-d1")
    assert "threat:b1" in {item.id for item in position.scene().items}


def test_a_piece_keeps_its_name_from_the_tray_to_the_board():
    def trays(position):
        return [{item.id: item.target for item in panel.items} for panel in position.scene().panels]

    start = tablier.game("quantik").start()
    assert trays(start)[0]["0S1"] == trays(start)[0]["0S2"] == "S" and set(trays(start)[1].values()) == {""}
    after = start.play("S-b2")
    assert "0S1" in {item.id for item in after.scene().items}
    assert trays(after)[0].keys() == trays(start)[0].keys() - {"0S1"} and trays(after)[1]["1S1"] == "S"
