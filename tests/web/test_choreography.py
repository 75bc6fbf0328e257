"""What happens at a table is seen to move: from where it was, in its order, and at a pace that can be followed."""

import json
from random import Random

import pytest

from web.visitors import Keyboard, Mouse, Touch, Visitor, play

TOLD = """
window.told = [];
window.heard = 0;
addEventListener("movement", ({ detail }) => {
  const flight = [...document.querySelectorAll("svg.carried:not(.held)")].at(-1);
  const delay = detail.kind === "travel" ? flight.getAnimations()[0].effect.getTiming().delay : null;
  window.told.push({ ...detail, delay, moves: document.querySelectorAll(".moves li").length });
});
addEventListener("scored", ({ detail }) => {
  const places = [...document.querySelectorAll(".ring.lit")].length;
  const flying = [...document.querySelectorAll(".flying")].map((number) => number.textContent);
  window.told.push({ kind: "scored", ...detail, places, flying });
});
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(address) {
    super(address);
    this.addEventListener("message", ({ data }) => data.includes('"log"') && window.heard++);
  }
};
"""


class Between:
    """Between the page and the server: lets answers wait, or refuses moves."""

    def __init__(self, visitor: Visitor, refuse: bool = False):
        self.held: list[str] = []
        self.holding = False
        self.refuse = refuse
        self.asked: list[dict] = []
        visitor.page.route_web_socket("**/ws", self._join)

    def _join(self, socket) -> None:
        self.socket = socket
        server = socket.connect_to_server()

        def ask(text: str) -> None:
            message = json.loads(text)
            self.asked.append(message)
            if message["do"] == "play" and self.refuse:
                wrong = {"kind": "Illegal", "text": {"in": "web", "say": "wire.away", "with": {}}}
                self.held.append(json.dumps({"re": message["id"], "error": wrong}))
                self.holding = True
                return
            self.holding = self.holding or message["do"] == "play"
            server.send(text)

        socket.on_message(ask)
        server.on_message(lambda text: self.held.append(text) if self.holding else socket.send(text))

    def let_go(self) -> None:
        self.holding = False
        while self.held:
            self.socket.send(self.held.pop(0))


def sit(visit, game: str, seats=("me", "here"), pace="off", refuse: bool | None = None, **how):
    ann = visit("Ann", motion=True, pace=pace, **how)
    ann.page.add_init_script(TOLD)
    between = Between(ann, refuse) if refuse is not None else None
    ann.set_table(game, list(seats))
    ann.look()
    return ann, between


def told(visitor: Visitor, kind: str | None = None) -> list[dict]:
    return [one for one in visitor.page.evaluate("window.told") if kind in (None, one["kind"])]


def choose(hand: Mouse, name: str) -> None:
    seen = hand.visitor.look()
    hand.choose(next(target for target in seen["targets"] if target["name"] == name), Random(0))


def at_rest(visitor: Visitor) -> None:
    """Nothing is on its way, and nothing waits to be shown."""
    visitor.page.wait_for_function("() => !document.querySelector('svg.carried, .flying')")


def test_my_piece_travels_from_my_hand_before_the_server_answers(visit):
    ann, between = sit(visit, "quantik", refuse=False)
    hand = Mouse(ann)
    choose(hand, "S")
    choose(hand, "b2")
    ann.page.wait_for_function("() => window.told.length > 0")
    (mine,) = told(ann)
    assert (mine["id"], mine["kind"], mine["from"], mine["to"], mine["moves"]) == (
        "0S1",
        "travel",
        "tray:0",
        "board",
        0,
    )
    assert ann.page.locator(".moves li").count() == 0
    at_rest(ann)
    lies = ann.page.locator(".stage [data-id='0S1']").bounding_box()
    between.let_go()
    ann.page.locator(".moves li").wait_for()
    assert told(ann) == [mine], "what had come is moved once more"
    assert ann.page.locator(".stage [data-id='0S1']").bounding_box() == pytest.approx(lies, abs=0.5)


