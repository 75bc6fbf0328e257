"""Compiled rules are found again by the next process, and never when a source has changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tablier

PLAY = """
import tablier
import logging
class Told(logging.Handler):
    def emit(self, record):
        print(record.msg.key)
logging.getLogger("tablier").addHandler(Told())
position = tablier.game("quantik").start().play("S-b2")
print(len(position.moves))
"""

TYPED_IN = """
import tablier
from tablier.core.compiler import entry
from tablier.core.rules import turn

@entry
def whose_turn(boards, states):
    return turn(boards[0], states[0])

print(whose_turn(*tablier.game("quantik").start().arrays))
"""


class Runs:
    """Runs code with a copy of the package, and a cache that is empty at first."""

    def __init__(self, folder):
        self.source, self.cache = folder / "source" / "tablier", folder / "cache"
        shutil.copytree(Path(tablier.__file__).parent, self.source, ignore=shutil.ignore_patterns("__pycache__", "web"))

    def __call__(self, code=PLAY):
        environment = os.environ | {"PYTHONPATH": str(self.source.parent), "TABLIER_CACHE": str(self.cache)}
        result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        assert not result.stderr, result.stderr
        return result.stdout.split()


@pytest.fixture
def run(tmp_path):
    return Runs(tmp_path)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A cache in which another process has left what it compiled."""
    first = Runs(tmp_path_factory.mktemp("first"))
    assert first() == ["compiler.first", "53"]
    return first.cache


@pytest.fixture
def rerun(run, compiled):
    """The same with a copy of that cache."""
    shutil.copytree(compiled, run.cache)
    return run


def test_the_next_process_finds_what_was_compiled(rerun):
    assert rerun() == ["53"]


def test_a_change_in_any_source_file_that_is_compiled_is_noticed(rerun):
    rules = rerun.source / "games" / "quantik" / "rules.py"
    changed = rules.read_text().replace("= ~state.own_barred\n", "= ~state.own_barred & np.uint64(127)\n")
    rules.write_text(changed)
    assert rerun() == ["compiler.first", "2"]
    bits = rerun.source / "core" / "bits.py"
    bits.write_text(bits.read_text() + "\n")
    assert rerun()[0] == "compiler.first"


def test_a_change_in_what_is_never_compiled_costs_nothing(rerun):
    for file in ("games/quantik/scene.py", "games/quantik/moves.py", "core/position.py", "core/svg.py"):
        source = rerun.source / file
        source.write_text(source.read_text() + "\n")
    assert rerun() == ["53"]


def test_a_damaged_file_is_compiled_anew(rerun):
    for file in rerun.cache.iterdir():
        file.write_bytes(b"nothing")
    assert rerun() == ["compiler.first", "53"]
    assert rerun() == ["53"]


def test_without_a_place_to_keep_it_the_rules_still_work(run, tmp_path):
    run.cache.write_text("a file where the folder should be")
    assert run() == ["compiler.first", "compiler.lost", "53"]


def test_what_is_typed_in_is_compiled_and_not_kept(run):
    assert run(TYPED_IN) == ["0"]
    assert not list(run.cache.glob("__main__.*"))
