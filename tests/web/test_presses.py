"""What is pressed is what is clicked, whatever the page is told between press and release."""

from random import Random

import pytest

from web.visitors import Keyboard, Mouse, Visitor, play

HEARD = """
window.heard = 0;
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(address) {
    super(address);
    this.addEventListener("message", () => window.heard++);
  }
};
"""
READ = """
const json = Response.prototype.json;
Response.prototype.json = async function () {
  const found = await json.call(this);
  if (/\\/api\\/now/.test(this.url)) window.read++;
  return found;
};
"""
SAY = """(table) => {
  window.heardBefore = window.heard;
  import("/web/wire.js").then(({ wire }) => wire.send("say", { table, text: "news" }));
}"""
ASK_BACK = SAY.replace('"say", { table, text: "news" }', '"take_back", { table, seat: 1 }')
MIDDLE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def sit(visit, game: str, seats=("me", "here"), **how) -> tuple[Visitor, str]:
    ann = visit("Ann", **how)
    ann.page.add_init_script(HEARD)
    table = ann.set_table(game, list(seats))
    ann.look()
    return ann, table


def tell(visitor: Visitor, table: str, news: str = SAY) -> None:
    """Let the page be told of something; the frame and the answer are heard when this returns."""
    visitor.page.evaluate(news, table)
    visitor.page.wait_for_function("() => window.heard >= window.heardBefore + 2")


def at(visitor: Visitor, selector: str) -> tuple[float, float]:
    """The middle of something, once it has come to rest where a pointer can reach it."""
    visitor.page.locator(selector).first.click(trial=True)
    return middle(visitor, selector)


def middle(visitor: Visitor, selector: str) -> tuple[float, float]:
    """Found and measured at one go: in between it might be drawn anew."""
    return tuple(visitor.page.evaluate(MIDDLE, selector))


def click(visitor: Visitor, table: str, spot: tuple[float, float]) -> None:
    """A click with news between press and release."""
    visitor.page.mouse.move(*spot)
    visitor.page.mouse.down()
    tell(visitor, table)
    visitor.page.mouse.up()


def tap(visitor: Visitor, table: str, spot: tuple[float, float]) -> None:
    finger = visitor.context.new_cdp_session(visitor.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": spot[0], "y": spot[1]}]})
    tell(visitor, table)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_place_on_the_board(visit):
    ann, table = sit(visit, "kulami")
    target = ann.look()["targets"][5]
    click(ann, table, target["at"])
    ann.page.locator(".moves li").wait_for()
    assert ann.record(table)["moves"] == [target["name"]]
    ann.page.locator(".tab .badge", has_text="1").wait_for()


def test_a_place_under_a_finger(visit):
    ann, table = sit(visit, "kulami", touch=True, size=(390, 844), confirm="no")
    target = ann.look()["targets"][5]
    tap(ann, table, target["at"])
    ann.page.locator(".moves li").wait_for(state="attached")
    assert ann.record(table)["moves"] == [target["name"]]


def test_a_piece_beside_the_board(visit):
    ann, table = sit(visit, "quantik")
    click(ann, table, next(target["at"] for target in ann.look()["targets"] if target["beside"]))
    ann.page.locator(".ring.chosen").wait_for()


@pytest.mark.parametrize(
    ("page", "pressed", "then"),
    [
        ("moves", "#tab-score", "#tab-score[aria-selected=true]"),
        ("rest", ".toggle", ".toggle:first-child[aria-pressed=false]"),
        ("rest", ".rest .row button", "dialog[open] .share"),
        ("moves", ".quick button:last-child", ".quick [aria-label='Switch sounds on']"),
    ],
)
def test_a_button(visit, page, pressed, then):
    ann, table = sit(visit, "kulami")
    ann.turn_to(page)
    click(ann, table, at(ann, pressed))
    ann.page.locator(then).wait_for()


def test_a_button_that_would_be_covered(visit):
    """Somebody asks to take back: the question lies over the foot of the sheet."""
    ann, bob = visit("Ann"), visit("Bob")
    for somebody in (ann, bob):
        somebody.page.add_init_script(HEARD)
    table = ann.set_table("kulami", ["me", "open"])
    bob.open(f"/table/{table}")
    bob.page.get_by_role("button", name="Sit here").click()
    for somebody in (ann, bob):
        Mouse(somebody).choose(somebody.look()["targets"][0], Random(0))
        somebody.page.wait_for_function("() => !document.querySelector('.myturn')")
    ann.look()
    spot = at(ann, ".walk button")
    ann.page.mouse.move(*spot)
    ann.page.mouse.down()
    heard = ann.page.evaluate("window.heard")
    tell(bob, table, ASK_BACK)
    ann.page.wait_for_function("heard => window.heard > heard", arg=heard)
    assert ann.page.locator(".question").count() == 0
    ann.page.mouse.up()
    ann.page.locator(".question").wait_for()
    assert ann.text(".turnline") == "After move 0 of 2"
    assert ann.page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.asked'))", spot)


def test_a_button_by_the_space_bar(visit):
    ann, table = sit(visit, "kulami")
    ann.page.locator("#tab-score").focus()
    ann.page.keyboard.down(" ")
    tell(ann, table)
    ann.page.keyboard.up(" ")
    ann.page.locator("#tab-score[aria-selected=true]").wait_for()


def test_a_move_is_confirmed_by_a_key_whatever_others_say(visit):
    ann, table = sit(visit, "kulami", confirm="yes")
    Keyboard(ann).choose(ann.look()["targets"][0], Random(0))
    ann.page.locator(".choices .primary:focus").wait_for()
    tell(ann, table)
    ann.page.locator(".tab .badge", has_text="1").wait_for()
    ann.page.keyboard.press("Enter")
    ann.page.locator(".moves li").wait_for()


def test_a_link_in_a_list_that_is_refreshed(visit):
    ann = visit("Ann")
    table = ann.set_table("kulami", ["me", "here"])
    ann.page.clock.install()
    ann.page.add_init_script(READ)
    ann.open("/")
    ann.page.mouse.move(*at(ann, ".ongoing a"))
    ann.page.mouse.down()
    ann.page.evaluate("window.read = 0")
    ann.page.clock.run_for(6_500)
    ann.page.wait_for_function("() => window.read >= 1")
    ann.page.mouse.up()
    ann.page.wait_for_url(f"**/table/{table}")


def test_news_comes_while_a_piece_is_dragged_and_after_a_press_on_nothing(visit):
    ann, table = sit(visit, "quantik")
    tray = next(target["at"] for target in ann.look()["targets"] if target["beside"])
    ann.page.mouse.move(*tray)
    ann.page.mouse.down()
    ann.page.mouse.move(tray[0] - 40, tray[1] + 10, steps=3)
    ann.page.locator("svg.held").wait_for()
    tell(ann, table)
    ann.page.locator(".tab .badge", has_text="1").wait_for()
    ann.page.mouse.up()
    ann.page.mouse.move(*at(ann, ".turnline"))
    ann.page.mouse.down()
    ann.page.mouse.move(*at(ann, ".tabs"), steps=3)
    ann.page.mouse.up()
    tell(ann, table)
    ann.page.locator(".tab .badge", has_text="2").wait_for()
    play(Mouse(ann), Random(1), moves=1)
