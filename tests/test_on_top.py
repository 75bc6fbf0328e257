"""On Top: the rulebook, rule by rule."""

import json
from random import Random

import numpy as np
import pytest

import tablier
from tablier.core.perft import perft
from tablier.core.playouts import playouts
from tablier.core.random_play import random_game
from tablier.games.on_top.diagram import segments
from tablier.games.on_top.geometry import geometry
from tablier.games.on_top.moves import black_cells, shape_of
from tablier.games.on_top.setup import DATA
from tablier.games.on_top.sheet import pawns_left
from tablier.games.on_top.tiles import COLOURS, KINDS
from tablier.games.on_top.towers import placing, towers

GAME = tablier.game("on_top")
CLASSIC = geometry(tuple(DATA["boards"]["classic"]["rows"]))
EVERYONE = ["red", "yellow", "blue", "white"]


def strip(length=3, **choices):
    """A board of one row, with its start cell on the right and no gold: a1 points down, a2 up, …"""
    board = {"rows": ["#" * length], "start": [f"a{length}"], "gold": []}
    colours = choices.pop("colours", EVERYONE)
    return GAME.start(len(colours), board=board | choices.pop("board", {}), colours=colours, **choices)


def prepared(position, pawns=(), score=(), circles=()):
    """The position as it would be with so many pawns placed, such scores, such segments more."""
    state = position.arrays.copies()
    for colour, number in dict(pawns).items():
        state[0]["placed"] += number << 8 * COLOURS.index(colour)
    for colour, number in dict(score).items():
        state[0]["score"] += number << 16 * COLOURS.index(colour)
    for name, more in dict(circles).items():
        circle = geometry(tuple(position.setup["board"]["rows"])).circle_names.index(name)
        state[0]["circles"][circle] += sum(1 << 3 * "RYBW".index(letter) for letter in more)
    return position.with_state(state, position.history)


def played(position, *moves):
    for move in moves:
        position = position.play(move)
    return position


def standing(position):
    """The towers by the name of their circle, from the bottom up."""
    names = geometry(tuple(position.setup["board"]["rows"])).circle_names
    return {names[tower.circle]: [COLOURS[colour] for colour in tower.pawns] for tower in towers(position)}


# the board and the tiles


def test_the_board_is_a_hexagon_of_78_cells_and_51_circles():
    rows = [sum(name[0] == letter for name in CLASSIC.cell_names) for letter in "abcdef"]
    assert rows == [11, 13, 15, 15, 13, 11] and len(CLASSIC.cells) == 78
    assert len(CLASSIC.points) == 51 and len(CLASSIC.border) == 22
    assert CLASSIC.circle_names[0] == "A1" and CLASSIC.circle_names[-1] == "G6"
    assert [CLASSIC.points_down(CLASSIC.cell_names.index(f"{row}1")) for row in "abcdef"] == [True] * 3 + [False] * 3


def test_the_start_cells_are_images_of_each_other_under_the_half_turn():
    one, other = (CLASSIC.cell_names.index(name) for name in DATA["boards"]["classic"]["start"])
    assert one + other == 77
    assert all(None not in CLASSIC.neighbours[cell] for cell in (one, other))


def test_the_tiles_are_fair_to_every_colour():
    tiles = DATA["tiles"]["standard"]
    assert len(KINDS) == 12 and sorted(tiles) == list(KINDS) and sum(tiles.values()) == 34
    for letter in "RYBW":
        corners = [kind.index(letter) % 2 for kind, number in tiles.items() for _ in range(number)]
        assert corners.count(0) == corners.count(1) == 17


def test_the_corners_of_a_tile_run_counter_clockwise_from_the_first_sharp_one():
    position = played(GAME.start(start=["a3"]), "~BWRY", "a1-a2")
    inside = dict(zip(CLASSIC.circle_names, segments(position, CLASSIC), strict=True))
    assert inside["B1"].count("B") == 1 and inside["A1"].count("W") == 2
    assert inside["A2"].count("R") == 1 and inside["B2"].count("Y") == 2
    turned = played(GAME.start(start=["a3"]), "~BWRY", "a2-a1")
    inside = dict(zip(CLASSIC.circle_names, segments(turned, CLASSIC), strict=True))
    assert inside["A2"].count("B") == 1 and inside["B2"].count("W") == 2


