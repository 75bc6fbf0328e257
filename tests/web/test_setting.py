"""Setting a table: options, boards by picture, by chance, pasted and drawn."""

from random import Random

import pytest

from web.visitors import Mouse, play

KULAMI = "aabbccdd\naabbccdd"


def test_a_stranger_plays_after_one_click(visit):
    somebody = visit()
    somebody.open("/")
    somebody.page.get_by_role("radio", name="Pip").check()
    somebody.page.locator(".card", has_text="Quantik").get_by_role("button", name="Play").click()
    seen = somebody.look()
    assert seen["targets"] and seen["line"] == "Your turn"
    assert "Guest" in somebody.text(".table")
    somebody.page.get_by_role("link", name="Tablier").click()
    somebody.page.locator(".ongoing").get_by_role("link", name="Go on").wait_for()


def test_number_options_and_clock(visit):
    ann = visit("Ann")
    ann.open("/new/on_top?with=here")
    ann.page.get_by_role("group", name="Number of players").get_by_label("4").check()
    assert (
        ann.page.get_by_role("group", name="Number of players")
        .get_by_label("4")
        .evaluate("input => document.activeElement === input")
    ), "what is chosen keeps the focus"
    ann.page.get_by_role("radio", name="two teams").check()
    ann.page.get_by_role("radio", name="5 minutes", exact=True).check()
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert ann.page.locator(".player").count() == 4
    assert ann.page.locator("time.clock").first.inner_text() in ("5:00", "4:59", "4:58", "4:57")
    about = ann.context.request.get(f"/api/tables/{ann.page.url.rsplit('/', 1)[1]}").json()
    assert about["options"]["teams"] is True and about["clock"]["seconds"] == 300


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (768, 1024), (1440, 900)])
def test_start_is_always_in_sight(visit, size):
    ann = visit("Ann", size=size)
    ann.open("/new/kulami")
    ann.settle()
    start = ann.page.get_by_role("button", name="Start")
    for where in (0, 10_000):
        ann.page.evaluate("y => scrollTo(0, y)", where)
        box = start.bounding_box()
        assert box["y"] + box["height"] <= size[1] and box["y"] > size[1] / 2
    if size[0] < 640:
        assert box["width"] > 0.9 * size[0]


def test_four_kinds_of_company(visit):
    ann = visit("Ann")
    for company, button, seats, listed in (
        ("computer", "Start", {"Ann", None}, False),
        ("friend", "Set the table", {"Ann", None}, False),
        ("anybody", "Set the table", {"Ann", None}, True),
        ("here", "Start", {"Ann"}, False),
    ):
        ann.open("/new/quantik")
        ann.page.locator(f"input[value={company}]").check()
        ann.page.get_by_role("button", name=button).click()
        ann.page.wait_for_url("**/table/*")
        about = ann.context.request.get(f"/api/tables/{ann.page.url.rsplit('/', 1)[1]}").json()
        assert {seat["name"] for seat in about["seats"]} == seats and about["listed"] is listed


def test_whoever_has_company_and_no_game_yet_chooses_one(visit):
    ann = visit("Ann")
    ann.open("/new/quantik?with=friend")
    ann.page.get_by_role("link", name="Kulami").click()
    ann.page.get_by_role("heading", name="A game of Kulami").wait_for()
    assert ann.page.locator("input[value=friend]").is_checked()


def test_those_at_one_screen_say_their_names(visit):
    ann = visit("Ann")
    ann.open("/new/quantik?with=here")
    ann.page.get_by_label("Player 2").fill("Uncle Bob")
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert "Ann" in ann.text(".table") and "Uncle Bob" in ann.text(".table")
    assert ann.text(".turnline") in ("Ann: your turn", "Uncle Bob: your turn")
    ann.open("/new/kulami?with=here")
    assert ann.page.get_by_label("Player 2").input_value() == "Uncle Bob"


