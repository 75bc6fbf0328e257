"""Rangées, rule by rule."""

from collections import Counter

import pytest

import tablier
from tablier import BadSetup, Illegal, Unreadable
from tablier.core.perft import perft
from tablier.games.rangees import rules
from tablier.games.rangees.geometry import SQUARES, runs
from tablier.games.rangees.moves import tiles

GAME = tablier.game("rangees")
EMPTY = "." * 20
DOMINOES = [".##." * 5, EMPTY] * 5 + [".##." * 3 + "." * 8] + [EMPTY] * 8
PAIRS = "##.##.##.##.##.##.##"
LINE = ["#" * 8 + "." * 12, EMPTY, PAIRS, EMPTY, PAIRS, EMPTY, PAIRS, EMPTY, "##.##.##" + "." * 12] + [EMPTY] * 10
"""A line of eight tiles, a19 to h19, and 24 pairs."""
EIGHT = [f"{column}19" for column in "abcdefgh"]


def start(**options):
    return GAME.start(**options)


def built(**options):
    """The rectangle, as if it were built already."""
    return GAME.start(setup=GAME.start().setup | {"built": True}, **options)


def lined(special=None, **options):
    """LINE, built, with some faces exchanged so that these lie where they are wanted."""
    setup = GAME.start(layout=LINE, seed=1).setup | {"built": True}
    faces = dict(setup["faces"])
    for square, face in (special or {}).items():
        other = next(name for name, lying in faces.items() if lying == face and name not in special)
        faces[square], faces[other] = faces[other], faces[square]
    return GAME.start(setup=setup | {"faces": faces}, **options)


def play(position, *moves):
    for move in moves:
        position = position.play(move)
    return position


def refused(position, move):
    with pytest.raises(Illegal) as error:
        position.play(move)
    assert error.value.say("fr") != error.value.say("en")
    return error.value.rule.removeprefix("refusal.")


def finish(position, first=(), second=(), empty=(), claims=()):
    """Place these stones, then the rest in order on tiles that are not to stay empty; name these `claims`."""
    wanted = list(first), list(second)
    spare = [SQUARES[tile] for tile in sorted(tiles(position))]
    spare = [name for name in spare if name not in {*first, *second, *empty}]
    while not position.over:
        if "done" in position.moves:
            move = next((claim for claim in claims if claim in position.moves), "done")
        else:
            move = (wanted[position.turn] or spare).pop(0)
        position = position.play(move)
    return position


# ----- The start


def test_the_start_layout_has_39_rows_worth_220_points():
    tiles = {SQUARES.index(name) for name in start().setup["faces"]}
    rows = list(runs(tiles, 2))
    assert (len(tiles), len(rows), sum(map(len, rows))) == (56, 39, 220)


def test_the_start_layout_lies_in_the_middle_of_the_grid():
    squares = list(start().setup["faces"])
    assert (squares[0], squares[-1]) == ("g7", "n13")


def test_a_move_of_more_actions_than_there_may_be_is_no_move(monkeypatch):
    monkeypatch.setattr("tablier.core.listing.LONGEST_MOVE", 1)
    with pytest.raises(ValueError, match="LONGEST_MOVE"):
        _ = tablier.game("rangees").start(seed=1).moves


def test_there_are_1900_first_building_moves():
    assert perft(start(), 1) == len(start().moves) == len(start(connected=True).moves) == 1900


def test_a_half_turn_of_the_faces_swaps_the_colours():
    faces = list(start().setup["faces"].values())
    assert [face.translate(str.maketrans("AB", "BA")) for face in reversed(faces)] == faces
    assert Counter(face[0] for face in faces) == {"*": 4, "A": 26, "B": 26}
    assert {face[1] for face in faces if face != "*"} == set("12345")


# ----- Building


def test_six_tiles_are_moved_in_turn_and_then_stones_are_placed():
    position = start()
    for number, move in enumerate(["g8-f6", "n8-o6", "g12-f14", "n12-o14", "i7-i6", "j7-j6"]):
        assert position.turn == number % 2
        position = position.play(move)
    assert position.turn == 0  # ruling 6
    assert len(position.moves) == 56 and "f6" in position.moves and "g8" not in position.moves


