"""Reasons for moves: true, with their numbers, in both languages."""

import tablier
from tablier.search.analysis import Thought, Value
from tablier.search.explain import facts
from tablier.search.players import player


def played(name, *moves, **start):
    position = tablier.game(name).start(**start)
    for move in moves:
        position = position.play(move)
    return position


def reasons(position, best, others=()):
    """What is said of the best move; moves are texts with fields of their values."""
    view = position.view(position.turn)
    values = [Value(view.read(move), **fields) for move, fields in [best, *others]]
    thought = Thought(values[0].move, tuple(values), work=1)
    return {fact.key: (fact.say("en"), fact.say("fr")) for fact in facts(view, thought)}


def all_others(position, move, **fields):
    return [(other.text, fields) for other in position.moves if other.text != move]


WON = {"chance": 1.0, "exact": True}
LOST = {"chance": 0.0, "exact": True}
LEVEL = {"chance": 0.5, "margin": 0.0, "exact": True}

# Quantik: won or lost, no points


def test_a_win_at_once():
    position = played("quantik", "S-a1", "Y-c1", "Q-d1")
    player("best").think(position, 0)  # compiles
    thought = player("best").think(position, 60, all_moves=True)
    assert thought.move.text == "N-b1"
    assert [(fact.say("en"), fact.say("fr")) for fact in thought.facts] == [("It wins at once.", "Il gagne aussitôt.")]


def test_the_only_move_that_wins():
    position = played("quantik", "S-a1")
    said = reasons(position, ("Y-b2", WON | {"plies": 7}), all_others(position, "Y-b2", **LOST))
    assert said["only.wins"] == ("It is the only move that wins.", "C’est le seul coup qui gagne.")


def test_a_win_in_some_moves_without_a_word_of_points():
    position = played("quantik", "S-a1")
    said = reasons(position, ("Y-b2", WON | {"margin": 1.0, "plies": 7}), [("N-b2", WON | {"margin": 1.0})])
    assert said["wins.by_moves"] == (
        "It wins in 4 moves, whatever the reply.",
        "Il gagne en 4 coups, quelle que soit la réponse.",
    )
    assert "more.points" not in said


def test_all_moves_losing():
    position = played("quantik", "S-a1")
    others = all_others(position, "Y-b2", **LOST, margin=-1.0)
    said = reasons(position, ("Y-b2", LOST | {"margin": -1.0, "plies": 8}), others)
    assert said["loses.by_moves"][0].endswith("this one holds out longest, for 4 moves.")
    assert "loses.by_moves" not in reasons(position, ("Y-b2", LOST | {"plies": 8}), others[:3])  # some were not seen


def test_a_guess_that_tells_nothing_is_not_told():
    position = played("quantik", "S-a1")
    assert reasons(position, ("Y-b2", {"chance": 0.5}), [("N-b2", {"chance": 0.5})]) == {}


# Kulami

NARROW = ["c2", "g2", "d2", "d5", "b5", "g5", "g8", "g3", "g1", "g6"]
NARROW += ["g4", "b4", "b2", "b8", "b6", "h6", "h3", "h1", "a1", "d1"]
"""Moves after which b1 leaves but one reply."""


def test_a_certain_win_by_points_and_the_next_best_move():
    position = played("kulami")
    others = all_others(position, "a1", **WON, margin=2.0)
    said = reasons(position, ("a1", WON | {"margin": 5.0, "plies": 9}), others)
    assert said["wins.by_points"][0] == "It wins by 5 points at least, whatever the replies; 5 moves to go."
    assert said["more.points"][0] == "It gains 3 points over the next best move, a2."
    assert said["more.points"][1] == "Il vaut 3 points de plus que le coup suivant, a2."


def test_a_certain_win_of_unknown_size():
    said = reasons(played("kulami"), ("a1", WON))
    assert said["wins.surely"] == ("It wins, whatever the replies.", "Il gagne, quelles que soient les réponses.")


def test_the_only_move_that_does_not_lose():
    position = played("kulami")
    said = reasons(position, ("a1", LEVEL), all_others(position, "a1", **LOST, bound=True))
    assert said["draws"][0] == "With best play the game ends level."
    assert said["only.holds"] == ("All other moves lose.", "Tous les autres coups perdent.")
    some = [*all_others(position, "a1", **LOST)[:-1], ("h8", LEVEL)]
    assert "only.holds" not in reasons(position, ("a1", LEVEL), some)


