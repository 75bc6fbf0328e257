"""A table: what follows from its events, one after the other. Nothing here asks what time it is or draws lots."""

from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter

from tablier.core.errors import TablierError
from tablier.core.outcome import Outcome
from tablier.core.position import Position
from tablier.core.record import Record
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE
from tablier.server.clocks import Clock, NoClock

OPEN, PLAYING, OVER, BROKEN = "open", "playing", "over", "broken"
CLOCK = TypeAdapter(Clock)


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, for good."""

    kind: str
    data: dict = field(default_factory=dict)
    at: int = 0
    key: str | None = None


@dataclass
class Seat:
    """Who sits there: a person, an opponent of some level, or nobody yet.

    A free seat may be `kept` for somebody; so is that of somebody for whom an opponent plays on.
    """

    person: str | None = None
    level: str | None = None
    kept: str | None = None
    luck: str = ""

    @property
    def free(self) -> bool:
        return self.person is None and self.level is None


@dataclass
class Table:
    """The state of a table after `number` events."""

    id: str
    seed: str
    number: int = 0
    status: str = OPEN
    host: str = ""
    game: str = ""
    choices: dict = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    clock: Clock = field(default_factory=NoClock)
    listed: bool = False
    rated: bool = False
    match: Any = None
    earlier: list[int] | None = None
    """With the second game of a match: what each seat scored in the first."""
    commitment: str = ""
    created: int = 0
    changed: int = 0
    position: Any = None
    """The `Position`, once the game has begun."""
    promises: list[str | None] = field(default_factory=list)
    """For each draw so far what was shown of it, if not everybody could see it."""
    played: list[dict] = field(default_factory=list)
    """The moves so far: who (None for a draw), what, when, and what it scored for whom."""
    left: list[Any] = field(default_factory=list)
    since: int = 0
    """When the seat on turn began to think."""
    asked: Any = None
    """Who asks to take back to which ply, and who has agreed."""
    taken: list[list] = field(default_factory=list)
    outcome: Any = None
    """The `Outcome`, when it is over."""
    again: str | None = None
    """The table of the rematch."""
    trouble: str | None = None
    talk: list[dict] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)

    def after(self, events: list[Event]) -> "Table":
        """The table after some more events; this one stays as it is."""
        table = copy(self)
        for name, value in vars(self).items():
            if type(value) in (list, dict):
                setattr(table, name, value.copy())
        for event in events:
            table.apply(event)
        return table

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        getattr(self, f"_{event.kind}")(event.at, **event.data)
        self.number += 1
        self.changed = event.at
        if event.key:
            self.keys[event.key] = self.number
        self.__dict__.pop("_views", None)

    # ----- what can happen

    def _created(self, at, game, choices, seats, clock, listed, rated, host, commitment, match=None, earlier=None):
        self.game, self.choices, self.host, self.commitment = game, choices, host, commitment
        self.seats = [Seat(**seat) for seat in seats]
        self.clock = CLOCK.validate_python(clock)
        self.listed, self.rated, self.match, self.earlier = listed, rated, match, earlier
        self.created = at

    def _sat(self, at, seat, person, luck=""):
        self.seats[seat] = Seat(person, luck=luck)

    def _left(self, at, seat):
        self.seats[seat] = Seat()

    def _started(self, at, options, setup):
        game = find_game(self.game)
        self.position = game.set_up(len(self.seats), game.check_options(options), setup)
        self.left = [self.clock.start] * len(self.seats)
        self.status, self.since = PLAYING, at

    def _drew(self, at, move, number, promise=None):
        self.promises.append(promise)
        self._advance(at, None, move)

    def _moved(self, at, seat, move, left):
        self.left[seat] = left
        self.since = at
        self.asked = None
        self._advance(at, seat, move)

    def _advance(self, at, seat, move):
        before, self.position = self.position.points, self.position.play(move)
        gains = [] if self.secret else [new - old for old, new in zip(before, self.position.points, strict=True)]
        self.played.append({"seat": seat, "move": move, "at": at, "gains": gains})

    def _asked(self, at, seat, to):
        self.asked = {"seat": seat, "to": to, "agreed": [seat]}

    def _agreed(self, at, seat):
        self.asked = self.asked | {"agreed": [*self.asked["agreed"], seat]}

    def _declined(self, at, seat):
        self.asked = None

    def _took_back(self, at, to):
        self.position, self.asked = self.position.at(to), None
        del self.played[to:]
        self.since = at

    def _replaced(self, at, seat, level, why):
        """An opponent plays on, without a clock, for somebody who gave up or ran out of time."""
        gone = self.seats[seat]
        self.seats[seat] = Seat(level=level, kept=gone.person or gone.kept, luck=gone.luck)
        self.taken.append([self.position.ply, seat, level])
        self.left[seat], self.asked = None, None
        if self.position.turn == seat:
            self.since = at

    def _ended(self, at, ranks, points, reason, seat=None):
        self.outcome = Outcome(tuple(ranks), tuple(points), reason, self._sheet(), seat)
        self.status, self.asked = OVER, None

    def _sheet(self):
        try:
            return self.position.sheet
        except TablierError:
            return ()

    def _stumbled(self, at, seat):
        """An opponent failed; it is asked again."""

    def _broke(self, at, why):
        self.status, self.trouble = BROKEN, why

    def _closed(self, at):
        """Everybody left before the game began."""
        self.status = OVER

    def _met_again(self, at, table):
        self.again = table

    def _said(self, at, person, text):
        self.talk.append({"person": person, "text": text, "at": at})

    def _unsaid(self, at, people):
        """Somebody is to be forgotten, with all they said."""
        self.talk = [said for said in self.talk if said["person"] not in people]

    # ----- what follows

    @property
    def turn(self) -> int | None:
        """The seat on turn, while the game goes on."""
        if self.status != PLAYING or self.position.turn < 0:
            return None
        return self.position.turn

    @property
    def secret(self) -> bool:
        """Does this game hide anything from anybody?"""
        return find_game(self.game).has_secrets

    def people(self) -> list[str]:
        return [seat.person for seat in self.seats if seat.person]

    def known(self) -> set[str]:
        """Everybody whose name is shown here."""
        seated = {seat.person or seat.kept for seat in self.seats} - {None}
        return {*seated, *(said["person"] for said in self.talk)}

    def seats_of(self, person: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    @property
    def two_sides(self) -> bool:
        """Does one side win when the other gives up? Otherwise an opponent plays on."""
        return len(set(self.position.sides)) == 2

    @cached_property
    def _views(self) -> dict[int, Position]:
        return {}

    def view(self, seat: int) -> Position:
        """What a seat (or SPECTATOR) may know. When the game is over, all of it."""
        if self.status == OVER or not self.secret:
            return self.position
        if seat not in self._views:
            self._views[seat] = self.position.view(seat)
        return self._views[seat]

    def deadline(self) -> int | None:
        """How long the seat on turn has from `since` on, in milliseconds."""
        turn = self.turn
        return None if turn is None else self.left[turn]

    def record(self, names: list[str]) -> Record:
        """The record of the game, as everybody may read it."""
        more: dict = {}
        if self.match:
            more["match"] = self.match
        if self.taken:
            more["taken"] = self.taken
        if self.status == OVER:
            more["draws"] = {
                "commitment": self.commitment,
                "seed": self.seed,
                "luck": [seat.luck for seat in self.seats],
                "choices": self.choices,
                "promises": self.promises,
                "possible": [
                    [[move.text, chance] for move, chance in zip(before.moves, before.chances(), strict=True)]
                    for before in self.position.positions()
                    if on_chance(before)
                ],
            }
        outside = self.outcome if self.outcome and self.outcome.seat is not None else None
        record = Record.of(self.position, names, outside, **more)
        return record if self.status == OVER else record.redact(-1)


def on_chance(position: Position) -> bool:
    return not position.over and position.turn == CHANCE
