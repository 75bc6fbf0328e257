"""Pieces in the hand: what is lifted is the piece itself, and what is laid is what was shown."""

from random import Random

import pytest

from web.visitors import Mouse, Touch, Visitor, play

HELD = """() => {
  const held = document.querySelector("svg.held use");
  const box = held.getBoundingClientRect();
  return { glyph: held.getAttribute("href"), box: [box.x, box.y, box.width, box.height] };
}"""
PIECE = """(id) => {
  const piece = document.querySelector(`.stage .layer-pieces [data-id="${id}"]`);
  const box = piece.querySelector("use").getBoundingClientRect();
  return { glyph: piece.querySelector("use").getAttribute("href"), box: [box.x, box.y, box.width, box.height] };
}"""
ON_BOARD = "[...document.querySelectorAll('.stage .layer-pieces [data-id]')].map((one) => one.dataset.id)"
TILE = """(layer) => {
  const tile = [...document.querySelectorAll(`.stage .layer-${layer} .item`)]
    .filter((one) => one.querySelector("use")?.getAttribute("href").includes("tile"));
  const rounded = (one) => one.getAttribute("transform").replace(/ scale\\(1\\)/, "").replace(/[\\d.]+/g, Math.round);
  return [...new Set(tile.map(rounded))].sort();
}"""


@pytest.mark.parametrize("game", ["quantik", "kabaleo"])
def test_what_is_dragged_is_the_piece_as_it_will_lie(visit, game):
    ann = visit("Ann")
    ann.set_table(game, ["me", "level 1"])
    tray = next(target for target in ann.look()["targets"] if target["beside"])
    ann.page.mouse.move(*tray["at"])
    ann.page.mouse.down()
    ann.page.mouse.move(tray["at"][0] - 30, tray["at"][1] - 30, steps=3)
    ann.page.locator("svg.held").wait_for()
    place = next(target for target in ann.look()["targets"] if not target["beside"])
    ann.page.mouse.move(*place["at"], steps=3)
    held = ann.page.evaluate(HELD)
    x, y, width, height = held["box"]
    assert abs(x + width / 2 - place["at"][0]) < 0.1 * width and abs(y + height / 2 - place["at"][1]) < 0.2 * height
    before = set(ann.page.evaluate(ON_BOARD))
    assert ann.page.locator(".own .lifted").count() == 1
    ann.page.mouse.up()
    ann.page.wait_for_function(f"before => {ON_BOARD}.length > before", arg=len(before))
    (laid,) = [name for name in ann.page.evaluate(ON_BOARD) if name not in before and name[0] == "0"]
    piece = ann.page.evaluate(PIECE, laid)
    assert held["glyph"] == piece["glyph"]
    assert held["box"][2:] == pytest.approx(piece["box"][2:], rel=0.05)
    assert ann.page.locator("svg.held, .lifted").count() == 0


def ghost(visitor: Visitor) -> str:
    return turned(visitor, "")


def turned(visitor: Visitor, before: str) -> str:
    visitor.page.wait_for_function(f"before => ![undefined, before].includes(({TILE})('ghost')[0])", arg=before)
    return visitor.page.evaluate(TILE, "ghost")[0]


def many_ways(visitor: Visitor) -> dict:
    """A place on which a tile can be turned: one in the middle of the board."""
    seen = play(Mouse(visitor), Random(1), moves=5)
    middle = visitor.page.locator(".stage").bounding_box()
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    return min(seen["targets"], key=lambda one: (one["at"][0] - x) ** 2 + (one["at"][1] - y) ** 2)


def test_a_tile_follows_the_pointer_and_is_turned_by_wheel_key_and_button(visit):
    ann = visit("Ann")
    table = ann.set_table("on_top", ["me", "here"])
    place = many_ways(ann)
    ann.page.mouse.move(*place["at"])
    shown = [ghost(ann)]
    other = next(target for target in ann.look()["targets"] if target["name"] != place["name"])
    ann.page.mouse.move(*other["at"])
    turned(ann, shown[0])
    ann.page.mouse.move(*place["at"])
    ann.page.wait_for_function(f"shown => ({TILE})('ghost')[0] === shown", arg=shown[0])
    ann.page.mouse.wheel(0, 100)
    shown.append(turned(ann, shown[-1]))
    ann.page.mouse.wheel(0, -100)
    assert turned(ann, shown[-1]) == shown[0]
    ann.page.keyboard.press("r")
    assert turned(ann, shown[0]) == shown[1]
    ann.page.keyboard.press("Shift+R")
    assert turned(ann, shown[1]) == shown[0]
    ann.page.evaluate("document.querySelector('[aria-label=\"Turn right\"]').click()")
    assert turned(ann, shown[0]) == shown[1]
    moves = len(ann.record(table)["moves"])
    ann.page.mouse.click(*place["at"])
    ann.page.wait_for_function("moves => document.querySelectorAll('.moves li').length > moves", arg=moves)
    assert shown[1] in ann.page.evaluate(TILE, "tiles")
    assert place["name"] in ann.record(table)["moves"][moves].split("-")


def test_under_a_finger_a_second_tap_turns_the_tile_and_a_button_lays_it(visit):
    ann = visit("Ann", touch=True, size=(390, 844))
    table = ann.set_table("on_top", ["me", "here"])
    place = many_ways(ann)
    hand = Touch(ann)
    known = len(ann.record(table)["moves"])
    hand.choose(place, Random(0))
    first = ghost(ann)
    assert len(ann.record(table)["moves"]) == known
    hand.choose(place, Random(0))
    second = turned(ann, first)
    ann.page.get_by_role("button", name="Turn left").tap()
    assert turned(ann, second) == first
    ann.page.get_by_role("button", name="Turn right").tap()
    assert turned(ann, first) == second
    ann.page.locator(".choices .primary").tap()
    ann.page.wait_for_function("moves => document.querySelectorAll('.moves li').length > moves", arg=known)
    assert second in ann.page.evaluate(TILE, "tiles")
