"""How often anybody may ask: a bucket that fills by itself and is emptied by asking."""

from collections import OrderedDict
from time import monotonic


class Limit:
    """So many a second, and so many at once; for the most recent `most` askers."""

    def __init__(self, rate: float, burst: float, most: int = 50_000):
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str, cost: float = 1.0) -> float:
        """Take so many: 0 if that is fine, else after how many seconds it would be. A full bucket is always enough."""
        now = monotonic()
        level, then = self._buckets.pop(who, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        cost = min(cost, self.burst)
        enough = level >= cost
        self._buckets[who] = (level - cost if enough else level, now)
        if len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return 0.0 if enough else (cost - level) / self.rate
