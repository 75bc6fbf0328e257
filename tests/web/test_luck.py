"""Luck, from the page: brought without a word, kept in the browser, and compared with the record in the end."""

from random import Random

from web.visitors import Mouse, Visitor, play

KEPT = "name => JSON.parse(localStorage[`luck/${name}`])"
SPOIL = """([name, change]) => {
  const key = `luck/${name}`;
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), ...change });
}"""
SAW = "The commitment is the one that you saw on"


def kept(visitor: Visitor, table: str) -> dict:
    return visitor.page.evaluate(KEPT, table)


def resign(visitor: Visitor) -> None:
    """As soon as the game has begun."""
    visitor.page.locator("#tab-moves").wait_for()
    visitor.press_resign()


def check(visitor: Visitor, table: str) -> None:
    visitor.open(f"/fair?table={table}")
    visitor.page.locator(".checks h2").wait_for()


def line(visitor: Visitor, words: str) -> str:
    return visitor.page.locator(".checks li", has_text=words).first.get_attribute("class") or ""


def test_a_game_by_one_click_has_luck_of_mine_and_the_page_says_so(visit):
    ann = visit("Ann")
    ann.open("/")
    ann.page.get_by_role("button", name="Play · Quantik").click()
    ann.page.locator(".stage > svg").wait_for()
    table = ann.page.url.rpartition("/")[2]
    resign(ann)
    mine, draws = kept(ann, table), ann.record(table)["draws"]
    assert mine["commitment"] == draws["commitment"] and mine["pledges"] == draws["pledges"]
    assert draws["luck"].count(mine["luck"]) == 1
    check(ann, table)
    assert ann.text(".checks h2") == "Yes: everything follows from what was fixed."
    for words in (SAW, "Your luck is in it.", "The pledges are those that you saw"):
        assert line(ann, words) == "holds"
    for change, words in (
        ({"commitment": "0" * 64}, SAW),
        ({"commitment": draws["commitment"], "luck": "0" * 32}, "Your luck is in it."),
        ({"luck": mine["luck"], "pledges": [None, None]}, "The pledges are those that you saw"),
    ):
        ann.page.evaluate(SPOIL, [table, change])
        check(ann, table)
        assert ann.text(".checks h2") == "No: something does not follow."
        assert line(ann, words) == "fails" and ann.page.locator(".checks .fails").count() == 1


def test_two_people_bring_luck_when_they_meet_and_when_they_meet_again(visit):
    ann, bob = visit("Ann"), visit("Bob")
    tables = [ann.set_table("quantik", ["me", "open"], luck=True)]
    bob.open(f"/table/{tables[0]}")
    bob.page.get_by_role("button", name="Sit here").click()
    for somebody in (ann, bob):
        somebody.page.locator(".stage > svg").wait_for()
    resign(ann)
    for somebody in (ann, bob):
        somebody.page.locator(".result").get_by_role("button", name="Play again").click()
    for somebody in (ann, bob):
        somebody.page.wait_for_url(lambda url: tables[0] not in url)
        somebody.page.locator(".stage > svg").wait_for()
    tables.append(ann.page.url.rpartition("/")[2])
    resign(ann)
    for table in tables:
        luck = ann.record(table)["draws"]["luck"]
        assert sorted(luck) == sorted(kept(somebody, table)["luck"] for somebody in (ann, bob))
        check(bob, table)
        assert ann.record(table)["draws"]["commitment"] == kept(bob, table)["commitment"]
        assert line(bob, "Your luck is in it.") == "holds" and bob.page.locator(".checks .fails").count() == 0


def test_people_at_one_screen_bring_luck_once(visit):
    ann = visit("Ann")
    table = ann.set_table("kabaleo", ["me", "here"], luck=True)
    play(Mouse(ann), Random(1), moves=2)
    resign(ann)
    assert ann.record(table)["draws"]["luck"] == [kept(ann, table)["luck"]] * 2


def test_only_the_name_of_a_table_gets_into_a_path(visit):
    ann = visit("Ann")
    asked = []
    ann.page.on("request", lambda request: asked.append(request.url))
    for name in ("../me?", "x", "0" * 31, "A" * 32):
        ann.open(f"/fair?table={name}")
        ann.page.get_by_role("button", name="Check").wait_for()
        ann.settle()
    assert not [url for url in asked if "/record" in url or "/api/tables" in url or "/api/me?" in url]


def test_the_page_leads_to_what_the_server_has_committed_to(visit):
    ann = visit("Ann")
    table = ann.set_table("quantik", ["me", "here"], luck=True)
    ann.page.wait_for_function("table => localStorage[`luck/${table}`]", arg=table)
    ann.open("/fair")
    link = ann.page.get_by_role("link", name="What this server has committed to today")
    listed = ann.context.request.get(link.get_attribute("href")).json()["commitments"]
    assert kept(ann, table)["commitment"] in [one["commitment"] for one in listed]


def test_a_record_that_cannot_be_read_is_not_fair(visit):
    ann = visit("Ann")
    ann.forgive("4(09|22)")
    table = ann.set_table("quantik", ["me", "here"])
    resign(ann)
    record = ann.context.request.get(f"/api/tables/{table}/record").text()
    seed = ann.record(table)["draws"]["seed"]
    ann.open("/fair")
    ann.page.get_by_label("The record of a finished game").fill(record.replace(seed, seed.upper()))
    ann.page.get_by_role("button", name="Check").click()
    ann.page.get_by_role("heading", name="No: something does not follow.").wait_for()
    assert line(ann, "Something in this record cannot be read") == "fails"
