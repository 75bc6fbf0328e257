"""Whole games of all five through the real page: by touch and mouse on a telephone, by keyboard alone on a desk.

All the while the table stands still, and every piece is one and the same.
"""

from random import Random

import pytest

from web.steadiness import bother, shifts, watch
from web.visitors import InTurn, Keyboard, Mouse, play

GAMES = ["quantik", "kulami", "rangees", "on_top", "kabaleo"]
HANDS = {"hand": InTurn, "keyboard": Keyboard}
WINDOWS = {"hand": {"touch": True, "size": (390, 844)}, "keyboard": {"size": (1440, 900), "motion": True}}

PIECES = """
window.doubles = [];
window.forms = {};
const look = () => {
  const items = [...document.querySelectorAll(".table .layer-pieces > [data-id], .table .layer-tiles > [data-id]")]
    .filter((item) => !item.getAttribute("aria-hidden"));
  const names = items.map((item) => item.dataset.id);
  window.doubles.push(...names.filter((name, place) => names.indexOf(name) !== place));
  for (const item of items) {
    const form = item.querySelector("use")?.getAttribute("href");
    if (form) (window.forms[item.dataset.id] ??= new Set()).add(form);
  }
};
new MutationObserver(look).observe(document, { subtree: true, childList: true });
"""
"""Names that two pieces had at once, and what every piece has looked like."""


@pytest.mark.parametrize("by", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(visit, game, by):
    ann = visit("Ann", **WINDOWS[by])
    watch(ann)
    ann.run_first(PIECES)
    table = ann.set_table(game, ["me", "here"])
    hand, random = HANDS[by](ann), Random(f"{game} {by}")
    play(hand, random, moves=4)
    bother(ann)
    seen = play(hand, random)
    record = ann.record(table)
    assert record["outcome"]
    assert seen["moves"] == len(record["moves"])
    assert seen["line"] == ann.text(".result .end span") == ann.text(".turnline")
    counted = max(record["outcome"]["points"]) > 1
    assert ann.page.locator(".ranks li").count() == (2 if counted else 0)
    assert ann.page.locator(".figures li").count() == 3
    assert shifts(ann) == []
    assert ann.page.evaluate("[...new Set(window.doubles)]") == []
    forms = ann.page.evaluate("Object.fromEntries(Object.entries(window.forms).map(([id, all]) => [id, [...all]]))")
    two = {name for name, looks in forms.items() if len(looks) > 1}
    assert len(forms) > 15 and all(name.startswith("target:") for name in two)  # a secret is turned over


def test_a_game_against_an_opponent(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "level 1"])
    seen = play(Mouse(ann), Random(4))
    cards = ann.page.locator(".player")
    names = {card.locator("strong").inner_text().removesuffix(" ★") for card in cards.all()}
    assert len(names) == 2 and "Ann" in names
    assert ann.page.locator(".player.winner").count() == 1
    assert seen["moves"] >= 4