def test_there_are_24_first_placements():
    position = GAME.start()
    assert position.turn == tablier.CHANCE and position.moves.texts == [f"~{kind}" for kind in KINDS]
    assert len(position.play("~BWRY").moves) == 24
    assert [perft(position, depth) for depth in (1, 2)] == [12, 12 * 24]


def test_each_tile_left_is_equally_likely():
    position = GAME.start(tiles={"BWRY": 3, "RBWY": 1})
    assert position.chances() == [3, 1]
    position = played(position, "~RBWY", "c3-c2")
    assert position.moves.texts == ["~BWRY"]


# placing


def test_a_tile_lies_on_two_free_neighbouring_cells_turned_either_way():
    position = strip(6).play("~BWRY")
    assert position.moves.texts == ["a4-a5", "a5-a4"]
    assert played(position, "a4-a5", "~BWRY").moves.texts == ["a2-a3", "a3-a2"]


def test_a_corner_is_not_enough():
    position = GAME.start().play("~BWRY")
    assert "c2-c3" in position.moves  # c3 shares a side with the start cell c4, c2 only a corner
    with pytest.raises(tablier.Illegal, match="one of its sides"):
        position.play("c1-c2")


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("c7-c99", "refusal.no_cell"),
        ("z1-z2", "refusal.no_cell"),
        ("c4-c5", "refusal.occupied"),
        ("c5-c4", "refusal.occupied"),
        ("c5-c7", "refusal.not_neighbours"),
        ("c5-c5", "refusal.not_neighbours"),
        ("a1-a2", "refusal.not_anchored"),
        ("a1", "refusal.no_room"),
        ("c5", "refusal.one_cell"),
    ],
)
def test_refusals_name_the_rule(move, rule):
    with pytest.raises(tablier.Illegal) as refusal:
        GAME.start().play("~BWRY").play(move)
    assert refusal.value.rule == rule


@pytest.mark.parametrize("text", ["", "c7-c8-c9", "C7-C8", "c7c8", "c7-", "-", "c²-c3", "é1-a2"])
def test_other_texts_are_no_moves_at_all(text):
    with pytest.raises(tablier.Unreadable, match="c7-c8"):
        GAME.start().play("~BWRY").play(text)


def test_a_hole_is_filled_with_a_black_triangle_at_once():
    position = played(strip(6), "~BWRY", "a5-a4", "~BWRY", "a3-a2")
    assert black_cells(position) == [0, 5]
    assert standing(position)["A1"] == ["red"]  # one red segment and a black one


def test_holes_made_by_the_start_cells_are_filled_before_the_first_draw():  # ruling 7
    position = strip(5, board={"start": ["a2"]})
    assert black_cells(position) == [0, 1]


def test_a_triangle_laid_in_a_hole_is_no_anchor():  # ruling 2
    position = strip(7, board={"rows": ["#.#####"], "start": ["a4"]})
    assert black_cells(position) == [0, 3]
    assert position.play("~BWRY").moves.texts == ["a2-a3", "a3-a2", "a5-a6", "a6-a5"]


# settling circles


@pytest.mark.parametrize(
    ("red", "yellow", "blue", "white", "pawns"),
    [
        (3, 2, 0, 0, ["yellow", "red"]),
        (0, 0, 1, 0, ["blue"]),
        (1, 2, 1, 0, ["red", "blue", "yellow"]),
        (0, 2, 1, 3, ["yellow", "white"]),
        (0, 0, 3, 3, []),
        (2, 2, 1, 0, []),
        (0, 0, 0, 0, []),  # ruling 3
        (1, 1, 1, 2, ["red", "yellow", "blue", "white"]),
    ],
)
def test_seconds_place_below_and_the_first_on_top(red, yellow, blue, white, pawns):
    first, seconds = placing([red, yellow, blue, white])
    assert [COLOURS[colour] for colour in [*seconds, *([] if first is None else [first])]] == pawns