def test_a_tile_must_touch_another():
    assert refused(start(), "g8-e6") == "touches_nothing"
    assert refused(start(), "g7-f6") == "touches_nothing"  # f6 touches g7 alone


def test_no_tile_may_be_left_alone():
    position = play(start(), "h8-f6")
    assert refused(position, "g7-o9") == "leaves_alone"
    with pytest.raises(Illegal, match="the tile f6 would touch no other"):
        position.play("g7-o9")
    assert position.play("g7-e6")  # it may go where f6 still touches it


def test_a_tile_that_two_others_need_may_only_go_where_both_touch_it():
    position = start(layout=DOMINOES)
    places = [move.path[1] for move in position.moves if move.path[0] == "b19"]
    assert places == ["b18", "c18", "d18", "d19"]


def test_a_tile_may_not_go_where_one_lies_or_where_there_is_none_to_move():
    assert refused(start(), "g7-h7") == refused(start(), "g7-g7") == "occupied"
    assert refused(start(), "f6-f7") == "no_tile"


def test_never_where_a_tile_was_taken_away():
    position = play(start(), "g7-f9")
    assert refused(position, "h8-g7") == "vacated"
    assert refused(play(position, "n13-o9", "h13-f10"), "i8-g7") == "vacated"


def test_a_tile_is_moved_once_by_anyone():
    assert refused(play(start(), "g7-f9"), "f9-f8") == "moved_before"


def test_no_tile_leaves_the_grid():
    corner = ["#" * 14 + EMPTY[14:]] * 4 + [EMPTY] * 15
    assert refused(start(layout=corner), "b17-a20") == "off_grid"
    assert refused(start(layout=corner), "b17-u1") == "off_grid"


def test_ruling_1_an_island_is_allowed_unless_the_board_must_be_connected():
    moves = ["g10-f6", "i9-f5"]
    assert play(start(), *moves).play("g7-e4")
    assert refused(play(start(connected=True), *moves), "g7-e4") == "disconnects"
    assert play(start(connected=True), *moves).play("g7-g6")


def test_ruling_8_without_a_tile_to_move_filling_begins():
    position = start()
    state = position.arrays.copies()
    state["used"] = state["tiles"]
    state[0]["used"][1] &= ~rules.bit.py_func(SQUARES.index("g7") - 64)  # only g7 was not moved
    rules.begin(position.arrays.board, state)
    position = position.with_state(state)
    assert {move.path[0] for move in position.moves} == {"g7"}
    after = position.play("g7-f9")
    assert after.turn == 1 and len(after.moves) == 56 and "f9" in after.moves


# ----- Filling


def test_whoever_fills_the_last_tile_of_a_row_scores_its_length():
    position = play(built(), "g8", "h7", "g7")
    assert position.points == (0, 2)  # g8-h7
    position = play(position, "h13", "g13", "g12", "g9", "g10", "g11")
    assert position.points == (7, 4)  # then g12-h13 for seat 1, g7-g13 for seat 0


def test_one_stone_may_close_several_rows():
    position = play(built(), "g7", "g9", "g10", "g11", "g12", "g13", "h7", "g8")
    assert position.points == (0, 7 + 2)
    assert [line.where[0] for line in position.sheet] == ["g7", "h7"]


def test_moved_tiles_make_new_rows():
    position = play(start(), "g8-f6", "n8-o6", "g12-f14", "n12-o14", "i7-i6", "j7-j6")
    position = play(position, "i6", "h12", "j6")
    assert position.points == (2, 0)  # i6-j6, which lies in no longer row


def test_a_stone_goes_on_an_empty_tile():
    position = play(built(), "h9")
    assert refused(position, "h9") == "stone"
    assert refused(position, "a1") == "no_tile"
    assert refused(position, "a20") == "off_grid"


def test_the_second_game_of_a_match_begins_with_filling():
    assert len(built().moves) == 56 and built().turn == 0


# ----- The end


def lines(position, text):
    return [line for line in position.sheet if text in str(line.phrase)]


