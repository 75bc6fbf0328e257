"""Kabaleo, rule by rule.

On the table of these tests column a has the red bases, b the orange, c the green and d the blue ones.
"""

import copy
import re
from collections import Counter

import pytest

import tablier
from tablier import CHANCE, SPECTATOR, BadOption, BadSetup, Illegal, Unreadable
from tablier.games.kabaleo.moves import PLACES, pile

GAME = tablier.game("kabaleo")
SETUP = {"colours": "ROGB", "bases": [*"RRRROOOOGGGGBBBB"], "hands": [[*"RRROOOGGGBBB"], [*"RRROOOGGGBBB"]]}


def play(*moves, targets=("~R", "~O"), **options):
    position = GAME.start(setup=SETUP, **options)
    for move in (*targets, *moves):
        position = position.play(move)
    return position


def refused(position, move):
    with pytest.raises(Illegal) as error:
        position.play(move)
    return error.value.rule


def cancelled(colour, place, pairs):
    """Both players place a piece of a colour on a place, so that nothing remains of it."""
    return [f"{colour}-{place}"] * 2 * pairs


# before play


@pytest.mark.parametrize(("seats", "hand"), [(2, 12), (3, 10), (4, 9)])
def test_players_and_two_more_colours_four_bases_and_six_pieces_of_each(seats, hand):
    setup = GAME.start(seats, seed=1).setup
    assert len(set(setup["colours"])) == seats + 2
    assert Counter(setup["bases"]) == dict.fromkeys(setup["colours"], 4)
    assert Counter(piece for dealt in setup["hands"] for piece in dealt) == dict.fromkeys(setup["colours"], 6)
    assert [len(dealt) for dealt in setup["hands"]] == [hand] * seats


@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 2)])
def test_an_equal_deal(seats, each):
    setup = GAME.start(seats, deal="equal", seed=1).setup
    assert all(Counter(hand) == dict.fromkeys(setup["colours"], each) for hand in setup["hands"])


def test_four_players_cannot_have_an_equal_deal():
    with pytest.raises(BadOption, match="deal=random"):
        GAME.start(4, deal="equal")


def test_bases_deal_and_colours_in_the_box_come_from_the_seed():
    assert GAME.start(2, seed=1).setup == GAME.start(2, seed=1).setup
    assert len({GAME.start(2, seed=seed).setup["colours"] for seed in range(100)}) == 15


def test_the_targets_are_drawn_first_one_per_seat_all_different():
    position = GAME.start(setup=SETUP)
    assert position.turn == CHANCE and position.moves.texts == ["~B", "~G", "~O", "~R"]
    position = position.play("~G")
    assert position.turn == CHANCE and position.moves.texts == ["~B", "~O", "~R"]
    assert position.play("~R").turn == 0


# placing


def test_a_pile_takes_the_colour_on_top_and_equal_pieces_cancel():
    position = play("O-c1")
    assert pile(position, "c1") == ["G", "O"]
    position = position.play("B-c1")
    assert pile(position, "c1") == ["G", "O", "B"]
    position = position.play("B-c1")
    assert pile(position, "c1") == ["G", "O"]


def test_a_base_never_takes_a_piece_of_its_own_colour_while_it_is_bare():
    assert refused(play(), "G-c1") == "refusal.own_base"
    assert pile(play("O-c1", "G-c1"), "c1") == ["G", "O", "G"]


def test_ruling_1_cancelling_is_compulsory_and_never_goes_on():
    position = play("O-c1", "B-c1", "O-c1", "O-c1")
    assert pile(position, "c1") == ["G", "O", "B"]
    assert pile(position.play("B-c1"), "c1") == ["G", "O"]


def test_ruling_2_the_ban_holds_again_when_the_base_is_bare_again():
    position = play("O-c1", "O-c1")
    assert pile(position, "c1") == ["G"]
    assert refused(position, "G-c1") == "refusal.own_base"


def test_a_pile_may_be_of_any_height():
    pieces = [*"OGOGOGBOBOBORBRBRBGRGRGR"]
    position = play(*(f"{piece}-a1" for piece in pieces))
    assert position.over and pile(position, "a1") == ["R", *pieces]
    assert position.outcome.points == (4, 4)


def test_the_placement_just_before_may_be_answered_on_its_place():
    assert "B-c1" in play("O-c1").moves


def test_ruling_4_no_replay_forbids_the_place_just_used_by_whomever():
    position = play("O-c1", no_replay=True)
    assert refused(position, "B-c1") == "refusal.just_used"
    assert not [move for move in position.moves if move.path[1] == "c1"]
    assert position.play("B-c2").play("B-c1").ply == 5


def test_colours_not_in_play_not_in_hand_and_places_not_on_the_table():
    assert refused(play(), "P-a1") == "refusal.not_in_play"
    assert refused(play(), "R-e1") == "refusal.no_place"
    assert refused(play(*["O-c1", "B-c2"] * 3), "O-c3") == "refusal.none_left"