@pytest.mark.parametrize(("who", "seat"), [("me", 0), ("somebody else", 1)])
def test_who_begins_is_chosen(visit, who, seat):
    ann = visit("Ann")
    ann.open("/new/quantik")
    ann.page.get_by_role("group", name="Who begins?").get_by_label(who, exact=True).check()
    ann.page.locator("input[value=friend]").check()
    ann.page.get_by_role("button", name="Set the table").click()
    ann.page.wait_for_url("**/table/*")
    about = ann.context.request.get(f"/api/tables/{ann.page.url.rsplit('/', 1)[1]}").json()
    assert about["seats"][seat]["name"] == "Ann"


def test_a_rated_game_is_said_to_be_one(visit):
    ann = visit("Ann")
    ann.make_account("Ann Roe")
    ann.open("/new/quantik")
    ann.page.get_by_role("radio", name="rated").check()
    assert "rated" in ann.text(".summary")
    ann.page.get_by_role("radio", name="Here together").check()
    assert ann.page.get_by_role("radio", name="rated").count() == 0 and "rated" not in ann.text(".summary")
    ann.page.get_by_role("radio", name="Computer").check()
    ann.page.get_by_role("radio", name="rated").check()
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert ann.context.request.get(f"/api/tables/{ann.page.url.rsplit('/', 1)[1]}").json()["rated"]


def test_seat_by_seat_each_can_be_mine_once_and_open_seats_are_for_friends(visit):
    ann = visit("Ann")
    ann.open("/new/quantik")
    ann.page.get_by_text("More", exact=True).click()
    ann.page.locator(".places select").nth(1).select_option("me")
    assert ann.page.locator(".places select").nth(0).input_value().startswith("level-")
    ann.page.locator(".places select").nth(0).select_option("open")
    assert ann.page.locator("input[name=company]:checked").count() == 0
    ann.page.get_by_role("button", name="Set the table").click()
    ann.page.locator(".lounge", has_text="free seat").wait_for()


def here(visitor) -> None:
    """Around this screen, on the board that has been chosen."""
    visitor.page.get_by_role("radio", name="Here together").check()
    visitor.page.get_by_role("button", name="Start").click()


def board(visitor, name: str):
    return visitor.page.get_by_role("radio", name=name, exact=True)


def test_boards_by_picture_and_by_chance(visit):
    ann = visit("Ann")
    ann.open("/new/kulami")
    picture = ann.page.locator(".picture.large svg")
    picture.wait_for()
    square = picture.inner_html()
    board(ann, "irregular").check()
    ann.page.wait_for_function("old => document.querySelector('.picture.large svg')?.innerHTML !== old", arg=square)
    assert board(ann, "irregular").is_checked()
    board(ann, "irregular, made by chance").check()
    reroll = ann.page.get_by_role("button", name="Another one by chance")
    reroll.wait_for()
    ann.settle()
    first = picture.inner_html()
    reroll.click()
    ann.page.wait_for_function("old => document.querySelector('.picture.large svg')?.innerHTML !== old", arg=first)
    ann.page.get_by_role("radio", name="Here together").check()
    ann.settle()
    shown = picture.locator("[data-id]").count()
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert ann.page.locator(".stage [data-id]").count() >= shown > 60


def test_a_pasted_board_says_what_is_wrong_with_it(visit):
    ann = visit("Ann")
    ann.open("/new/kulami")
    ann.page.get_by_text("More", exact=True).click()
    ann.page.get_by_label("Paste a board as text").fill(KULAMI)
    ann.page.get_by_role("button", name="Use it").click()
    ann.page.locator(".error", has_text="plate").wait_for()
    ann.page.locator("select.language").select_option("fr")
    ann.page.locator("h1", has_text="Une partie de Kulami").wait_for()