def test_the_first_scores_the_height_of_the_tower():
    position = played(prepared(strip(), circles={"A1": "RB"}), "~RYWB", "a1-a2")
    assert standing(position) == {"A1": ["red", "blue", "yellow"], "A2": ["white"], "B1": ["red"], "B2": ["blue"]}
    assert [line.points for line in position.sheet if line.where == ("A1",)] == [3]


@pytest.mark.parametrize(("gold", "worth"), [("border", 2), (["A2"], 2), (["A1"], 1), ([], 1)])
def test_gold_doubles(gold, worth):
    position = played(strip(board={"gold": gold}), "~BYRW", "a2-a1")
    assert standing(position)["A2"] == ["blue"]  # one blue segment and a black one
    assert [line.points for line in position.sheet if line.where == ("A2",)] == [worth]


def test_a_tie_for_first_leaves_the_circle_empty():
    position = played(prepared(strip(), circles={"A1": "RRB"}), "~RYWB", "a1-a2")
    assert "A1" not in standing(position)


def test_neutral_colours_place_but_never_score():
    position = played(strip(5, colours=["red", "blue"]), "~RYWB", "a3-a4")
    assert standing(position) == {"A3": ["white"], "B3": ["blue"]}
    assert position.points == (0, 1)
    assert pawns_left(position) == [20, 20, 19, 19]


# the end


def test_no_tile_left_comes_before_board_full():  # ruling 8
    assert played(strip(tiles={"RYWB": 1}), "~RYWB", "a1-a2").outcome.reason == "no tile left"
    assert played(strip(tiles={"RYWB": 2}), "~RYWB", "a1-a2").outcome.reason == "board full"
    assert played(strip(5, tiles={"RYWB": 1}), "~RYWB", "a3-a4").outcome.reason == "no tile left"


def test_each_pawn_left_costs_a_point():
    outcome = played(strip(), "~RYWB", "a1-a2").outcome
    assert outcome.points == (1 - 19,) * 4 and outcome.ranks == (1, 1, 1, 1)


def test_most_points_win_then_fewest_pawns_left():
    end = played(prepared(strip(), {"red": 5}, {"blue": 1}), "~RYWB", "a1-a2").outcome
    assert end.points == (-13, -18, -17, -18) and end.ranks == (1, 3, 2, 3)
    end = played(prepared(strip(), {"red": 5}, {"blue": 5}), "~RYWB", "a1-a2").outcome
    assert end.points == (-13, -18, -13, -18) and end.ranks == (1, 3, 2, 3)


def test_whoever_places_the_last_pawn_wins_at_once_whatever_the_score():
    position = played(prepared(strip(), {"yellow": 19}, {"red": 100}), "~RYWB", "a1-a2")
    assert position.outcome.reason == "last pawn" and position.outcome.ranks == (2, 1, 3, 3)
    assert position.outcome.points == (80, 1, -20, -20)  # a first still scores its tower (ruling 5)
    assert standing(position) == {"A1": ["yellow"]}


def test_circles_are_settled_from_the_bottom_up_and_from_the_left():  # ruling 4
    everyone = dict.fromkeys(EVERYONE, 19)
    assert played(prepared(strip(), everyone), "~RYWB", "a1-a2").outcome.winners == [1]
    assert played(prepared(strip(), everyone | {"yellow": 3}), "~RYWB", "a1-a2").outcome.winners == [3]
    assert played(prepared(strip(), {"red": 19, "blue": 19}), "~RYWB", "a1-a2").outcome.winners == [0]


def test_the_last_pawn_of_a_neutral_colour_ends_the_game_which_is_counted():  # ruling 1
    position = played(prepared(strip(colours=["red", "blue"]), {"yellow": 19}, {"blue": 3}), "~RYWB", "a1-a2")
    assert position.outcome.reason == "neutral out"
    assert position.outcome.points == (-20, -17) and position.outcome.ranks == (2, 1)
    assert standing(position) == {"A1": ["yellow"]}


