"""Which room imports which: as `docs/architecture.md` says, and in no other way."""

import ast
import re
from pathlib import Path

import pytest

import tablier

PACKAGE = Path(tablier.__file__).parent
PAGE = Path(__file__).parents[1].joinpath("docs", "architecture.md").read_text("utf-8")


def told() -> dict[str, set[str]]:
    """The table of the page: for each room those it may import."""
    table = PAGE.partition("| room | what it is | may import |\n")[2].partition("\n\n")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines()[1:]]
    return {room.strip(" `"): set(re.findall(r"`(\w+)`", others)) for room, _, others in rows}


MAY = told()


def files(room: str) -> list[Path]:
    return list((PACKAGE / room).rglob("*.py")) or [file for file in [PACKAGE / f"{room}.py"] if file.exists()]


def imported(file: Path) -> set[str]:
    """The rooms that a file names."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "tablier":
            names |= {f"tablier.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return {name.split(".")[1] for name in names if name.startswith("tablier.")} & set(MAY)


def test_every_room_is_on_the_map():
    there = {file.stem if file.suffix == ".py" else file.name for file in PACKAGE.iterdir()}
    assert set(MAY) == there - {"__init__", "__main__", "__pycache__", "py.typed"}


@pytest.mark.parametrize("room", MAY)
def test_a_room_imports_what_it_may_and_all_of_that(room):
    found = set().union(*map(imported, files(room))) - {room}
    assert found == MAY[room]


@pytest.mark.parametrize("room", ["core", "search", "arena", "server", "cli", "testing"])
def test_no_game_is_known_by_name(room):
    """Rooms that serve every game say no game's name in their code; the words of a help text may."""
    games = [game.name for game in tablier.list_games()]
    for file in files(room):
        strings = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)]
        assert not {node.value for node in strings if node.value in games}, file