def middle(box) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_drawing_a_board_of_plates(visit):
    ann = visit("Ann")
    ann.open("/draw/kulami")
    play_on = ann.page.get_by_role("link", name="Play on this board")
    play_on.wait_for()
    laid = ann.page.locator(".drawing .piece")
    assert laid.first.locator("use[href='#kulami-plate-2x2'], use[href^='#kulami-plate']").count() == 1
    assert ann.page.get_by_label("Link to this board").is_hidden(), "nobody sees a code who does not ask for it"
    box = laid.first.bounding_box()
    ann.page.mouse.click(*middle(box))
    ann.page.locator(".error", has_text="plate").wait_for()
    assert play_on.is_hidden() and laid.count() == 16
    assert "1 left" in ann.page.locator(".tray [aria-pressed=true]").get_attribute("aria-label")  # it is in the hand
    scale = ann.page.evaluate("100 * document.querySelector('.drawing').getScreenCTM().a")
    ann.page.locator("select.language").select_option("fr")
    ann.page.get_by_role("heading", name="Un plateau pour Kulami").wait_for()
    assert laid.count() == 16  # another language, the same board
    ann.page.locator("select.language").select_option("en")
    ann.page.get_by_role("heading", name="A board for Kulami").wait_for()
    ann.page.mouse.click(box["x"] + scale / 2, box["y"] + scale / 2)
    play_on.wait_for()
    ann.page.get_by_text("Share this board").click()
    link = ann.page.get_by_label("Link to this board").input_value()
    play_on.click()
    ann.page.get_by_role("heading", name="A game of Kulami").wait_for()
    assert board(ann, "your own board").is_checked()
    ann.page.locator(".picture.large svg").wait_for()
    here(ann)
    play(Mouse(ann), Random(1), moves=2)
    bob = visit("Bob")
    bob.open(link)
    bob.page.locator(".picture.large svg").wait_for()
    assert bob.page.locator(".error:not(:empty)").count() == 0


def test_pieces_are_dragged_over_the_board_and_from_the_tray(visit):
    ann = visit("Ann")
    ann.open("/draw/kulami")
    ann.page.get_by_role("link", name="Play on this board").wait_for()
    laid = ann.page.locator(".drawing .piece")
    plates = laid.count()
    scale = ann.page.evaluate("100 * document.querySelector('.drawing').getScreenCTM().a")
    plate = laid.first.bounding_box()
    x, y = middle(plate)
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move(x - scale, y - scale, steps=4)
    ann.page.mouse.up()
    assert laid.count() == plates, "one square up and to the left there is room"
    moved = laid.last.bounding_box()
    assert abs(moved["x"] - plate["x"] + scale) < 2 and abs(moved["y"] - plate["y"] + scale) < 2
    ann.page.mouse.click(x - scale, y - scale)
    assert laid.count() == plates - 1
    kind = ann.page.locator(".tray [aria-pressed=true]")
    ann.page.mouse.move(*middle(kind.bounding_box()))
    ann.page.mouse.down()
    ann.page.mouse.move(plate["x"] + scale / 2, plate["y"] + scale / 2, steps=5)
    ann.page.locator(".drawing .hover").wait_for()
    ann.page.mouse.up()
    ann.page.get_by_role("link", name="Play on this board").wait_for()
    assert laid.count() == plates


def test_clear_leaves_an_empty_board_and_says_so(visit):
    for game, said in (("kulami", "en"), ("rangees", "fr")):
        ann = visit("Ann", language=said)
        ann.open(f"/draw/{game}")
        ann.page.locator(".fine .icon").wait_for()
        ann.page.get_by_role("button", name={"en": "Clear", "fr": "Tout enlever"}[said]).click()
        ann.page.locator(".error", has_text={"en": "The board is empty", "fr": "Le plateau est vide"}[said]).wait_for()
        assert ann.page.locator(".drawing .piece").count() == 0
        ann.page.get_by_role("button", name={"en": "As at first", "fr": "Comme au début"}[said]).click()
        ann.page.locator(".fine .icon").wait_for()


