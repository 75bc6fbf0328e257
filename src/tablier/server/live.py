"""A table in memory, and what is sent to everybody who watches it."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from pydantic_core import to_json

from tablier.core.rules import SPECTATOR
from tablier.server import commands, frames
from tablier.server.people import Who
from tablier.server.presence import Presence
from tablier.server.table import BROKEN, Event, Table
from tablier.server.words import Refused, words

Names = dict[str, str]
Decide = Callable[[Table, int, int], list[Event]]
"""What happens at a table, given the time and how much of it the seat on turn has spent."""


@dataclass(eq=False)
class Watcher:
    """Somebody who is sent frames: `send` must not wait."""

    who: Who
    send: Callable[[str], None]
    seat: int = SPECTATOR


@dataclass(eq=False)
class Live:
    """A table in memory. Whoever changes it holds the lock."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    pictures: dict[int, frames.Picture] = field(default_factory=dict)
    thinking: asyncio.Task | None = None
    stumbles: int = 0
    due: int | None = None
    """When the clock of the seat on turn is to be looked at."""
    doubtful: bool = False
    """May more have been written than is known here?"""
    used: float = field(default_factory=time.monotonic)
    _told: str = ""

    def greet(self, watcher: Watcher, seat: int | None, since: int | None, names: Names, now: int) -> None:
        """Send somebody the frames from now on, the first one whole unless they have seen number `since`."""
        table = self.table
        mine = seats_of(table, watcher.who)
        if seat is None:
            seat = table.turn if table.turn in mine else mine[0] if mine else SPECTATOR
        if seat != SPECTATOR and seat not in mine:
            raise Refused(words("refused.not_yours", seat=seat))
        watcher.seat = seat
        group = self._group(seat)
        if group not in self.pictures:
            picture = frames.Picture()
            _frame(table, partial(frames.change, table, group, picture, names, now), names)
            self.pictures[group] = picture
        if since != table.number:
            watcher.send(_frame(table, partial(frames.whole, table, group, names, now), names))
        self.watchers.add(watcher)
        self._told = ""

    def publish(self, names: Names, now: int) -> None:
        """Send every watcher what is new to the seat it watches from; the same bytes to all who know the same."""
        self.used = time.monotonic()
        groups: dict[int, list[Watcher]] = {}
        for watcher in self._shown_out(names, now):
            groups.setdefault(self._group(watcher.seat), []).append(watcher)
        for group in self.pictures.keys() - groups.keys():
            del self.pictures[group]
        for group, watchers in groups.items():
            picture = self.pictures.setdefault(group, frames.Picture())
            change = partial(frames.change, self.table, group, picture, names, now)
            _send(watchers, _frame(self.table, change, names))

    def _shown_out(self, names: Names, now: int) -> list[Watcher]:
        """Those who stay where they are; somebody who no longer has the seat they watch from becomes a spectator."""
        staying = []
        for watcher in self.watchers:
            if watcher.seat == SPECTATOR or self.table.seats[watcher.seat].person in watcher.who.selves:
                staying.append(watcher)
            else:
                self.greet(watcher, SPECTATOR, None, names, now)
        return staying

    def _group(self, seat: int) -> int:
        """Everybody knows the same where nothing is hidden."""
        return seat if self.table.secret else SPECTATOR

    def tell_presence(self, presence: Presence, now: int) -> None:
        """Who is here, since when the others are gone, and how many look on; nothing if that is known."""
        gone = [presence.gone(place.person) if place.person else None for place in self.table.seats]
        around = len({watcher.who.person for watcher in self.watchers} - set(self.table.people()))
        told = f"{gone}{around}"
        if told != self._told:
            self._told = told
            shown = {"gone": gone, "spectators": around, "patience": commands.patience_of(self.table), "now": now}
            _send(self.watchers, _text({"v": frames.VERSION, "table": self.table.id, "presence": shown}))


def seats_of(table: Table, who: Who) -> list[int]:
    return [number for number, place in enumerate(table.seats) if place.person in who.selves]


def _send(watchers: Iterable[Watcher], frame: str) -> None:
    for watcher in watchers:
        watcher.send(frame)


def _frame(table: Table, make: Callable[[], dict], names: Names) -> str:
    """A frame; of a table that was set aside, and cannot be shown, only what is known about it."""
    try:
        return _text(make())
    except Exception:
        if table.status != BROKEN:
            raise
        about = frames.about(table, names)
        return _text({"v": frames.VERSION, "table": table.id, "number": table.number, "about": about})


def _text(frame: dict) -> str:
    return to_json(frame).decode()
