"""The first page and around: games to begin, games to go on with, people, settings, keys."""

import json

import pytest

from web.visitors import Visitor

FIRST_SCREENS = {"telephone": (390, 844), "small telephone": (320, 568), "tablet": (768, 1024), "laptop": (1366, 768)}
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def home(visitor: Visitor) -> Visitor:
    visitor.open("/")
    visitor.settle()
    return visitor


def cards(visitor: Visitor) -> list[str]:
    return visitor.page.locator(".card h2").all_inner_texts()


@pytest.mark.parametrize("size", FIRST_SCREENS.values(), ids=FIRST_SCREENS)
@pytest.mark.parametrize("going", [False, True], ids=["nothing going on", "games going on"])
def test_play_is_on_the_first_screen(visit, size, going):
    ann = visit("Ann", size=size, language="fr", touch=size[0] < 700)
    if going and size[1] > size[0]:  # a low and wide screen shows first what one goes on with
        for game in ("kulami", "quantik"):
            ann.set_table(game, ["me", "here"])
    home(ann)
    box = ann.page.locator(".card .primary").first.bounding_box()
    assert box["y"] + box["height"] <= size[1]


def test_the_easiest_game_comes_first(visit):
    assert cards(home(visit())) == ["Quantik", "Kulami", "Kabaleo", "Rangées", "On Top"]


@pytest.mark.parametrize("width", [600, 768, 1000, 1440])
def test_no_card_is_left_alone_in_its_row(visit, width):
    ann = home(visit(size=(width, 900)))
    ann.page.set_viewport_size({"width": width, "height": 900})
    ragged = ann.page.evaluate(
        """() => {
          const whole = document.querySelector(".games").getBoundingClientRect();
          const boxes = [...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
          const last = Math.max(...boxes.filter((box) => box.top === boxes.at(-1).top).map((box) => box.right));
          return whole.right - last;
        }"""
    )
    assert ragged < 2


def test_a_card_leads_to_the_games_own_page_wherever_it_is_clicked(visit):
    ann = home(visit("Ann"))
    ann.page.locator(".card", has_text="Quantik").locator(".picture").click(force=True)
    ann.page.locator(".about-game h1", has_text="Quantik").wait_for()
    assert ann.page.url.endswith("/game/quantik") and "Quantik" in ann.page.title()
    assert ann.page.get_by_role("link", name="Rules").is_visible()
    ann.page.get_by_role("button", name="Play").click()
    assert ann.look()["targets"]


def test_the_opponent_is_chosen_by_face_and_remembered(visit):
    ann = home(visit("Ann"))
    ann.page.get_by_role("radio", name="Pip").check()
    assert "Fresh from the egg" in ann.text(".manner")
    ann.page.get_by_role("radio", name="Pip").press("ArrowRight")
    assert "Hops" in ann.text(".manner")
    ann.open("/new/kulami")
    assert ann.page.get_by_role("radio", name="Coco").is_checked()
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert "Coco" in ann.text(".table")


def test_games_to_go_on_with_show_their_boards_and_my_turn_first(visit):
    ann = visit("Ann")
    mine = ann.set_table("quantik", ["me", "here"])
    waiting = ann.set_table("kulami", ["me", "open"])
    home(ann)
    first, second = ann.page.locator(".ongoing li").all()
    assert first.get_attribute("data-table") == mine and "Your turn" in first.inner_text()
    assert second.get_attribute("data-table") == waiting and "Waiting" in second.inner_text()
    assert first.locator("img").evaluate("image => image.complete && image.naturalWidth > 0")
    ann.page.emulate_media(color_scheme="dark")
    ann.page.reload()
    ann.page.locator(".ongoing img[src*='theme=dark']").wait_for()
    ann.page.locator(".ongoing li").first.click()
    ann.page.wait_for_url(f"**/table/{mine}")


def test_a_game_is_hidden_until_something_happens_there(visit):
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.set_table("kulami", ["me", "open"])
    home(ann)
    ann.page.get_by_role("button", name="Remove Kulami from the list").click()
    ann.page.get_by_role("button", name="Only hide it here").click()
    ann.page.locator(".ongoing").wait_for(state="hidden")
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="Sit here").click()
    bob.page.locator(".table").wait_for()
    home(ann).page.locator(f".ongoing li[data-table='{table}']").wait_for()


