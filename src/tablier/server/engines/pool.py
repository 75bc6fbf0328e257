"""Engines at work: processes of their own that are given a view and give back a thought.

A process that dies or overruns is replaced, and whoever asked is told.
"""

import asyncio
import contextlib
import json
import logging
import os
import sys
import time
from collections import OrderedDict, deque
from typing import Any, NamedTuple

from tablier.server import metrics
from tablier.server.engines.question import Question
from tablier.server.errors import Unwell, words

log = logging.getLogger("tablier.engines")

GRACE, FIRST = 20.0, 60.0
"""So many seconds more than asked a thought may take, and the first one of a process, which has to begin."""
LONGEST = 60.0
LINE = 8 * 2**20
MOST = 10_000
"""So many thoughts may wait, and so many hints of one person."""
MOST_HINTS = 3

KNOWN = {"PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR", "TABLIER_CACHE", "XDG_CACHE_HOME", "VIRTUAL_ENV"}
KNOWN |= {"SYSTEMROOT", "LD_LIBRARY_PATH"}
KINDS = ("PYTHON", "NUMBA_", "LC_")
"""The environment variables that engines are given, by their names and by how they begin."""

FOR_PLAY, FOR_HINTS = 0, 1
"""Opponents on turn come before hints and analyses."""


class Job(NamedTuple):
    asked: Question
    answer: asyncio.Future[dict[str, Any]]


class Waiting:
    """Jobs in line: the more urgent first, then everybody in turn, however much each has asked for."""

    def __init__(self) -> None:
        self._lines: dict[int, OrderedDict[str, deque[Job]]] = {FOR_PLAY: OrderedDict(), FOR_HINTS: OrderedDict()}
        self._number = asyncio.Semaphore(0)
        self.length = 0

    def put(self, urgency: int, whose: str, job: Job) -> None:
        lines = self._lines[urgency]
        if self.length >= MOST or (urgency == FOR_HINTS and len(lines.get(whose, ())) >= MOST_HINTS):
            raise Unwell(words("think.busy"))
        lines.setdefault(whose, deque()).append(job)
        self.length += 1
        self._number.release()

    async def get(self) -> Job:
        await self._number.acquire()
        self.length -= 1
        lines = next(lines for lines in self._lines.values() if lines)
        whose, line = lines.popitem(last=False)
        job = line.popleft()
        if line:
            lines[whose] = line
        return job


class Engines:
    """A few processes, and a line before them."""

    def __init__(self, number: int):
        self.number = number
        self._jobs = Waiting()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._work()) for _ in range(self.number)]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def waiting(self) -> int:
        return self._jobs.length

    async def think(self, asked: Question, urgency: int, whose: str) -> dict[str, Any]:
        """A thought about the last position of a record, as JSON."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._jobs.put(urgency, whose, Job(asked._replace(seconds=min(asked.seconds, LONGEST)), answer))
        return await answer

    async def _work(self) -> None:
        process = None
        try:
            while True:
                job = await self._jobs.get()
                if job.answer.done():
                    continue
                begun, grace = time.monotonic(), GRACE
                try:
                    if process is None or process.returncode is not None:
                        process, grace = await _begin(), FIRST
                    said = await _ask(process, job.asked, grace)
                except Exception as error:  # whatever it is, this thought is lost and the next one is not
                    log.warning("a thought was lost", extra={"why": type(error).__name__})
                    await _end(process)
                    process, said = None, {}
                metrics.thought(time.monotonic() - begun, lost="move" not in said)
                _tell(job.answer, said)
        finally:
            await _end(process)


async def _begin() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tablier.server.engines.process",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE,
        env=surroundings(),
    )


def surroundings() -> dict[str, str]:
    """What an engine may know of where it runs: enough to find its code, nothing by which to reach the database."""
    kept = {name: value for name, value in os.environ.items() if name in KNOWN or name.startswith(KINDS)}
    return kept | {"NUMBA_NUM_THREADS": "1"}


async def _ask(process: asyncio.subprocess.Process, asked: Question, grace: float) -> dict[str, Any]:
    """Put something to a process. If it says nothing sensible in time it is lost."""
    async with asyncio.timeout(asked.seconds + grace):
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(asked._asdict()).encode() + b"\n")
        await process.stdin.drain()
        said = json.loads(await process.stdout.readline())
    if not isinstance(said, dict):
        raise ValueError("no thought")
    return said


async def _end(process: asyncio.subprocess.Process | None) -> None:
    if process is not None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _tell(answer: asyncio.Future[dict[str, Any]], said: dict[str, Any]) -> None:
    if answer.done():
        return
    if "move" in said:
        answer.set_result(said)
    else:
        answer.set_exception(Unwell(words("think.lost")))
