"""Kulami, rule by rule."""

import random

import pytest

import tablier
from tablier import BadOption, BadSetup, Illegal, Unreadable
from tablier.core.perft import perft
from tablier.games.kulami.boards import BOARDS, random_irregular, random_square
from tablier.games.kulami.moves import SQUARES
from tablier.games.kulami.setup import as_words, check, plates

GAME = tablier.game("kulami")


def play(*moves, **choices):
    position = GAME.start(**choices)
    for move in moves:
        position = position.play(move)
    return position


def refused(position, move):
    with pytest.raises(Illegal) as error:
        position.play(move)
    return error.value.rule


def standing(drawing, last="a1", **choices):
    """The position that a drawing of marbles shows: R red, B black, all else none."""
    start = GAME.start(**choices)
    state = start.arrays.copies()
    for seat, letter in enumerate("RB"):
        squares = plates(drawing.split()).get(letter, [])
        state[0]["marbles"][seat] = as_words(squares)
        state[0]["free"] &= ~state[0]["marbles"][seat]
        state[0]["placed"] += len(squares)
    state[0]["last"] = SQUARES.index(last)
    return start.with_state(state)


def bonus(drawing, level, board="square"):
    """What a level adds to the points of a drawing."""
    plain, full = (standing(drawing, level=level, board=board).points for level in (0, level))
    return full[0] - plain[0], full[1] - plain[1]


def finished(seed):
    chance, position = random.Random(seed), GAME.start()
    while not position.over:
        position = position.play(chance.choice(position.moves))
    return position


# Placing marbles


def test_the_first_marble_goes_anywhere():
    assert len(GAME.start().moves) == 64


def test_red_and_black_take_turns():
    assert [play(*moves).turn for moves in ([], ["a8"], ["a8", "d8"])] == [0, 1, 0]


def test_a_marble_goes_in_the_row_or_the_column_of_the_last_one():
    position = play("a8", "a1")
    assert all("a" in move.text or "1" in move.text for move in position.moves)
    assert refused(position, "d8") == "refusal.off_cross"


def test_a_hole_holds_one_marble():
    assert refused(play("a8", "d8"), "a8") == "refusal.occupied"


def test_not_on_the_plates_of_the_last_two_marbles():
    position = play("a8", "a6")
    assert refused(position, "b6") == "refusal.barred"
    with pytest.raises(Illegal, match="plate a7–b8"):
        position.play("a7")
    assert "a7" in position.play("a3").moves


def test_ruling_5_after_the_first_marble_one_plate_is_barred():
    assert play("a8").moves.texts == ["a1", "a2", "a3", "a4", "a5", "a6", "c8", "d8", "e8", "f8", "g8", "h8"]


def test_rows_and_columns_run_on_across_gaps():
    assert "i2" in play("i7", board="rulebook").moves


@pytest.mark.parametrize("move", ["a1", "j5", "a10", "z99"])
def test_outside_the_board_there_is_no_hole(move):
    assert refused(GAME.start(board="rulebook"), move) == "refusal.no_hole"


@pytest.mark.parametrize("text", ["", "a", "7", "a0", "A1", "a1-a2", "a01", "a100", "c7 ", "é4", "a١"])
def test_what_names_no_square_is_no_move(text):
    with pytest.raises(Unreadable):
        GAME.start().play(text)


@pytest.mark.parametrize(
    ("board", "sequences"),
    [
        ("square", [64, 752, 7320, 68604, 633832]),
        ("irregular", [64, 686, 6308, 55140, 467216]),
        ("rulebook", [64, 708, 6640, 59174, 514420]),
    ],
)
def test_the_number_of_move_sequences(board, sequences):
    assert [perft(GAME.start(board=board), depth) for depth in range(1, 6)] == sequences


def test_of_the_marble_before_the_last_only_the_plate_matters():
    assert play("a8", "a5", "a1", "a4", "d4") == play("a1", "a5", "a8", "a4", "d4")
    assert play("a8", "a5", "a1", "a4") != play("a1", "a5", "a8", "a4")


# The end


def test_all_marbles_placed():
    position = next(position for position in map(finished, range(99)) if position.ply == 56)
    assert position.outcome.reason == "all placed"


def test_ruling_4_without_a_legal_hole_the_game_ends_at_once():
    position = next(position for position in map(finished, range(99)) if position.ply < 56)
    assert position.outcome.reason == "blocked"


def test_ruling_4_equal_totals_are_a_draw():
    position = next(position for position in map(finished, range(99)) if len(set(position.points)) == 1)
    assert position.outcome.ranks == (1, 1)
    assert position.sheet[-1].phrase.key == "sheet.total_level"


# Points


