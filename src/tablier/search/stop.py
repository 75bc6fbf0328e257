"""Stopping compiled code in time: it looks at a flag, and this raises the flag."""

import threading
import time

import numpy as np

OFTEN, SELDOM = 0.02, 3600.0
"""How often it is looked whether somebody wants to stop, and if nobody can. No thread can wait for ever."""

STOP = 0
"""The place of the flag in `control`; the others are the search's own."""


class Timer:
    """Raises the flag when the time is up, or when somebody else wants the search to stop."""

    def __init__(self, seconds: float, stop: threading.Event | None = None):
        self.control = np.zeros(8, np.int64)
        self.begun = time.monotonic()
        self.end = self.begun + max(0.0, seconds)
        self._stop = stop
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Timer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begun

    @property
    def over(self) -> bool:
        return bool(self.control[STOP])

    def _watch(self) -> None:
        while not self._done.is_set():
            left = self.end - time.monotonic()
            if left <= 0 or (self._stop is not None and self._stop.is_set()):
                self.control[STOP] = 1
                return
            self._done.wait(min(left, OFTEN if self._stop is not None else SELDOM))
