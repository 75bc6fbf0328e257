"""Boards as everybody likes them, and sounds that wait for a gesture, in a browser."""

from tablier.core.looks import palette
from tablier.core.registry import game

SEEN = """(boards) => {
  const inner = document.createElement("div");
  inner.dataset.game = "quantik";
  inner.append(Object.assign(document.createElement("i"), { className: "finish-line" }));
  const part = document.createElement("div");
  if (boards) part.dataset.boards = boards;
  part.append(inner);
  document.body.append(part);
  const seen = [getComputedStyle(inner).getPropertyValue("--board"), getComputedStyle(inner.firstChild).visibility];
  part.remove();
  return seen;
}"""


def board(theme, boards):
    return palette(game("quantik").folder, theme, boards)["board"]


def test_boards_are_those_that_somebody_prefers_and_a_part_may_show_others(visit):
    page = visit("Ann").open("/").page
    page.wait_for_selector("[data-game=quantik] use", state="attached")
    for theme in ("light", "dark"):
        for boards, line in (("classic", "hidden"), ("slate", "hidden"), ("paper", "visible")):
            page.evaluate(
                "async (taste) => { const { prefer } = await import('/web/preferences.js');"
                " for (const [name, value] of Object.entries(taste)) prefer(name, value); }",
                {"theme": theme, "boards": boards},
            )
            assert page.evaluate(SEEN, None) == [board(theme, boards), line]
            assert page.evaluate(SEEN, "paper") == [board(theme, "paper"), "visible"]
            assert page.evaluate(SEEN, "classic") == [board(theme, "classic"), "hidden"]


READY = "addEventListener('load', () => import('/web/sound.js').then(() => console.log('ready')))"


def test_no_sound_is_fetched_before_somebody_touches_the_page(visit, server):
    page = visit("Ann").page
    fetched = []
    page.add_init_script(READY)
    page.on("request", lambda request: fetched.append(request.url))
    with page.expect_console_message(lambda message: message.text == "ready"):
        page.goto(server.url)  # a driver that evaluates anything counts as a gesture
    assert [url for url in fetched if url.endswith("sound.js")] and not [url for url in fetched if ".wav" in url]
    page.keyboard.press("Tab")
    with page.expect_response("**/knock.wav") as answer:
        page.evaluate("import('/web/sound.js').then(({ play }) => play('wrong'))")
    assert answer.value.ok and answer.value.headers["content-type"] == "audio/wav"
