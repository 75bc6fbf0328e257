"""Games that are over, and those who played them."""

import pytest

from web.visitors import Visitor

GAMES = (("quantik", ["me", "level 1"]), ("kulami", ["me", "level 6"]), ("kulami", ["me", "here"]))


@pytest.fixture
def zed(visit) -> Visitor:
    """Somebody who has lost a few games."""
    zed = visit("Zed")
    zed.tables = []
    for game, seats in GAMES:
        zed.tables.append(zed.set_table(game, seats))
        zed.look()
        zed.give_up(zed.tables[-1])
    return zed


def shows(visitor: Visitor, *tables: str) -> None:
    """The archive comes to show these games, in this order."""
    visitor.page.wait_for_function(
        """tables => JSON.stringify([...document.querySelectorAll(".archive li")].map((item) => item.dataset.table))
        === JSON.stringify(tables)""",
        arg=list(tables),
    )


def test_an_archive_shows_boards_results_in_words_and_is_filtered(zed):
    weak, strong, shared = zed.tables
    zed.open("/games")
    shows(zed, shared, strong, weak)
    assert "Sophia wins, by resignation" in zed.page.locator(f"li[data-table='{strong}']").inner_text()
    zed.settle()
    assert zed.page.locator(".archive img").first.evaluate("image => image.complete && image.naturalWidth > 0")
    zed.page.locator("select[name=game]").select_option("kulami")
    shows(zed, shared, strong)
    zed.page.locator("select[name=against]").select_option("tablier:6")
    shows(zed, strong)
    zed.page.reload()
    shows(zed, strong)  # what is looked for stands in the address
    zed.page.locator("select[name=result]").select_option("won")
    zed.page.get_by_text("No game is like that.").wait_for()
    zed.page.locator("select[name=result]").select_option("")
    zed.page.locator("select[name=game]").select_option("")
    zed.page.locator("select[name=against]").select_option("")
    zed.page.get_by_label("With whom").fill("nobody")
    zed.page.get_by_label("With whom").press("Enter")
    zed.page.get_by_text("No game is like that.").wait_for()


def test_an_archive_shows_what_was_asked_for_last(zed):
    weak, strong, shared = zed.tables
    zed.open("/games")
    shows(zed, shared, strong, weak)
    with zed.answered_backwards("**/api/archive?*", 2):
        zed.page.locator("select[name=game]").select_option("kulami")
        zed.page.locator("select[name=game]").select_option("quantik")
    shows(zed, weak)


def test_an_archive_has_more_than_one_leaf(zed):
    for _ in range(23):
        table = zed.context.request.post(
            "/api/tables", data={"game": "quantik", "seats": [{"who": "me"}, {"who": "here"}]}
        ).json()["table"]
        zed.give_up(table)
    zed.open("/games")
    zed.page.locator(".archive li").nth(23).wait_for()
    assert zed.page.locator(".archive li").count() == 24
    zed.page.get_by_role("button", name="Older games").click()
    zed.page.locator(".archive li").nth(25).wait_for()
    assert zed.page.get_by_role("button", name="Older games").is_hidden()


def test_ratings_lead_to_a_profile_with_the_games_that_everybody_could_find(visit):
    zoe, ann = visit("Zoe Q"), visit("Ann")
    zoe.make_account("Zoe Q")
    table = zoe.set_table("quantik", ["me", "level 1"], rated=True)
    zoe.exchange_moves(table)
    zoe.give_up(table)
    zoe.set_table("kulami", ["me", "here"])
    ann.open("/game/quantik#strongest")
    ann.page.locator(".strongest tr", has_text="Pip").wait_for()
    ann.page.get_by_role("link", name="Zoe Q").click()
    ann.page.get_by_role("heading", name="Zoe Q").wait_for()
    row = ann.page.locator(".strongest tbody tr")
    assert row.count() == 1 and "0 – 1 – 0" in row.inner_text()
    shows(ann, table)
    zoe.open("/games")
    zoe.page.get_by_role("link", name="What others see of me").click()
    zoe.page.get_by_role("heading", name="Zoe Q").wait_for()
