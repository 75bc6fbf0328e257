"""Several people at one table, and what browsers and servers go through while they play."""

from random import Random

import pytest

from server.support.servers import Process
from web.visitors import LOOK, Mouse, Visitor, play, step

SECRETS = """() => {
  const named = [...document.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  return new Set(named.filter((name) => /^#kabaleo-open-/.test(name))).size;
}"""

TARGETS = """() => [...document.querySelectorAll('[data-id^="target:"] use')]
  .sort((one, other) => (one.parentNode.dataset.id < other.parentNode.dataset.id ? -1 : 1))
  .map((use) => use.getAttribute("href").replace(/-[A-Z]$/, ""))"""


def together(visitors: list[Visitor], random: Random, moves: int | None = None) -> None:
    """Everybody plays when it is their turn, until the game is over or so many moves are made."""
    hands = [Mouse(visitor) for visitor in visitors]
    before: dict = {}
    while True:
        for hand in hands:
            seen = hand.visitor.page.evaluate(LOOK, before.get(hand))
            if seen is None:
                continue
            if seen["over"] or (moves and seen["moves"] >= moves and not seen["chosen"]):
                return
            before[hand] = seen["sign"]
            step(hand, seen, random)
        hands[0].page.wait_for_timeout(10)


def sit(visitor: Visitor, table: str) -> None:
    """Come by the link and take the first free seat."""
    visitor.open(f"/table/{table}")
    visitor.page.locator(".lounge").get_by_role("button", name="Sit here").first.click()
    visitor.page.locator(".lounge").get_by_text("Leave").or_(visitor.page.locator(".stage > svg")).first.wait_for()


def test_two_people_and_one_who_watches(visit):
    ann, bob, cat = visit("Ann"), visit("Bob"), visit("Cat")
    table = ann.set_table("quantik", ["me", "open"])
    link = ann.page.get_by_label("Link to this table").input_value()
    assert link.endswith(f"/table/{table}")
    assert (
        ann.page.get_by_alt_text("QR code").evaluate("picture => picture.decode().then(() => picture.naturalWidth)")
        > 100
    )
    sit(bob, table)
    cat.open(link)
    cat.page.locator(".stage > svg").wait_for()
    together([ann, bob], Random(7))
    for somebody in (ann, bob, cat):
        somebody.page.locator(".result .end").wait_for()
        assert somebody.moves == ann.moves and len(ann.moves) == len(ann.record(table)["moves"])
    winner = cat.text(".end span").removesuffix(" wins")
    ends = [somebody.text(".end span") for somebody in (ann, bob)]
    assert sorted(ends) == sorted(["You win", f"You lose, {winner} wins"])
    assert cat.page.locator("[data-target]").count() == 0


def test_four_with_secrets_and_one_who_watches(visit):
    people = [visit(name) for name in ("Ann", "Bob", "Cy", "Dee")]
    eve = visit("Eve")
    heard: list[str] = []
    eve.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    table = people[0].set_table("kabaleo", ["me", "open", "open", "open"])
    eve.open(f"/table/{table}")
    for somebody in people[1:]:
        sit(somebody, table)
    for somebody in (*people, eve):
        somebody.page.locator(".stage > svg").wait_for()
    together(people, Random(3), moves=14)
    eve.page.wait_for_function("() => document.querySelectorAll('.moves li').length >= 14")
    assert [somebody.page.evaluate(SECRETS) for somebody in people] == [1, 1, 1, 1]
    assert eve.page.evaluate(SECRETS) == 0
    assert heard and not any("open-" in frame or '"~R"' in frame or '"~B"' in frame for frame in heard)


def test_one_screen_for_two_with_secrets(visit):
    ann = visit("Ann")
    ann.set_table("kabaleo", ["me", "here"])
    mouse = Mouse(ann)
    for turn in range(4):
        seen = ann.look()
        assert seen["cover"] and not seen["targets"]
        assert ann.page.evaluate(TARGETS) == [] and ann.page.evaluate(SECRETS) == 0
        assert "~" not in ann.page.locator("body").inner_text()
        assert ann.text(".cover h2") == f"Player {turn % 2 + 1}, it is your turn"
        mouse.press(".cover button")
        ann.page.locator(".myturn .held").first.wait_for()
        expected = ["#kabaleo-closed", "#kabaleo-closed"]
        expected[turn % 2] = "#kabaleo-open"
        assert ann.page.evaluate(TARGETS) == expected
        if turn == 2:
            ann.page.reload()
            assert ann.look()["cover"] and ann.page.evaluate(SECRETS) == 0
            mouse.press(".cover button")
            ann.page.locator(".myturn .held").first.wait_for()
        play(mouse, Random(turn), moves=2 + turn + 1, stop_at_cover=True)


