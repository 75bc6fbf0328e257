"""Around the board: words for what happens, looking back, hints, rules, refusals, and both languages."""

from random import Random

from web.visitors import Keyboard, Mouse, play


def test_another_language_in_mid_game(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=4)
    ann.page.evaluate("window.same = true")
    labels = ann.page.locator("[data-target]").evaluate_all("hits => hits.map(hit => hit.getAttribute('aria-label'))")
    assert "your turn" in ann.text(".turnline")
    ann.page.locator("select.language").select_option("fr")
    ann.page.locator(".turnline", has_text="à vous de jouer").wait_for()
    assert ann.page.evaluate("window.same") and ann.page.evaluate("document.documentElement.lang") == "fr"
    french = ann.page.locator("[data-target]").evaluate_all("hits => hits.map(hit => hit.getAttribute('aria-label'))")
    assert len(french) == len(labels) and not set(french) & set(labels)
    assert ann.page.get_by_role("tab").all_inner_texts() == ["Coups", "Score", "Règles", "Discussion", "Plus"]
    play(Mouse(ann), Random(2), moves=6)
    ann.page.reload()
    ann.page.locator(".turnline", has_text="à vous de jouer").wait_for()


def test_another_language_where_somebody_writes_and_where_the_screen_is_covered(visit):
    ann = visit("Ann")
    ann.set_table("kabaleo", ["me", "here"])
    ann.page.locator(".cover button").wait_for()
    english = ann.text(".cover")
    ann.page.locator("select.language").select_option("fr")
    ann.page.wait_for_function("said => document.querySelector('.cover').innerText !== said", arg=english)
    Mouse(ann).press(".cover button")
    ann.page.get_by_role("tab", name="Discussion").click()
    french = ann.page.locator(".say input").get_attribute("placeholder")
    ann.page.locator("select.language").select_option("en")
    ann.page.get_by_role("tab", name="Talk").wait_for()
    assert ann.page.locator(".say input").get_attribute("placeholder") != french


def test_no_key_is_seen_instead_of_a_sentence(visit):
    ann = visit("Ann", language="fr")
    for path in ("/", "/new/kulami", "/new/on_top", "/draw/rangees", "/rules/kabaleo", "/games", "/me", "/fair"):
        ann.open(path)
        ann.settle()
        loose = ann.page.evaluate(
            "[...document.body.innerText.matchAll(/\\b[a-z]+(\\.[a-z_]+)+\\b|\\{\\w+|undefined|NaN/g)].map(String)"
        )
        assert loose == [], path


def test_a_rule_that_forbids_is_named(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    seen = play(Mouse(ann), Random(1), moves=1)
    free = {target["name"] for target in seen["targets"]}
    last = ann.page.locator(".stage [data-id^='marble:']").first.bounding_box()
    middle = (last["x"] + last["width"] / 2, last["y"] + last["height"] / 2)
    spots = ann.page.locator(".stage [data-id]").evaluate_all(
        """items => items.map((item) => {
          const box = item.getBoundingClientRect();
          return [item.dataset.id, box.x + box.width / 2, box.y + box.height / 2];
        })"""
    )
    far = next(
        spot
        for spot in spots
        if len(spot[0]) == 2
        and spot[0] not in free
        and abs(spot[1] - middle[0]) > last["width"]
        and abs(spot[2] - middle[1]) > last["height"]
    )
    ann.page.mouse.click(far[1], far[2])
    ann.page.locator(".notice.wrong").wait_for()
    assert len(ann.text(".notice")) > 20 and ann.page.locator(".moves li").count() == 1


def test_what_happens_is_said(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "here"])
    play(Mouse(ann), Random(1), moves=1)
    ann.page.locator("#spoken", has_text=f"Ann (Light) plays {ann.moves[0]}").wait_for(state="attached")


def test_a_choice_is_shown_and_can_be_given_up(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "here"])
    seen = ann.look()
    hand = Mouse(ann)
    hand.choose(next(target for target in seen["targets"] if target["beside"]), Random(0))
    assert ann.look(seen["sign"])["chosen"] == 1
    hand.page.mouse.move(*next(target["at"] for target in ann.look()["targets"] if not target["beside"]))
    ann.page.locator(".layer-ghost > *").first.wait_for(state="attached")
    ann.page.keyboard.press("Escape")
    ann.page.locator(".ring.chosen").wait_for(state="detached")
    assert ann.page.locator(".layer-ghost > *").count() == 0


