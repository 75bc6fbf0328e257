"""The reference implementations of Rangées and On Top against the facts of their rules."""

from __future__ import annotations

import random
import time
from itertools import permutations

import pytest

from oracles import on_top, rangees


def play_all(game, *moves):
    for move in moves:
        game.play(move)
    return game


def play_randomly(game, seed):
    """Claims everything there is to claim; gives back the moves with their phase."""
    dice = random.Random(seed)
    played = []
    while game.turn() != "over":
        moves = game.moves()
        assert moves and moves == sorted(set(moves)) and game.outcome() is None
        claims = "done" in moves and [move for move in moves if move != "done"]
        move = dice.choice(claims or moves)
        played.append((getattr(game, "phase", ""), move))
        game.play(move)
    assert game.moves() == [] and game.outcome()["points"] == game.points()
    return played


# ----- Rangées

EMPTY = "." * 20
RECTANGLE = [EMPTY] * 6 + ["." * 6 + "#" * 8 + "." * 6] * 7 + [EMPTY] * 6
DOMINOES = [".##." * 5, EMPTY] * 5 + [".##." * 3 + "." * 8] + [EMPTY] * 8
STARS = {"h8": "*", "m12": "*", "h12": "*", "m8": "*", "g9": "A5", "n11": "B5"}


def rangees_game(options=None, layout=RECTANGLE, special=None, **more):
    squares = map(rangees.name, rangees.read_layout(layout))
    faces = dict.fromkeys(squares, "A0") | (special or {})
    return rangees.Oracle(2, options or {}, {"layout": layout, "faces": faces, **more})


def test_rangees_start_layout():
    tiles = set(rangees.read_layout(RECTANGLE))
    rows = rangees.all_runs(tiles, 2)
    assert (len(tiles), len(rows), sum(map(len, rows))) == (56, 39, 220)
    assert [rangees.name(min(tiles)), rangees.name(max(tiles))] == ["g7", "n13"]


@pytest.mark.parametrize("connected", [False, True])
def test_rangees_first_building_moves(connected):
    moves = rangees_game({"connected": connected}).moves()
    assert len(moves) == 1900
    assert "g8-f6" in moves and "g7-f6" not in moves


def test_rangees_building_rules():
    moves = play_all(rangees_game(), "i9-f7", "g7-f6").moves()
    assert not any(move.startswith(("i9-", "f7-", "f6-")) for move in moves)
    assert not any(move.endswith(("-i9", "-g7")) for move in moves)
    assert "h8-f5" in moves and "h8-e4" not in moves


@pytest.mark.parametrize("connected", [False, True])
def test_rangees_islands_unless_connected(connected):
    game = play_all(rangees_game({"connected": connected}), "g10-f6", "i9-f5")
    assert ("g7-e4" in game.moves()) is not connected  # f5 and f6 hang on g7 alone
    assert "h8-e4" in game.moves()


def test_rangees_no_tile_is_left_alone():
    moves = rangees_game(layout=DOMINOES).moves()
    from_b19 = [move for move in moves if move.startswith("b19-")]
    assert from_b19 == ["b19-b18", "b19-c18", "b19-d18", "b19-d19"]


@pytest.mark.parametrize("connected", [False, True])
def test_rangees_building_by_brute_force(connected):
    game = rangees_game({"connected": connected})
    play_all(game, "g7-o14", "m12-p15", "g10-f13", "i9-e12")
    for tile in ["n13", "g13", "g11", "j9", "n7", "f13"]:
        start = rangees.parse(tile)
        places = set() if start in game.moved else brute_places(game, start, connected)
        moves = {move for move in game.moves() if move.startswith(f"{tile}-")}
        assert moves == {f"{tile}-{rangees.name(place)}" for place in places}


def brute_places(game, tile, connected):
    tiles = set(game.tiles)
    for place in set(rangees.NEIGHBOURS) - tiles - game.vacated:
        sizes = list(map(len, rangees.components(tiles - {tile} | {place})))
        if (len(sizes) == 1) if connected else (min(sizes) > 1):
            yield place


def test_rangees_turns_and_faces_of_moved_tiles():
    game = rangees_game(special={"i9": "*"})
    for number, move in enumerate(["i9-f7", "g7-f6", "h8-f5", "h9-o7", "j9-o8", "k9-o9"]):
        assert game.turn() == number % 2
        game.play(move)
    assert game.turn() == 0 and len(game.moves()) == 56
    assert game.tiles[rangees.parse("f7")] == "*"
    assert len(rangees_game(built=True).moves()) == 56