def test_a_plate_goes_to_the_majority_and_counts_its_holes_filled_or_not():
    assert play("a8").points == (4, 0)
    assert play("a8", "d8").points == (4, 3)
    assert standing("RB\nR.\n" + "..\n" * 6).points == (4, 0)


def test_a_tied_plate_is_nobodys():
    assert standing("RB\n..\n" + "..\n" * 6).points == (0, 0)


def test_an_area_is_joined_by_sides_across_plates_but_not_across_holes_or_corners():
    assert bonus("RRR.BB.B", 1) == (3, 2)
    assert bonus("R..B....\n.R.BB...", 1) == (1, 3)


def test_ruling_6_of_equal_areas_one_counts():
    assert bonus("RR.RR.RR", 1) == (2, 0)


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        ("RRRR.RRR", 0),
        ("RRRRBRRR", 0),
        ("RRRRR...", 5),
        ("RRRRRRR.", 7),  # ruling 2
        ("R\nR\nR\nR\nR\nR", 6),
        ("R....\n.R...\n..R..\n...R.\n....R", 5),
        ("....R\n...R.\n..R..\n.R...\nR....", 5),
        ("R....\n.R...\n..R..\n...R.\nRRRRR", 10),  # a marble in two chains
    ],
)
def test_a_chain_is_a_straight_run_of_at_least_five(drawing, points):
    assert bonus(drawing, 2) == (points, 0)
    assert bonus(drawing.replace("R", "x").replace("B", "R").replace("x", "B"), 2) == (0, points)


def test_areas_and_chains_end_at_the_edge_of_the_board():
    rows = "RR........\n.......RRR\n" + "..........\n" * 6
    assert (bonus(rows, 1, "irregular"), bonus(rows, 2, "irregular")) == ((3, 0), (0, 0))
    assert bonus("RRRRRRRRRR\n" + "..........\n" * 6, 2, "irregular") == (10, 0)


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
    position = standing(END, "f2", board="rulebook", level=level)
    assert position.outcome.reason == "blocked"
    assert position.points == points
    assert position.outcome.winners == [int(points[1] > points[0])]


def test_ruling_1_the_score_sheet_shows_every_source_and_the_differences():
    sheet = standing(END, "f2", board="rulebook", level=3).sheet
    assert sum(line.points for line in sheet if line.phrase.key == "sheet.plate") == 31 + 27
    assert [(line.seat, line.points) for line in sheet if line.phrase.key == "sheet.area"] == [(0, 12), (1, 17)]
    chains = [(line.seat, line.points, len(line.where)) for line in sheet if line.phrase.key == "sheet.chain"]
    assert sorted(chains) == [(0, 5, 5), (0, 7, 7), (1, 5, 5), (1, 5, 5), (1, 5, 5)]
    remarks = [line.phrase.say() for line in sheet if not line.points]
    assert remarks == ["areas: 5 more for Black", "chains: 3 more for Black", "in all: 4 more for Black"]


# Boards


def test_an_unknown_level_is_refused():
    with pytest.raises(BadOption, match="0, 1, 2, 3"):
        GAME.start(level=4)


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_can_be_pasted(board):
    lines = BOARDS[board]
    ways = [lines, tuple(lines), "\n".join(lines), "\r\n".join(f"  {line} " for line in lines) + "\n", "/".join(lines)]
    for way in ways:
        assert GAME.start(board=way).setup == {"board": lines}


def test_any_letters_will_do():
    lines = [line.upper().replace("F", "f").replace("Q", "F") for line in BOARDS["square"]]
    assert GAME.start(board=lines).setup == {"board": lines}


def changed(*changes):
    """The square board with some lines, numbered from the top, replaced."""
    lines = list(BOARDS["square"])
    for number, line in changes:
        lines[number - 1] = line
    return lines


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        ("hexagon", "no board 'hexagon'"),
        (7, "no board 7"),
        ([], "list of lines"),
        (["ab", 3], "list of lines"),
        (changed((3, "hhkggob")), "Line 3 has 7 characters"),
        (changed((3, "hhkgg bb")), "Line 3 has ' '"),
        (changed((3, "hhkggébb")), "Line 3 has 'é'"),
        (["a" * 11], "11 wide"),
        (["a"] * 11, "11 high"),
        ([""], "0 wide"),
        (["........", *BOARDS["square"]], "top line"),
        ([*BOARDS["square"], "........"], "bottom line"),
        (["." + line for line in BOARDS["square"]], "left column"),
        ([line + "." for line in BOARDS["square"]], "right column"),
        (changed((1, "ffklllbg")), "Plate g: is not a rectangle. Its holes are d6, d7, e6, e7, h8"),
        (changed((5, "ppccciif"), (6, "nddrriif")), "Plate f: is not a rectangle"),
        (changed((5, "ppccciix")), "Plate q: there is no plate of 1 × 1"),
        (changed((1, "ffklllxx")), "There are 3 plates of 2 × 3 and there must be 4"),
        (changed((8, "nddeeexx")), "There are 4 plates of 2 × 2 and there must be 5"),
    ],
)
def test_a_bad_board_is_refused_and_the_fault_named(board, fault):
    with pytest.raises(BadSetup, match=fault):
        GAME.start(board=board)