def test_a_piece_is_dragged_to_its_place(visit):
    ann = visit("Ann")
    table = ann.set_table("quantik", ["me", "here"])
    seen = ann.look()
    tray = next(target for target in seen["targets"] if target["beside"])
    square = ann.page.locator(".stage [data-id=b2]").bounding_box()
    ann.page.mouse.move(*tray["at"])
    ann.page.mouse.down()
    ann.page.mouse.move(tray["at"][0] - 40, tray["at"][1] + 10, steps=3)
    ann.page.locator("svg.held").wait_for()
    ann.page.mouse.move(square["x"] + square["width"] / 2, square["y"] + square["height"] / 2, steps=5)
    ann.page.mouse.up()
    ann.page.locator(".moves li").wait_for()
    assert ann.page.locator("svg.held").count() == 0
    assert ann.record(table)["moves"] == [f"{tray['name']}-b2"]


def test_looking_back_by_click_arrows_and_slider(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=5)
    line = ann.page.locator(".turnline")
    ann.page.locator(".moves button").nth(1).click()
    line.filter(has_text="After move 2 of 5").wait_for()
    assert ann.page.locator("[data-target]").count() == 0
    ann.page.get_by_role("button", name="One move on").click()
    line.filter(has_text="After move 3 of 5").wait_for()
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("ArrowLeft")
    line.filter(has_text="After move 2 of 5").wait_for()
    ann.page.get_by_label("Walk through the game").fill("4")
    line.filter(has_text="After move 4 of 5").wait_for()
    ann.page.get_by_role("button", name="Back to now").click()
    ann.page.locator(".myturn [data-target]").first.wait_for(state="attached")


def test_the_score_can_be_read_before_an_earlier_moment_has_come(visit):
    ann = visit("Ann")
    asked: list[str] = []

    def between(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: asked.append(text) if '"do":"look"' in text else server.send(text))

    ann.page.route_web_socket("**/ws", between)
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=3)
    ann.page.locator(".moves button").first.click()
    ann.page.get_by_role("tab", name="Score").click()
    ann.page.locator(".sheet h2").first.wait_for()
    assert len(asked) == 1


def test_a_line_of_the_score_shows_where_its_points_are_also_by_keyboard(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=2)
    ann.page.get_by_role("tab", name="Score").click()
    line = ann.page.locator(".sheet li").first
    rings = "() => [...document.querySelectorAll('.stage .ring:not(.under)')].map((one) => one.outerHTML).join()"
    before = ann.page.evaluate(rings)
    for show, hide in ((line.hover, lambda: ann.page.mouse.move(1, 1)), (line.focus, line.blur)):
        show()
        ann.page.wait_for_function(f"before => ({rings})() !== before", arg=before)
        hide()
        ann.page.wait_for_function(f"before => ({rings})() === before", arg=before)


def test_take_back_score_and_rules(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "here"])
    play(Mouse(ann), Random(1), moves=4)
    ann.page.get_by_role("button", name="Take back").click()
    ann.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 3")
    ann.page.get_by_role("tab", name="Score").click()
    ann.page.locator(".sheet h2").first.wait_for()
    ann.page.get_by_role("tab", name="Rules").click()
    ann.page.locator(".applies", has_text="Now:").wait_for()
    assert ann.page.locator(".prose h2, .prose h1").count() > 2


def test_talking(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "here"])
    ann.look()
    ann.page.get_by_role("tab", name="Talk").click()
    ann.page.get_by_label("Say something").fill("Good <b>luck</b>!")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".talk li", has_text="Good <b>luck</b>!").wait_for()
    ann.page.get_by_label("Say something").fill("And")
    assert ann.page.get_by_label("Say something").evaluate("one => document.activeElement === one")


def test_marks_on_request(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=2)
    ann.turn_to("rest")
    barred = ann.page.get_by_role("button", name="barred plates")
    shown = "document.querySelectorAll('.layer-marks .item:not(.hidden)').length"
    before = ann.page.evaluate(shown)
    barred.click()
    ann.page.wait_for_function(f"before => {shown} !== before", arg=before)


def test_settings_are_kept(visit):
    ann = visit("Ann")
    ann.open("/")
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("group", name="Colours").get_by_label("dark").check()
    ann.page.get_by_label("High contrast").check()
    ann.page.get_by_role("button", name="Close").click()
    ann.page.reload()
    ann.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert ann.page.evaluate("document.documentElement.dataset.contrast") == "high"


