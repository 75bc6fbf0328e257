"""Work that goes on beside: it is heard of if it fails, and it ends with the server."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from tablier.server import metrics
from tablier.server.errors import Conflict, Unwell

log = logging.getLogger("tablier.tasks")

T = TypeVar("T")

LAG = 0.1
"""So many seconds lie between two looks at how late the loop is."""


class Tasks:
    def __init__(self) -> None:
        self.draining = False
        """Is nothing new to be begun, because the server is about to stop?"""
        self._beside: set[asyncio.Task[Any]] = set()
        self._begun: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something beside; it is broken off when the server closes."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._beside.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("something beside failed", exc_info=error)

    def every(self, seconds: float, duty: Callable[[], Awaitable[object]]) -> None:
        """Do something again and again, whatever happens."""
        self.spawn(_repeat(seconds, duty))

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, also if whoever waits for it goes away."""
        return await self.ended(self.begin(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something to its end, for whoever then waits until it has `ended`."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._finished)
        return task

    async def ended(self, task: asyncio.Task[T]) -> T:
        """What came of it. Whoever goes away meanwhile does not break it off."""
        await asyncio.wait([task])
        return task.result()

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited was told, if still there

    async def finish(self) -> None:
        """Wait for what was begun."""
        while self._begun:
            await asyncio.wait(self._begun)

    async def stop(self) -> None:
        """Break off what is done beside, and wait for what that had begun."""
        while self._beside:
            for task in self._beside:
                task.cancel()
            await asyncio.wait(self._beside)
        await self.finish()


async def measure_lag() -> None:
    """Note again and again how late the loop comes to what is due."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG
        await asyncio.sleep(LAG)
        metrics.LAG.observe(max(0.0, loop.time() - due))


async def _repeat(seconds: float, duty: Callable[[], Awaitable[object]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await duty()
        except (Unwell, Conflict) as error:
            log.warning("put off", extra={"duty": duty.__name__, "why": type(error).__name__})
        except Exception:
            log.exception("a duty failed", extra={"duty": duty.__name__})
