"""How a board is looked at: larger, from the other side, without coordinates; and what can be chosen dyes nothing."""

from random import Random

import pytest

from web.visitors import Mouse, Visitor, play

GAMES = ["quantik", "kulami", "rangees", "on_top", "kabaleo"]

EDGES = """() => {
  const stage = document.querySelector(".stage");
  const board = stage.querySelector(":scope > svg");
  const part = (name) => [stage, board].map((one) => one.getBoundingClientRect()[name]);
  const fits = (towards, near, far) => {
    if (stage.classList.contains("zoomed") && !/auto|scroll/.test(getComputedStyle(stage)[towards])) return false;
    stage.scrollTo({ left: 0, top: 0 });
    const [frame, first] = part(near);
    stage.scrollTo({ left: 1e6, top: 1e6 });
    const [end, last] = part(far);
    return first >= frame - 1 && last <= end + 1;
  };
  return [fits("overflowX", "left", "right"), fits("overflowY", "top", "bottom"), board.getBoundingClientRect().width];
}"""

OFF = """() => {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  return [...document.querySelectorAll(".stage [data-target]")].filter((hit) => {
    const item = document.querySelector(`.stage .item[data-id="${hit.dataset.target}"]`);
    const [one, other] = [hit.querySelector(".area"), item].map((part) => middle(part.getBoundingClientRect()));
    return Math.hypot(one[0] - other[0], one[1] - other[1]) > 3;
  }).map((hit) => hit.dataset.target);
}"""

PLACES = """() => {
  const pieces = [...document.querySelectorAll(".stage :is(.layer-pieces, .layer-tiles) .item:has(use)")];
  return Object.fromEntries(pieces.map((piece) => {
    const box = piece.getBoundingClientRect();
    return [piece.dataset.id, [box.x + box.width / 2, box.y + box.height / 2]];
  }));
}"""

DYED = """() => {
  const clear = (colour) => colour === "none" || /^rgba\\(.*, 0\\)$/.test(colour) || colour === "transparent";
  return [...document.querySelectorAll(".target > :not(.dot)")]
    .filter((part) => !clear(getComputedStyle(part).fill) && getComputedStyle(part).fillOpacity !== "0")
    .map((part) => part.outerHTML.slice(0, 100));
}"""

DOTTED = """() => [...document.querySelectorAll(".stage .target .dot")].filter((dot) => {
  const box = dot.getBoundingClientRect();
  const under = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return under.some((one) => one.closest(".layer-pieces > :not([aria-label])"));
}).map((dot) => dot.parentNode.dataset.target)"""


def sit(visit, game: str, moves: int, **how) -> Visitor:
    ann = visit("Ann", **how)
    ann.set_table(game, ["me", "level 1"] if game == "kabaleo" else ["me", "here"])
    play(Mouse(ann), Random(1), moves=ann.look()["moves"] + moves)
    return ann


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_however_large_it_is_every_edge_of_the_board_is_reached(visit, size):
    ann = sit(visit, "kulami", 0, size=size)
    before = ann.page.locator(".stage > svg").bounding_box()
    ann.turn_to("rest")
    wide = before["width"]
    for _ in range(4):
        ann.page.get_by_role("button", name="Larger").click()
        across, down, now = ann.page.evaluate(EDGES)
        assert across and down and wide < now < 1.3 * wide
        wide = now
    for _ in range(6):
        ann.page.get_by_role("button", name="Smaller").click()
        across, down, now = ann.page.evaluate(EDGES)
        assert across and down and now <= wide
        wide = now
    ann.page.evaluate("document.querySelector('.stage').scrollTo(0, 0)")
    assert ann.page.locator(".stage > svg").bounding_box() == before


@pytest.mark.parametrize("game", ["kulami", "on_top", "kabaleo"])
def test_from_the_other_side_targets_are_where_pieces_go(visit, game):
    ann = sit(visit, game, 2)
    hand = Mouse(ann)
    before = ann.page.evaluate(PLACES)
    ann.page.keyboard.press("v")
    after = ann.page.evaluate(PLACES)
    assert before.keys() == after.keys() != set()
    assert any(abs(before[name][0] - after[name][0]) > 20 for name in before)
    while any(target["beside"] for target in ann.look()["targets"] if not target["other"]):
        seen = ann.look()
        hand.choose(next(target for target in seen["targets"] if target["beside"]), Random(0))
        ann.look(seen["sign"])
    assert ann.page.locator(".stage [data-target]").count() > 0 and ann.page.evaluate(OFF) == []
    moves = ann.look()["moves"]
    play(hand, Random(2), moves=moves + 1)
    ann.page.keyboard.press("v")
    back = ann.page.evaluate(PLACES)
    assert all(back[name] == pytest.approx(place, abs=1) for name, place in before.items() if name in back)


@pytest.mark.parametrize("game", GAMES)
def test_coordinates_can_be_done_without(visit, game):
    ann = sit(visit, game, 0)
    signs = ann.page.locator(".stage .layer-labels [data-id^='label:']")
    assert signs.count() > 3 and signs.first.is_visible()
    ann.turn_to("rest")
    ann.page.get_by_role("button", name="Letters and numbers beside the board").click()
    signs.first.wait_for(state="hidden")
    ann.page.reload()
    ann.look()
    assert not signs.first.is_visible()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("contrast", [False, True])
def test_what_can_be_chosen_dyes_no_piece(visit, game, contrast):
    ann = sit(visit, game, 2, contrast=contrast)
    seen = ann.look()
    assert seen["targets"] and ann.page.evaluate(DYED) == [] and ann.page.evaluate(DOTTED) == []
    ann.page.mouse.move(*seen["targets"][0]["at"])
    assert ann.page.evaluate(DYED) == []
    beside = [target for target in seen["targets"] if target["beside"]]
    if beside:
        Mouse(ann).choose(beside[0], Random(0))
        ann.look(seen["sign"])
        assert ann.page.evaluate(DYED) == [] and ann.page.evaluate(DOTTED) == []