def test_rangees_closing_rows():
    game = play_all(rangees_game(built=True), "g8", "h7", "g7")
    assert game.points() == [0, 2]
    play_all(game, "h13", "g13", "g12", "g9", "g10", "g11")
    assert game.points() == [7, 4]  # then g12-h13 for seat 1 and g7-g13 for seat 0


def test_rangees_runs_of_own_stones():
    lines = [tuple((x, 1) for x in range(length)) for length in range(2, 10)]
    assert [rangees.run_points(line) for line in lines] == [0, 0, 10, 20, 30, 40, 40, 40]
    square = {(x, y) for x in range(4) for y in range(4)}
    assert sum(map(rangees.run_points, rangees.all_runs(square, 4))) == 100


def test_rangees_claims_offered():
    game = play_all(rangees_game({"claims": "by_hand"}, built=True), "g7")
    assert game.turn() == 0
    assert game.moves() == ["done", "g13-g7", "g7-m13", "g7-n7"]
    play_all(game, "g7-n7")
    assert game.moves() == ["done", "g13-g7", "g7-m13"] and game.points() == [0, 0]
    play_all(game, "done", "g8", "done", "h7")
    assert game.turn() == 0 and play_all(game, "g8-h7").points() == [2, 0]
    assert play_all(game, "done").turn() == 1


@pytest.mark.parametrize("faces", ["hidden", "stars", "all"])
@pytest.mark.parametrize("connected", [False, True])
def test_rangees_claiming_everything_is_automatic(faces, connected):
    options = {"faces": faces, "connected": connected}
    by_hand = rangees_game(options | {"claims": "by_hand"}, special=STARS)
    played = play_randomly(by_hand, 5)
    automatic = rangees_game(options, special=STARS)
    play_all(automatic, *[move for phase, move in played if not phase.startswith("naming")])
    assert automatic.outcome() == by_hand.outcome()


def test_rangees_claiming_nothing():
    game = rangees_game({"claims": "by_hand"}, built=True)
    while game.turn() != "over":
        game.play("done" if "done" in game.moves() else game.moves()[0])
    assert game.outcome() == {"ranks": [1, 1], "points": [0, 0], "reason": "all placed"}


def gained_by_faces(faces, special, *wanted):
    """Both play the squares they want, then fill up; m9 and column n stay empty."""
    points = []
    for option in (faces, "hidden"):
        game = rangees_game({"faces": option}, special=special, built=True)
        left = [squares.split() for squares in wanted]
        while game.turn() != "over":
            mine = left[game.turn()]
            others = [s for s in game.moves() if s not in " ".join(wanted).split()]
            game.play(mine.pop(0) if mine else others[0])
        points.append(game.points())
    return [shown - hidden for shown, hidden in zip(*points, strict=True)]


@pytest.mark.parametrize("faces", ["stars", "all"])
def test_rangees_stars(faces):
    assert gained_by_faces(faces, {"g7": "*"}, "g8 h7", "h8 g7") == [10, 0]
    assert gained_by_faces(faces, {"n13": "*"}, "m12", "m13") == [0, 0]
    assert gained_by_faces(faces, {"n13": "*"}, "m12 n13", "m13") == [10, 0]
    assert gained_by_faces(faces, {"n13": "*", "g7": "*"}, "m12 g7", "m13 n13 g8 h7") == [0, 20]


def test_rangees_numbers():
    numbers = {"n7": "A5", "n9": "B3", "n10": "B1", "g7": "B4"}
    assert gained_by_faces("all", numbers, "", "") == [5, 4]
    assert gained_by_faces("stars", numbers, "", "") == [0, 0]


# ----- On Top

ROWS = [f"{'#' * width:.^15}" for width in (11, 13, 15, 15, 13, 11)]
KINDS = sorted({on_top.first_reading("".join(tile)) for tile in permutations("BRWY")})
MIX = {kind: 2 if kind in ("BWRY", "WBYR") else 3 for kind in KINDS}
FOUR = ["red", "yellow", "blue", "white"]
INNER, EDGE = "D5", "A1"


