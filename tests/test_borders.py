"""The rooms of the package: who imports whom, and that nobody reaches into another's private things."""

import ast
import re
from pathlib import Path

import pytest

import tablier

PACKAGE = Path(tablier.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

PAGE = Path(__file__).parents[1].joinpath("docs", "architecture.md").read_text("utf-8")


def told():
    """The table of the page: for each room those it may import."""
    table = PAGE.partition("| room | what it is | may import |\n")[2].partition("\n\n")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines()[1:]]
    return {room.strip(" `"): set(re.findall(r"`(\w+)`", others)) for room, _, others in rows}


MAY = told()
ARROWS = {room: others | {room} for room, others in MAY.items()}
ARROWS |= {"games": {"core"}, "cli": ARROWS["cli"] | {""}, "__main__": {"cli"}, "": {"core", "search", "client"}}
"""For each room those that it may import. A game imports no other game; '' is what `import tablier` offers."""

DOCUMENTED = {"_replace", "_asdict", "_fields", "_field_defaults", "_exit"}
"""Named like private things, but meant for everybody: of named tuples, and of `os`."""

NUMBA = {"_Cache", "_cache", "_rebuild", "_reduce"}
"""What keeping compiled code on disk takes of Numba, which offers no other way to do that."""


def module_name(file):
    parts = ("tablier", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


def room(module):
    """The room a module is in: `core` for `tablier.core.game`, `games.kulami` for a game's."""
    _, *inside = module.split(".")
    return ".".join(inside[:2] if inside[:1] == ["games"] else inside[:1])


def imported(tree, package):
    """Every module of Tablier that is imported, wherever in the file; or the name, if it is no module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -(node.level - 1) or None] if node.level else []
            origin = ".".join([*above, *(node.module or "").split(".")]).rstrip(".")
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def wrong_arrows(source, module, package):
    here = room(module)
    allowed = ARROWS[here.partition(".")[0]] | ({here} if here.startswith("games.") else set())
    for name in imported(ast.parse(source), package):
        there = room(name)
        if name.partition(".")[0] == "tablier" and (there if there in ROOMS else "") not in allowed:
            yield name


ROOMS = {room(module_name(file)) for file in FILES}


def own_names(tree):
    """The private names that a file itself defines: functions, classes, variables, and attributes of `self`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            yield node.attr


def is_self(node):
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def reached(source):
    """The private names of others that a file uses."""
    tree = ast.parse(source)
    own = set(own_names(tree)) | DOCUMENTED
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own:
            if not is_self(node.value):
                yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if is_private(alias.name))


def test_rooms_import_only_what_they_may():
    wrong = {}
    for file in FILES:
        module = module_name(file)
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        wrong[module] = list(wrong_arrows(file.read_text("utf-8"), module, package))
    assert {module: names for module, names in wrong.items() if names} == {}


def test_every_room_is_on_the_map():
    there = {file.stem if file.suffix == ".py" else file.name for file in PACKAGE.iterdir()}
    assert set(MAY) == there - {"__init__", "__main__", "__pycache__", "py.typed"}


@pytest.mark.parametrize("name", MAY)
def test_the_map_shows_no_arrow_that_is_not_there(name):
    found = set()
    for file in FILES:
        module = module_name(file)
        if room(module).partition(".")[0] == name:
            found |= {room(other).partition(".")[0] for other in imported(ast.parse(file.read_text("utf-8")), module)}
    assert MAY[name] <= found


@pytest.mark.parametrize("name", ["core", "search", "arena", "server", "cli", "testing"])
def test_no_game_is_known_by_name(name):
    """Rooms that serve every game say no game's name in their code; the words of a help text may."""
    games = [game.name for game in tablier.list_games()]
    for file in (PACKAGE / name).rglob("*.py"):
        strings = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)]
        assert not {node.value for node in strings if node.value in games}, file


def test_nobody_reaches_into_another():
    found = {module_name(file): set(reached(file.read_text("utf-8"))) for file in FILES}
    assert {module: names for module, names in found.items() if names} == {"tablier.core.compiler": NUMBA}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tablier.core.game", "import tablier.search.players"),
        ("tablier.core.game", "from tablier import search"),
        ("tablier.core.game", "from tablier import list_games"),
        ("tablier.core.game", "def f():\n    from tablier.games.kulami import rules"),
        ("tablier.core.game", "from ..client import Client"),
        ("tablier.core.game", "if TYPE_CHECKING:\n    from tablier.search.players import Player"),
        ("tablier.games.kulami.setup", "from tablier.games.quantik.setup import SEATS"),
        ("tablier.games.kulami.setup", "from tablier.games import quantik"),
        ("tablier.games.kulami.setup", "from tablier.search.players import player"),
        ("tablier.search.players", "from tablier.games.kulami import judgement"),
        ("tablier.search.players", "from tablier.arena.tally import Tally"),
        ("tablier.server.app", "from tablier.arena.tally import Tally"),
        ("tablier.server.app", "from tablier.cli.language import say"),
        ("tablier.client", "from tablier.server.settings import Settings"),
    ],
)
def test_a_wrong_arrow_is_seen(module, source):
    assert list(wrong_arrows(source, module, module.rpartition(".")[0]))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tablier.games.kulami.setup", "from tablier.games.kulami.boards import WIDEST\nfrom . import boards"),
        ("tablier.core.game", "import numpy\nfrom .words import Words\nfrom . import engine"),
        ("tablier.cli.app", "import tablier\nfrom tablier import arena, server, __version__"),
    ],
)
def test_a_right_arrow_is_no_fault(module, source):
    assert not list(wrong_arrows(source, module, module.rpartition(".")[0]))


@pytest.mark.parametrize("source", ["position._start", "f()._x", "table._seat = 1", "from tablier.core.game import _x"])
def test_reaching_is_seen(source):
    assert list(reached(source))


@pytest.mark.parametrize("source", ["self._x", "cls._x", "item._replace(x=1)", "x.__dict__", "_y = 1\nz._y"])
def test_using_ones_own_is_no_fault(source):
    assert not list(reached(source))


def test_the_page_knows_no_option_by_name():
    names = "|".join({option.name for game in tablier.list_games() for option in game.options})
    script = "".join(file.read_text("utf-8") for file in (PACKAGE / "web").glob("*.js"))
    asked = rf"""options\.({names})\b|option(\.name)? *[!=]==? *["'`]|["'`]\]\.includes\(option"""
    assert not re.search(asked, script)
    assert re.search(asked, 'plan.option === "start"') and re.search(asked, "options.start = 1")
