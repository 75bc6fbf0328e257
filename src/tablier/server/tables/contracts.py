"""What this room offers to the others, and what it asks of them."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Protocol

from tablier.server.tables.decision import Decision
from tablier.server.tables.events import Entry, Row
from tablier.server.tables.table import Table

Decide = Callable[[Table, int, int], Decision]
"""What is to happen at a table, given the time and how much of it the seat on turn has spent. It may be asked again,
about the table as it is then, if somebody else was first."""

Inquire = Callable[[Table], Awaitable[object]]
"""What has to be found out about a table before it is decided, while nothing else can happen there."""


class Tables(Protocol):
    """Where things happen at tables."""

    async def get(self, name: str) -> Table:
        """A table as it stands."""

    async def act(self, name: str, decide: Decide, key: str | None = None, inquire: Inquire | None = None) -> int:
        """Let something happen at a table: the number of its last event, once that is stored."""

    async def rated_of(self, people: Collection[str]) -> list[Table]:
        """The rated games that some people are playing, at whichever server."""


class Follower(Protocol):
    """Somebody who sees to something at every table in memory."""

    def follow(self, table: Table) -> None:
        """A table stands like this now, and that is stored. Must not wait, and must not fail."""

    def needs(self, name: str) -> bool:
        """Must this table stay in memory?"""


class Ledger(Protocol):
    """Where tables are stored."""

    shared: bool
    """Do other servers write here too?"""

    async def append(self, after: Table, entries: Sequence[Entry]) -> None:
        """Store the last entries of a table, all or none. On return the disk has them.

        Raises `Conflict` if somebody else has written any of these numbers, and `Unwell` if it is not known whether
        they are stored.
        """

    async def load(self, name: str, since: int = 0) -> tuple[Table, list[Row]] | None:
        """A table without its events, and those after number `since`."""

    async def numbers(self, names: list[str]) -> dict[str, int]:
        """The number of the last event of each of these tables."""

    async def rated_of(self, people: Collection[str]) -> list[str]:
        """The rated games that some people are playing."""

    async def unattended(self) -> list[str]:
        """Tables that need a server though nobody is there: an opponent is on turn, against people."""

    async def due(self, until: int) -> dict[str, int]:
        """Tables whose time may be over by then, the most urgent first, and when it may be."""

    async def put_off(self, name: str, due: int, until: int) -> bool:
        """Look at a table later; False if it is due at another moment now: it has moved on, or somebody else looks."""


class Time(Protocol):
    """The time at tables, in milliseconds."""

    def now(self) -> int: ...

    @property
    def sure(self) -> bool:
        """Is it certain to a second? If not, nothing is decided that depends on it."""

    def charged(self, begun: int, now: int) -> int:
        """The time from `begun` to `now` without that in which no server could work."""
