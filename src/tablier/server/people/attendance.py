"""The sockets at this server, each opened by a session. Where that has ended, or means somebody else, it is closed."""

from collections.abc import Collection
from functools import partial
from typing import Protocol

from tablier.server.people import sessions
from tablier.server.people.sessions import NOTED, Session
from tablier.server.storage.store import Store
from tablier.server.tables.contracts import Time
from tablier.server.tables.who import Who

LOOK = 2.0
"""All sessions are looked at every so many seconds, whether there was news of somebody or not: a notice may be lost."""
TOGETHER = 500


class Attending(Protocol):
    """A socket, as this room sees it."""

    who: Who
    session: str
    """The digest of the token that opened it."""
    waiting: int
    """How many bytes are still to be sent."""

    def send_away(self) -> None:
        """Close it; whoever is still welcome comes back by themselves, as who they are now."""


class Attendance:
    def __init__(self, store: Store, time: Time):
        self.store, self.time = store, time
        self.here: set[Attending] = set()

    async def look(self, people: Collection[str] | None = None) -> None:
        """Look at the sessions of all sockets, or of those of some people."""
        seen = [one for one in self.here if people is None or not one.who.selves.isdisjoint(people)]
        for first in range(0, len(seen), TOGETHER):
            some = seen[first : first + TOGETHER]
            now = self.time.now()
            known = await self.store.read(partial(sessions.found, digests={one.session for one in some}, now=now))
            for one in some:
                if not _same(known.get(one.session), one.who):
                    one.send_away()
            if used := [digest for digest, session in known.items() if now - session.used >= NOTED]:
                await self.store.write(partial(sessions.use, digests=used, now=now))


def _same(session: Session | None, who: Who) -> bool:
    """Is it still the same person, with the same seats? What they are called does not matter."""
    return session is not None and session.who == Who(who.person, session.who.name, who.account, who.selves)