def test_the_game_ends_with_the_last_stone():
    position = finish(built())
    assert position.ply == 48 and len(position.moves) == 0
    assert position.outcome.reason == "all placed"
    assert [sum(line.points for line in position.sheet if line.seat == seat) for seat in range(2)] == list(
        position.outcome.points
    )


def test_most_points_win():
    outcome = finish(lined(), EIGHT[:4], empty=EIGHT[4:]).outcome
    assert outcome.points == (10, 44)  # after the run seat 1 closes the pairs that seat 0 begins
    assert outcome.ranks == (2, 1)


def test_equal_points_are_a_draw():
    pairs = [name for name in lined().setup["faces"] if name not in EIGHT]
    outcome = finish(lined(), pairs[:24], pairs[24:]).outcome
    assert (outcome.points, outcome.ranks) == ((24, 24), (1, 1))


@pytest.mark.parametrize(("length", "points"), [(3, 0), (4, 10), (5, 20), (6, 30), (7, 40), (8, 40)])
def test_stones_in_a_line_score_once_by_their_number(length, points):
    position = finish(lined(), EIGHT[:length], empty=EIGHT[length:])
    assert [line.points for line in lines(position, "in a line")] == [points] * (length > 3)


def test_ruling_2_an_empty_tile_or_the_other_colour_ends_a_line():
    position = finish(lined(), EIGHT[:3] + EIGHT[4:7], empty=["d19", "h19"])
    assert not lines(position, "in a line")
    position = finish(lined(), EIGHT[:3] + EIGHT[4:], ["d19"])
    assert [line.where for line in lines(position, "in a line")] == [tuple(EIGHT[4:])]


def test_ruling_2_a_stone_may_count_in_every_direction():
    square = [f"{column}{row}" for column in "ghij" for row in range(7, 11)]
    fence = ["g11", "h11", "i11", "j11", "k11", "k10", "k9", "k8", "k7"]
    position = finish(built(), square, fence)
    inside = [line.points for line in lines(position, "in a line") if set(line.where) <= set(square)]
    assert inside == [10] * (4 + 4 + 2)


def test_ruling_3_a_row_with_an_empty_tile_scores_nothing():
    position = finish(lined(), EIGHT[:4], EIGHT[4:7], empty=["h19"])
    assert not lines(position, "a19-h19")
    position = finish(lined(), EIGHT[:4], EIGHT[4:])
    assert [(line.seat, line.points) for line in lines(position, "a19-h19")] == [(1, 8)]


# ----- The bonus game


def test_hidden_faces_score_nothing():
    assert finish(lined({"a19": "A5"}), empty=EIGHT).points == finish(lined({"a19": "*"}), empty=EIGHT).points


def test_a_number_scores_on_an_empty_tile_for_the_player_of_its_colour():
    wanted = dict(zip(EIGHT, ["A5", "B4", "A3", "B2", "A1", "B1", "A2", "B3"], strict=True))
    plain, bonus = (finish(lined(wanted, faces=faces), empty=EIGHT) for faces in ("stars", "all"))
    assert [after - before for before, after in zip(plain.points, bonus.points, strict=True)] == [11, 10]
    assert len(lines(bonus, "number")) == 8


def test_ruling_10_the_numbers_alone_may_show_and_score():
    wanted = dict(zip(EIGHT, ["A5", "B4", "A3", "*", "A1", "B1", "A2", "B3"], strict=True))
    plain, numbers = (finish(lined(wanted, faces=faces), empty=EIGHT) for faces in ("hidden", "numbers"))
    assert [after - before for before, after in zip(plain.points, numbers.points, strict=True)] == [11, 8]
    assert len(lines(numbers, "number")) == 7 and not lines(numbers, "star")
    assert sum(line.points for line in numbers.sheet if line.seat == 0) == numbers.points[0]
    assert "star" not in {item.glyph for item in numbers.scene().items} and "*" not in numbers.diagram()