def test_a_neutral_seconds_last_pawn_comes_before_the_first():  # rulings 1 and 11
    start = prepared(strip(colours=["yellow", "blue"]), {"red": 19}, circles={"A1": "R"})
    position = played(start, "~RYWB", "a1-a2")
    assert position.outcome.reason == "neutral out" and position.outcome.points == (-20, -20)
    assert standing(position) == {"A1": ["red"]} and pawns_left(position) == [0, 20, 20, 20]


def test_a_second_wins_before_the_first_places():  # ruling 5
    position = played(prepared(strip(), {"red": 19, "yellow": 19}, circles={"A1": "R"}), "~RYWB", "a1-a2")
    assert position.outcome.winners == [0] and position.outcome.reason == "last pawn"
    assert position.outcome.points == (0, -1, -20, -20) and standing(position) == {"A1": ["red"]}


@pytest.mark.parametrize(
    ("score", "ranks"),
    [({"red": 2}, (1, 3, 2, 4)), ({"blue": 2}, (2, 3, 1, 4)), ({}, (1, 3, 1, 4)), ({"yellow": 9}, (1, 3, 1, 4))],
)
def test_of_two_seconds_running_out_together_the_higher_score_wins(score, ranks):  # rulings 5 and 9
    pawns = {"red": 19, "blue": 19, "yellow": 5}
    position = played(prepared(strip(), pawns, score, {"A1": "RB"}), "~RYWB", "a1-a2")
    assert position.outcome.ranks == ranks


def test_of_three_seconds_running_out_together_equals_share():  # ruling 9
    pawns, score = dict.fromkeys(["red", "blue", "white"], 19), {"red": 3, "white": 3, "yellow": 30}
    position = played(prepared(strip(), pawns, score, {"A1": "RBW"}), "~RYWB", "a1-a2")
    assert position.outcome.ranks == (1, 3, 4, 1)


def test_a_player_running_out_together_with_a_neutral_colour_wins():  # ruling 5
    start = prepared(strip(colours=["yellow", "blue"]), {"red": 19, "blue": 19}, circles={"A1": "RB"})
    outcome = played(start, "~RYWB", "a1-a2").outcome
    assert outcome.reason == "last pawn" and outcome.ranks == (2, 1)


def test_a_last_pawn_on_the_last_tile_is_still_a_last_pawn():  # ruling 12
    start = prepared(strip(tiles={"RYWB": 1}), {"blue": 19})
    assert played(start, "~RYWB", "a1-a2").outcome.reason == "last pawn"


# teams


def test_teams_add_up_their_points_and_share_their_rank():
    position = played(prepared(strip(teams=True), {"red": 4}, {"yellow": 1}), "~RYWB", "a1-a2")
    assert position.sides == (0, 1, 0, 1)
    assert position.outcome.points == (-32, -35, -32, -35) and position.outcome.ranks == (1, 2, 1, 2)


def test_during_play_each_seat_of_a_team_shows_its_own_points():
    assert played(strip(5, teams=True), "~RYWB", "a3-a4").points == (0, 0, 1, 1)


def test_teams_tie_break_by_the_fewest_pawns_left_together():  # ruling 6
    position = played(prepared(strip(teams=True), {"red": 4}, {"yellow": 4}), "~RYWB", "a1-a2")
    assert position.outcome.points == (-32,) * 4 and position.outcome.ranks == (1, 2, 1, 2)


def test_an_instant_win_is_the_teams():  # ruling 6
    position = played(prepared(strip(teams=True), {"yellow": 19}, {"red": 100}), "~RYWB", "a1-a2")
    assert position.outcome.ranks == (2, 1, 2, 1)


