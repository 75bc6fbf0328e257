"""Setting a table: options, boards by picture, by chance, pasted and drawn."""

from random import Random

from web.visitors import Mouse, play

KULAMI = "aabbccdd\naabbccdd"


def test_a_stranger_plays_after_one_click(visit):
    somebody = visit()
    somebody.open("/")
    somebody.page.locator(".level select").select_option("1")
    somebody.page.locator(".card", has_text="Quantik").get_by_role("button", name="Play").click()
    seen = somebody.look()
    assert seen["targets"] and seen["line"] == "Your turn"
    assert "Guest" in somebody.text(".players")
    somebody.page.get_by_role("link", name="Tablier").click()
    somebody.page.locator(".mine a", has_text="Go on").wait_for()


def test_seats_options_and_clock(visit):
    ann = visit("Ann")
    ann.open("/new/on_top")
    ann.page.get_by_label("Number of players").select_option("4")
    assert ann.page.locator(".places li").count() == 4
    for seat in range(1, 4):
        ann.page.locator(".places select").nth(seat).select_option("here")
    ann.page.locator("label.option", has_text="team").locator("select").select_option(label="two teams")
    ann.page.get_by_label("Clock").select_option("5+3")
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert ann.page.locator(".player").count() == 4
    assert ann.page.locator("time.clock").first.inner_text() in ("5:00", "4:59", "4:58", "4:57")
    about = ann.context.request.get(f"/api/tables/{ann.page.url.rsplit('/', 1)[1]}").json()
    assert about["options"]["teams"] is True and about["clock"]["seconds"] == 300


def test_each_seat_can_be_mine_once_and_open_seats_are_for_friends(visit):
    ann = visit("Ann")
    ann.open("/new/quantik")
    ann.page.locator(".places select").nth(1).select_option("me")
    assert ann.page.locator(".places select").nth(0).input_value().startswith("level-")
    ann.page.locator(".places select").nth(0).select_option("open")
    ann.page.get_by_role("button", name="Set the table").click()
    ann.page.locator(".lounge", has_text="free seat").wait_for()


def test_boards_by_picture_and_by_chance(visit):
    ann = visit("Ann")
    ann.open("/new/kulami")
    picture = ann.page.locator(".picture.large svg")
    picture.wait_for()
    square = picture.inner_html()
    ann.page.locator("button.board").nth(1).click()
    ann.page.wait_for_function("old => document.querySelector('.picture.large svg')?.innerHTML !== old", arg=square)
    assert ann.page.locator("button.board").nth(1).get_attribute("aria-pressed") == "true"
    ann.page.locator("button.board", has_text="by chance").first.click()
    reroll = ann.page.get_by_role("button", name="Another one by chance")
    reroll.wait_for()
    ann.settle()
    first = picture.inner_html()
    reroll.click()
    ann.page.wait_for_function("old => document.querySelector('.picture.large svg')?.innerHTML !== old", arg=first)
    ann.page.locator(".places select").nth(1).select_option("here")
    ann.settle()
    drawn = picture.locator(".layer-tiles, .layer-board").all_inner_texts()
    shown = picture.locator("[data-id]").evaluate_all(
        "items => items.map(item => item.getAttribute('transform')).length"
    )
    ann.page.get_by_role("button", name="Start").click()
    ann.look()
    assert drawn is not None and ann.page.locator(".stage [data-id]").count() >= shown > 60


def test_a_pasted_board_says_what_is_wrong_with_it(visit):
    ann = visit("Ann")
    ann.open("/new/kulami")
    ann.page.get_by_text("A board of your own").click()
    ann.page.get_by_label("Paste a board as text").fill(KULAMI)
    ann.page.get_by_role("button", name="Use it").click()
    ann.page.locator(".error", has_text="plate").wait_for()
    ann.page.locator("select.language").select_option("fr")
    ann.page.locator("h1", has_text="Une partie de Kulami").wait_for()


def test_drawing_a_board_of_plates(visit):
    ann = visit("Ann")
    ann.open("/draw/kulami")
    play_on = ann.page.get_by_role("link", name="Play on this board")
    play_on.wait_for()
    plate = ann.page.locator(".drawing .laid").first
    box = plate.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.mouse.click(*middle)
    ann.page.locator(".error", has_text="plate").wait_for()
    assert play_on.is_hidden() and ann.page.locator(".drawing .laid").count() == 16
    assert "1 left" in ann.text(".toggle[aria-pressed=true]")  # what was taken away is in the hand
    scale = ann.page.evaluate("document.querySelector('.drawing').getScreenCTM().a")
    ann.page.locator("select.language").select_option("fr")
    ann.page.get_by_role("heading", name="Un plateau pour Kulami").wait_for()
    assert ann.page.locator(".drawing .laid").count() == 16  # another language, the same board
    ann.page.locator("select.language").select_option("en")
    ann.page.get_by_role("heading", name="A board for Kulami").wait_for()
    ann.page.mouse.click(box["x"] + scale / 2, box["y"] + scale / 2)
    play_on.wait_for()
    link = ann.page.get_by_label("Link to this board").input_value()
    play_on.click()
    ann.page.get_by_role("heading", name="A game of Kulami").wait_for()
    ann.page.locator(".picture.large svg").wait_for()
    ann.page.locator(".places select").nth(1).select_option("here")
    ann.page.get_by_role("button", name="Start").click()
    play(Mouse(ann), Random(1), moves=2)
    bob = visit("Bob")
    bob.open(link)
    bob.page.locator(".picture.large svg").wait_for()
    assert bob.text(".error") == ""


def test_drawing_by_keyboard(visit):
    ann = visit("Ann")
    ann.open("/draw/rangees")
    ann.page.get_by_role("link", name="Play on this board").wait_for()
    laid = ann.page.locator(".drawing .laid")
    tiles = laid.count()
    ann.page.locator(".drawing").focus()
    for _ in range(6):
        ann.page.keyboard.press("ArrowRight")
        ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".error", has_text="tile").wait_for()
    assert laid.count() == tiles - 1
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("link", name="Play on this board").wait_for()
    assert laid.count() == tiles
    link = ann.page.get_by_label("Link to this board").input_value()
    assert "?layout=" in link  # by the name the game has for it; links have said "board" before, and still may
    bob = visit("Bob")
    bob.open(link.replace("?layout=", "?board="))
    bob.page.locator(".picture.large svg").wait_for()
    assert bob.page.locator(".boards details[open] textarea").input_value()
    ann.page.get_by_role("link", name="Play on this board").click()
    ann.page.locator(".places select").nth(1).select_option("here")
    ann.page.get_by_role("button", name="Start").click()
    play(Mouse(ann), Random(1), moves=2)


def test_choosing_start_cells(visit):
    ann = visit("Ann")
    ann.open("/draw/on_top")
    play_on = ann.page.get_by_role("link", name="Play on this board")
    play_on.wait_for()
    link = ann.page.get_by_label("Link to this board")
    first, rings = link.input_value(), ann.page.locator(".picking .ring.chosen")
    assert rings.count() == 2
    ann.page.locator(".picking [data-target=a1]").click()
    ann.page.wait_for_function("old => document.querySelector('.preview input').value !== old", arg=first)
    assert rings.count() == 3
    for cell in ("a1", "c4", "d12"):
        ann.page.locator(f".picking [data-target={cell}]").click()
    ann.page.locator(".error:not(:empty)").wait_for()
    assert rings.count() == 0 and play_on.is_hidden()
    ann.open(first)
    ann.page.locator(".places select").nth(1).select_option("here")
    ann.page.get_by_role("button", name="Start").click()
    play(Mouse(ann), Random(1), moves=2)
