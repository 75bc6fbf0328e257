"""The slow reference games, checked against known facts about the rules."""

import copy
import itertools
import random

import pytest

from oracles import kabaleo, kulami, quantik


def after(oracle, *moves):
    oracle = copy.deepcopy(oracle)
    for move in moves:
        oracle.play(move)
    return oracle


def count_sequences(oracle, plies):
    moves = oracle.moves()
    if plies == 1:
        return len(moves)
    return sum(count_sequences(after(oracle, move), plies - 1) for move in moves)


def play_randomly(oracle, seed):
    rng = random.Random(seed)
    played = []
    while oracle.turn() != "over":
        assert oracle.outcome() is None
        moves = oracle.moves()
        assert moves == sorted(set(moves))
        played.append((oracle.turn(), rng.choice(moves)))
        oracle.play(played[-1][1])
    assert oracle.moves() == []
    return played


# Quantik

FULL_BOARD = (  # seat:shape:cell
    "0:2:12 1:3:7 0:0:6 1:0:0 0:1:3 1:3:15 0:3:9 1:0:8 0:2:13 1:2:10 0:3:1 1:2:11 0:1:2 1:1:4 0:0:14 1:1:5"
)


def new_quantik():
    return quantik.Oracle(2, {}, {})


@pytest.mark.parametrize("plies, count", [(1, 64), (2, 3392), (3, 167552)])
def test_quantik_sequences(plies, count):
    assert count_sequences(new_quantik(), plies) == count


def test_quantik_nobody_wins_in_three_plies():
    for second in after(new_quantik(), "S-a1").moves():
        two = after(new_quantik(), "S-a1", second)
        assert two.outcome() is None
        assert all(after(two, third).outcome() is None for third in two.moves())


def test_quantik_full_board_is_lost_by_seat_0():
    game = new_quantik()
    for word in FULL_BOARD.split():
        seat, shape, cell = map(int, word.split(":"))
        assert game.turn() == seat and game.points() == [0, 0]
        game.play(f"{'SYQN'[shape]}-{'abcd'[cell % 4]}{cell // 4 + 1}")
    assert game.turn() == "over" and game.moves() == []
    assert game.outcome() == {"ranks": [2, 1], "points": [0, 1], "reason": "stuck"}


def test_quantik_line_wins_whoever_owns_the_rest():
    game = after(new_quantik(), "S-a1", "Y-b1", "Q-c1", "N-d1")
    assert game.turn() == "over" and game.moves() == []
    assert game.outcome() == {"ranks": [2, 1], "points": [0, 1], "reason": "line"}


def test_quantik_only_the_opponent_forbids():
    game = after(new_quantik(), "S-a1", "Y-c3")
    assert "S-b1" in game.moves() and "Y-c1" not in game.moves()
    game = after(new_quantik(), "S-a1")
    near = {"a2", "a3", "a4", "b1", "b2", "c1", "d1"}
    assert not near & {move[2:] for move in game.moves() if move[0] == "S"}
    assert len(game.moves()) == 4 * 15 - len(near)


def quantik_symmetries():
    bands = [a + b for a, b in itertools.product(["01", "10"], ["23", "32"])]
    orders = [list(map(int, band)) for band in bands + [b[2:] + b[:2] for b in bands]]
    shapes = list(itertools.permutations("SYQN"))
    return list(itertools.product(orders, orders, [False, True], shapes))


def image(move, symmetry):
    columns, rows, turned, shapes = symmetry
    column, row = columns["abcd".index(move[2])], rows[int(move[3]) - 1]
    if turned:
        column, row = row, column
    return f"{shapes['SYQN'.index(move[0])]}-{'abcd'[column]}{row + 1}"


def test_quantik_openings_up_to_symmetry():
    symmetries = quantik_symmetries()
    assert len(symmetries) == 128 * 24
    game = new_quantik()
    assert {image("S-a1", s) for s in symmetries} == set(game.moves())
    keeping = [s for s in symmetries if image("S-a1", s) == "S-a1"]
    replies = after(game, "S-a1").moves()
    assert len({min(image(reply, s) for s in keeping) for reply in replies}) == 7


# Kulami

BOARDS = {
    "square": "ffklllbb ffkggobb hhkggobb hhcccmmm ppccciiq nddrriiq nddeeejj nddeeejj",
    "irregular": "....ff.... ..ggffk... bbggook... bblccckmmm bblcccddd. "
    "pplnnnddd. ..hhqiiee. ..hhqiiee. ...rrjjee. .....jj...",
    "rulebook": "...ffoo.. .bbffkkk. .bbgghhcc lbbgghhcc ldddmmmcc ldddeeep. .nnneeep. .qqiijjrr ...iijj..",
}
END = "...RBBo.. .oBRBBBR. .oBBBRRBR RRBBBRRRB ooBBRBRRo RBBRRRBB. .BRRRRBo. .RRBRRBRB ...BooR.."


def new_kulami(board, **options):
    return kulami.Oracle(2, options, {"board": BOARDS[board].split()})


def kulami_end(level):
    """The end position of the printed example: red has just played f2."""
    game = new_kulami("rulebook", level=level)
    for row, line in enumerate(reversed(END.split())):
        for column, colour in enumerate(line):
            if colour in "RB":
                game.marbles[column, row] = "RB".index(colour)
    game.marbles[5, 1] = game.marbles.pop((5, 1))
    return game


@pytest.mark.parametrize(
    "board, counts",
    [
        ("square", [64, 752, 7320]),
        ("irregular", [64, 686, 6308]),
        ("rulebook", [64, 708, 6640]),
    ],
)
def test_kulami_sequences(board, counts):
    game = new_kulami(board)
    assert [count_sequences(game, plies) for plies in (1, 2, 3)] == counts


