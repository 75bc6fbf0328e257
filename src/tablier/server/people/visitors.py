"""Who has looked in lately, at a table or at the first page. Nothing of it is stored."""

import time
from collections import OrderedDict

LATELY = 45.0
"""Somebody who has asked for nothing for so many seconds is gone."""
MOST = 50_000


class Visitors:
    def __init__(self) -> None:
        self._seen: OrderedDict[str, float] = OrderedDict()

    def note(self, who: str) -> None:
        self._seen.pop(who, None)
        self._seen[who] = time.monotonic()
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def with_those(self, here: set[str]) -> int:
        """How many there are, with those who are connected."""
        since = time.monotonic() - LATELY
        while self._seen and next(iter(self._seen.values())) < since:
            self._seen.popitem(last=False)
        return len(here | self._seen.keys())