def on_top_game(colours=FOUR, teams=False, rows=ROWS, start=("c4", "d12"), gold="border", tiles=MIX):
    board = {"rows": list(rows), "start": list(start), "gold": gold}
    setup = {"board": board, "colours": list(colours), "tiles": dict(tiles)}
    return on_top.Oracle(len(colours), {"teams": teams}, setup)


def settled(game, circle, segments):
    """Fill the cells around the circle with these segments (- is black) and settle it."""
    point = game.circles[circle]
    for cell, colour in zip(game.around[point], segments, strict=True):
        game.filled[cell] = {} if colour == "-" else {point: colour}
    game.settle(point)
    return game.towers.get(point, "")


def points_down(cell):
    return [line for line, _ in on_top.corners(cell)].count(cell[0]) == 1


def test_on_top_board():
    game = on_top_game()
    assert (len(game.cells), len(game.circles), len(game.gold)) == (78, 51, 22)
    assert "G6" in game.circles and "G7" not in game.circles and "D9" in game.circles
    assert game.cells["c4"] == (2, 3) and game.cells["d12"] == (5 - 2, 14 - 3)
    widths = [sum(name[0] == row for name in game.cells) for row in "abcdef"]
    assert widths == [11, 13, 15, 15, 13, 11]
    assert [points_down(game.cells[f"{row}1"]) for row in "abcdef"] == [True] * 3 + [False] * 3
    assert sorted(len(game.around[point]) for point in game.gold) == [2] * 6 + [3] * 16


def test_on_top_tiles():
    assert len(KINDS) == 12 and sum(MIX.values()) == 34
    for colour in "BRWY":
        assert sum(number for kind, number in MIX.items() if colour in kind[::2]) == 17
        assert sum(number for kind, number in MIX.items() if colour in kind[1::2]) == 17
    assert on_top_game().moves() == [f"~{kind}" for kind in KINDS]


def test_on_top_first_placements():
    game = on_top_game()
    assert game.turn() == "chance"
    play_all(game, "~BWRY")
    assert game.turn() == 0 and len(game.moves()) == 24
    assert {"c3-c2", "c2-c3", "c5-c6"} <= set(game.moves()) and "a1-a2" not in game.moves()
    assert play_all(game, "c5-c6").turn() == "chance"
    assert play_all(game, "~BWRY").turn() == 1
    assert "~BWRY" not in play_all(game, game.moves()[0]).moves()


def test_on_top_corners_of_a_tile():
    game = play_all(on_top_game(start=["a3"]), "~BWRY", "a1-a2")
    a1, a2 = game.filled[game.cells["a1"]], game.filled[game.cells["a2"]]
    top_left, bottom_left = game.circles["B1"], game.circles["A1"]
    bottom_right, top_right = game.circles["A2"], game.circles["B2"]
    assert a1 == {top_left: "B", bottom_left: "W", top_right: "Y"}
    assert a2 == {bottom_right: "R", bottom_left: "W", top_right: "Y"}
    assert game.towers == {bottom_left: "W"} and game.points() == [0, 0, 0, 2]


@pytest.mark.parametrize(
    "circle, segments, towers, points",
    [
        (INNER, "RRRYY-", ["YR"], [2, 0, 0, 0]),
        (EDGE, "B-", ["B"], [0, 0, 2, 0]),
        (INNER, "B-----", ["B"], [0, 0, 1, 0]),
        (INNER, "BRYY--", ["BRY", "RBY"], [0, 3, 0, 0]),
        (INNER, "WWWYYB", ["YW"], [0, 0, 0, 2]),
        (INNER, "BBWWY-", [""], [0, 0, 0, 0]),
        (INNER, "------", [""], [0, 0, 0, 0]),
    ],
)
def test_on_top_settling(circle, segments, towers, points):
    game = on_top_game()
    assert settled(game, circle, segments) in towers and game.points() == points


def test_on_top_gold_is_data():
    game = on_top_game(gold=["D5"])
    assert settled(game, EDGE, "B-") == "B" and game.points()[2] == 1
    assert settled(game, INNER, "RRRYY-") == "YR" and game.points()[0] == 4


def ended(segments, pawns, score, colours=FOUR, teams=False):
    game = on_top_game(colours, teams)
    game.pawns.update(pawns)
    game.score = list(score)
    settled(game, INNER, segments)
    result = game.outcome()
    return result and (result["reason"], result["ranks"], result["points"])