@pytest.mark.parametrize(("stars", "first", "second"), [(0, 28, 28), (10, 23, 23), (11, 23, 22), (56, 0, 0)])
def test_ruling_11_own_faces_have_any_number_of_stars(stars, first, second):
    faces = ["*"] * stars + ["A3"] * first + ["B3"] * second
    position = start(faces="all", own_faces=" ".join(faces))
    lying = position.setup["faces"]
    assert Counter(lying.values()) == Counter(faces)
    assert (lying["g13"], lying["n7"]) == (faces[0], faces[-1])  # from the top left to the bottom right
    assert start(own_faces=dict(lying)).setup == position.setup
    assert position.record().replay() == position


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        (["*"] * 55, "There are 55 faces: write 56"),
        (["*"] * 55 + ["C1"], "cannot be 'C1'"),
        (["*"] * 54 + ["A1", "A2"], "both colours must have the same numbers"),
        (["*"] * 53 + ["A1", "A2", "B3"], "both colours must have the same numbers"),
    ],
)
def test_ruling_11_own_faces_are_fair(faces, says):
    with pytest.raises(BadSetup, match=says):
        start(own_faces=" ".join(faces))


def test_ruling_6_the_loser_begins_the_rematch_and_after_a_draw_a_lot_decides():
    def ended(*ranks):
        return tablier.Outcome(ranks, (0, 0), "all placed")

    assert [GAME.begins_again(ended(*ranks)) for ranks in ((1, 2), (2, 1), (1, 1))] == [1, 0, None]
    others = [game for game in tablier.list_games() if game is not GAME]
    assert {game.begins_again(ended(1, 2)) for game in others} == {1}


def test_ruling_7_the_help_says_that_coloured_numbers_change_owners():
    assert "coloured numbers change owners" in GAME.help() and "changent de propriétaire" in GAME.help("fr")
    assert "change owners" in GAME.words("match").say("en") and "manche" not in GAME.help("fr")


def test_the_help_and_the_page_name_options_alike():
    for language, quote in (("en", "*{}*"), ("fr", "*{}*")):
        rules = GAME.help(language).lower()
        for option in ("faces", "connected"):
            assert quote.format(GAME.words(f"option.{option}.about").say(language).lower()) in rules
        named = GAME.words("option.claims.about").say(language).lower()
        assert f"*{named}" in rules


def star_line(first, second, empty):
    """Who scores the star on b19, which touches a19 and c19."""
    position = finish(lined({"b19": "*"}, faces="stars"), first, second, empty)
    found = [line for line in position.sheet if line.where == ("b19",)]
    assert all(line.points == 10 for line in found)
    return [line.seat for line in found]


def test_a_star_scores_for_who_has_more_stones_around_it():
    assert star_line(["a19", "c19"], ["b19"], EIGHT[3:]) == [0]
    assert star_line([], ["c19"], ["a19", "b19", *EIGHT[3:]]) == [1]


def test_ruling_4_with_equally_many_the_stone_on_the_star_decides():
    assert star_line(["a19"], ["c19", "b19"], EIGHT[3:]) == [1]
    assert star_line(["b19"], [], ["a19", *EIGHT[2:]]) == [0]
    assert star_line(["a19"], ["c19"], ["b19", *EIGHT[3:]]) == []


def test_a_moved_tile_takes_its_face_along():
    position = play(start(faces="all"), "i8-o6", "h9-f7")
    ids = {item.id: item for item in position.scene().items}
    assert ids["face:i8"].glyph == "star" and (ids["face:i8"].x, ids["face:i8"].y) == (ids["o6"].x, ids["o6"].y)
    for move in ["g13-f11", "n13-o13", "m13-o10", "l13-o9"]:
        position = position.play(move)
    assert GAME.again(position).setup["faces"]["o6"] == "*"
    position = finish(position, empty=["f7", "o6"])
    assert [(line.seat, line.points) for line in position.sheet if line.where == ("f7",)] == [(1, 5)]


# ----- Claims by hand (ruling 5)


