"""How often signing in may be tried, under one name and from one neighbourhood."""

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

MOST = 5
MINUTE = 60.0
"""So many tries in so many seconds; then comes a pause."""
PAUSE, LONGEST = 60.0, 900.0
"""The first pause, in seconds; each that follows is twice as long, up to the longest."""
QUIET = 3600.0
"""After so many seconds without a try all is forgotten."""
REMEMBERED = 50_000


@dataclass
class Tally:
    tries: deque[float] = field(default_factory=deque)
    until: float = 0.0
    pauses: int = 0
    last: float = 0.0


class Attempts:
    def __init__(self, now: Callable[[], float] = time.monotonic):
        self.now = now
        self._tallies: OrderedDict[str, Tally] = OrderedDict()

    def wait(self, *names: str) -> float:
        """Count a try under all these names: 0 if that is fine, else after how many seconds it would be."""
        now = self.now()
        tallies = [self._tally(name, now) for name in names]
        seconds = max(_pause(tally, now) for tally in tallies)
        if not seconds:
            for tally in tallies:
                tally.tries.append(now)
        return seconds

    def forgive(self, name: str) -> None:
        """The last try was right, and does not count."""
        tally = self._tallies.get(name)
        if tally and tally.tries:
            tally.tries.pop()

    def _tally(self, name: str, now: float) -> Tally:
        tally = self._tallies.pop(name, None) or Tally()
        if now - tally.last > QUIET and now > tally.until:
            tally = Tally()
        tally.last = now
        self._tallies[name] = tally
        if len(self._tallies) > REMEMBERED:
            self._tallies.popitem(last=False)
        return tally


def _pause(tally: Tally, now: float) -> float:
    """For how long this one has to wait; a pause begins with the first try too many."""
    while tally.tries and now - tally.tries[0] >= MINUTE:
        tally.tries.popleft()
    if now >= tally.until and len(tally.tries) >= MOST:
        tally.until = now + min(LONGEST, PAUSE * 2**tally.pauses)
        tally.pauses += 1
        tally.tries.clear()
    return max(0.0, tally.until - now)


def neighbourhood(address: str) -> str:
    """The addresses that one household, or one machine, has: a hundred of them are not a hundred people."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None) or found
    return str(ipaddress.ip_network(f"{mapped}/{24 if mapped.version == 4 else 64}", strict=False))