@pytest.mark.parametrize(
    ("score", "ranks"), [({"red": 1}, (1, 2, 1, 2)), ({"white": 1, "blue": 9}, (2, 1, 2, 1)), ({}, (1, 1, 1, 1))]
)
def test_seconds_of_both_teams_running_out_together_compare_their_own_scores(score, ranks):  # rulings 6 and 10
    start = prepared(strip(teams=True), {"red": 19, "white": 19}, score, {"A1": "RW"})
    assert played(start, "~RYWB", "a1-a2").outcome.ranks == ranks


@pytest.mark.parametrize("seats", [2, 3])
def test_teams_are_for_four(seats):
    with pytest.raises(tablier.BadOption, match="four players"):
        GAME.start(seats, teams=True)


# the score sheet


def test_the_sheet_has_a_line_for_each_tower_and_each_penalty():
    position = played(strip(board={"gold": ["A1"]}), "~RYWB", "a1-a2")
    lines = [(line.seat, line.points, line.phrase.say()) for line in position.sheet]
    assert lines[:2] == [(1, 2, "circle A1 on gold, tower of 1, doubled"), (3, 1, "circle A2, tower of 1")]
    assert lines[4:] == [(seat, -19, "19 pawns not placed") for seat in range(4)]


def test_the_sheet_says_who_won_by_the_last_pawn():
    position = played(prepared(strip(), {"yellow": 19}), "~RYWB", "a1-a2")
    assert [(line.seat, line.points) for line in position.sheet][-1] == (1, 0)


# random play


def test_random_games_use_the_tiles_and_pawns_that_they_should():
    position = GAME.start(4, colours=EVERYONE)
    states = position.arrays.copies(2)
    masks, totals, rng = np.zeros((1, 6), np.uint64), np.zeros(4), np.array([1], np.uint64)
    games = 2000
    tiles = black = pawns = 0
    for _ in range(games):
        tiles += playouts(position.arrays.board, states, masks, rng, 1, totals) / 2 / games
        black += (states[1]["laid"] == 1).sum() / games
        pawns += sum(int(states[1]["placed"]) >> 8 * colour & 0xFF for colour in range(4)) / 4 / games
    assert (round(tiles, 1), round(black, 1), round(pawns, 1)) == pytest.approx((33.6, 9.9, 15.6), abs=0.11)


# setup


def test_colours_are_drawn_by_lot_or_chosen():
    drawn = {tuple(GAME.start(seed=seed).setup["colours"]) for seed in range(60)}
    assert len(drawn) == 12
    assert GAME.start(3, colours="white, red, blue").setup["colours"] == ["white", "red", "blue"]


def test_other_start_cells_and_more_than_two():
    position = GAME.start(start="a1, c8 f11")
    assert position.setup["board"]["start"] == ["a1", "c8", "f11"] and black_cells(position) == [0, 31, 77]


def test_ruling_7_there_are_no_more_start_cells_than_triangles():
    cells = [f"c{number}" for number in range(1, 12)]
    assert len(black_cells(GAME.start(start=cells[:10]))) == 10
    for choice in ({"start": cells}, {"start": ", ".join(cells)}, {"board": BOARD | {"start": cells}}):
        with pytest.raises(tablier.BadSetup, match="11 start cells and only 10"):
            GAME.start(**choice)


def short():
    """A record of old, that began on eleven cells; then one more hole is made."""
    setup = GAME.start(seed=1).setup
    cells = [f"c{number}" for number in range(1, 12)]
    return GAME.start(setup=setup | {"board": setup["board"] | {"start": cells}})


def test_ruling_7_where_no_triangle_is_left_the_cell_stays_empty_and_counts_as_black():
    position = short()
    assert position.record().replay() == position  # what was written is still read
    names = {item.id for item in position.scene().items}
    assert len([name for name in names if name.startswith("black:")]) == 10 and "black:c11" not in names
    labels = {item.id: item.label for item in position.scene().items if item.label}
    assert labels["c11"].key == "scene.bare" and labels["c10"].key == "scene.filled"
    assert CLASSIC.cell_names.index("c11") in black_cells(position)
    stock = next(panel for panel in position.scene().panels if panel.id == "stock")
    assert next(item.text for item in stock.items if item.id == "triangles") == "0"
    assert "Empty, but black, because no triangle is left: c11." in position.diagram().replace("\n  ", " ")
    assert "scene.bare" not in {item.label.key for item in GAME.start().scene().items if item.label}


