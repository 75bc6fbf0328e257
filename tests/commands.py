"""The command `tablier`, run as people run it: a process with arguments, input and output of its own.

Most of what a process does before it does anything is to import: half a second for Numba, more for compiled rules.
So one process imports all that and never does anything else; each command is a fork of it. `fresh` makes an
ordinary process, for what depends on how a process begins.
"""

import atexit
import os
import pickle
import socket
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

ENOUGH = 120
"""Seconds after which a command counts as one that never ends."""

PARENT = """
import os, pickle, socket, sys
import numba, rich, typer
import tablier.cli.language
from tablier.core.registry import list_games

for game in list_games():
    position = game.start()
    position.moves, position.scene()

asked = socket.socket(fileno=int(sys.argv[1]))
asked.sendall(b"r")
while True:
    order, files, _, _ = socket.recv_fds(asked, 1 << 16, 3)
    if not order:
        break
    child = os.fork()
    if child == 0:
        asked.close()
        for place, file in enumerate(files):
            os.dup2(file, place)
        arguments, environment, folder = pickle.loads(order)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.argv = ["tablier", *arguments]
        sys.stdin, sys.stdout, sys.stderr = (open(place, mode, encoding="utf-8") for place, mode in enumerate("rww"))
        code = 0
        try:
            from tablier.cli import main
            main()
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            import traceback
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    for file in files:
        os.close(file)
    _, status = os.waitpid(child, 0)
    asked.sendall(pickle.dumps(os.waitstatus_to_exitcode(status)))
"""


@dataclass(frozen=True)
class Result:
    returncode: int
    stdout: str
    stderr: str


@cache
def _parent() -> socket.socket:
    """The process that is forked, by the socket through which it is asked."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen([sys.executable, "-c", PARENT, str(theirs.fileno())], pass_fds=[theirs.fileno()])
    theirs.close()
    ours.settimeout(ENOUGH)

    @atexit.register
    def end() -> None:
        ours.close()
        process.kill()
        process.wait()

    assert ours.recv(1) == b"r"
    return ours


def run(*arguments: object, typed: str = "", **environment: str) -> Result:
    """Run the command; what it prints and how it ends."""
    with TemporaryFile() as given, TemporaryFile() as printed, TemporaryFile() as complained:
        given.write(typed.encode())
        given.seek(0)
        order = pickle.dumps((list(map(str, arguments)), dict(os.environ) | environment, str(Path.cwd())))
        socket.send_fds(_parent(), [order], [file.fileno() for file in (given, printed, complained)])
        code = pickle.loads(_parent().recv(1 << 10))
        output, errors = (_read(file) for file in (printed, complained))
    return _checked(Result(code, output, errors))


def fresh(*arguments: object, typed: str = "", **environment: str) -> Result:
    """The same in a process that begins from nothing."""
    command = [sys.executable, "-m", "tablier", *map(str, arguments)]
    ended = subprocess.run(
        command, input=typed, capture_output=True, text=True, timeout=ENOUGH, env=os.environ | environment
    )
    return _checked(Result(ended.returncode, ended.stdout, ended.stderr))


def says(*arguments: object, typed: str = "", **environment: str) -> str:
    """What the command prints; it must go well."""
    result = run(*arguments, typed=typed, **environment)
    assert result.returncode == 0, result.stderr
    return result.stdout


def _read(file) -> str:
    file.seek(0)
    return file.read().decode()


def _checked(result: Result) -> Result:
    assert "Traceback" not in result.stderr + result.stdout, result.stderr
    return result
