"""Hints teach step by step and never outlive their position; after a game every moment can be analysed."""

import json
from random import Random

from web.visitors import Mouse, Visitor, play

HINT = """async (table) => {
  const { wire } = await import("/web/wire.js");
  return wire.send("hint", { table, seat: 0, all: false }).then(() => "told", (refusal) => refusal.message);
}"""


def ask(visitor: Visitor) -> None:
    visitor.page.locator(".quick button[aria-label=Hint]").click()
    visitor.page.get_by_role("button", name="Why there?").wait_for()


def rings(visitor: Visitor) -> int:
    return visitor.page.locator(".ring.advised").count()


def test_a_hint_says_where_then_why_then_what(visit):
    ann = visit("Ann")
    table = ann.set_table("quantik", ["me", "here"])
    play(Mouse(ann), Random(1), moves=2)
    ask(ann)
    assert rings(ann) == 1 and ann.page.locator(".thought li").count() == 0
    assert ann.page.locator(".layer-ghost > *").count() == 0
    ann.page.get_by_role("button", name="Why there?").click()
    ann.page.get_by_role("button", name="Show the move").wait_for()
    why = ann.text(".thought")
    ann.page.get_by_role("button", name="Show the move").click()
    ann.page.locator(".layer-ghost.advised > *").first.wait_for(state="attached")
    assert ann.text(".thought") != why and ann.page.locator(".thought strong").count() == 1
    for size in ((320, 568), (390, 844)):
        ann.resize(size)
        hint, board = (ann.page.locator(part).bounding_box() for part in (".thought", ".stage"))
        assert hint["y"] + hint["height"] <= board["y"] + 1
    assert rings(ann) == 2
    ann.page.get_by_role("button", name="Play it").click()
    ann.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 3")
    assert len(ann.record(table)["moves"]) == 3


def test_a_hint_goes_with_its_position(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=2)
    for end in ("moves", "takes back", "looks back", "closes"):
        ann.look()
        ask(ann)
        ann.page.get_by_role("button", name="Why there?").click()
        ann.page.get_by_role("button", name="Show the move").click()
        ann.page.get_by_role("button", name="Play it").wait_for()
        before = ann.page.locator(".moves li").count()
        if end == "moves":
            Mouse(ann).choose(ann.look()["targets"][0], Random(0))
            ann.page.wait_for_function("n => document.querySelectorAll('.moves li').length > n", arg=before)
        elif end == "takes back":
            ann.page.get_by_role("button", name="Take back").click()
            ann.page.wait_for_function("n => document.querySelectorAll('.moves li').length < n", arg=before)
        elif end == "looks back":
            ann.page.evaluate("document.activeElement.blur()")
            ann.page.keyboard.press("ArrowLeft")
            ann.page.get_by_role("button", name="Back to now").click()
        else:
            ann.page.locator(".thought .shut").click()
        ann.page.locator(".thought h2").wait_for(state="detached")
        assert rings(ann) == 0, end
        assert ann.page.locator(".layer-ghost.advised > *").count() == 0, end
        assert ann.page.locator(".ring.last").count() > 0, end


def test_against_people_neither_page_nor_server_gives_a_hint(visit):
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.set_table("quantik", ["me", "open"])
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="Sit here").click()
    ann.look()
    sign = ann.page.locator(".quick button[aria-label^='Hint']")
    assert sign.is_disabled() and sign.get_attribute("aria-label") == "Hint: not against people"
    sign.click(force=True)
    assert ann.text(".notice") == "Hint: not against people"
    refusal = ann.page.evaluate(HINT, table)
    assert refusal != "told" and "people" in refusal


def test_analysis_follows_the_moment_that_is_looked_at(visit):
    ann = visit("Ann")
    asked: list[dict] = []
    ann.page.on("websocket", lambda socket: socket.on("framesent", lambda text: asked.append(json.loads(text))))
    ann.set_table("quantik", ["me", "here"])
    play(Mouse(ann), Random(1), moves=3)
    ann.press_resign()
    ann.page.locator(".result").get_by_role("button", name="Analyse").click()
    ann.page.get_by_role("heading", name="Analysis").wait_for()
    ann.turn_to("moves")
    for ply in (2, 1, 0):
        ann.page.locator(".turnline", has_text=f"After move {ply} of 3").wait_for()
        ann.page.locator(".values li").first.wait_for()
        assert [message["ply"] for message in asked if message["do"] == "hint"][-1] == ply
        assert rings(ann) > 0
        ann.page.evaluate("document.activeElement.blur()")
        ann.page.keyboard.press("ArrowLeft")
        if ply:
            ann.page.locator(".values li").first.wait_for(state="detached")
    ann.page.get_by_role("button", name="Back to the end").click()
    ann.page.locator(".thought h2").wait_for(state="detached")
