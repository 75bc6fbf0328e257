"""The page of oneself: what one is called, where one is signed in, and how one stops being so."""

import pytest

from web.visitors import Visitor

PHRASE = "a long sentence"
REFUSED = r"WebSocket connection|status of 40[13]"
"""What a browser itself says when a server refuses."""


@pytest.fixture
def devices(visit):
    """Makes somebody with an account, signed in on two devices."""

    def make(name: str) -> tuple[Visitor, Visitor]:
        home, phone = visit(name), visit()
        home.make_account(name)
        sign_in(phone, name, PHRASE)
        return home, phone

    return make


def sign_in(visitor: Visitor, name: str, passphrase: str) -> None:
    answer = visitor.context.request.post("/api/session", data={"name": name, "passphrase": passphrase})
    assert answer.ok, answer.text()


def test_a_session_elsewhere_is_ended_from_here_and_the_page_there_says_so(devices):
    home, phone = devices("Ida Roe")
    phone.forgive(REFUSED)
    phone.set_table("quantik", ["me", "here"])
    phone.look()
    sockets = []
    phone.page.on("websocket", lambda socket: sockets.append(socket))
    home.open("/me")
    assert home.page.get_by_text("this device").count() == 1
    home.page.get_by_role("button", name="Sign out there").click()
    home.page.get_by_text("Where I am signed in").wait_for(state="hidden")
    phone.page.get_by_text("Your session here has ended").wait_for()
    assert len(sockets) == 1, "whoever is refused for good does not try again and again"


def test_one_signs_out_everywhere_else(devices):
    home, phone = devices("Ida Coe")
    home.open("/me")
    home.page.get_by_role("button", name="Sign out everywhere else").click()
    home.page.get_by_text("Where I am signed in").wait_for(state="hidden")
    assert phone.context.request.get("/api/me").json() is None
    assert home.context.request.get("/api/me").json()["name"] == "Ida Coe"


def test_a_passphrase_is_changed(devices):
    home, phone = devices("Ida Moe")
    home.forgive(r"status of 409")
    home.open("/me")
    changing = home.page.locator("form", has_text="Change my passphrase")
    for old, said in (("wrong sentence", "No account has this name with this passphrase."), (PHRASE, "Done.")):
        changing.get_by_label("The passphrase so far").fill(old)
        changing.get_by_label("The new one").fill("another sentence")
        changing.get_by_role("button", name="Change it").click()
        home.page.get_by_text(said).wait_for()
    assert phone.context.request.get("/api/me").json() is None
    sign_in(phone, "Ida Moe", "another sentence")


def test_making_an_account_leaves_one_at_the_table(visit):
    ann = visit("Ann")
    table = ann.set_table("quantik", ["me", "here"])
    before = ann.look()
    ann.forgive(REFUSED)
    ann.make_account("Ida Ann")
    ann.send("play", table=table, seat=0, move="S-b2")
    ann.look(before["sign"])


def test_nothing_that_was_kept_for_the_page_stays_when_one_signs_out(visit):
    ann = visit("Ann")
    ann.open("/me")
    ann.page.evaluate("caches.open('tablier').then((kept) => kept.put('/', new Response('mine')))")
    with ann.page.expect_navigation(url="**/"):
        ann.page.get_by_role("button", name="Sign out").click()
    kept = "caches.match('/').then((found) => found?.text())"
    assert ann.page.evaluate(kept) != "mine"


def test_somebody_forgotten_is_called_so_in_ones_own_language(visit):
    ann, bob = visit("Ann"), visit("Bob", language="fr")
    table = ann.set_table("quantik", ["me", "open"])
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="S’asseoir").click()
    bob.page.locator(".table").wait_for()
    ann.open("/me")
    ann.page.get_by_role("button", name="Delete my data").click()
    with ann.page.expect_navigation(url="**/"):
        ann.page.get_by_role("dialog").get_by_role("button", name="Delete my data").click()
    bob.open(f"/table/{table}")
    bob.page.get_by_text("quelqu’un qui est parti").first.wait_for()
    bob.open("/games")
    bob.page.get_by_text("quelqu’un qui est parti").first.wait_for()