def test_drawing_by_keyboard(visit):
    ann = visit("Ann")
    ann.open("/draw/rangees")
    play_on = ann.page.get_by_role("link", name="Play on this board")
    play_on.wait_for()
    laid = ann.page.locator(".drawing .piece")
    tiles = laid.count()
    ann.page.locator(".drawing").focus()
    for _ in range(6):
        ann.page.keyboard.press("ArrowRight")
        ann.page.keyboard.press("ArrowDown")
    ann.page.locator("#spoken", has_text="column 7, row 7: a piece").wait_for()
    ann.page.keyboard.press("Enter")
    ann.page.locator(".error", has_text="tile").wait_for()
    assert laid.count() == tiles - 1
    ann.page.keyboard.press("Enter")
    play_on.wait_for()
    assert laid.count() == tiles
    ann.page.get_by_text("Share this board").click()
    link = ann.page.get_by_label("Link to this board").input_value()
    assert "?layout=" in link  # by the name the game has for it; links have said "board" before, and still may
    bob = visit("Bob")
    bob.open(link.replace("?layout=", "?board="))
    bob.page.locator(".picture.large svg").wait_for()
    assert bob.page.get_by_role("radio", name="your own board").is_checked()
    play_on.click()
    here(ann)
    play(Mouse(ann), Random(1), moves=2)


def test_plates_are_chosen_and_turned_by_keys(visit):
    ann = visit("Ann")
    ann.open("/draw/kulami")
    ann.page.locator(".fine .icon").wait_for()
    ann.page.locator(".drawing").focus()
    ann.page.keyboard.press("3")
    kind = ann.page.locator(".tray [aria-pressed=true]")
    assert kind.get_attribute("aria-label").startswith("1 by 3")
    ann.page.keyboard.press("r")
    assert kind.get_attribute("aria-label").startswith("3 by 1")


def test_choosing_start_cells(visit):
    ann = visit("Ann")
    ann.open("/draw/on_top")
    play_on = ann.page.get_by_role("link", name="Play on this board")
    play_on.wait_for()
    link = ann.page.locator(".more input")
    first, rings = link.input_value(), ann.page.locator(".picking .ring.chosen")
    assert rings.count() == 2
    ann.page.locator(".picking [data-target=a1]").click()
    ann.page.wait_for_function("old => document.querySelector('.more input').value !== old", arg=first)
    assert rings.count() == 3
    for cell in ("a1", "c4", "d12"):
        ann.page.locator(f".picking [data-target={cell}]").click()
    ann.page.locator(".error", has_text="The board is empty").wait_for()
    assert rings.count() == 0 and play_on.is_hidden()
    ann.page.get_by_role("button", name="As at first").click()
    play_on.wait_for()
    ann.open(first)
    here(ann)
    play(Mouse(ann), Random(1), moves=2)


def test_what_is_said_of_an_earlier_board_comes_too_late(visit):
    ann = visit("Ann")
    ann.open("/draw/kulami")
    play_on = ann.page.get_by_role("link", name="Play on this board")
    play_on.wait_for()
    box = ann.page.locator(".drawing .piece").first.bounding_box()
    scale = ann.page.evaluate("100 * document.querySelector('.drawing').getScreenCTM().a")
    with ann.answered_backwards("**/api/boards", 2):
        ann.page.mouse.click(*middle(box))  # taken away
        ann.page.mouse.click(box["x"] + scale / 2, box["y"] + scale / 2)  # and laid again
    assert play_on.is_visible() and ann.text(".error") == ""


def test_the_picture_is_of_the_board_that_was_chosen_last(visit):
    ann = visit("Ann")
    ann.open("/new/kulami")
    picture = ann.page.locator(".picture.large svg")
    picture.wait_for()
    square = picture.inner_html()
    with ann.answered_backwards("**/api/boards", 2):
        board(ann, "irregular").check()
        board(ann, "square").check()
    assert picture.inner_html() == square
