"""Who is here: connected to this server, or seen of late by another that shares the database."""

import contextlib
from dataclasses import dataclass
from functools import partial

from tablier.server.errors import Unwell
from tablier.server.people import accounts
from tablier.server.storage.store import Store, pieces
from tablier.server.tables.contracts import Time
from tablier.server.tables.who import Who

PULSE = 15.0
"""Everybody connected is noted as seen every so many seconds."""
UNSEEN = 2_500 * PULSE
"""Somebody not seen for so many milliseconds is gone."""


class Presence:
    def __init__(self, store: Store, time: Time):
        self.store, self.time = store, time
        self._here: dict[str, int] = {}
        self._gone: dict[str, int] = {}

    def came(self, who: Who) -> None:
        for person in who.selves:
            self._here[person] = self._here.get(person, 0) + 1
            self._gone.pop(person, None)

    def went(self, who: Who) -> None:
        for person in who.selves:
            self._here[person] = self._here.get(person, 0) - 1
            if self._here[person] <= 0:
                del self._here[person]
                self._gone[person] = self.time.now()

    @property
    def here(self) -> set[str]:
        return set(self._here)

    def gone(self, person: str) -> int | None:
        """Since when somebody has been gone, as far as is known."""
        return self._gone.get(person)

    async def pulse(self, expected: set[str]) -> set[str]:
        """Note who is here, and find out who of those expected is; return about whom there is news."""
        now = self.time.now()
        for some in pieces(sorted(self._here)):
            await self.store.write(partial(accounts.seen, people=some, now=now))
        seen: dict[str, int] = {}
        for some in pieces(sorted(expected - set(self._here))):
            seen |= await self.store.read(partial(accounts.last_seen, people=some))
        before = self._gone
        still = {person for person, at in seen.items() if at <= before.get(person, 0)}
        away = {person: at for person, at in seen.items() if now - at > UNSEEN or person in still}
        self._gone = {person: before.get(person, at) for person, at in away.items() if person not in self._here}
        return {person for person in expected if (person in before) != (person in self._gone)}

    async def note(self, who: Who) -> None:
        """Somebody has come: other servers need not wait for the next pulse to know."""
        with contextlib.suppress(Unwell):  # then they do wait
            await self.store.write(partial(accounts.seen, people=sorted(who.selves), now=self.time.now()))

    async def look_for(self, person: str | None) -> "Absence":
        """Find out when somebody was last seen, by any server."""
        if person is None:
            return Absence(self, None, None)
        noted = (await self.store.read(lambda db: accounts.last_seen(db, [person]))).get(person)
        return Absence(self, person, None if noted is None else max(noted, self._gone.get(person, 0)))


@dataclass(frozen=True)
class Absence:
    """Somebody was last seen at a moment, when that was looked for; whoever has come meanwhile is not absent."""

    presence: Presence
    person: str | None
    seen: int | None

    def lasted(self) -> int | None:
        """For how many milliseconds they have been away, outages left out; None if they are here."""
        if self.person is None or self.seen is None or self.person in self.presence.here:
            return None
        time = self.presence.time
        return time.charged(self.seen, time.now())