def test_ruling_3_a_board_is_one_piece():
    apart = [line.replace("q", ".") + ".." for line in BOARDS["square"]]
    apart[0] = apart[0][:-1] + "q"
    apart[1] = apart[1][:-1] + "q"
    with pytest.raises(BadSetup, match="no side of q touches the rest"):
        GAME.start(board=apart)


@pytest.mark.parametrize(
    "setup", [{}, {"board": None}, {"board": {}}, {"board": [[]]}, {"board": "square"}, {"board": ["a"], "more": 1}]
)
def test_a_bad_setup_is_refused(setup):
    with pytest.raises(BadSetup):
        GAME.start(setup=setup)


@pytest.mark.parametrize("make", [random_square, random_irregular])
def test_boards_made_by_chance_are_good_and_different(make):
    boards = [make(random.Random(seed)) for seed in range(200)]
    assert all(check(2, {"level": 0}, {"board": board}) for board in boards)
    assert len(set(map(tuple, boards))) == 200
    assert boards[7] == make(random.Random(7))
    assert all((len(board) == len(board[0]) == 8) == (make is random_square) for board in boards)


# Drawing


def test_a_marble_leaves_its_box_for_the_board():
    def marbles(items):
        return {item.id for item in items if item.id.startswith("marble:0")}

    before, after = GAME.start().scene(), play("c7").scene()
    assert marbles(after.items) == marbles(before.panels[0].items) - marbles(after.panels[0].items) == {"marble:0:1"}


def test_what_can_be_marked():
    marks = {}
    for item in play("a8", "a6").scene().items:
        marks.setdefault(item.mark, set()).add(item.id)
    assert marks["barred"] == {f"barred:{square}" for square in ("a8", "b8", "a7", "b7", "a6", "b6", "a5", "b5")}
    assert marks["cross"] == {f"cross:{column}6" for column in "abcdefgh"} | {f"cross:a{row}" for row in range(1, 9)}
    assert marks["plates"] == {"plate:a7", "plate:a5"}


def test_who_leads_a_plate_is_one_mark_that_changes_hands():
    leads = [{i.id: i.colour for i in play(*moves).scene().items if i.mark == "plates"} for moves in (("a8",), ("b8",))]
    assert leads == [{"plate:a7": "seat0"}] * 2
    assert not [item.id for item in play("a8").scene().items if item.glyph == "text" and item.layer != "labels"]


def test_barred_plates_and_who_leads_are_shown_from_the_beginning():
    assert [(mark.name, mark.shown) for mark in GAME.marks] == [("barred", True), ("cross", False), ("plates", True)]
    assert 'data-id="barred:a8"' in play("a8").svg() and 'data-id="barred:a8"' not in play("a8").svg(show=("last",))


def test_the_diagram_shows_plates_and_marbles():
    lines = play("d9", "d2", board="rulebook").diagram("fr").splitlines()
    assert lines[0] == " 9           fR f. o. o."
    assert lines[7] == " 2     q. q. iN i. j. j. r. r."
    assert "Dernière bille : d2. Plaques interdites : i, f." in lines


# ----- What the help says


def test_ruling_7_whoever_is_drawn_begins_and_plays_red():
    assert GAME.start().turn == 0 and GAME.words("seat.0").say("en") == "Red"
    assert "begins, and plays red" in GAME.help() and "commence, et joue rouge" in GAME.help("fr")


def test_ruling_8_the_board_of_the_rulebook_is_called_a_reconstruction():
    assert "reconstruction" in GAME.words("option.board.rulebook").say("en")
    assert "reconstitué" in GAME.words("option.board.rulebook").say("fr")
    assert "*rulebook* is our reconstruction" in GAME.help() and "*rulebook* est notre reconstitution" in GAME.help(
        "fr"
    )


def test_the_help_says_whose_the_difference_is_and_that_corners_join_nothing():
    english, french = GAME.help(), GAME.help("fr")
    assert "The rulebook’s own example counts only the difference" in english and "as one often does" not in english
    assert "L’exemple de la règle ne compte que la différence" in french and "souvent à table" not in french
    assert "by a corner only are not joined" in english and "en diagonale, ne sont pas jointes" in french
    assert "les longueurs de toutes ses **chaînes**" in french and "le plus possible de grandes" not in french