@pytest.mark.parametrize("game", ["kulami", "on_top"])
def test_the_answer_of_the_server_does_not_cut_a_flight_short(visit, game):
    ann, between = sit(visit, game, refuse=False)
    ann.page.evaluate(
        """() => addEventListener("movement", () => {
          for (const flight of document.querySelectorAll("svg.carried"))
            for (const flown of flight.getAnimations()) flown.pause();
        })"""
    )
    Mouse(ann).choose(ann.look()["targets"][0], Random(0))
    ann.page.locator("svg.carried").first.wait_for(state="attached")
    flying = ann.page.locator("svg.carried").count()
    caught = ann.page.locator("svg.carried use").evaluate_all(
        """pieces => pieces.filter((piece) => {
          const { x, y, width, height } = piece.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.carried");
        }).length"""
    )
    assert caught == 0, "a piece on its way is in the way of a pointer"
    known = ann.page.locator(".moves li").count()
    between.let_go()
    ann.page.wait_for_function("n => document.querySelectorAll('.moves li').length > n", arg=known)
    assert ann.page.locator("svg.carried").count() >= flying
    assert ann.page.locator(".stage .item.lifted").count() >= flying
    ann.page.evaluate(
        """() => {
          window.heldUp = true;
          document.getAnimations().forEach((flown) => void flown.finish());
        }"""
    )
    at_rest(ann)
    assert ann.page.locator(".lifted").count() == 0


@pytest.mark.parametrize("game", ["kulami", "on_top"])
def test_while_a_move_is_on_its_way_nothing_can_be_chosen(visit, game):
    ann, between = sit(visit, game, refuse=False)
    Mouse(ann).choose(ann.look()["targets"][0], Random(0))
    ann.page.wait_for_function("() => window.told.length > 0")
    ann.page.keyboard.press("v")  # all is drawn anew
    assert ann.page.locator("[data-target]").count() == 0
    between.let_go()
    assert ann.look()["targets"]


def test_a_piece_comes_back_if_the_server_refuses(visit):
    ann, between = sit(visit, "quantik", refuse=True)
    hand = Mouse(ann)
    choose(hand, "S")
    choose(hand, "b2")
    ann.page.wait_for_function("() => window.told.length > 0")
    assert ann.page.locator(".notice.wrong").count() == 0
    between.let_go()
    ann.page.locator(".notice.wrong").wait_for()
    ann.page.wait_for_function("() => window.told.length > 1")
    assert [(one["id"], one["from"], one["to"]) for one in told(ann)] == [
        ("0S1", "tray:0", "board"),
        ("0S1", "board", "tray:0"),
    ]
    at_rest(ann)
    assert ann.page.locator(".own [data-id='0S1']").count() == 1
    assert ann.page.locator(".moves li").count() == 0
    ann.look()


def test_the_reply_comes_after_and_under_a_name_of_its_own(visit):
    ann, _ = sit(visit, "kulami", ("me", "level 1"), pace="fast")
    Mouse(ann).choose(ann.look()["targets"][0], Random(0))
    ann.page.wait_for_function("() => window.told.filter((one) => one.kind === 'travel').length > 1")
    mine, reply = told(ann, "travel")
    assert (mine["from"], mine["to"], mine["moves"]) == ("box:0", "board", 0)
    assert (reply["from"], reply["to"], reply["moves"]) == ("box:1", "board", 1)
    assert mine["id"].startswith("marble:0:") and reply["id"].startswith("marble:1:")


def test_two_pieces_of_a_colour_meet_and_leave(visit):
    ann, _ = sit(visit, "kabaleo", ("me", "level 1"))
    hand, random, moves = Mouse(ann), Random(4), 3
    while not (away := [one for one in told(ann, "travel") if one["to"] == "out"]):
        assert not play(hand, random, moves=moves)["over"], "nothing has met"
        moves += 1
    played, met = away[:2]
    assert played["id"] != met["id"] and (met["from"], met["via"]) == ("board", "")
    if played["from"] == "board":  # one's own piece lay there before the server said that it meets another
        came = next(one for one in told(ann, "travel") if one["id"] == played["id"])
        assert came["from"].startswith("hand:") and came["to"] == "board"
    else:
        assert played["via"] and played["from"].startswith("hand:") and played["delay"] < met["delay"]