def test_after_every_stone_its_rows_may_be_named_closed_or_not():
    position = play(built(claims="by_hand"), "g7")
    assert position.turn == 0
    assert position.moves.texts == ["done", "g13-g7", "g7-m13", "g7-n7"]
    position = position.play("g7-n7")
    assert position.points == (0, 0) and position.turn == 0
    assert position.moves.texts == ["done", "g13-g7", "g7-m13"]
    assert position.play("done").turn == 1


def test_only_a_named_row_scores():
    position = play(built(claims="by_hand"), "g8", "done", "h7")
    assert position.play("g8-h7").points == (0, 2)
    assert position.play("done").points == (0, 0)


def test_at_the_end_own_runs_of_three_or_more_may_be_named_in_seat_order():
    game = lined(claims="by_hand")
    *_, before = (p for p in finish(game, EIGHT[:3], EIGHT[3:]).positions() if p.turn == 0)
    assert before.moves.texts == ["a19-c19", "done"]
    assert play(before, "a19-c19").points == before.points  # three in a line score nothing
    position = play(before, "done")
    assert position.turn == 1 and position.moves.texts == ["d19-h19", "done"]
    position = play(position, "d19-h19")
    assert position.points[1] == before.points[1] + 20 and position.moves.texts == ["done"]
    assert play(position, "done").over


def test_what_is_not_named_is_lost_and_the_sheet_says_so():
    position = finish(lined(claims="by_hand"), EIGHT[:4], EIGHT[4:])
    assert position.outcome.points == (0, 0) and position.outcome.ranks == (1, 1)
    assert len(lines(position, "did not name")) == 20 + 1 + 2  # pairs, the line of eight, two runs


def test_naming_everything_scores_as_if_it_were_automatic():
    stones = {"first": EIGHT[:5], "second": EIGHT[5:]}
    every_pair = ["-".join(sorted((SQUARES[row[0]], SQUARES[row[-1]]))) for row in runs(tiles(lined()), 2)]
    by_hand = finish(lined(claims="by_hand"), **stones, claims=[*every_pair, "a19-e19"])
    assert by_hand.points == finish(lined(), **stones).points
    assert lines(by_hand, "which was not closed")


def test_a_claim_must_be_a_row_through_the_last_stone_named_once():
    position = play(built(claims="by_hand"), "g7")
    assert refused(position, "g7-h7") == refused(position, "g8-n8") == "not_a_row"
    assert refused(position, "n7-g7") == "order"
    assert refused(play(position, "g7-n7"), "g7-n7") == "already_named"
    assert refused(position, "h9") == "naming"


def test_a_claim_at_the_end_must_be_an_own_run():
    *_, before = (p for p in finish(lined(claims="by_hand"), EIGHT[:4], EIGHT[4:]).positions() if p.turn == 0)
    assert refused(before, "e19-h19") == refused(before, "a19-c19") == "not_own_run"
    assert refused(before, "a11") == "counting"


# ----- Moves of the wrong kind, setups, matches


def test_a_move_of_another_phase_is_refused():
    assert refused(start(), "h9") == refused(start(), "done") == "building"
    assert refused(built(), "g8-f6") == refused(built(), "done") == "filling"


@pytest.mark.parametrize("text", ["", "h", "9h", "H9", "h9-", "h9-i9-j9", "done-h9", "h١", "g7 f6", "*"])
def test_what_is_no_move_at_all_is_unreadable(text):
    for position in start(), built(), play(built(claims="by_hand"), "g7"):
        with pytest.raises(Unreadable):
            position.play(text)


def test_ruling_7_the_second_game_is_played_on_the_built_board():
    position = play(start(), "g8-f6", "n8-o6", "g12-f14", "n12-o14", "i7-i6", "j7-j6")
    again = GAME.again(finish(position))
    assert again.setup["built"] and sorted(again.moves.texts) == position.moves.texts
    assert again.setup["faces"]["f6"] == position.setup["faces"]["g8"]
    assert GAME.again(again) == again


def test_ruling_9_before_the_board_is_built_the_second_game_begins_anew():
    assert GAME.again(play(start(), "g8-f6")) == start()


