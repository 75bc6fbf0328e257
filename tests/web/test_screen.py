"""A table fills one window of any size, and nothing that happens or is said moves the board or a control."""

import json
from itertools import combinations, pairwise
from random import Random

import pytest

from tablier import Record
from web.steadiness import bother, shifts, watch
from web.visitors import SIZES, Mouse, Visitor, play, step

GAMES = ["quantik", "kulami", "rangees", "on_top", "kabaleo"]
WINDOWS = [(320, 568), (768, 1024)]
"""Others are watched while whole games are played in them by hand."""
MOMENTS = ["start", "middle", "end"]
OTHERS = {"on_top": 3, "kabaleo": 2}

MEASURE = """() => {
  const inside = (box) => box.width > 0 && box.height > 0 && box.left >= -0.5 && box.top >= -0.5
    && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
  const whole = (selector) => [...document.querySelectorAll(selector)]
    .every((part) => part.getBoundingClientRect().width === 0 || inside(part.getBoundingClientRect()));
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const board = document.querySelector(".stage > svg");
  const { width, height } = board.viewBox.baseVal;
  const stage = board.getBoundingClientRect();
  const scale = Math.min(stage.width / width, stage.height / height);
  const drawn = { width: width * scale, height: height * scale };
  const top = stage.top + (stage.height - drawn.height) / 2;
  const left = stage.left + (stage.width - drawn.width) / 2;
  const over = (part) => part && part.width > 0 && part.left < left + drawn.width - 1 && part.right > left + 1
    && part.top < top + drawn.height - 1 && part.bottom > top + 1;
  const reached = ([...document.querySelectorAll(".table [data-target]")]).filter((hit) => {
    const area = hit.querySelector(".area").getBoundingClientRect();
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
    return inside(area) && hit.closest("svg").contains(document.elementFromPoint(x, y));
  });
  const line = document.querySelector(".turnline");
  const confirm = document.querySelector(".choices .primary");
  const faults = {
    "the board is cut": !inside(stage) || scale <= 0,
    "one's own place is cut": !inside(box(".own .player")),
    "a name is cut": [...document.querySelectorAll(".player strong, .own .role")].some((name) => {
      const [box, card] = [name, name.closest(".player")].map((part) => part.getBoundingClientRect());
      return box.width > 0 && (box.top < card.top - 0.5 || box.bottom > card.bottom + 0.5);
    }),
    "one's hand is cut": !whole(".own .held svg"),
    "what belongs to nobody is cut": !whole(".commons figure:not(.empty) svg"),
    "whose turn it is is cut": !inside(line.getBoundingClientRect()) || line.scrollWidth > line.clientWidth + 1,
    "a sign is cut": !whole(".quick > button"),
    "the place to confirm is cut": !inside(box(".choices")),
    "the button to confirm is cut": Boolean(confirm) && !inside(confirm.getBoundingClientRect()),
    "the button to confirm is tiny": Boolean(confirm) && confirm.getBoundingClientRect().width < 56,
    "the page scrolls": document.scrollingElement.scrollHeight > innerHeight + 1
      || document.scrollingElement.scrollWidth > innerWidth + 1,
    "a target is out of reach": reached.length < document.querySelectorAll(".table [data-target]").length,
    "the end is cut": !whole(".result, .result button"),
    "the way on from the end is cut": [...document.querySelectorAll(".result .row button")]
      .some((button) => button.getBoundingClientRect().bottom > box(".result").bottom),
  };
  return {
    faults: Object.keys(faults).filter((name) => faults[name]),
    wide: drawn.width,
    high: drawn.height,
    confirms: Boolean(confirm),
    covered: over(box(".result")),
  };
}"""


LISTED = "n => document.querySelectorAll('.moves li').length >= n"


