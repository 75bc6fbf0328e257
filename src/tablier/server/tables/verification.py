"""Checking the draws of a finished record: that they were fixed before the game, and by nobody alone."""

from dataclasses import dataclass

from tablier.core.errors import TablierError
from tablier.core.record import Record
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE, SPECTATOR
from tablier.core.words import Phrase
from tablier.server.errors import Refused, words
from tablier.server.tables import draws


@dataclass(frozen=True)
class Check:
    """Something that was looked at, and whether it holds."""

    holds: bool
    what: Phrase


def check(text: str) -> list[Check]:
    """Check the record on one line. Raises if it is no record, or has nothing to check."""
    record = Record.parse(text.strip())
    if record.draws is None:
        raise Refused(words("verify.none"))
    try:
        seed = bytes.fromhex(record.draws["seed"]).hex()
    except ValueError:
        raise Refused(words("verify.seed")) from None
    key = draws.key(seed, record.draws["luck"])
    found = [
        Check(draws.commitment(seed) == record.draws["commitment"], words("verify.commitment")),
        Check(_setup_follows(record, key), words("verify.setup")),
    ]
    if (first := record.draws.get("first")) is not None:
        found.append(Check(draws.first(key, record.seats) == first, words("verify.first", place=first + 1)))
    number = 0
    promises, listed = record.draws["promises"], record.draws["possible"]
    for position in record.positions():
        if position.turn != CHANCE or position.ply >= len(record.moves):
            continue
        move = record.moves[position.ply]
        chances = position.chances()
        drawn = position.moves[draws.pick(key, number, chances)].text
        found.append(Check(drawn == move, words("verify.draw", number=number + 1, move=move, drawn=drawn)))
        possible = [[text, chance] for text, chance in zip(position.moves.texts, chances, strict=True)]
        if number >= len(listed) or listed[number] != possible:
            found.append(Check(False, words("verify.possible", number=number + 1)))
        hidden = position.play(move).view(SPECTATOR).history[-1].text != move
        if hidden:
            promised = promises[number] if number < len(promises) else None
            kept = promised == draws.promise(seed, number, move)
            found.append(Check(kept, words("verify.promise", number=number + 1, move=move)))
        number += 1
    return found


def _setup_follows(record: Record, key: bytes) -> bool:
    """Is the setup what the draws make of what was chosen? What was chosen by hand is taken as given."""
    choices = dict(record.draws["choices"] if record.draws else {})
    setup = choices.pop("setup", None)
    try:
        made = find_game(record.game).start(record.seats, setup=setup, seed=draws.Luck(key, "setup"), **choices)
    except (TablierError, TypeError):
        return False
    return made.setup == record.setup and made.options == record.options