def test_a_small_drawing_is_put_in_the_middle():
    drawing = "\n".join(["########"] * 7)
    assert start(layout=drawing) == start(layout=drawing.replace("\n", "/")) == start()
    tall = start(layout=["####"] * 14).setup["layout"]
    assert (tall.index("." * 8 + "####" + "." * 8), tall.count(EMPTY)) == (2, 5)


def test_faces_of_ones_own_layout_are_dealt_by_the_seed():
    layout = ["#######"] * 8
    faces = [start(layout=layout, seed=seed).setup["faces"] for seed in (1, 1, 2)]
    assert faces[0] == faces[1] != faces[2]
    assert Counter(faces[2].values()) == Counter(start().setup["faces"].values())


@pytest.mark.parametrize(
    ("layout", "why"),
    [
        ("square", "no layout"),
        (7, "no layout"),
        (["#" * 8, 7], "no layout"),
        ("#######x", "Line 1, column 8"),
        ("#" * 21, "21 wide"),
        (["#"] * 20, "20 high"),
        (["#" * 8] * 6, "48 tiles"),
        (["#######."] + ["#" * 8] * 6 + ["." * 9 + "#"], "o7 touches no other"),
    ],
)
def test_a_bad_drawing_is_refused(layout, why):
    with pytest.raises(BadSetup, match=why) as error:
        start(layout=layout)
    assert error.value.say("fr") != str(error.value)


def test_islands_are_no_start_layout_of_a_connected_board():
    assert start(layout=DOMINOES)
    with pytest.raises(BadSetup, match="hang together"):
        start(layout=DOMINOES, connected=True)


def changed(**fields):
    return start().setup | fields


def faces(**some):
    return changed(faces=start().setup["faces"] | some)


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        ({}, "fields layout, faces, built"),
        (changed(seed=1), "fields layout, faces, built"),
        (changed(layout=None), "list of 19 lines"),
        (changed(layout=[EMPTY] * 18), "18 lines"),
        (changed(layout=[EMPTY] * 18 + ["."]), "Line 19 of the layout has 1 character"),
        (changed(layout=[EMPTY] * 18 + ["?" * 20]), "Line 19, column 1"),
        (changed(layout=[EMPTY] * 19), "0 tiles"),
        (changed(layout=DOMINOES), "has no face"),
        (changed(faces=[]), "an object"),
        (changed(faces={}), "g7 has no face"),
        (faces(a1="A1"), "no tile there"),
        (faces(g7="A6"), "g7 cannot be 'A6'"),
        (faces(g7=["A1"]), "g7 cannot be"),
        (faces(g7="B3"), "number 3 is on 5 tiles of colour A and on 7"),
        (changed(built="yes"), "true or false"),
    ],
)
def test_a_bad_setup_is_refused(setup, why):
    with pytest.raises(BadSetup, match=why) as error:
        start(setup=setup)
    assert error.value.say("fr") != str(error.value)


def test_all_layouts_and_faces_are_played_on_one_board_for_each_set_of_options():
    line, dominoes = (start(layout=layout, seed=1).arrays.board for layout in (LINE, DOMINOES))
    assert line is dominoes and start(connected=True).arrays.board is not line


# ----- Drawing


def test_rows_with_one_empty_tile_left_can_be_shown():
    ids = {item.id: item.mark for item in play(built(), "g8").scene().items}
    assert ids["row:g8-h7"] == ids["gap:h7"] == "rows" and "row:g7-n7" not in ids


def test_where_tiles_were_taken_away_can_be_shown():
    assert {item.mark for item in play(start(), "g8-f6").scene().items if item.id == "vacated:g8"} == {"vacated"}


def test_a_moved_tile_keeps_its_id():
    items = {item.id: item for item in play(start(), "g8-f6").scene().items}
    assert (items["tile:g8"].x, items["tile:g8"].y) == (items["f6"].x, items["f6"].y)


def test_a_stone_leaves_its_tray_for_the_board():
    def stones(items):
        return {item.id for item in items if item.id.startswith("stone:0")}

    before, after = built().scene(), play(built(), "g8", "h9").scene()
    assert stones(after.items) == stones(before.panels[0].items) - stones(after.panels[0].items) == {"stone:0:1"}