class Played:
    """A game that was played in several windows at once, and what they looked like."""

    def __init__(self, ann: Visitor, game: str):
        self.game = game
        self.seen: dict[tuple[str, tuple[int, int]], dict] = {}
        watch(ann)
        self.table = ann.set_table(game, ["me", *["level 1"] * OTHERS.get(game, 1)])
        *others, last = WINDOWS
        self.room = ann.resize(last)
        self.windows = [*(ann.beside(size).open(f"/table/{self.table}") for size in others), ann]
        for window in self.windows:
            self.moves = window.look()["moves"]

    def measure(self, moment: str) -> None:
        self.room.page.bring_to_front()
        for size in SIZES:
            self.room.resize(size)
            self.seen[moment, size] = self.room.page.evaluate(MEASURE)
        self.room.resize(WINDOWS[-1])

    def choose(self, random: Random) -> None:
        """A move that waits to be confirmed in the window that is measured; it is not sent."""
        while not (seen := self.room.look())["confirm"]:
            Mouse(self.room).choose(random.choice([one for one in seen["targets"] if not one["other"]]), random)
            self.room.look(seen["sign"])

    def play(self) -> None:
        random = Random(self.game)
        self.choose(random)
        self.measure("start")
        self.room.page.keyboard.press("Escape")
        over = False
        for turn, window in enumerate(self.windows):
            over = over or self._turn(window, random)
            if turn == 0 and not over:
                self._between(random)
        self._rest(random)
        for window in self.windows:
            window.page.locator(".result .end").wait_for(state="attached")
        self.room.page.locator(".result .end").wait_for()
        self.measure("end")

    def _turn(self, window: Visitor, random: Random) -> bool:
        """A move of one's own in one of the windows, once it knows all that the others know; is the game over then?"""
        window.page.bring_to_front()
        window.page.wait_for_function(LISTED, arg=self.moves)
        seen, sent = window.look(), False
        while not seen["over"] and not (sent and seen["moves"] > self.moves):
            step(Mouse(window), seen, random)
            sent = sent or bool(seen["confirm"])
            seen = window.look(seen["sign"])
        self.moves = seen["moves"]
        return seen["over"]

    def _rest(self, random: Random) -> None:
        """To the end without hands, and without paint in windows where only places are looked at: both are slow."""
        hide = "hidden => { document.documentElement.style.visibility = hidden ? 'hidden' : '' }"
        for window in self.windows:
            window.page.evaluate(hide, True)
        while not (known := (record := self._record()).replay()).over:
            if known.turn == 0:
                self.room.send("play", table=self.table, seat=0, move=str(random.choice(list(known.moves))))
            self.room.page.wait_for_function(LISTED, arg=len(record.moves) + 1)
        self.room.page.evaluate(hide, False)

    def _record(self) -> Record:
        return Record.parse(json.dumps(self.room.record(self.table)))

    def _between(self, random: Random) -> None:
        for window in self.windows:
            if not window.look()["over"]:
                bother(window)
        if not self.room.look()["over"]:
            self.choose(random)
        self.measure("middle")
        self.room.page.keyboard.press("Escape")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_stays_in_one_window_and_nothing_moves(visit, game):
    played = Played(visit("Ann", confirm="yes", motion=True), game)
    played.play()
    for moment in MOMENTS:
        seen = {size: played.seen[moment, size] for size in SIZES}
        assert {size: about["faults"] for size, about in seen.items() if about["faults"]} == {}, moment
        desk, telephone = seen[1366, 768], seen[390, 844]
        assert (desk["wide"] >= 800) if game == "on_top" else (desk["high"] >= 600)
        assert telephone["wide"] > 386
        if moment == "end":
            assert [size for size in SIZES if seen[size]["covered"]] == []  # the result stands beside the board
        else:
            assert all(seen[size]["confirms"] for size in SIZES)
    assert [shift for window in played.windows for shift in shifts(window)] == []


