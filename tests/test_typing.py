"""Whoever programs with Tablier sees its types."""

import ast
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

import tablier

TYPED = Path(__file__).parent / "typed.py"


def strict(file, folder):
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={folder}", str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)


@pytest.mark.skipif(not find_spec("mypy"), reason="mypy is not installed: pip install 'tablier[check]'")
def test_a_strangers_program_is_checked_strictly(tmp_path):
    assert strict(TYPED, tmp_path).stdout.startswith("Success")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import tablier\n"
        "position = tablier.game('quantik').start()\n"
        "position.play(3)\n"
        "position.moves[0].txt\n"
        "tablier.player(5)\n"
    )
    shown = strict(wrong, tmp_path).stdout
    assert all(f"wrong.py:{line}: error" in shown for line in (3, 4, 5)) and "Found 3 errors" in shown, shown


def test_the_package_says_that_it_is_typed():
    assert files("tablier").joinpath("py.typed").is_file()


def test_what_the_package_exports_is_written_down_and_there():
    """Type checkers read `__all__`, and understand it only as a plain list."""
    tree = ast.parse(Path(tablier.__file__).read_text("utf-8"))
    written = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
    names = ast.literal_eval(written[0].value)
    assert names == tablier.__all__ and {*names, "Client"} == set(tablier._home)
    assert all(getattr(tablier, name) is not None for name in tablier._home)
