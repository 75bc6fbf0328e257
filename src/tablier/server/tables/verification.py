"""Checking the draws of a finished record: that they were fixed before the game, and by nobody alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tablier.core.errors import TablierError
from tablier.core.record import Draws, Record
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
    """Check the record on one line. Raises if it is no record, or has nothing to check; see `fair` for the verdict."""
    record = Record.parse(text.strip())
    if record.draws is None:
        raise Refused(words("verify.none"))
    seed, version = record.draws["seed"], record.draws.get("version", 1)
    if not re.fullmatch(draws.DIGEST, seed):
        return [Check(False, words("verify.seed"))]
    key = draws.key(seed, record.draws["luck"])
    table, choices = record.draws.get("table", ""), record.draws["choices"]
    committed = draws.commitment(version, seed, table, record.game, choices) == record.draws["commitment"]
    found = [
        Check(committed, words("verify.commitment")),
        *(_pledges(record.draws, record.seats) if version > 1 else ()),
        Check(_setup_follows(record, draws.setup(version, key)), words("verify.setup")),
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


def fair(found: list[Check]) -> bool:
    """Does all of it hold? Where nothing was looked at, nothing does."""
    return bool(found) and all(check.holds for check in found)


def _pledges(drawn: Draws, seats: int) -> Iterator[Check]:
    """Was everybody's luck fixed before any was shown? Whoever pledged some and withheld it is named."""
    luck, pledges = drawn["luck"], drawn["pledges"]
    if not len(luck) == len(pledges) == seats:
        yield Check(False, words("verify.places"))
        return
    for place, (shown, pledged) in enumerate(zip(luck, pledges, strict=True), 1):
        if shown:
            fits = pledged == draws.pledge(drawn["commitment"], shown)
            yield Check(fits, words("verify.pledge", place=place))
        elif pledged is not None:
            yield Check(True, words("verify.withheld", place=place))


def _setup_follows(record: Record, luck: Random) -> bool:
    """Is the setup what the draws make of what was chosen? What was chosen by hand is taken as given."""
    choices = dict(record.draws["choices"] if record.draws else {})
    setup = choices.pop("setup", None)
    try:
        made = find_game(record.game).start(record.seats, setup=setup, seed=luck, **choices)
    except (TablierError, TypeError):
        return False
    return made.setup == record.setup and made.options == record.options
