"""The rooms of the package: who imports whom, and that nobody reaches into another's private things."""

import ast
from pathlib import Path

import pytest

import tablier

PACKAGE = Path(tablier.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

ARROWS = {
    "core": {"core"},
    "games": {"core"},  # and each its own folder
    "search": {"core", "search"},
    "arena": {"core", "search", "arena"},
    "server": {"core", "search", "server"},
    "client": {"core", "client"},
    "testing": {"core", "testing"},
    "cli": {"core", "search", "arena", "server", "client", "testing", "cli", ""},
    "__main__": {"cli"},
    "": {"core", "search", "client"},  # what `import tablier` offers
}
"""For each room those that it may import; the room of the package's own names is ''."""

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
