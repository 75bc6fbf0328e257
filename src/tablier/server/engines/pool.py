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
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from tablier.server import metrics
from tablier.server.engines.question import Question
from tablier.server.errors import Unwell, words

log = logging.getLogger("tablier.engines")

GRACE, FIRST = 20.0, 60.0
"""So many seconds more than asked a thought may take, and the first one of a process, which has to begin."""
LONGEST = 60.0
LINE = 8 * 2**20
KNOWN = {"PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR", "TABLIER_CACHE", "XDG_CACHE_HOME", "VIRTUAL_ENV"}
KNOWN |= {"SYSTEMROOT", "LD_LIBRARY_PATH"}
KINDS = ("PYTHON", "NUMBA_", "LC_")
"""The environment variables that engines are given, by their names and by how they begin."""

FOR_PLAY, FOR_HINTS = 0, 1
"""Opponents on turn come before hints and analyses."""
MOST = {FOR_PLAY: 10_000, FOR_HINTS: 500}
"""So many thoughts of each kind may wait: however many ask for hints, there is room for those who play."""


@dataclass(eq=False)
class Job:
    asked: Question
    answer: asyncio.Future[dict[str, Any]]


class Line:
    """Jobs in line: every network in turn, and within each everybody who asks from there."""

    def __init__(self, most: int) -> None:
        self.most, self.length = most, 0
        self._networks: OrderedDict[str, OrderedDict[str, dict[Job, None]]] = OrderedDict()

    def put(self, job: Job, whose: str, near: str) -> None:
        """Wait until it is this job's turn, or nobody wants to know any more."""
        if self.length >= self.most:
            raise Unwell(words("think.busy"))
        self._networks.setdefault(near, OrderedDict()).setdefault(whose, {})[job] = None
        self.length += 1
        job.answer.add_done_callback(lambda _: self._drop(job, whose, near))

    def _drop(self, job: Job, whose: str, near: str) -> None:
        people = self._networks.get(near, OrderedDict())
        if job in people.get(whose, {}):
            del people[whose][job]
            self.length -= 1
            if not people[whose]:
                del people[whose]
            if not people:
                del self._networks[near]

    def get(self) -> Job:
        near, people = self._networks.popitem(last=False)
        whose, jobs = people.popitem(last=False)
        job = next(iter(jobs))
        del jobs[job]
        self.length -= 1
        if jobs:
            people[whose] = jobs
        if people:
            self._networks[near] = people
        return job


class Waiting:
    """All who wait for a thought, the more urgent first."""

    def __init__(self) -> None:
        self._lines = {urgency: Line(most) for urgency, most in MOST.items()}
        self._news = asyncio.Event()

    @property
    def length(self) -> int:
        return sum(line.length for line in self._lines.values())

    def put(self, urgency: int, job: Job, whose: str, near: str) -> None:
        self._lines[urgency].put(job, whose, near or whose)
        self._news.set()

    async def get(self) -> Job:
        while not self.length:
            self._news.clear()
            await self._news.wait()
        return next(line for line in self._lines.values() if line.length).get()


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

    async def think(self, asked: Question, urgency: int, whose: str, near: str = "") -> dict[str, Any]:
        """A thought about the last position of a record, as JSON; for somebody, who asks from some network."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._jobs.put(urgency, Job(asked._replace(seconds=min(asked.seconds, LONGEST)), answer), whose, near)
        return await answer

    async def _work(self) -> None:
        process = None
        try:
            while True:
                job = await self._jobs.get()
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
