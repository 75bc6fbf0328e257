"""The rooms of the server: who may import whom, and what each says of itself."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tablier.server

SERVER = Path(tablier.server.__file__).parent
MAY = {
    "tables": set(),
    "storage": {"tables"},
    "people": {"storage", "tables"},
    "audience": {"people", "tables"},
    "engines": {"storage", "tables"},
    "http": {"audience", "engines", "people", "storage", "tables", "hall", "settings"},
}
"""Which rooms, and which modules beside them, each room may import."""
EVERYBODYS = {"errors", "metrics", "tasks"}


def imported(file: Path) -> set[str]:
    """The rooms of the server, and the modules beside them, that a file names."""
    tree = ast.parse(file.read_text("utf-8"))
    whole = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    names = {node.module for node in whole if node.module != "tablier.server"}
    names |= {
        f"tablier.server.{alias.name}" for node in whole if node.module == "tablier.server" for alias in node.names
    }
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return {name.split(".")[2] for name in names if name.startswith("tablier.server.")}


def test_every_room_is_known():
    assert {init.parent.name for init in SERVER.glob("*/__init__.py")} == set(MAY)


@pytest.mark.parametrize("room", MAY)
def test_a_room_imports_what_it_may(room):
    for file in (SERVER / room).rglob("*.py"):
        assert imported(file) <= MAY[room] | EVERYBODYS | {room}, file


@pytest.mark.parametrize("module", sorted(EVERYBODYS))
def test_what_everybody_uses_knows_no_room(module):
    assert imported(SERVER / f"{module}.py") <= EVERYBODYS


@pytest.mark.parametrize("room", MAY)
def test_a_room_says_what_it_promises_and_what_it_may_import(room):
    said = ast.get_docstring(ast.parse((SERVER / room / "__init__.py").read_text("utf-8")))
    assert "Promise:" in said and "May import:" in said
    told = said.partition("May import:")[2]
    assert {other for other in MAY if f"`{other}`" in told} == MAY[room] & set(MAY) or room == "http"


def test_an_engine_loads_nothing_of_the_server():
    code = "import sys, tablier.server.engines.process; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pydantic", "sqlalchemy", "fastapi"} & set(loaded)
    assert {name for name in loaded if name.startswith("tablier.server")} == {
        "tablier.server",
        "tablier.server.engines",
        "tablier.server.engines.process",
        "tablier.server.engines.question",
    }