def test_on_top_last_pawn():
    end = ended("RRRYY-", {"R": 1, "B": 2}, [0, 50, 9, 0])
    assert end == ("last pawn", [1, 2, 3, 4], [2, 50 - 19, 7, -20])
    end = ended("RRRYY-", {"Y": 1}, [30, 0, 21, 20])
    assert end == ("last pawn", [2, 1, 3, 4], [10, 0, 1, 0])
    assert ended("RRYB--", {"Y": 1, "B": 1}, [90, 4, 5, 0])[1] == [2, 3, 1, 4]
    assert ended("RRYB--", {"Y": 1, "B": 1}, [90, 5, 5, 0])[1] == [3, 1, 1, 4]


def test_on_top_neutral_colours():
    two = ["red", "yellow"]
    assert ended("BBBRR-", {}, [7, 5], two) is None
    assert ended("BBBRR-", {"B": 1}, [7, 5], two) == ("neutral out", [1, 2], [-12, -15])
    assert ended("RRRBB-", {"B": 1, "R": 1}, [5, 26], two) == ("neutral out", [2, 1], [4, 6])
    assert ended("RRYB--", {"B": 1, "Y": 1}, [50, 0], two) == ("last pawn", [2, 1], [30, 0])
    assert ended("BBBWW-", {"W": 1, "R": 4, "Y": 5}, [4, 5], two)[1] == [1, 2]  # fewer pawns


def test_on_top_teams():
    end = ended("RRRYY-", {"Y": 1}, [90, 0, 0, 1], teams=True)
    assert end == ("last pawn", [2, 1, 2, 1], [50, -19, 50, -19])
    assert ended("RRYB--", {"Y": 1, "B": 1}, [90, 4, 5, 90], teams=True)[1] == [1, 2, 1, 2]
    assert ended("RRYB--", {"Y": 1, "B": 1}, [90, 5, 5, 0], teams=True)[1] == [1, 1, 1, 1]


def test_on_top_other_outlines():
    tiny = play_all(on_top_game(rows=["###"], start=["a1"]), "~BWRY")
    assert tiny.moves() == ["a2-a3", "a3-a2"]
    assert play_all(tiny, "a2-a3").outcome()["reason"] == "board full"
    last = play_all(on_top_game(rows=["###"], start=["a1"], tiles={"RYBW": 1}), "~BWRY", "a2-a3")
    assert last.outcome()["reason"] == "no tile left"
    hole = play_all(on_top_game(rows=["####"], start=["a2"]), "~BWRY")
    assert hole.cells["a1"] in hole.filled and hole.moves() == ["a3-a4", "a4-a3"]
    gap = play_all(on_top_game(rows=["##.###"], start=["a3"]), "~BWRY")
    assert gap.moves() == ["a4-a5", "a5-a4"]
    assert on_top_game(rows=["##"], start=["a1", "a2"]).outcome()["reason"] == "board full"


def test_on_top_random_averages():
    tiles, black, pawns = [], [], []
    for seed in range(60):
        game = on_top_game()
        play_randomly(game, seed)
        tiles.append(34 - sum(game.stock.values()))
        black.append(sum(not colours for colours in game.filled.values()))
        pawns.append(sum(20 - left for left in game.pawns.values()) / 4)
    assert sum(tiles) / 60 == pytest.approx(33.6, abs=0.4)
    assert sum(black) / 60 == pytest.approx(9.9, abs=0.5)
    assert sum(pawns) / 60 == pytest.approx(15.6, abs=0.4)


@pytest.mark.parametrize("seed", range(8))
def test_on_top_random_outcomes(seed):
    team_game = on_top_game(teams=True)
    play_randomly(team_game, seed)
    for column in (team_game.outcome()["ranks"], team_game.outcome()["points"]):
        assert column[:2] == column[2:]
    game = on_top_game(["white", "red"] if seed % 2 else ["blue", "white", "yellow"])
    play_randomly(game, seed)
    assert min(game.outcome()["ranks"]) == 1


@pytest.mark.parametrize("new_game", [rangees_game, on_top_game])
def test_not_absurdly_slow(new_game):
    start = time.perf_counter()
    play_randomly(new_game(), 1)
    assert time.perf_counter() - start < 3
