"""Tables without a server: what people wish happens at once, at the time the test says."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tablier.server.errors import Refused
from tablier.server.tables import commands, draws
from tablier.server.tables.decision import Decision, happens
from tablier.server.tables.events import Created, Entry
from tablier.server.tables.table import Table
from tablier.server.tables.who import Who

SEED = "5eed" * 16


def who(name: str, *before: str, account: str | None = None) -> Who:
    """Somebody; `before` are the guests they were before they signed in."""
    return Who(name, name.title(), account, frozenset([name, *before]))


ada, bob, cy, dee = map(who, ("ada", "bob", "cy", "dee"))


@contextmanager
def refused(key: str) -> Iterator[None]:
    """Refused with that sentence, in both languages."""
    with pytest.raises(Refused) as error:
        yield
    assert error.value.phrase.key == key
    assert error.value.say("en") != error.value.say("fr")


class Played:
    """A table, the time, and what has happened."""

    def __init__(
        self,
        game="quantik",
        seats=("ada", "bob"),
        seed=SEED,
        clock=None,
        rated=False,
        match=None,
        begins=None,
        version=draws.VERSION,
        **choices,
    ):
        places = [{"level": seat} if seat and ":" in seat else {"person": seat} for seat in seats]
        created = {
            "game": game, "choices": choices, "seats": places, "clock": clock or {"kind": "none"}, "listed": False,
            "rated": rated, "host": "ada", "match": match, "version": version,
            "commitment": draws.commitment(version, seed, "f" * 32, game, choices),
        }  # fmt: skip
        if begins:
            created["begins"] = begins
        self.now = 1_000_000
        self.entries: list[Entry] = []
        self.lucks: list[tuple[Who, str]] = []
        self.table = Table("f" * 32, seed)
        self.happen(happens(Created.model_validate(created)))

    def happen(self, decided: Decision) -> "Played":
        stamped = [Entry(event, self.now) for event in decided.events]
        self.table = self.table.after(stamped, decided.positions)
        self.entries += stamped
        if stamped and (begun := commands.start(self.table)).events:
            self.happen(begun)
        return self

    def sit(self, who: Who, seat: int, luck: str = "", host_gone: int | None = None) -> "Played":
        """Sit down with that luck, pledged at once, and shown when everybody sits."""
        self.happen(commands.sit(self.table, who, seat, bool(luck), host_gone))
        if luck:
            self.pledge(who, draws.pledge(self.table.commitment, luck))
            self.lucks.append((who, luck))
        for person, shown in self.lucks if self.table.bringing else ():
            self.reveal(person, shown)
        return self

    def wait(self, seconds: float) -> "Played":
        self.now += int(seconds * 1000)
        return self

    @property
    def spent(self) -> int:
        return self.now - self.table.since

    def play(self, *moves: str) -> "Played":
        """The seat on turn plays; without moves, the first that is legal."""
        for move in moves or (self.table.position.moves[0].text,):
            self.happen(commands.play(self.table, None, self.table.turn, move, self.spent))
        return self

    def play_out(self) -> "Played":
        while self.table.turn is not None:
            self.play()
        return self

    def __getattr__(self, name):
        """Commands by their names: `played.resign(ada, 0)`."""
        return lambda *given: self.happen(getattr(commands, name)(self.table, *given))
