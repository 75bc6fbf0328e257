"""A table: what follows from its events, one after the other. Nothing here asks what time it is or draws lots."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, TypedDict, assert_never

from tablier.core.errors import TablierError
from tablier.core.options import Choices
from tablier.core.outcome import Line, Outcome
from tablier.core.position import Position
from tablier.core.record import Record
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE
from tablier.server.tables import draws
from tablier.server.tables.clocks import Clock, NoClock
from tablier.server.tables.events import (
    Agreed,
    Asked,
    Begins,
    Broke,
    Closed,
    Created,
    Declined,
    Drew,
    Ended,
    Entry,
    Left,
    Match,
    MetAgain,
    Moved,
    Pledged,
    Replaced,
    Revealed,
    Said,
    Sat,
    Started,
    Stumbled,
    TookBack,
    Unsaid,
)
from tablier.server.tables.seats import Seat, as_they_sat, full, pledged, revealed
from tablier.server.tables.who import Who

Status = Literal["open", "playing", "over", "broken"]
OPEN: Status = "open"
PLAYING: Status = "playing"
OVER: Status = "over"
BROKEN: Status = "broken"

BRINGING = 5_000
"""Milliseconds in which everybody pledges their luck when all seats are taken, and as many in which they show it."""

MOVES_ON = (Started, Moved, Drew)
"""The events after which the game stands elsewhere."""
RECENT = 4
"""So many positions back one can take back at once: to the own last move, however many play."""


class Played(TypedDict):
    """A move: who (None for a draw), what, when, and what it scored for whom."""

    seat: int | None
    move: str
    at: int
    gains: list[int]


class Question(TypedDict):
    """Who asks to take back to which ply, and which seats have agreed."""

    seat: int
    to: int
    agreed: list[int]


class Talk(TypedDict):
    person: str
    text: str
    at: int


@dataclass
class Table:
    """The state of a table after `number` events."""

    id: str
    seed: str
    origin: str = ""
    """A digest of where it was set from, as far as that is known."""
    number: int = 0
    status: Status = OPEN
    host: str = ""
    game: str = ""
    choices: Choices = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    clock: Clock = field(default_factory=NoClock)
    listed: bool = False
    rated: bool = False
    match: Match | None = None
    earlier: list[int] | None = None
    """With the second game of a match: what each seat scored in the first."""
    begins: Begins = "seated"
    first: int | None = None
    """The place that the lot fell on, if one was drawn: whoever sat there has seat 0."""
    commitment: str = ""
    version: int = draws.VERSION
    """Of the way in which the draws are made."""
    created: int = 0
    changed: int = 0
    position: Position | None = None
    """Where the game stands, once it has begun."""
    promises: list[str | None] = field(default_factory=list)
    """For each draw so far what was shown of it, if not everybody could see it."""
    played: list[Played] = field(default_factory=list)
    left: list[int | None] = field(default_factory=list)
    since: int = 0
    """When the seat on turn began to think; before play, when somebody last sat down or pledged luck."""
    asked: Question | None = None
    taken: list[tuple[int, int, str]] = field(default_factory=list)
    """At which ply which seat was taken over by which opponent."""
    backs: dict[int, int] = field(default_factory=dict)
    """How often was taken back to which ply."""
    recent: list[Position] = field(default_factory=list)
    """The positions before the last few moves, so that they need not be played again."""
    outcome: Outcome | None = None
    again: str | None = None
    """The table of the rematch."""
    trouble: str | None = None
    talk: list[Talk] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)
    head: str = ""
    """A name for all that has happened so far, by kinds and times, which everybody may know: a table that was put back
    to an earlier state, and went on otherwise, has another one at the same number."""

    def after(self, entries: Iterable[Entry], positions: Iterable[Position] = ()) -> "Table":
        """The table after some more events; this one stays as it is.

        `positions`, as a `Decision` has them, need not be played again.
        """
        table = copy(self)
        for name, value in vars(self).items():
            if type(value) in (list, dict):
                setattr(table, name, value.copy())
        known = iter(positions)
        for entry in entries:
            table.apply(entry, next(known, None) if isinstance(entry.event, MOVES_ON) else None)
        return table

    def apply(self, entry: Entry, position: Position | None = None) -> None:
        """Let an event happen; `position` is where the game stands then, if that is known."""
        self._happen(entry, position)
        self.number += 1
        self.head = sha256(f"{self.head} {entry.event.kind} {entry.at}".encode()).hexdigest()[:16]
        self.changed = entry.at
        if entry.key:
            self.keys[entry.key] = self.number
        self.__dict__.pop("_views", None)

    def _happen(self, entry: Entry, position: Position | None) -> None:
        event, at = entry.event, entry.at
        match event:
            case Moved():
                self.left[event.seat] = event.left
                self.since, self.asked = at, None
                self._advance(at, event.seat, event.move, position)
            case Drew():
                self.promises.append(event.promise)
                self._advance(at, None, event.move, position)
            case Created():
                self._create(event, at)
            case Sat():
                self.seats[event.seat] = Seat(event.person, luck=event.luck, pledge=event.pledge)
                self.since = at
            case Pledged():
                self.seats = pledged(self.seats, event.seats, event.pledge)
                self.since = at
            case Revealed():
                self.seats = revealed(self.seats, event.seats, event.luck)
            case Left():
                self.seats[event.seat] = Seat()
            case Started():
                self._turn_seats(event.first)
                self.position = position or self._set_up(event)
                self.left = [self.clock.start] * len(self.seats)
                self.status, self.since = PLAYING, at
            case Asked():
                self.asked = {"seat": event.seat, "to": event.to, "agreed": [event.seat]}
            case Agreed():
                assert self.asked is not None
                self.asked = {**self.asked, "agreed": [*self.asked["agreed"], event.seat]}
            case Declined():
                self.asked = None
            case TookBack():
                self._take_back(event, at)
            case Replaced():
                self._replace(event, at)
            case Ended():
                ranks, points = tuple(event.ranks), tuple(event.points)
                self.outcome = Outcome(ranks, points, event.reason, self._sheet(), event.seat)
                self.status, self.asked = OVER, None
            case Broke():
                self.status, self.trouble = BROKEN, event.why
            case Closed():
                self.status = OVER
            case MetAgain():
                self.again = event.table
            case Said():
                self.talk.append({"person": event.person, "text": event.text, "at": at})
            case Unsaid():
                self.talk = [said for said in self.talk if said["person"] not in event.people]
                self.seats = [replace(s, name=None) if (s.person or s.kept) in event.people else s for s in self.seats]
            case Stumbled():
                pass
            case _:
                assert_never(event)

    def _create(self, event: Created, at: int) -> None:
        self.game, self.choices, self.host = event.game, event.choices, event.host
        self.seats = [Seat(**place) for place in event.seats]
        self.clock, self.commitment, self.created = event.clock, event.commitment, at
        self.listed, self.rated, self.match, self.earlier = event.listed, event.rated, event.match, event.earlier
        self.begins, self.version, self.since = event.begins, event.version, at

    def _turn_seats(self, first: int | None) -> None:
        """Whoever the lot fell on sits first; the order in which people follow each other stays."""
        self.first = first
        self.seats = self.seats[first or 0 :] + self.seats[: first or 0]

    def _set_up(self, event: Started) -> Position:
        game = find_game(self.game)
        game.check_version(event.rules or 1)
        return game.set_up(len(self.seats), game.check_options(event.options), event.setup)

    def _advance(self, at: int, seat: int | None, move: str, position: Position | None) -> None:
        before = self.reached
        self.position = after = position or before.play(move)
        lean = before.with_state(before.arrays.state, before.history)  # without its moves, which may be thousands
        self.recent = [*self.recent[1 - RECENT :], lean]
        scores = zip(before.points, after.points, strict=True)
        gains = [] if self.secret else [(new or 0) - (old or 0) for old, new in scores]
        self.played.append({"seat": seat, "move": move, "at": at, "gains": gains})

    def _take_back(self, event: TookBack, at: int) -> None:
        known = next((earlier for earlier in self.recent if earlier.ply == event.to), None)
        self.position = known or self.reached.at(event.to)
        self.asked, self.since, self.left = None, at, event.left or self.left
        self.recent = [earlier for earlier in self.recent if earlier.ply < event.to]
        self.backs[event.to] = self.backs.get(event.to, 0) + 1
        self.taken = [(min(ply, event.to), seat, level) for ply, seat, level in self.taken]
        del self.played[event.to :]

    def _replace(self, event: Replaced, at: int) -> None:
        gone = self.seats[event.seat]
        kept = gone.person or gone.kept
        self.seats[event.seat] = Seat(level=event.level, kept=kept, luck=gone.luck, pledge=gone.pledge)
        self.taken.append((self.reached.ply, event.seat, event.level))
        self.left[event.seat], self.asked = None, None
        if self.reached.turn == event.seat:
            self.since = at

    def _sheet(self) -> tuple[Line, ...]:
        try:
            return self.reached.sheet
        except TablierError:
            return ()

    # ----- what follows

    @property
    def reached(self) -> Position:
        """Where the game stands, at a table where it has begun."""
        assert self.position is not None, "the game has not begun"
        return self.position

    @property
    def turn(self) -> int | None:
        """The seat on turn, while the game goes on."""
        if self.status != PLAYING or self.reached.turn < 0:
            return None
        return self.reached.turn

    @property
    def level(self) -> str | None:
        """The level of the opponent on turn, if it is one."""
        return None if self.turn is None else self.seats[self.turn].level

    @property
    def secret(self) -> bool:
        """Does this game hide anything from anybody?"""
        return find_game(self.game).has_secrets

    @property
    def luck(self) -> list[str]:
        """What everybody added to the draws, by the places where they sat down: a lot moves them later."""
        return [seat.luck for seat in as_they_sat(self.seats, self.first)]

    @property
    def pledges(self) -> list[str | None]:
        """What everybody had shown of that before anybody showed theirs."""
        return [seat.pledge or None for seat in as_they_sat(self.seats, self.first)]

    @property
    def bringing(self) -> bool:
        """Does everybody sit, and does the game wait for luck alone?"""
        waiting = any(seat.unpledged or seat.unshown for seat in self.seats)
        return self.status == OPEN and waiting and full(self.seats)

    def people(self) -> list[str]:
        return [seat.person for seat in self.seats if seat.person]

    def known(self) -> set[str]:
        """Everybody whose name is shown here."""
        seated = (seat.person or seat.kept for seat in self.seats)
        return {*(person for person in seated if person), *(said["person"] for said in self.talk)}

    def seats_of(self, who: Who) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.person in who.selves]

    @property
    def two_sides(self) -> bool:
        """Does one side win when the other gives up? Otherwise an opponent plays on."""
        return len(set(self.reached.sides)) == 2

    @cached_property
    def _views(self) -> dict[int, Position]:
        return {}

    def view(self, seat: int) -> Position:
        """What a seat (or SPECTATOR) may know. When the game is over, all of it."""
        if self.status == OVER or not self.secret:
            return self.reached
        if seat not in self._views:
            self._views[seat] = self.reached.view(seat)
        return self._views[seat]

    def deadline(self) -> int | None:
        """How long the seat on turn, or whoever is to bring luck, has from `since` on, in milliseconds."""
        if self.bringing:
            return BRINGING
        turn = self.turn
        return None if turn is None else self.left[turn]

    @property
    def due(self) -> int | None:
        """When the time of the seat on turn is over, unless servers were away meanwhile; None if no clock runs."""
        left = self.deadline()
        return None if left is None else self.since + left + 1

    def record(self, names: list[str]) -> Record:
        """The record of the game, as everybody may read it."""
        more: dict[str, Any] = {}
        if self.match:
            more["match"] = self.match
        if self.taken:
            more["taken"] = [list(taken) for taken in self.taken]
        if self.status == OVER:
            more["draws"] = self._draws()
        outside = self.outcome if self.outcome and self.outcome.seat is not None else None
        record = Record.of(self.reached, names, outside, **more)
        return record if self.status == OVER else record.redact(-1)

    def _draws(self) -> dict[str, Any]:
        """All that one needs to check the draws."""
        lot = {} if self.first is None else {"first": self.first}
        bound = {"version": self.version, "table": self.id, "pledges": self.pledges} if self.version > 1 else {}
        return (
            lot
            | bound
            | {
                "commitment": self.commitment,
                "seed": self.seed,
                "luck": self.luck,
                "choices": self.choices,
                "promises": self.promises,
                "possible": [
                    [[move.text, chance] for move, chance in zip(before.moves, before.chances(), strict=True)]
                    for before in self.reached.positions()
                    if before.turn == CHANCE
                ],
            }
        )