def test_kulami_end_position_is_blocked():
    game = kulami_end(0)
    assert list(game.marbles.values()).count(0) == 28
    assert list(game.marbles.values()).count(1) == 27
    free = [hole for hole in game.plates if hole not in game.marbles]
    on_cross = [hole for hole in free if hole[0] == 5 or hole[1] == 1]
    assert [kulami.name(hole) for hole in on_cross] == ["f1"]
    assert game.plates[5, 0] == game.plates[5, 1]
    assert game.turn() == "over" and game.moves() == []


def test_kulami_end_position_is_counted():
    game = kulami_end(0)
    assert [game.plate_points(seat) for seat in (0, 1)] == [31, 27]
    assert [game.largest_area(seat) for seat in (0, 1)] == [12, 17]
    assert [game.chains(seat) for seat in (0, 1)] == [[7, 5], [5, 5, 5]]


@pytest.mark.parametrize(
    "level, points, ranks",
    [
        (0, [31, 27], [1, 2]),
        (1, [43, 44], [2, 1]),
        (2, [43, 42], [1, 2]),
        (3, [55, 59], [2, 1]),
    ],
)
def test_kulami_levels(level, points, ranks):
    expected = {"ranks": ranks, "points": points, "reason": "blocked"}
    assert kulami_end(level).outcome() == expected


@pytest.mark.parametrize("seed", range(5))
def test_kulami_random_games(seed):
    game = new_kulami(list(BOARDS)[seed % 3], level=3)
    played = play_randomly(game, seed)
    assert [seat for seat, _ in played] == [ply % 2 for ply in range(len(played))]
    reason = "all placed" if len(played) == 56 else "blocked"
    assert game.outcome()["reason"] == reason


# Kabaleo


def new_kabaleo(seats, **options):
    colours = "ROYGBP"[: seats + 2]
    bases, pieces = list(colours * 4), list(colours * 6)
    hands = [pieces[seat::seats] for seat in range(seats)]
    setup = {"colours": colours, "bases": bases, "hands": hands}
    return kabaleo.Oracle(seats, options, setup)


def kabaleo_end(seats, targets, piles):
    """A finished game with the given piles; all other bases are bare."""
    game = new_kabaleo(seats)
    game.targets = list(targets)
    game.hands = [[] for _ in game.hands]
    game.piles.update({place: list(pile) for place, pile in piles.items()})
    return game


def test_kabaleo_pile_example():
    game = new_kabaleo(3)
    game.bases["a1"] = "G"
    game.hands = [list("OGG"), list("BBG"), list("BGG")]
    game = after(game, "~R", "~O", "~Y")
    assert game.shown("a1") == "G"
    for move, colour in [("O-a1", "O"), ("B-a1", "B"), ("B-a1", "O")]:
        game.play(move)
        assert game.shown("a1") == colour
    assert game.piles["a1"] == ["O"] and game.turn() == 0


def test_kabaleo_bare_base_refuses_its_own_colour():
    game = after(new_kabaleo(2), "~R", "~O")
    game.hands = [list("ROR"), list("ORO")]
    assert "R-a1" not in game.moves() and "O-a1" in game.moves()
    game = after(game, "O-a1")
    assert "R-a1" in game.moves()
    game = after(game, "O-a1")
    assert game.shown("a1") == "R" and "R-a1" not in game.moves()


def test_kabaleo_targets_are_drawn_first():
    game = new_kabaleo(2)
    assert game.turn() == "chance" and game.moves() == ["~G", "~O", "~R", "~Y"]
    game.play("~O")
    assert game.turn() == "chance" and game.moves() == ["~G", "~R", "~Y"]
    game.play("~G")
    assert game.turn() == 0 and game.targets == ["O", "G"]


def test_kabaleo_no_replay():
    plain = after(new_kabaleo(2), "~R", "~O", "Y-a1")
    strict = after(new_kabaleo(2, no_replay=True), "~R", "~O", "Y-a1")
    allowed = [move for move in plain.moves() if not move.endswith("a1")]
    assert strict.moves() == allowed and len(allowed) < len(plain.moves())


@pytest.mark.parametrize("seats, each", [(2, 12), (3, 10), (4, 9)])
@pytest.mark.parametrize("no_replay", [False, True])
def test_kabaleo_everybody_places_all_pieces(seats, each, no_replay):
    game = new_kabaleo(seats, no_replay=no_replay)
    assert len(game.bases) == 4 * (seats + 2)
    turns = [turn for turn, _ in play_randomly(game, seats)]
    assert turns == ["chance"] * seats + list(range(seats)) * each
    assert game.outcome()["reason"] == "all placed"


# With three players the bases are R O Y G B, from a1 on and over again.
@pytest.mark.parametrize(
    "piles, ranks, points",
    [
        ({}, [1, 1, 1], [4, 4, 4]),
        ({"a4": "R"}, [1, 2, 2], [5, 4, 4]),
        ({"a1": "GR"}, [1, 2, 2], [4, 4, 4]),
        ({"a1": "GR", "a2": "GBO"}, [2, 1, 3], [4, 4, 4]),
        ({"a1": "GR", "a2": "BO"}, [1, 1, 3], [4, 4, 4]),
        ({"a1": "G", "a2": "G", "a3": "G"}, [1, 1, 1], [3, 3, 3]),
    ],
)
def test_kabaleo_ranks(piles, ranks, points):
    expected = {"ranks": ranks, "points": points, "reason": "all placed"}
    assert kabaleo_end(3, "ROY", piles).outcome() == expected
