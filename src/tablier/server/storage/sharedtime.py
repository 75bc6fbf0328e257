"""The time of the database, by which all servers that share it go: no server is judged by the clock of another."""

import logging
from collections.abc import Callable

import sqlalchemy as sa

from tablier.server import metrics

log = logging.getLogger("tablier.time")

DOUBT = 1_000
"""So many milliseconds this server's time may turn out to have been wrong; beyond that it is not sure of it."""


class SharedTime:
    """Milliseconds by a clock of this process that cannot jump, set by the database again and again.

    Small corrections never let it go back.
    """

    def __init__(self, own: Callable[[], int], asked: Callable[[sa.Connection], int | None]):
        self.own, self.asked = own, asked
        self.sure = True
        """Can what is due be told by it? Nothing is decided by a time that was wrong a moment ago."""
        self._ahead: int | None = None
        self._latest = 0

    def __call__(self) -> int:
        self._latest = max(self._latest, self.own() + (self._ahead or 0))
        return self._latest

    def read(self, db: sa.Connection) -> int:
        """Set this server's time by the database's, and tell it."""
        begun = self.own()
        theirs = self.asked(db)
        ended = self.own()
        if theirs is not None:
            self._set(theirs - (begun + ended) // 2, ended - begun)
        return self()

    def _set(self, ahead: int, taken: int) -> None:
        wrong = 0 if self._ahead is None else abs(ahead - self._ahead)
        self.sure = max(wrong, taken // 2) <= DOUBT
        if not self.sure:
            metrics.DOUBTS.inc()
            log.error("the time was wrong", extra={"wrong": wrong, "taken": taken})
            self._latest = 0  # it may have been ahead
        self._ahead = ahead