def test_a_move_is_confirmed_when_there_are_days_for_it(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"], clock={"kind": "days", "days": 1})
    keys = Keyboard(ann)
    seen = ann.look()
    keys.choose(seen["targets"][0], Random(0))
    confirm = ann.page.locator(".choices .primary")
    confirm.wait_for()
    ann.page.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    assert ann.page.locator(".moves li").count() == 0


def test_a_move_to_confirm_outlasts_what_others_say(visit):
    ann, bob = visit("Ann", confirm="yes"), visit("Bob")
    table = ann.set_table("kulami", ["me", "open"])
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="Sit here").click()
    target = ann.look()["targets"][0]
    Mouse(ann).choose(target, Random(0))
    confirm = ann.page.locator(".choices .primary")
    confirm.locator("svg.glyph").wait_for()
    bob.page.get_by_role("tab", name="Talk").click()
    bob.page.get_by_label("Say something").fill("Hello")
    bob.page.keyboard.press("Enter")
    ann.page.locator(".tab .badge", has_text="1").wait_for()
    ann.page.locator(".layer-ghost > *").first.wait_for(state="attached")
    confirm.click()
    ann.page.locator(".moves li").wait_for()
    assert ann.record(table)["moves"] == [target["name"]]


def test_the_draws_of_a_finished_game_are_checked(visit):
    ann = visit("Ann")
    table = ann.set_table("kabaleo", ["me", "here"])
    play(Mouse(ann), Random(1), moves=3)
    ann.press_resign()
    ann.page.locator(".result").get_by_role("button", name="Close").click()
    ann.page.get_by_role("link", name="Check the draws").click()
    ann.page.get_by_role("heading", name="Yes: everything follows from what was fixed.").wait_for()
    assert ann.page.locator(".checks .fails").count() == 0 and ann.page.locator(".checks .holds").count() > 3
    record = ann.record(table)
    seed = record["draws"]["seed"]
    forged = ann.page.get_by_label("The record of a finished game").input_value().replace(seed, seed[::-1])
    ann.page.get_by_label("The record of a finished game").fill(forged)
    ann.page.get_by_role("button", name="Check").click()
    ann.page.get_by_role("heading", name="No: something does not follow.").wait_for()


def test_an_account_brings_games_to_another_device(visit):
    ann = visit("Ann")
    table = ann.set_table("quantik", ["me", "level 1"])
    ann.open("/me")
    making = ann.page.locator("form", has_text="Make an account")
    making.get_by_label("Name").fill("Annabel")
    making.get_by_label("Passphrase").fill("correct horse battery")
    making.get_by_role("button", name="Make it").click()
    ann.page.get_by_role("heading", name="Annabel").wait_for()
    phone = visit()
    phone.open("/me")
    entering = phone.page.locator("form", has_text="Sign in")
    entering.get_by_label("Name").fill("Annabel")
    entering.get_by_label("Passphrase").fill("correct horse battery")
    entering.get_by_role("button", name="Sign in").click()
    phone.page.get_by_role("heading", name="Annabel").wait_for()
    phone.page.locator("#main").get_by_role("link", name="My games").click()
    phone.page.locator(f"a[href='/table/{table}']").wait_for()


def test_the_focus_stays_where_it_is(visit):
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.set_table("kulami", ["me", "open"])
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="Sit here").click()
    bob.page.get_by_role("tab", name="Talk").click()
    bob.page.get_by_label("Say something").fill("Let me see")
    play(Mouse(ann), Random(1), moves=0)
    target = ann.look()["targets"][0]
    Mouse(ann).choose(target, Random(0))
    bob.page.locator(".turnline", has_text="Your turn").wait_for()
    field = bob.page.get_by_label("Say something")
    assert field.input_value() == "Let me see" and field.evaluate("one => document.activeElement === one")
    bob.turn_to("rest")
    cross = bob.page.get_by_role("button", name="cross")
    cross.focus()
    bob.page.keyboard.press("Enter")
    assert bob.page.evaluate("document.activeElement.textContent") == cross.inner_text()


def test_keys_alone_confirm_and_come_back_to_the_board(visit):
    ann = visit("Ann", confirm="yes")
    ann.set_table("kulami", ["me", "here"])
    keys = Keyboard(ann)
    for moves in range(1, 4):
        seen = ann.look()
        keys.choose(seen["targets"][0], Random(0))
        ann.page.locator(".choices .primary").wait_for()
        ann.page.keyboard.press("Enter")
        ann.page.wait_for_function("moves => document.querySelectorAll('.moves li').length === moves", arg=moves)
        ann.page.wait_for_function("() => Boolean(document.activeElement.dataset.target)")


