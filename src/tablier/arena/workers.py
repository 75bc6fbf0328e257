"""Processes of this machine that play games at the same time.

Somebody may kill a process: the game it played is played again by another.
"""

import contextlib
import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Generic, TypeVar

from tablier.core.errors import TablierError
from tablier.core.words import Words

words = Words(Path(__file__).parent)

Job = TypeVar("Job")
Result = TypeVar("Result")

TRIES = 5
"""How often a game is begun before it is given up."""

SPAWN = multiprocessing.get_context("spawn")


class Lost(TablierError):
    """A game whose process died again and again."""


class Worker(Generic[Job, Result]):
    """A process that plays one game after another."""

    game: Job
    """The one that it plays, since `begin`."""
    tries: int

    def __init__(self, play: Callable[[Job], Result]):
        self.pipe, far = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_serve, args=(far, play), daemon=True)
        self.process.start()
        far.close()

    def begin(self, game: Job, tries: int) -> None:
        self.game, self.tries = game, tries
        with contextlib.suppress(OSError):  # if it has died, that is noticed when its record is due
            self.pipe.send(game)

    def record(self) -> Result:
        """The finished record; EOFError if the process has died."""
        try:
            answer: tuple[Result, None] | tuple[None, Exception] = self.pipe.recv()
        except OSError as broken:
            raise EOFError from broken
        if answer[1] is not None:
            raise answer[1]
        return answer[0]

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, play: Callable[[Job], Result]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who began it ends it
    while True:
        try:
            game = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((play(game), None))
        except Exception as error:
            error.add_note(traceback.format_exc())
            pipe.send((None, error))


def play_here(play: Callable[[Job], Result], games: Iterable[Job], workers: int) -> Iterator[Result]:
    """Play games in several processes of this machine; records come as they are finished, one for each game."""
    waiting, again = iter(games), deque[tuple[Job, int]]()
    busy: dict[object, Worker[Job, Result]] = {}
    try:
        while True:
            while len(busy) < workers and (job := _next(again, waiting)):
                worker = Worker(play)
                busy[worker.pipe] = worker
                worker.begin(*job)
            if not busy:
                return
            for pipe in wait([worker.pipe for worker in busy.values()]):
                worker = busy[pipe]
                try:
                    yield worker.record()
                except EOFError:
                    del busy[pipe]
                    worker.close()
                    if worker.tries == TRIES:
                        raise Lost(words("lost", game=str(worker.game), tries=TRIES)) from None
                    again.append((worker.game, worker.tries + 1))
                    continue
                if job := _next(again, waiting):
                    worker.begin(*job)
                else:
                    del busy[pipe]
                    worker.close()
    finally:
        for worker in busy.values():
            worker.close()


def _next(again: deque[tuple[Job, int]], waiting: Iterator[Job]) -> tuple[Job, int] | None:
    """The next game, and which attempt at it this is."""
    if again:
        return again.popleft()
    game = next(waiting, None)
    return None if game is None else (game, 1)
