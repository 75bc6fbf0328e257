"""Those who watch one table, and what is sent to them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from pydantic_core import to_json

from tablier.core.rules import SPECTATOR
from tablier.server.audience import frames
from tablier.server.audience.frames import Names
from tablier.server.audience.picture import Json, Picture
from tablier.server.errors import Refused, words
from tablier.server.people.presence import Presence
from tablier.server.tables import commands
from tablier.server.tables.table import BROKEN, Table
from tablier.server.tables.who import Who


@dataclass(eq=False)
class Watcher:
    """Somebody who is sent frames: `send` must not wait."""

    who: Who
    send: Callable[[str], None]
    seat: int = SPECTATOR


class Audience:
    """Everybody who watches a table, as it was last shown to them."""

    def __init__(self, table: Table):
        self.table = table
        self.watchers: set[Watcher] = set()
        self._pictures: dict[int, Picture] = {}
        self._waiting = table.position is None
        self._told = ""

    def greet(self, watcher: Watcher, seat: int | None, since: str | None, names: Names, now: int) -> None:
        """Send somebody the frames from now on, the first one whole unless all that they have seen is `since`."""
        table = self.table
        mine = table.seats_of(watcher.who)
        if seat is None:
            seat = table.turn if table.turn in mine else mine[0] if mine else SPECTATOR
        if seat != SPECTATOR and seat not in mine:
            raise Refused(words("refused.not_yours", seat=seat))
        watcher.seat = seat
        group = self._group(seat)
        if group not in self._pictures:
            picture = Picture()
            _frame(table, partial(frames.change, table, group, picture, names, now), names)
            self._pictures[group] = picture
        if since != table.head:
            told = self._pictures[group].told
            whole = partial(frames.whole, table, group, names, now, told)
            watcher.send(_frame(table, lambda: whole() | frames.place(seat, mine), names))
        self.watchers.add(watcher)
        self._told = ""

    def publish(self, names: Names, now: int) -> None:
        """Send every watcher what is new to the seat it watches from; the same bytes to all who know the same."""
        if self._waiting and self.table.position is not None:
            self._waiting = False
            self._seat_all(names, now)
            return
        groups: dict[int, list[Watcher]] = {}
        for watcher in self._shown_out(names, now):
            groups.setdefault(self._group(watcher.seat), []).append(watcher)
        for group in self._pictures.keys() - groups.keys():
            del self._pictures[group]
        for group, watchers in groups.items():
            picture = self._pictures.setdefault(group, Picture())
            change = partial(frames.change, self.table, group, picture, names, now)
            _send(watchers, _frame(self.table, change, names))

    def _seat_all(self, names: Names, now: int) -> None:
        """The game has begun, and everything is new: a lot may have moved everybody to another seat."""
        self._pictures.clear()
        for watcher in self.watchers:
            here = watcher.seat != SPECTATOR
            seat = (watcher.seat - (self.table.first or 0)) % len(self.table.seats) if here else SPECTATOR
            mine = seat in self.table.seats_of(watcher.who)
            self.greet(watcher, seat if mine else SPECTATOR, None, names, now)

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


def _send(watchers: Iterable[Watcher], frame: str) -> None:
    for watcher in watchers:
        watcher.send(frame)


def _frame(table: Table, make: Callable[[], Json], names: Names) -> str:
    """A frame; of a table that was set aside, and cannot be shown, only what is known about it."""
    try:
        return _text(make())
    except Exception:
        if table.status != BROKEN:
            raise
        about = frames.about(table, names)
        return _text({"v": frames.VERSION, "table": table.id, "number": table.number, "about": about})


def _text(frame: Json) -> str:
    return to_json(frame).decode()
