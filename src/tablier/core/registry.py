"""The games there are: every folder in `tablier.games`, and what other packages offer.

A package offers a game by an entry point of the group `tablier.games`, whose value is the
package that holds the game's files.
"""

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from tablier.core.errors import UnknownGame, words
from tablier.core.game import Game
from tablier.core.options import show


@cache
def _known() -> dict[str, Game]:
    here = Path(__file__).parents[1] / "games"
    packages = [f"tablier.games.{rules.parent.name}" for rules in here.glob("*/rules.py")]
    packages += [offer.value for offer in entry_points(group="tablier.games")]
    return {game.name: game for game in map(Game, sorted(packages))}


def list_games() -> list[Game]:
    """All games."""
    return list(_known().values())


def game(name: str) -> Game:
    """The game of that name."""
    try:
        return _known()[name]
    except (KeyError, TypeError):
        raise UnknownGame(words("game.unknown", name=show(name), names=", ".join(_known()))) from None


def add(game: Game) -> None:
    """Make a game known by its name in this process."""
    other = _known().setdefault(game.name, game)
    if other.package != game.package:
        raise UnknownGame(words("game.twice", name=game.name, package=other.package))


def game_in(package: str) -> Game:
    """The game whose files are in a package, known or not."""
    for known in list_games():
        if known.package == package:
            return known
    unknown = Game(package)
    add(unknown)
    return unknown