def test_controls_keep_their_order(visit):
    ann = visit("Ann")
    ann.set_table("kulami", ["me", "here"])
    ann.look()
    ann.turn_to("rest")
    names = ann.page.locator(".rest .toggle").all_inner_texts()
    for place in (*range(len(names)), *reversed(range(len(names)))):
        pressed = ann.page.locator(".rest .toggle").nth(place).get_attribute("aria-pressed")
        ann.page.locator(".rest .toggle").nth(place).click()
        ann.page.locator(f".rest .toggle:nth-child({place + 1}):not([aria-pressed={pressed}])").wait_for()
        assert ann.page.locator(".rest .toggle").all_inner_texts() == names
    ann.turn_to("moves")
    play(Mouse(ann), Random(1), moves=2)
    ann.turn_to("rest")
    assert ann.page.locator(".rest .toggle").all_inner_texts() == names


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_what_is_told_in_passing_hides_neither_hand_nor_button(visit, size):
    ann = visit("Ann", size=size, language="fr")
    ann.set_table("quantik", ["me", "level 1"])
    ann.look()
    ann.page.locator(".line .more").click()
    notice, hand, board = (ann.page.locator(part).bounding_box() for part in (".notice", ".own", ".stage"))
    assert notice["y"] + notice["height"] < min(hand["y"], board["y"] + board["height"] / 2)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
def test_walking_through_the_moves_hides_no_part_of_the_board(visit, size):
    ann = visit("Ann", size=size)
    ann.set_table("kulami", ["me", "here"])
    play(Mouse(ann), Random(1), moves=6)
    ann.page.locator(".quick button").first.click()
    ann.page.locator(".side.open .history").wait_for()
    for ply in (5, 4):
        ann.page.locator(".side .walk button:nth-child(2)").click()
        ann.page.locator(".turnline", has_text=f"After move {ply} of 6").wait_for()
        sheet, board, move = (
            ann.page.locator(part).bounding_box() for part in (".side", ".stage", f".moves li:nth-child({ply})")
        )
        assert sheet["y"] >= board["y"] + board["height"] or sheet["x"] >= board["x"] + board["width"]
        assert sheet["y"] <= move["y"] and move["y"] + move["height"] <= sheet["y"] + sheet["height"] + 1


def test_what_to_do_is_read_whole_wherever_there_is_room(visit):
    ann = visit("Ann", language="fr")
    cut = []
    for game in GAMES:
        ann.set_table(game, ["me", "here"])
        play(Mouse(ann), Random(1), moves=0)
        for size in ((320, 568), (390, 664), (390, 844), (568, 320), (844, 390), (1024, 768)):
            ann.resize(size)
            whole = ann.page.evaluate(
                """() => [...document.querySelectorAll(".turnline, .advice")].every((line) => line.textContent
                  && line.scrollWidth <= line.clientWidth + 1 && line.scrollHeight <= line.clientHeight + 1)"""
            )
            cut += [] if whole else [(game, size)]
    assert cut == []


@pytest.mark.parametrize("size", [(568, 320), (844, 390), (1024, 768), (320, 568)])
def test_several_others_have_a_row_each(visit, size):
    ann = visit("Ann", language="fr", size=size)
    ann.set_table("on_top", ["me", "here", "here", "here"])
    play(Mouse(ann), Random(1), moves=6)
    boxes = ann.page.evaluate(
        """() => [...document.querySelectorAll(".others .player, .others .role, .others .points, .do button")]
          .filter((part) => part.checkVisibility()).map((part) => {
            const { left, top, right, bottom } = part.getBoundingClientRect();
            return { of: part.className, left, top, right, bottom };
          })"""
    )
    cards = [box for box in boxes if "player" in box["of"]]
    assert len(cards) == 3 and all(over["bottom"] <= under["top"] for over, under in pairwise(cards))
    parts = [box for box in boxes if "player" not in box["of"]]
    assert sum(box["of"] == "role" and box["right"] - box["left"] > 25 for box in parts) == 3
    clashes = [
        (one["of"], other["of"])
        for one, other in combinations(parts, 2)
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    ]
    assert clashes == []
