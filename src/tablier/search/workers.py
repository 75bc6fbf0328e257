"""Who plays games at the same time: processes of this machine, or a Ray cluster.

Somebody may kill a process, or a machine may go away: the game it played is played again elsewhere.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tablier.core.errors import TablierError
from tablier.core.words import Words

words = Words(Path(__file__).parent)

TRIES = 5
"""How often a game is begun before it is given up."""

ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
"""With this a Ray of one machine listens on the loopback only, and reports to nobody. Ray reads it when imported."""

SPAWN = multiprocessing.get_context("spawn")


class Lost(TablierError):
    """A game whose process died again and again."""


class Missing(TablierError):
    """Something that is not installed."""


class Worker:
    """A process that plays one game after another."""

    def __init__(self, play: Callable):
        self.pipe, far = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_serve, args=(far, play), daemon=True)
        self.process.start()
        far.close()
        self.game: Any = None
        self.tries = 0

    def begin(self, game, tries: int) -> None:
        self.game, self.tries = game, tries
        with contextlib.suppress(OSError):  # if it has died, that is noticed when its record is due
            self.pipe.send(game)

    def record(self):
        """The finished record; EOFError if the process has died."""
        try:
            record, error = self.pipe.recv()
        except OSError as broken:
            raise EOFError from broken
        if error is not None:
            raise error
        return record

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, play: Callable) -> None:
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


def play_here(play: Callable, games: Iterable, workers: int) -> Iterator:
    """Play games in several processes of this machine; records come as they are finished, one for each game."""
    waiting, again = iter(games), deque[tuple[Any, int]]()
    busy: dict[Any, Worker] = {}
    try:
        while True:
            while len(busy) < workers and (job := _next(again, waiting)):
                worker = Worker(play)
                busy[worker.pipe] = worker
                worker.begin(*job)
            if not busy:
                return
            for pipe in wait(list(busy)):
                worker = busy[pipe]
                try:
                    yield worker.record()
                except EOFError:
                    del busy[pipe]
                    worker.close()
                    if worker.tries == TRIES:
                        raise Lost(words("arena.lost", game=str(worker.game), tries=TRIES)) from None
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


def _next(again: deque, waiting: Iterator) -> tuple[Any, int] | None:
    """The next game, and which attempt at it this is."""
    if again:
        return again.popleft()
    game = next(waiting, None)
    return None if game is None else (game, 1)


def play_on_ray(play: Callable, games: Iterable, address: str, workers: int | None = None) -> Iterator:
    """Play games on the Ray cluster at an address, or on one of this machine alone, begun and ended for them: `local`.

    Records come as they are finished, one for each game.
    """
    here = address == "local"
    if here:
        os.environ.update(ALONE)
    try:
        import ray
    except ImportError:
        raise Missing(words("arena.no_ray")) from None
    modest: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False} if here else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **modest)
    except (ConnectionError, ValueError) as error:
        raise Missing(words("arena.no_cluster", address=address, why=str(error))) from None
    try:
        task = ray.remote(max_retries=TRIES - 1)(play)
        waiting = [task.remote(game) for game in games]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    except ray.exceptions.WorkerCrashedError:
        raise Lost(words("arena.lost", game=play.__name__, tries=TRIES)) from None
    finally:
        ray.shutdown()