def test_a_marble_that_levels_a_plate_takes_its_points_away():
    position = played("kulami", "c2", "g2", "d2")
    said = reasons(position, ("b2", {"chance": 0.6}))
    assert said["scores.takes"] == ("It takes 6 points away from the others.", "Il fait perdre 6 points aux autres.")
    assert "scores.total" not in said


def test_one_reply_is_named():
    said = reasons(played("kulami", *NARROW), ("b1", {"chance": 0.6}))
    assert said["replies.one"] == ("It leaves one legal reply, b7.", "Il ne laisse qu’une réponse permise, b7.")


def test_a_chance_is_about_so_many_percent_and_never_sure():
    position = played("kulami")
    said = reasons(position, ("a1", {"chance": 0.999, "margin": 6.4}), [("b2", {"chance": 0.62, "margin": 1.0})])
    assert said["chance.ahead"][0] == "The chance to win is about 99 %, ending about 6 points ahead."
    assert said["more.chance"][0] == "With the next best move, b2, it is about 62 %."
    said = reasons(position, ("a1", {"chance": 0.4, "margin": -1.0}), [("b2", {"chance": 0.39, "margin": -3.2})])
    assert (
        said["chance.behind"][1]
        == "Les chances de gagner sont d’environ 40 %, avec environ 1 point de retard à la fin."
    )
    assert said["more.about"][0] == "It promises about 2 points more than the next best move, b2."


def test_a_move_only_ruled_out_is_not_compared_with():
    said = reasons(played("kulami"), ("a1", {"chance": 0.9}), [("b2", {"chance": 0.1, "bound": True})])
    assert {*said} >= {"chance.alone"} and "more.chance" not in said


# Rangées


def test_closed_rows_with_their_points():
    setup = tablier.game("rangees").start().setup | {"built": True}
    position = played("rangees", "g7", "g9", "g10", "g11", "g12", "g13", "h7", setup=setup)
    view = position.view(position.turn)
    said = [fact.say("en") for fact in facts(view, Thought(view.read("g8"), (Value(view.read("g8"), 0.7),)))]
    assert said == [
        "It scores 9 points at once.",
        "7 points: closed the row g13-g7, 7 tiles, with g8.",
        "2 points: closed the row g8-h7, 2 tiles, with g8.",
    ]


# Kabaleo


def test_a_view_speaks_of_its_own_colour_only():
    setup = {"colours": "ROGB", "bases": [*"RRRROOOOGGGGBBBB"], "hands": [[*"RRROOOGGGBBB"], [*"RRROOOGGGBBB"]]}
    position = played("kabaleo", "~R", "~O", setup=setup)
    said = reasons(position, ("R-b1", {"chance": 0.5}))
    assert said["scores.line"][0] == "1 point: b1: on top of a pile of 1 piece (red)."
    assert "scores.takes" not in said  # the other's target is secret, though b1 was of that colour


# On Top


def test_a_tower_and_its_points():
    position = played("on_top", "~BYWR", "d14-d13", "~WBYR", seed=1)
    said = reasons(position, ("c15-d15", {"chance": 0.5}))
    assert said["scores.total"] == ("It scores 2 points at once.", "Il rapporte aussitôt 2 points.")
    assert said["scores.line"][1] == "2 points : cercle D9 doré, tour de 1, doublée."


def test_the_moves_to_the_end_are_counted_along_the_line():
    position = played("quantik", "S-a1", "Y-c1")
    line = ["Q-d1", "N-b1"]
    assert position.play(line[0]).play(line[1]).over
    view = position.view(0)
    best = Value(view.read("Q-d1"), 0.0, -1.0, True, 2)
    others = [Value(move, 0.0, -1.0, True) for move in view.moves if move.text != "Q-d1"]
    thought = Thought(best.move, (best, *others), (best.move, view.play("Q-d1").read("N-b1")))
    assert "for 1 move." in next(fact for fact in facts(view, thought) if fact.key == "loses.by_moves").say()


def test_the_only_legal_move_is_said_to_be():
    position = played("kulami", *NARROW, "b1")
    assert player("best").think(position, 0).facts[0].key == "forced"