def test_ruling_7_the_triangles_are_used_up_in_the_order_of_the_holes():
    games = (list(random_game(GAME.start(seed=1), Random(seed))) for seed in range(40))
    positions = next(game for game in games if len(black_cells(game[-1])) > 11)
    last = set()
    for position in positions:
        shown = {item.id for item in position.scene().items if item.id.startswith("black:")}
        assert last <= shown and len(shown) == min(10, len(black_cells(position)))
        last = shown


def test_ruling_14_the_help_says_who_begins():
    assert "the youngest player begins" in GAME.help() and "le plus jeune commence" in GAME.help("fr")
    assert "drawn by lot" in GAME.help() and "tiré au sort" in GAME.help("fr")


def test_ruling_15_gold_may_be_on_part_of_the_border():
    def golden(position):
        return {item.id for item in position.scene().items if item.glyph == "gold"}

    sides = {f"{line}{number}" for line in "AG" for number in range(1, 7)}
    whole, part = GAME.start(seed=1), GAME.start(board="part gold", seed=1)
    assert golden(part) == sides < golden(whole) and len(golden(whole)) == 22
    assert part.setup["board"]["rows"] == whole.setup["board"]["rows"]
    assert golden(GAME.start(gold="A1, G6")) == golden(GAME.start(gold=["A1", "G6"])) == {"A1", "G6"}
    assert golden(GAME.start(board="part gold", gold="border")) == golden(whole)


def test_colours_have_their_names_in_french_too():
    assert GAME.start(3, colours="blanc, rouge bleu").setup["colours"] == ["white", "red", "blue"]
    assert "anglais" not in GAME.words("option.colours.about").say("fr")


def test_the_help_says_what_is_our_reconstruction():
    for language, says in (("en", "are our reconstruction"), ("fr", "sont notre reconstitution")):
        assert says in GAME.help(language)
    for key in ("option.board.classic", "option.tiles.standard"):
        assert "reconstruction" in GAME.words(key).say("en") and "reconstitution" in GAME.words(key).say("fr")


def test_a_board_can_be_drawn_or_written_as_json():
    drawn = GAME.start(board=" ##*\n####").setup["board"]
    assert drawn == {"rows": [".###", "####"], "start": ["b3"], "gold": "border"}
    assert GAME.start(board=json.dumps(drawn)).setup["board"] == drawn
    assert GAME.start(board={"rows": drawn["rows"]}, start=["b3"]).setup["board"] == drawn


def test_a_tile_may_be_given_by_either_reading():
    assert GAME.start(tiles={"RYBW": 3, "RBWY": 0}).setup["tiles"] == {"BWRY": 3}
    assert GAME.start(tiles='{"YRWB": 1}').setup["tiles"] == {"WBYR": 1}


def test_the_largest_board_plays():
    rows = ["#" * 18] * 7
    position = GAME.start(board={"rows": rows, "start": ["g18"]}, tiles={"BWRY": 126})
    while not position.over:
        position = position.play(position.moves[-1])
    assert max(map(len, position.diagram().splitlines())) <= 80


