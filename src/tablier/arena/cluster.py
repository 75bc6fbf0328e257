"""A Ray cluster that plays games at the same time.

A machine may go away, or somebody may kill a process: the game it played is played again elsewhere.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablier.arena.workers import TRIES, Job, Lost, Result, words
from tablier.core.errors import TablierError
from tablier.core.extras import needing

ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
"""With this a Ray of one machine listens on the loopback only, and reports to nobody. Ray reads it when imported."""


class NoCluster(TablierError):
    """No cluster answers at the address."""


def play_on_ray(
    play: Callable[[Job], Result], games: Iterable[Job], address: str, workers: int | None = None
) -> Iterator[Result]:
    """Play games on the Ray cluster at an address, or on one of this machine alone, begun and ended for them: `local`.

    Records come as they are finished, one for each game.
    """
    here = address == "local"
    if here:
        os.environ.update(ALONE)
    with needing("ray"):
        import ray
    modest: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False} if here else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **modest)
    except (ConnectionError, ValueError) as error:
        raise NoCluster(words("no_cluster", address=address, why=str(error))) from None
    try:
        task = ray.remote(max_retries=TRIES - 1)(play)
        waiting = [task.remote(game) for game in games]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    except ray.exceptions.WorkerCrashedError:
        raise Lost(words("lost", game=play.__name__, tries=TRIES)) from None
    finally:
        ray.shutdown()
