"""A process that has loaded all a server needs, and forks: each fork is a server like another, there at once.

It hears one line of JSON after the other, and answers each with one: a job to begin (a process id), or the id of a
process that may have ended (its exit status, or null). When nobody asks any more it ends, and all it has begun with it.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from importlib import import_module
from pathlib import Path

LOADED = ["tablier.cli.app", "tablier.server.serve", "alembic.command", "psycopg"]
GAMES = ["quantik", "kulami", "on_top"]
"""What crowds play in the tests: their rules are loaded, too."""


class Zygote:
    """Whoever wants servers, and asks the process for them."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([sys.executable, "-P", __file__], stdin=pipe, stdout=pipe, text=True)
        self._lock = threading.Lock()

    def begin(self, words: list[str], log: Path, ahead: float = 0.0) -> "Forked":
        """The command `tablier`, by a process whose wall clock is so many seconds ahead."""
        job = {"words": words, "log": str(log), "ahead": ahead, "environment": dict(os.environ)}
        return Forked(self, self.ask(job))

    def ask(self, what: dict | int) -> int | None:
        assert self._process.stdin and self._process.stdout
        with self._lock:
            print(json.dumps(what), file=self._process.stdin, flush=True)
            return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(60)


class Forked:
    """A process that was forked, to be treated like one of `subprocess`."""

    def __init__(self, zygote: Zygote, pid: int | None):
        assert pid is not None
        self.zygote, self.pid = zygote, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.zygote.ask(self.pid)
        return self.returncode

    def wait(self, timeout: float) -> int:
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise TimeoutError(f"process {self.pid} does not end")
            time.sleep(0.005)
        return status


# ----- The process itself


def main() -> None:
    for name in LOADED:
        import_module(name)
    import tablier

    for name in GAMES:
        tablier.game(name).warm()
    begun: set[int] = set()
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            answer = _ended(asked, begun)
        elif answer := os.fork():
            begun.add(answer)
        else:
            return _be(**asked)
        print(json.dumps(answer), flush=True)
    for pid in begun:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _ended(pid: int, begun: set[int]) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    if not found:
        return None
    begun.discard(pid)
    return os.waitstatus_to_exitcode(status)


def _be(words: list[str], log: str, ahead: float, environment: dict[str, str]) -> None:
    """From now on be that command."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.environ.clear()
    os.environ.update(environment)
    real = time.time_ns
    time.time_ns = lambda: real() + int(ahead * 10**9)
    sys.argv = ["tablier", *words]
    from tablier.cli import main

    main()


if __name__ == "__main__":
    main()