def test_reloading_going_back_and_forward(visit):
    ann = visit("Ann")
    table = ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=5)
    before = ann.moves
    ann.page.reload()
    ann.page.locator(".myturn [data-target]").first.wait_for(state="attached")
    assert ann.moves == before
    ann.page.get_by_role("link", name="Tablier").click()
    ann.page.get_by_role("heading", name="Go on playing").wait_for()
    ann.page.go_back()
    ann.page.locator(".myturn [data-target]").first.wait_for(state="attached")
    assert ann.moves == before
    ann.page.go_forward()
    ann.page.get_by_role("link", name="Go on").first.click()
    ann.page.locator(".myturn [data-target]").first.wait_for(state="attached")
    assert ann.page.url.endswith(table)
    play(Mouse(ann), Random(2), moves=7)
    assert ann.moves[:5] == before


def test_two_tabs_of_one_person(visit):
    ann = visit("Ann")
    table = ann.set_table("kulami", ["me", "here"])
    other = ann.tab()
    other.goto(f"/table/{table}")
    other.locator(".myturn [data-target]").first.wait_for(state="attached")
    play(Mouse(ann), Random(1), moves=3)
    other.wait_for_function("() => document.querySelectorAll('.moves li').length === 3")
    assert other.locator(".moves").inner_text() == ann.text(".moves")


def test_a_server_that_dies_in_the_middle(visit, tmp_path):
    server = Process(str(tmp_path / "tables.sqlite"), tmp_path)
    server.start()
    try:
        ann = visit("Ann", site=server.url)
        ann.forgive("ERR_CONNECTION_REFUSED|ERR_SOCKET|WebSocket connection to|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
        table = ann.set_table("kulami", ["me", "here"])
        mouse = Mouse(ann)
        before = play(mouse, Random(1), moves=4)
        server.kill()
        ann.page.locator(".connection", has_text="reconnecting").wait_for()
        mouse.choose(before["targets"][0], Random(0))  # played while nobody hears it
        ann.page.locator(".connection", has_text="reconnecting").wait_for()
        server.start()
        ann.page.locator(".connection").wait_for(state="hidden")
        ann.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 5")
        play(mouse, Random(2), moves=7)
        assert len(ann.record(table)["moves"]) == len(ann.moves) == 7
    finally:
        server.kill()


@pytest.mark.parametrize("answer", ["Yes", "No"])
def test_asking_to_take_back(visit, answer):
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.set_table("quantik", ["me", "open"])
    sit(bob, table)
    together([ann, bob], Random(5), moves=2)
    bob.page.get_by_role("button", name="Ask to take back").click()
    ann.page.get_by_text("Bob asks to take back a move.").wait_for()
    ann.page.get_by_role("button", name=answer, exact=True).click()
    left = 1 if answer == "Yes" else 2
    if answer == "No":
        bob.page.get_by_text("The other said no: the move stands.").wait_for()
    for somebody in (ann, bob):
        somebody.page.get_by_text("Bob asks to take back a move.").wait_for(state="detached")
        assert len(somebody.moves) == left


def test_resigning_and_playing_again(visit):
    ann = visit("Ann")
    first = ann.set_table("quantik", ["me", "level 1"])
    ann.look()
    ann.press_resign()
    assert ann.text(".end span").startswith("You lose")
    ann.page.locator(".result").get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda address: "/table/" in address and first not in address)
    ann.look()


def test_without_a_network_the_page_says_so_and_comes_back(visit):
    ann = visit("Ann", worker=True)
    ann.forgive("ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection to")
    ann.open("/rules/quantik")
    ann.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    ann.page.reload()
    ann.page.locator(".prose h1").wait_for()
    ann.settle()
    ann.context.set_offline(True)
    ann.page.locator(".notice", has_text="no network").wait_for()
    ann.page.reload()
    ann.page.locator(".prose h1").wait_for()
    ann.context.set_offline(False)
    ann.page.get_by_role("link", name="My games").click()
    ann.page.get_by_role("heading", name="My games").wait_for()
