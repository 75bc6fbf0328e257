"""One engine, a process of its own: it reads views, line by line, and writes thoughts.

It gives way to its server and ends with it.
"""

import contextlib
import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any

from tablier.core.record import Record
from tablier.search.analysis import told
from tablier.search.players import player
from tablier.server.engines.question import Question

MEMORY = 128 * 2**20
"""For the tree of a search."""
LIMIT = 2**30
"""For all of it: what is compiled, the tree, and what comes and goes."""


def answer(asked: Question) -> dict[str, Any]:
    """A thought, with its reasons as sentences not yet said."""
    view = Record.parse(asked.record).replay()
    thought = player(asked.player).think(view, asked.seconds, memory=MEMORY, seed=asked.seed, all_moves=asked.all_moves)
    said = {
        "move": view.told(thought.move).as_json(),
        "values": [view.told(value.move).as_json() for value in thought.values],
        "line": [phrase.as_json() for phrase in told(view, thought.line)],
    }
    return thought.as_json() | {"facts": [fact.as_json() for fact in thought.facts], "told": said}


def give_way() -> None:
    """Let everybody else go first, without being starved by other work."""
    with contextlib.suppress(OSError):
        os.nice(15)
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def stay_small() -> None:
    """Have no more memory than thinking needs: whatever goes wrong here ends here."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT if most < 0 else min(LIMIT, most)))


def read(jobs: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        jobs.put(line)
    os._exit(0)  # the server is gone: nobody waits for this thought


def main() -> None:
    give_way()
    stay_small()
    jobs: SimpleQueue[str] = SimpleQueue()
    Thread(target=read, args=(jobs,), daemon=True).start()
    while True:
        try:
            said = answer(Question(**json.loads(jobs.get())))
        except Exception as error:  # whoever asked is told; the process goes on
            said = {"trouble": type(error).__name__}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
