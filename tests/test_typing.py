"""Whoever programs with Tablier sees its types."""

import ast
import itertools
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

import tablier

TYPED = Path(__file__).parent / "typed.py"

PARTS = {
    "setup": {"SetupPart": "make", "Teams": "sides", "SecondGames": "again", "Plans": "plan"},
    "moves": {"MovesPart": "path", "DrawsPart": "draw", "Advice": "advice"},
    "sheet": {"SheetPart": "sheet"},
    "scene": {"ScenePart": "scene"},
    "diagram": {"DiagramPart": "diagram"},
}
"""For each module of a game its types, each with a function that it has if it is of that type."""


def strict(folder, known, *files):
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={known}", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)


def games():
    """A program that takes the modules of all our games for what the core takes them for."""
    yield f"from tablier.core.parts import {', '.join(itertools.chain(*PARTS.values()))}"
    ours = [game for game in tablier.list_games() if game.package.startswith("tablier.games.")]
    for game, (name, kinds) in itertools.product(ours, PARTS.items()):
        yield f"from {game.package} import {name} as {game.name}_{name}"
        for kind, function in kinds.items():
            if hasattr(game.part(name), function):
                yield f"{game.name}_{kind}: {kind} = {game.name}_{name}"


@pytest.mark.skipif(not find_spec("mypy"), reason="mypy is not installed: pip install 'tablier[check]'")
def test_a_strangers_program_is_checked_strictly(tmp_path, pytestconfig):
    (tmp_path / "games.py").write_text("\n".join(games()))
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import tablier\n"
        "position = tablier.game('quantik').start()\n"
        "position.play(3)\n"
        "position.moves[0].txt\n"
        "tablier.player(5.0)\n"
        "position.moves.tree['S'].upper()\n"
        "position.game.options.append(1)\n"
        "position.record().outcome['rank']\n"
        "position.game.title.facts['square'] = 'b2'\n"
    )
    known = pytestconfig.cache.mkdir("mypy")  # what it learns of NumPy takes longest
    shown = strict(tmp_path, known, TYPED, tmp_path / "games.py", wrong).stdout
    assert all(f"wrong.py:{line}: error" in shown for line in range(3, 10)), shown
    # in wrong.py alone, and two for the outcome, which may also be None
    assert "Found 8 errors in 1 file (checked 3 source files)" in shown, shown


def test_the_package_says_that_it_is_typed():
    assert files("tablier").joinpath("py.typed").is_file()


def test_what_the_package_exports_is_written_down_and_there():
    """Type checkers read `__all__`, and understand it only as a plain list."""
    tree = ast.parse(Path(tablier.__file__).read_text("utf-8"))
    written = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
    names = ast.literal_eval(written[0].value)
    assert names == tablier.__all__ and {*names, "Client"} == set(tablier._home)
    assert all(getattr(tablier, name) is not None for name in tablier._home)