@pytest.mark.parametrize("text", ["R", "R-b1-x", "r-b1", "R-b5", "X-b1", "b1-R", "-", "RO-b1"])
def test_what_is_no_move_at_all(text):
    with pytest.raises(Unreadable, match="G-c2"):
        play().play(text)


def test_a_move_is_numbered_colour_times_24_plus_place():
    assert play().moves.find("G-b2").actions == (3 * 24 + PLACES.index("b2"),)


# the end


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_all_pieces_are_placed(seats):
    position = GAME.start(seats, seed=seats)
    while not position.over:
        position = position.play(position.moves[-1])
    assert position.ply == seats + (seats + 2) * 6
    assert position.outcome.reason == "all placed"


RED_AND_ORANGE = ["O-c1", "R-c1", "R-b1", "O-d1", "O-d2", "O-d3"]
REST = [
    *cancelled("R", "d4", 2),
    *cancelled("O", "d4", 1),
    *cancelled("G", "d4", 3),
    *cancelled("B", "a4", 3),
]


def test_most_places_win_bare_bases_and_piles_alike():
    outcome = play(*RED_AND_ORANGE, *REST, targets=("~R", "~B")).outcome
    assert (outcome.ranks, outcome.points) == ((1, 2), (6, 1))


def test_ruling_3_only_players_can_win():
    outcome = play(*RED_AND_ORANGE, *REST, targets=("~B", "~G")).outcome
    assert (outcome.ranks, outcome.points) == ((2, 1), (1, 3))


def test_a_tie_goes_to_the_colour_on_more_piles():
    outcome = play(*RED_AND_ORANGE, *REST).outcome
    assert (outcome.ranks, outcome.points) == ((2, 1), (6, 6))
    remarks = {line.seat: line for line in outcome.sheet if not line.points}
    assert remarks[0].phrase.facts == {"number": 2} and remarks[0].where == ("b1", "c1")
    assert remarks[1].phrase.facts == {"number": 3} and remarks[1].where == ("d1", "d2", "d3")


def test_then_to_the_tallest_pile_counted_in_pieces():
    tall = ["O-a1", "R-a1", "O-a1", "R-b1"]
    rest = ["R-d4", "O-c4", "R-d4", "O-c4", *cancelled("R", "d4", 1), *REST[4:]]
    outcome = play(*tall, *rest).outcome
    assert (outcome.ranks, outcome.points) == ((2, 1), (4, 4))
    remarks = [(line.seat, line.phrase.facts["number"], line.where) for line in outcome.sheet if not line.points]
    assert remarks == [(0, 1, ("b1",)), (1, 3, ("a1",))]


def test_then_the_rank_is_shared():
    everything = [move for colour, place in ("Rd", "Od", "Gd", "Ba") for move in cancelled(colour, f"{place}4", 3)]
    outcome = play(*everything).outcome
    assert (outcome.ranks, outcome.points) == ((1, 1), (4, 4))
    assert outcome.sheet[-1].phrase.say() == "still tied with player 1: the rank is shared"


def test_a_tie_of_three_names_both_others_in_both_languages():
    shared = GAME.part("sheet").shared
    assert shared([3, 4]).say("fr") == "toujours à égalité avec les joueurs 3 et 4 : le rang est partagé"
    assert shared([3, 4]).say("en") == "still tied with players 3 and 4: the rank is shared"
    assert shared([1, 3, 4]).say("fr").count("joueurs 1, 3 et 4") == 1
    assert shared([2]).say("fr") == "toujours à égalité avec le joueur 2 : le rang est partagé"


def test_ruling_3_the_sheet_says_when_a_colour_that_nobody_drew_leads():
    def remark(position):
        return [line for line in position.sheet if line.phrase.key == "sheet.nobodys"]

    moves = [*RED_AND_ORANGE, *REST]
    players, nobody = play(*moves), play(*moves, targets=("~G", "~B"))
    assert not remark(players) and players.points == (6, 6)
    [*lines] = remark(nobody)
    assert {line.phrase.facts["places"] for line in lines} == {6} and max(nobody.points) < 6
    assert {line.seat for line in lines} <= {0, 1} and all(len(line.where) == 6 and not line.points for line in lines)
    assert "Seuls les joueurs peuvent gagner" in lines[0].phrase.say("fr")
    assert not remark(play(*moves[:-1], targets=("~G", "~B")))


def test_the_help_says_what_is_not_of_the_rulebook():
    assert "from 8 years" in GAME.help() and "dès 8 ans" in GAME.help("fr")
    for language, says in (
        ("en", "is not in this rulebook but ours: *playing on the place that was used just before*"),
        ("fr", "n’est pas dans cette règle, elle est de nous : *jouer là où l’on vient de jouer*"),
    ):
        assert says in GAME.help(language)


# secrets


