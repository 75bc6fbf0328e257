"""What `pip install tablier` alone can do: play, program, think; the rest says which extra it needs."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]

HIDDEN = """
import sys
HIDDEN = set("alembic argon2 fastapi httpx openskill prometheus_client psycopg ray segno".split())
HIDDEN |= set("sqlalchemy starlette uvicorn websockets pytest hypothesis".split())

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nowhere())
"""

COMMAND = "from tablier.cli import main; main()"


def run(code, *arguments):
    """A process in which the packages of the extras are not installed."""
    command = [sys.executable, "-c", HIDDEN + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_the_package_needs_little():
    names = {dependency.partition(">")[0] for dependency in PROJECT["dependencies"]}
    assert names == {"numpy", "numba", "typer", "rich"}


def test_the_library_plays_thinks_and_draws_without_extras():
    code = """
from tablier import *
import tablier
position = tablier.game("quantik").start().play("S-b2")
thought = tablier.player("best").think(position, 0.05)
record = position.play(thought.move).record()
print(tablier.Record.parse(record.line).replay().svg()[:4])
"""
    shown = run(code)
    assert shown.stdout == "<svg\n", shown.stderr


@pytest.mark.parametrize(
    "arguments",
    ["games", "levels", "rules quantik", "random quantik", "perft quantik 2", "replay TEXT", "draw TEXT -o -"],
)
def test_commands_that_need_no_extra(arguments):
    given = [word.replace("TEXT", "quantik/1 2 {} {} S-b2") for word in arguments.split()]
    shown = run(COMMAND, *given)
    assert shown.returncode == 0 and shown.stdout, shown.stderr


def test_a_contest_needs_no_extra():
    shown = run(COMMAND, "arena", "quantik", "greedy", "random", "--games", "2", "--workers", "1")
    assert shown.returncode == 0 and "greedy – random" in shown.stdout, shown.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["serve", "--port", "1"], "server"),
        (["backup", "/nowhere/x"], "server"),
        (["restore", "/nowhere/x"], "server"),
        (["arena", "quantik", "greedy", "random", "--ray", "local"], "ray"),
    ],
)
def test_commands_say_which_extra_they_need(arguments, extra):
    shown = run(COMMAND, *arguments)
    assert shown.returncode == 2 and f"pip install 'tablier[{extra}]'" in shown.stderr
    assert "Traceback" not in shown.stderr and extra in PROJECT["optional-dependencies"]


@pytest.mark.parametrize("code", ["import tablier.client", "import tablier; tablier.Client"])
def test_the_client_says_which_extra_it_needs(code):
    shown = run(f"try:\n    {code}\nexcept ImportError as error:\n    print(type(error).__name__, error)\n")
    assert shown.stdout == "MissingExtra This needs the package httpx: pip install 'tablier[client]'.\n"
