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


@pytest.fixture
def run(tmp_path):
    """Run code with a copy of the package and an empty cache."""
    source = tmp_path / "source"
    shutil.copytree(Path(tablier.__file__).parent, source / "tablier", ignore=shutil.ignore_patterns("__pycache__"))
    environment = os.environ | {"PYTHONPATH": str(source), "TABLIER_CACHE": str(tmp_path / "cache")}

    def run(code=PLAY):
        result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        assert not result.stderr, result.stderr
        return result.stdout.split()

    run.source = source / "tablier"
    run.cache = tmp_path / "cache"
    return run


def test_the_next_process_finds_what_was_compiled(run):
    assert run() == ["compiler.first", "53"]
    assert run() == ["53"]


def test_a_change_in_any_source_file_that_is_compiled_is_noticed(run):
    run()
    rules = run.source / "games" / "quantik" / "rules.py"
    changed = rules.read_text().replace("= ~state.own_barred\n", "= ~state.own_barred & np.uint64(127)\n")
    rules.write_text(changed)
    assert run() == ["compiler.first", "2"]
    bits = run.source / "core" / "bits.py"
    bits.write_text(bits.read_text() + "\n")
    assert run()[0] == "compiler.first"


def test_a_change_in_what_is_never_compiled_costs_nothing(run):
    run()
    for file in ("games/quantik/scene.py", "games/quantik/moves.py", "core/position.py", "core/svg.py"):
        source = run.source / file
        source.write_text(source.read_text() + "\n")
    assert run() == ["53"]


def test_a_damaged_file_is_compiled_anew(run):
    run()
    for file in run.cache.iterdir():
        file.write_bytes(b"nothing")
    assert run() == ["compiler.first", "53"]
    assert run() == ["53"]


def test_without_a_place_to_keep_it_the_rules_still_work(run, tmp_path):
    run.cache.write_text("a file where the folder should be")
    assert run() == ["compiler.first", "compiler.lost", "53"]


def test_what_is_typed_in_is_compiled_and_not_kept(run):
    assert run(TYPED_IN) == ["0"]
    assert not list(run.cache.glob("__main__.*"))