def test_ruling_5_a_view_knows_its_own_target_only():
    position = play("O-c1")
    assert [position.view(seat).points for seat in (0, 1, SPECTATOR)] == [(4, None), (None, 5), (None, None)]
    assert [move.text for move in position.view(1).history] == ["~?", "~O", "O-c1"]
    assert {line.seat for line in position.view(1).sheet} == {1}


def test_ruling_5_no_view_depends_on_what_it_does_not_know():
    one, other = play("O-c1"), play("O-c1", targets=("~G", "~O"))
    assert one != other
    for seat in (1, SPECTATOR):
        mine, theirs = one.view(seat), other.view(seat)
        assert mine == theirs and mine.text == theirs.text and mine.svg() == theirs.svg()
        assert mine.diagram() == theirs.diagram() and mine.sheet == theirs.sheet


def test_a_draw_offers_what_its_reader_has_not_seen_drawn():
    assert GAME.start(setup=SETUP).play("~?").moves.texts == ["~B", "~G", "~O", "~R"]


def test_a_guess_is_any_target_that_nobody_seen_has():
    view = play().view(1)
    guesses = Counter(int(view.fill(seed).state["targets"][0]) for seed in range(300))
    assert set(guesses) == {0, 3, 4} and min(guesses.values()) > 60


def test_at_the_end_nothing_is_hidden():
    position = play(*RED_AND_ORANGE, *REST)
    assert position.view(SPECTATOR) == position
    assert position.record().redact(1).moves[:2] == ["~R", "~O"]


def test_only_the_hand_on_turn_can_be_clicked():
    hands = {panel.seat: {item.target for item in panel.items} for panel in play("O-c1").scene().panels}
    assert {*"ROGB"} <= hands[1] and not {*"ROGB"} & hands[0]


def test_pieces_keep_their_names_from_hand_to_pile_and_out_of_the_game():
    def where(position, piece):
        scene = position.scene()
        boxes = {"table": scene.items} | {panel.id: panel.items for panel in scene.panels}
        return next(name for name, items in boxes.items() if piece in {item.id for item in items})

    positions = [play(), play("O-c1"), play("O-c1", "O-c1")]
    assert [where(position, "0O2") for position in positions] == ["hand:0", "table", "out"]
    assert [where(position, "1O2") for position in positions] == ["hand:1", "hand:1", "out"]


# setups from a file


def test_the_order_of_colours_and_in_hands_has_no_meaning():
    other = SETUP | {"colours": "BGOR", "hands": [hand[::-1] for hand in SETUP["hands"]]}
    assert GAME.start(setup=other) == GAME.start(setup=SETUP)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"colours": "ROG"}, "4 different letters"),
        ({"colours": "ROGG"}, "4 different letters"),
        ({"colours": "ROGX"}, "4 different letters"),
        ({"colours": 7}, "4 different letters"),
        ({"bases": [*"RRRR"]}, "a list of 16 letters"),
        ({"bases": None}, "a list of 16 letters"),
        ({"bases": [*"RRRROOOOGGGGBBB", {}]}, "base on d4 cannot be {}"),
        ({"bases": [*"RRRROOOOGGGGBBBP"]}, "base on d4 cannot be 'P'"),
        ({"bases": [*"RRRROOOOGGGGBBBR"]}, "5 bases of colour red"),
        ({"hands": {}}, "a list of 2 hands"),
        ({"hands": [[*"RRROOOGGGBBB"]]}, "a list of 2 hands"),
        ({"hands": [[*"RRROOOGGGBBB"], [*"RRR"]]}, "hand of seat 1 .* a list of 12 letters"),
        ({"hands": [[*"RRROOOGGGBBB"], [*"RRROOOGGGBB", 1]]}, "seat 1 cannot hold 1"),
        ({"hands": [[*"RRROOOGGGBBB"], [*"RRROOOGGGBBR"]]}, "7 pieces of colour red"),
        ({"more": 1}, "fields colours, bases, hands"),
    ],
)
def test_a_bad_setup_is_refused_with_a_reason(change, problem):
    with pytest.raises(BadSetup, match=problem):
        GAME.start(setup=copy.deepcopy(SETUP) | change)


def test_an_equal_deal_is_checked_too():
    unequal = SETUP | {"hands": [[*"RRRROOGGGBBB"], [*"RROOOOGGGBBB"]]}
    assert GAME.start(setup=unequal).turn == CHANCE
    with pytest.raises(BadSetup, match="Seat 0 has 4 pieces of colour red"):
        GAME.start(setup=unequal, deal="equal")
    with pytest.raises(BadSetup, match="deal=random"):
        GAME.start(4, setup=GAME.start(4).setup, deal="equal")


def test_letters_on_pieces_follow_the_language():
    def letters(language):
        return set(re.findall(r'data-say="letter.(\w)"[^>]*>(\w+)<', play().svg(language=language)))

    assert letters("en") == {(letter, letter) for letter in "ROGB"}
    assert letters("fr") == {("R", "R"), ("O", "O"), ("G", "V"), ("B", "B")}
