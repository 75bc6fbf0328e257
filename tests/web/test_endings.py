"""The end of a game: what won is lit, secrets are shown, the result stands beside the board, and one plays again."""

import re
from random import Random

import pytest

from web.visitors import Mouse, Visitor, play

MOVED = """
window.told = [];
addEventListener("movement", ({ detail }) => void window.told.push(detail));
"""
LIT = """() => [...document.querySelectorAll(".ring.lit")].map((ring) => {
  const box = ring.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const places = [...document.querySelectorAll(".stage .layer-board [data-id]")]
    .filter((place) => place.dataset.id.length === 2);
  const far = (place) => {
    const at = place.getBoundingClientRect();
    return Math.hypot(at.x + at.width / 2 - x, at.y + at.height / 2 - y);
  };
  return places.sort((one, other) => far(one) - far(other))[0].dataset.id;
}).sort()"""


def move(visitor: Visitor, *path: str) -> None:
    hand = Mouse(visitor)
    for name in path:
        hand.choose(next(target for target in visitor.look()["targets"] if target["name"] == name), Random(0))


def win(visitor: Visitor) -> None:
    """Four shapes in the first row."""
    for number, path in enumerate((("S", "a1"), ("Y", "b1"), ("Q", "c1"), ("N", "d1")), start=1):
        move(visitor, *path)
        visitor.page.wait_for_function("n => document.querySelectorAll('.moves li').length === n", arg=number)


@pytest.mark.parametrize("motion", [False, True])
def test_what_won_is_lit(visit, motion):
    ann = visit("Ann", motion=motion)
    ann.set_table("quantik", ["me", "here"])
    win(ann)
    ann.page.locator(".result .end").wait_for()
    assert ann.page.evaluate(LIT) == ["a1", "b1", "c1", "d1"]
    moves, left, lasted = ann.page.locator(".figures li").all_text_contents()
    assert (moves, left) == ("4 moves", "12 pieces not played")
    assert re.fullmatch(r"\d+ (sec|min) of play", lasted)
    ann.page.locator(".moves button").first.click()
    ann.page.locator(".turnline", has_text="After move 1 of 4").wait_for()
    assert ann.page.locator(".ring.lit").count() == 0
    ann.page.get_by_role("button", name="Back to the end").click()
    ann.page.locator(".ring.lit").first.wait_for(state="attached")
    ann.page.reload()
    ann.page.locator(".result .end").wait_for()
    assert ann.page.evaluate(LIT) == ["a1", "b1", "c1", "d1"]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_result_leaves_the_board_to_be_seen(visit, size):
    ann = visit("Ann", size=size)
    ann.set_table("quantik", ["me", "here"])
    win(ann)
    ann.page.locator(".result .end").wait_for()
    assert ann.page.locator("dialog[open]").count() == 0
    seen = ann.page.locator(".stage .layer-board [data-id]").evaluate_all(
        """places => places.filter((place) => place.dataset.id.length === 2).every((place) => {
          const box = place.getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return document.querySelector(".stage").contains(top);
        })"""
    )
    assert seen


def test_secrets_are_turned_over(visit):
    ann = visit("Ann", motion=True)
    ann.page.add_init_script(MOVED)
    ann.set_table("kabaleo", ["me", "level 1"])
    play(Mouse(ann), Random(1), moves=4)
    ann.press_resign()
    turned = [one["id"] for one in ann.page.evaluate("window.told") if one["kind"] == "turn"]
    assert "target:1" in turned
    assert ann.page.locator("[data-id='target:1'] use").get_attribute("href").startswith("#kabaleo-open-")


def two(visit) -> tuple[Visitor, Visitor, str]:
    """Two people whose game is over."""
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.set_table("quantik", ["me", "open"])
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="Sit here").click()
    ann.look()
    ann.press_resign()
    bob.page.locator(".result .end").wait_for()
    return ann, bob, table


def test_two_people_play_again_by_two_taps(visit):
    ann, bob, table = two(visit)
    before = bob.page.locator(".stage > svg").bounding_box()
    ann.page.locator(".result").get_by_role("button", name="Play again").click()
    ann.page.locator(".lounge").wait_for()
    bob.page.locator(".result .question").wait_for()
    assert bob.page.locator(".stage > svg").bounding_box() == before
    bob.page.locator(".result").get_by_role("button", name="Play again").click()
    for somebody in (ann, bob):
        somebody.page.locator(".stage > svg").wait_for()
        assert table not in somebody.page.url and somebody.page.locator(".lounge").count() == 0
    assert ann.page.url == bob.page.url
    move(bob, "S", "a1")
    ann.page.locator(".moves li").wait_for()


def test_whoever_does_not_want_to_play_again_says_so(visit):
    ann, bob, table = two(visit)
    ann.page.locator(".result").get_by_role("button", name="Play again").click()
    bob.page.locator(".result .question").wait_for()
    bob.page.get_by_role("button", name="No, thank you").click()
    bob.page.locator(".result .end").wait_for(state="detached")
    assert bob.page.url.endswith(table) and bob.page.locator(".stage > svg").is_visible()
