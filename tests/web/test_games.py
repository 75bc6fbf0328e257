"""Whole games of all five through the real page: by touch and mouse on a telephone, by keyboard alone on a desk."""

from random import Random

import pytest

from web.visitors import InTurn, Keyboard, Mouse, play

GAMES = ["quantik", "kulami", "rangees", "on_top", "kabaleo"]
HANDS = {"hand": InTurn, "keyboard": Keyboard}


@pytest.mark.parametrize("by", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(visit, game, by):
    ann = visit("Ann", touch=by == "hand", size=(390, 844) if by == "hand" else (1280, 900))
    table = ann.set_table(game, ["me", "here"])
    seen = play(HANDS[by](ann), Random(f"{game} {by}"))
    record = ann.record(table)
    assert record["outcome"]
    assert seen["moves"] == len(record["moves"])
    assert seen["line"] == ann.text(".result .end span") == ann.text(".turnline")
    counted = max(record["outcome"]["points"]) > 1
    assert ann.page.locator(".ranks li").count() == (2 if counted else 0)


def test_a_game_against_an_opponent(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "level 1"])
    seen = play(Mouse(ann), Random(4))
    cards = ann.page.locator(".player")
    names = {card.locator("strong").inner_text().removesuffix(" ★") for card in cards.all()}
    assert len(names) == 2 and "Ann" in names
    assert ann.page.locator(".player.winner").count() == 1
    assert seen["moves"] >= 4
