"""Moves in words, as people would say them, in both languages."""

import json

import pytest

import tablier
from tablier.core.words import Drawing, words

BWRY = ("draws a tile (blue, white, red, yellow)", "pioche une tuile (bleu, blanc, rouge, jaune)")
LINE = ("S-a1", "S-b3", "Y-b1", "Y-a3", "Q-c1", "Q-d3")


@pytest.mark.parametrize(
    ("game", "played", "move", "english", "french"),
    [
        ("quantik", ("S-b2",), "N-b1", "cone on b1", "cône en b1"),
        ("quantik", LINE, "N-d1", "cone on d1: a line of all four shapes", "cône en d1 : une ligne des quatre formes"),
        ("kulami", ("c7",), "c3", "black marble in c3", "bille noire en c3"),
        ("rangees", (), "g8-f6", "tile from g8 to f6", "case de g8 en f6"),
        (
            "on_top",
            (),
            "~BWRY",
            "draws a tile (blue, white, red, yellow)",
            "pioche une tuile (bleu, blanc, rouge, jaune)",
        ),
        ("kabaleo", (), "~?", "draws a secret colour", "tire une couleur secrète"),
    ],
)
def test_a_move_is_told_in_both_languages(game, played, move, english, french):
    position = tablier.game(game).start(seed=1)
    for text in played:
        position = position.play(text)
    told = position.told(move)
    assert (told.say("en"), told.say("fr")) == (english, french)


def test_rows_that_a_stone_closes_are_told_unless_players_have_to_see_them():
    def told(claims):
        position = tablier.game("rangees").start(claims=claims)
        while len(position.moves[0].path) == 2 and not position.state["phase"]:
            position = position.play(position.moves[0])
        said = set()
        while not position.over and len(said) < 2:
            move = next((move for move in position.moves if move.text == "done"), position.moves[0])
            said |= {position.told(move).key} - {"told.done"}
            position = position.play(move)
        return said

    assert told("automatic") == {"told.stone", "told.closes"}
    assert told("by_hand") == {"told.stone"}


def test_what_leaves_the_game_is_told():
    position = tablier.game("kabaleo").start(seed=1)
    while position.turn < 0:
        position = position.play(position.moves[0])
    pair = next(
        (after, move)
        for first in position.moves
        for after in [position.play(first)]
        for move in after.moves
        if move.path == first.path
    )
    assert pair[0].told(pair[1]).say().endswith(": both pieces leave the game")


def test_a_drawing_is_said_by_its_name_and_travels_with_it():
    told = tablier.game("quantik").start().told("S-b2")
    assert told.facts["piece"] == Drawing("sphere-0", "seat0", tablier.game("quantik").words("shape.S"))
    sent = json.loads(json.dumps(told.as_json()))
    assert sent["with"]["piece"]["glyph"] == "sphere-0" and sent["with"]["piece"]["name"]["say"] == "shape.S"


def test_a_game_without_words_for_its_moves_tells_them_by_their_notation(monkeypatch):
    position = tablier.game("quantik").start()
    monkeypatch.setitem(position.game.parts.__dict__, "telling", None)
    assert position.told("S-b2") == words("move.told", move="S-b2") and position.told("S-b2").say("fr") == "S-b2"


def test_what_is_not_legal_is_not_told():
    with pytest.raises(tablier.Illegal):
        tablier.game("quantik").start().play("S-b2").told("S-b1")