BOARD = DATA["boards"]["classic"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"board": None}, "rows, start and gold"),
        ({"board": {}}, "rows, start, gold"),
        ({"board": BOARD | {"rows": "###"}}, "list of texts"),
        ({"board": BOARD | {"rows": ["#" * 64]}}, "25 rows of 63"),
        ({"board": BOARD | {"rows": ["###"] * 26}}, "25 rows of 63"),
        ({"board": BOARD | {"rows": ["###", "####"]}}, "Row 2 from the top has 4 marks"),
        ({"board": BOARD | {"rows": ["#x#"]}}, "Row 1 from the top holds 'x'"),
        ({"board": BOARD | {"rows": ["##."]}}, "2 cells: it needs from 3 to 126"),
        ({"board": BOARD | {"rows": ["#" * 16] * 8}}, "128 cells: it needs from 3 to 126"),
        ({"board": BOARD | {"rows": ["#..." * 15, "." * 60] * 4}}, "at most 128"),
        ({"board": BOARD | {"start": "c4"}}, "list of cell names"),
        ({"board": BOARD | {"start": ["c4", "c99"]}}, "'c99' is not on this board: cells go from a1 to f11"),
        ({"board": BOARD | {"start": ["c4", "c4"]}}, "c4 is given twice"),
        ({"board": BOARD | {"start": []}}, "No first tile"),
        ({"board": {"rows": ["###"], "start": ["a2"], "gold": []}}, "No first tile"),
        ({"board": BOARD | {"gold": "all"}}, '"border" or a list'),
        ({"board": BOARD | {"gold": ["H1"]}}, "'H1' is not on this board: circles go from A1 to G6"),
        ({"board": BOARD | {"gold": ["A1", "A1"]}}, "A1 is given twice"),
        ({"colours": ["red"]}, "2 colours, one for each seat"),
        ({"colours": "red, blue"}, "2 colours, one for each seat"),
        ({"colours": ["red", "green"]}, "no colour 'green'"),
        ({"colours": ["red", "red"]}, "both have the colour red"),
        ({"tiles": []}, "a number for each kind"),
        ({"tiles": {"BWRR": 1}}, "'BWRR' is no tile"),
        ({"tiles": {"BWRY": 1, "RYBW": 1}}, "BWRY and RYBW are the same tile"),
        ({"tiles": {"BWRY": -1}}, "from 0 to 126"),
        ({"tiles": {"BWRY": True}}, "from 0 to 126"),
        ({"tiles": {"BWRY": 0}}, "0 tiles in all"),
        ({"tiles": {"BWRY": 100, "RBWY": 27}}, "127 tiles in all"),
        ({"more": 1}, "board, colours, tiles"),
    ],
)
def test_a_bad_setup_says_what_would_be_right(change, says):
    setup = {"board": BOARD, "colours": ["red", "blue"], "tiles": DATA["tiles"]["standard"]}
    GAME.start(setup=setup)
    with pytest.raises(tablier.BadSetup) as error:
        GAME.start(setup=setup | change)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("choices", "says"),
    [({"board": "klassic"}, "a drawing"), ({"board": "{"}, "a drawing"), ({"tiles": "many"}, "JSON")],
)
def test_unreadable_data_says_what_would_be_right(choices, says):
    with pytest.raises(tablier.BadSetup, match=says):
        GAME.start(**choices)


def test_a_tile_goes_from_the_stock_to_the_hand_and_to_the_board():
    def where(position, piece):
        scene = position.scene()
        boxes = {"board": scene.items} | {panel.id: panel.items for panel in scene.panels}
        return next(name for name, items in boxes.items() if piece in {item.id for item in items})

    position = GAME.start(seed=1)
    seen = [where(position, "tile:0")]
    for _ in range(2):
        position = position.play(position.moves[0])
        seen.append(where(position, "tile:0"))
    assert seen == ["stock", "hand", "board"] and where(position, "tile:1") == "stock"


def test_a_tile_lies_turned_by_one_of_the_angles_at_which_the_page_carries_it():
    position = played(GAME.start(), "~BWRY")
    laid = [position.play(move).scene().items for move in position.moves]
    turns = {item.turn for items in laid for item in items if item.glyph == "tile"}
    assert turns == set(range(30, 360, 60))


def test_a_mark_shows_who_leads_each_circle_and_who_has_won_it():
    position = GAME.start(seed=1)
    while not position.over:
        position = position.play(position.moves[0])
        marks = {item.id.removeprefix("leads:"): item for item in position.scene().items if item.mark == "leads"}
        won = {name: item.colour for name, item in marks.items() if item.glyph.startswith("won-")}
        names = shape_of(position).circle_names
        standing = {names[tower.circle]: COLOURS[tower.top] for tower in towers(position) if tower.points}
        assert standing.items() <= won.items()
    assert standing
