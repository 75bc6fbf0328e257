"""Views: they show what a seat may know and nothing else, however one comes by them."""

from random import Random

from tablier.core.position import Position
from tablier.core.record import traced
from tablier.core.rules import CHANCE, SPECTATOR
from tablier.core.words import Phrase
from tablier.testing.faults import Faults


def check_views(position: Position, random: Random, faults: Faults) -> None:
    if not position.game.has_secrets:
        same = position.view(SPECTATOR) is position is position.fill(1)
        faults.unless(same, "rules.py", "without hide a view is the position itself", "", position)
        return
    for seat in (SPECTATOR, *range(position.seats)):
        _check_view(position, seat, random, faults)


def _told(view: Position) -> Phrase | None:
    """The last move in words, as the view has it."""
    return view.at(view.ply - 1).told(view.history[-1]) if view.history else None


def _check_view(position: Position, seat: int, random: Random, faults: Faults) -> None:
    def must(holds: object, rule: str, file: str = "rules.py") -> None:
        faults.unless(holds, file, rule, f"for seat {seat}", position)

    view = position.view(seat)
    must(view.view(seat) == view, "hiding twice is not hiding once")
    must(view.turn == position.turn, "hiding changes whose turn it is")
    if position.turn != CHANCE:
        must(view.moves.texts == position.moves.texts, "hiding changes the legal moves")
    if not position.over:
        redacted = position.record(legal=traced(position)).redact(seat)
        replayed = redacted.replay()
        must(replayed == view and replayed.text == view.text, "a redacted record replays to another view")
        must(redacted.legal == traced(view), "the trace of a redacted record is not that of the view")
    for _ in range(3):
        guess = view.fill(random.getrandbits(64))
        whole = (guess.turn == view.turn and None not in guess.points) or guess.turn == CHANCE
        must(whole, "filling leaves points unknown, or changes whose turn it is")
        seen = guess.view(seat)
        must(seen == view and seen.text == view.text, "what was filled and hidden again is another view")
        must(seen.moves.texts == view.moves.texts, "what was filled and hidden again has other moves")
        must(seen.scene() == view.scene(), "the scene tells what is hidden", "scene.py")
        must(_told(seen) == _told(view), "a move in words tells what is hidden", "moves.py")
        must(seen.sheet == view.sheet, "the sheet tells what is hidden", "sheet.py")
        must(seen.diagram() == view.diagram(), "the diagram tells what is hidden", "diagram.py")