def test_a_game_is_given_up_from_the_list(visit):
    ann = visit("Ann")
    table = ann.set_table("quantik", ["me", "level 1"])
    ann.look()
    home(ann)
    ann.page.get_by_role("button", name="Remove Quantik from the list").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.page.locator(".ongoing").wait_for(state="hidden")
    ann.open("/games")
    over = ann.page.locator(f".archive li[data-table='{table}']")
    assert "Pip wins, by resignation" in over.inner_text()


def test_what_others_play_is_seen_and_nothing_jumps_while_it_is_refreshed(visit):
    ann, bob = visit("Ann", motion=True), visit("Bob")
    open_table = bob.set_table("kabaleo", ["me", "open"], listed=True)
    played = bob.set_table("rangees", ["me", "here"], listed=True)
    ann.page.clock.install()
    ann.page.add_init_script(SHIFTS)
    home(ann)
    ann.page.locator(f".lobby li[data-table='{open_table}']").wait_for()
    assert ann.page.locator(f".lobby li[data-table='{played}'] img").count() == 1
    assert "here" in ann.text(".alive") and "played" in ann.text(".alive")
    before = ann.page.locator(f".lobby li[data-table='{played}']").element_handle()
    ann.page.evaluate("window.shifted = 0")
    with ann.page.expect_response("**/api/now"):
        ann.page.clock.run_for(6_500)
    ann.settle()
    assert ann.page.evaluate("window.shifted") < 0.01
    assert before.evaluate("item => item.isConnected"), "what is known stays where it is"
    ann.page.locator(f".lobby li[data-table='{open_table}']").click()
    ann.page.get_by_role("button", name="Sit here").wait_for()


def test_a_stranger_is_invited_though_nothing_goes_on(visit):
    somebody = home(visit())
    somebody.page.get_by_role("link", name="Invite a friend").click()
    assert somebody.page.locator("input[value=friend]").is_checked()
    somebody.page.get_by_role("button", name="Set the table").click()
    somebody.page.locator(".lounge").wait_for()


def test_settings_are_in_force_at_once_and_kept(visit):
    ann = home(visit("Ann"))
    ann.page.get_by_role("button", name="Settings").click()
    box = ann.page.get_by_role("dialog")
    box.get_by_role("radio", name="dark").check()
    assert ann.page.evaluate("document.documentElement.dataset.theme") == "dark"
    box.get_by_role("radio", name="slowly").check()
    box.get_by_label("Letters and numbers beside the board").uncheck()
    box.get_by_label("Volume").fill("0.3")
    box.get_by_role("radio", name="Français").check()
    box = ann.page.get_by_role("dialog", name="Réglages")
    ann.resize((320, 568))
    assert box.get_by_role("button", name="Fermer").bounding_box()["y"] < 568 - 44  # though the rest is longer
    kept = json.loads(ann.page.evaluate("localStorage.getItem('taste')"))
    assert (kept["pace"], kept["coordinates"], kept["volume"]) == ("slow", False, 0.3)
    ann.open("/settings")
    assert ann.page.get_by_role("radio", name="lent").is_checked()
    assert ann.page.evaluate("document.documentElement.dataset.coordinates") == "no"


def test_keys_lead_everywhere_and_leave_writing_alone(visit):
    ann = home(visit("Ann"))
    ann.page.keyboard.press("?")
    ann.page.get_by_role("heading", name="Keys").wait_for()
    ann.page.keyboard.press("g")
    ann.page.get_by_role("heading", name="My games").wait_for()
    ann.page.get_by_label("With whom").fill("hush")
    assert ann.page.url.endswith("/games")
    ann.page.get_by_label("With whom").blur()
    ann.page.keyboard.press("h")
    ann.page.locator(".card").first.wait_for()
    ann.page.keyboard.press("s")
    ann.page.get_by_role("dialog", name="Settings").wait_for()


def test_a_page_that_there_is_not_says_so(visit):
    ann = visit("Ann")
    ann.forgive("404")
    for path, says in (
        ("/game/chess", "There is no such page"),
        ("/person/Nobody", "Nobody with an account"),
        ("/nowhere", "There is no such page"),
    ):
        ann.open(path)
        ann.page.locator(".wrong", has_text=says).wait_for()
        ann.page.get_by_role("link", name="Home").wait_for()