def test_pawns_follow_their_tile_one_by_one(visit):
    ann, _ = sit(visit, "on_top")
    hand, random, moves = Mouse(ann), Random(4), 5
    while True:
        assert not play(hand, random, moves=moves)["over"], "no two pawns came at once"
        landed = [one for one in told(ann, "travel") if one["to"] == "board" and one["moves"] == moves - 2]
        pawns = [one for one in landed if not one["id"].startswith("tile:")]
        if len(pawns) > 1:
            break
        moves += 2
    tile = [one for one in landed if one["id"].startswith("tile:")]
    assert {(one["from"], one["delay"]) for one in tile} == {("hand", 0)}
    delays = [pawn["delay"] for pawn in pawns]
    assert delays == sorted(set(delays)) and landed[: len(tile)] == tile
    assert all(pawn["from"].startswith(("seat:", "neutral:")) for pawn in pawns)


def test_what_scores_is_lit_and_flies_to_whoever_gets_it(visit):
    ann, _ = sit(visit, "kulami")
    Mouse(ann).choose(ann.look()["targets"][0], Random(0))
    ann.page.wait_for_function("() => window.told.some((one) => one.kind === 'scored')")
    (line,) = told(ann, "scored")
    assert line["where"] and line["seat"] == 0 and line["points"] > 0
    assert line["places"] == len(line["where"]) and line["flying"] == [f"+{line['points']}"]
    at_rest(ann)
    ann.page.wait_for_function("() => !document.querySelector('.ring.lit')")
    assert ann.text(".player[data-seat='0'] .points").startswith(str(line["points"]))


def heard(visitor: Visitor, number: int) -> None:
    """So many frames have been heard that tell moves. Time stands still, but for what a click needs."""
    for _ in range(100):
        visitor.page.clock.run_for(5)
        if visitor.page.evaluate("window.heard") >= number:
            visitor.page.clock.run_for(5)
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the server does not answer")


@pytest.mark.parametrize("pace", ["normal", "off"])
def test_a_reply_waits_its_turn_unless_one_hurries(visit, pace):
    ann = visit("Ann", motion=True, pace=pace)
    ann.page.add_init_script(TOLD)
    ann.page.clock.install()
    ann.set_table("kulami", ["me", "level 1"])
    ann.look()
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") / 1000 + 2)
    known = ann.page.evaluate("window.heard")
    target = ann.look()["targets"][0]
    ann.page.mouse.click(*target["at"])
    heard(ann, known + 2)
    if pace == "normal":
        assert ann.page.locator(".moves li").count() == 1
        ann.page.clock.run_for(100)
        assert ann.page.locator(".moves li").count() == 1
        assert ann.page.locator("[data-target]").count() == 0
        ann.page.mouse.click(*target["at"])
        ann.page.clock.run_for(5)
    assert ann.page.locator(".moves li").count() == 2
    ann.page.clock.resume()


def phantoms(visitor: Visitor) -> dict:
    return visitor.page.evaluate(
        """() => ({
          ghosts: document.querySelectorAll(".layer-ghost > *").length,
          focused: document.activeElement?.dataset?.target ?? null,
        })"""
    )


@pytest.mark.parametrize("game", ["quantik", "kulami", "on_top", "kabaleo"])
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_after_a_move_nothing_lies_there_that_nobody_laid(visit, game, by):
    ann = visit("Ann", touch=by == "touch", size=(390, 844) if by == "touch" else (1280, 900), motion=True)
    ann.set_table(game, ["me", "level 1"])
    hand = (Touch if by == "touch" else Mouse)(ann)
    seen = play(hand, Random(1), moves=ann.look()["moves"] + 2)
    assert seen["targets"]
    if by == "mouse":
        ann.page.mouse.move(2, 2)
    at_rest(ann)
    assert phantoms(ann) == {"ghosts": 0, "focused": None}


def test_by_keys_what_would_be_follows_the_focus(visit):
    ann, _ = sit(visit, "kulami")
    keys = Keyboard(ann)
    keys.reach("[data-target]")
    for key in ("ArrowRight", "ArrowDown"):
        ann.page.keyboard.press(key)
        ann.page.wait_for_function(
            """() => {
              const ghost = document.querySelector(".layer-ghost [data-id^='marble:']")?.getBoundingClientRect();
              const focus = document.activeElement.querySelector(".area")?.getBoundingClientRect();
              const middle = (box, from, size) => box[from] + box[size] / 2;
              const near = (from, size) => Math.abs(middle(ghost, from, size) - middle(focus, from, size)) < 12;
              return ghost && focus && near("x", "width") && near("y", "height");
            }"""
        )
    ann.page.locator("#tab-moves").focus()
    ann.page.wait_for_function("() => !document.querySelector('.layer-ghost > *')")