def test_what_scores_lights_up_and_pieces_move(visit):
    ann = visit("Ann", motion=True)
    ann.set_table("kulami", ["me", "here"])
    Mouse(ann).choose(ann.look()["targets"][0], Random(0))
    ann.page.locator(".ring.lit").first.wait_for(state="attached")
    ann.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 1")
    assert ann.page.locator(".moves .gain").count() == 1
    ann.page.wait_for_function("() => document.querySelectorAll('.ring.lit').length === 0")


def test_the_board_is_as_large_as_what_lies_on_it(visit):
    ann = visit("Ann")
    ann.set_table("rangees", ["me", "here"])
    size = "() => document.querySelector('.stage svg').getAttribute('viewBox')"
    for moves in (1, 2, 3, 6):
        play(Mouse(ann), Random(moves), moves=moves)
        grown = ann.page.evaluate(size)
        ann.page.reload()
        ann.look()
        assert ann.page.evaluate(size) == grown


def test_a_tap_on_a_taken_place_says_why_it_is_none(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=3)
    marble = ann.page.locator(".stage [data-id^='marble:']").first.bounding_box()
    ann.page.mouse.click(marble["x"] + marble["width"] / 2, marble["y"] + marble["height"] / 2)
    ann.page.locator(".notice.wrong").wait_for()


def test_a_click_beside_what_can_be_chosen_chooses_nothing(visit):
    """A finger may miss by a little; a mouse that clicks on a filled triangle lays no tile beside it."""
    ann = visit("Ann")
    table = ann.set_table("on_top", ["me", "here"])
    play(Mouse(ann), Random(3), moves=4)
    moves = len(ann.record(table)["moves"])
    box = ann.page.locator(".stage [data-id='black:0']").bounding_box()
    ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.locator(".notice", has_text="is filled already").wait_for()
    assert len(ann.record(table)["moves"]) == moves


def test_where_a_tile_was_taken_away_none_is_put_again(visit):
    ann = visit("Ann")
    ann.set_table("rangees", ["me", "here"])
    play(Mouse(ann), Random(3), moves=3)
    Mouse(ann).choose(next(target for target in ann.look()["targets"] if not target["other"]), Random(1))
    ann.page.locator(".advice", has_text="Now choose where").wait_for()
    box = ann.page.locator(".layer-marks [data-mark='vacated']").first.bounding_box()
    ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.locator(".notice", has_text="A tile was taken away from").wait_for()


def test_a_place_before_a_piece_is_told_what_comes_first(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "here"])
    ann.look()
    first = ann.text(".advice")
    square = ann.page.locator(".stage [data-id='a1']").bounding_box()
    ann.page.mouse.click(square["x"] + square["width"] / 2, square["y"] + square["height"] / 2)
    ann.page.locator(".notice", has_text=first).wait_for()


def test_whoever_sets_a_table_sees_the_link_and_whoever_comes_a_seat(visit):
    ann, bob = visit("Ann"), visit("Bob")
    table = ann.set_table("quantik", ["me", "open"])
    assert ann.page.get_by_label("Link to this table").input_value().endswith(table)
    assert ann.page.locator(".lounge button.primary").all_inner_texts() == ["Copy the link"]
    ann.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    ann.page.get_by_role("button", name="Copy the link").click()
    ann.page.get_by_text("Copy the link by hand: it is selected.").wait_for()
    assert ann.page.evaluate("getSelection().toString()").endswith(table)
    bob.open(f"/table/{table}")
    bob.page.locator(".lounge").wait_for()
    assert bob.page.locator(".lounge button.primary").all_inner_texts() == ["Sit here"]


def test_the_end_says_who_has_won_and_then_what_ended_it(visit):
    ann = visit("Ann")
    ann.set_table("quantik", ["me", "level 1"])
    ann.look()
    name, before = ann.text(".others strong"), ann.page.url
    ann.press_resign()
    assert ann.text(".end span") == f"You lose, {name} wins"
    assert ann.text(".result .why") == ann.text(".advice") == "The game has ended: by resignation."
    ann.page.locator(".result .shut").click()
    ann.page.locator(".choices").get_by_role("button", name="Play again").click()
    ann.page.wait_for_url(lambda address: "/table/" in address and address != before)
