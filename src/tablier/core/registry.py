"""The games there are: every folder in `tablier.games`, and what other packages offer.

A package offers a game by an entry point of the group `tablier.games`, whose value is the
package that holds the game's files. An offer that cannot be loaded is left out, and said once.
"""

import logging
import unicodedata
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path

from tablier.core.errors import BrokenGame, GameExists, UnknownGame
from tablier.core.game import Game
from tablier.core.options import show
from tablier.core.words import Phrase, words

log = logging.getLogger("tablier.games")

OWN = "tablier.games."
PARTS = ("rules", "setup", "moves", "sheet", "scene", "diagram")
KEYS = ("title", "about", "minutes")


@cache
def _offers() -> dict[str, Game]:
    """The games on offer, whether they can be loaded or not; our own come first."""
    here = Path(__file__).parents[1] / "games"
    own = sorted(OWN + rules.parent.name for rules in here.glob("*/rules.py"))
    others = sorted({offer.value for offer in entry_points(group="tablier.games")})
    offers: dict[str, Game] = {}
    for offer in map(Game, (*own, *others)):
        if (other := offers.setdefault(offer.name, offer)) is not offer:
            log.warning(_twice(offer, other))
    return offers


def list_games() -> list[Game]:
    """All games that can be loaded."""
    return [offer for offer in _offers().values() if _fault(offer.package) is None]


def game(name: str) -> Game:
    """The game of that name."""
    try:
        found = _offers()[name]
    except (KeyError, TypeError):
        raise UnknownGame(_unknown(name)) from None
    if fault := _fault(found.package):
        raise BrokenGame(fault)
    return found


def add(game: Game) -> None:
    """Make a game known by its name in this process."""
    other = _offers().setdefault(game.name, game)
    if other.package != game.package:
        raise GameExists(_twice(game, other))


def game_in(package: str) -> Game:
    """The game whose files are in a package, known or not."""
    for known in _offers().values():
        if known.package == package:
            return known
    unknown = Game(package)
    add(unknown)
    return unknown


@cache
def _fault(package: str) -> Phrase | None:
    """Why a game on offer cannot be used, if so; said once."""
    offer = Game(package)
    for file, load in _files(offer):
        try:
            load()
        except Exception as error:  # somebody else's code: anything may go wrong, and must not go further
            fault = words("game.broken", name=offer.name, file=file, why=_why(error, file))
            log.warning(fault)
            return fault
    return None


def _why(error: Exception, file: str) -> Phrase | str:
    if isinstance(error, FileNotFoundError):
        return words("game.no_file")
    if isinstance(error, KeyError) and file.endswith("words.toml"):
        return words("game.no_sentence", sentence=str(error))
    return f"{type(error).__name__}: {error}"


def _files(offer: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a game consists of, each with how it is loaded.

    Our own rules are compiled when they are first played: to list them nobody waits for Numba.
    """
    yield offer.package, lambda: offer.folder
    yield str(offer.folder / "words.toml"), lambda: [offer.words(key).say("en") for key in KEYS]
    for part in ("setup",) if offer.package.startswith(OWN) else PARTS:
        yield str(offer.folder / f"{part}.py"), partial(offer.part, part)
    yield str(offer.folder / "setup.py"), lambda: (offer.seats, offer.options)
    if not offer.package.startswith(OWN):
        yield str(offer.folder / "rules.py"), offer.load


def _twice(offer: Game, other: Game) -> Phrase:
    return words("game.twice", name=offer.name, package=other.package, offered=offer.package)


def _unknown(name: object) -> Phrase:
    known = list_games()
    facts = {"name": show(name), "names": ", ".join(game.name for game in known)}
    called = {
        _plain(title): game.name for game in known for title in (game.title.say("fr"), game.title.say("en"), game.name)
    }
    if isinstance(name, str) and (close := get_close_matches(_plain(name[:60]), called, 1, 0.7)):
        return words("game.meant", meant=called[close[0]], **facts)
    return words("game.unknown", **facts)


def _plain(name: str) -> str:
    """A name as everybody would write it: small letters without accents, words joined by `_`."""
    bare = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return bare.lower().replace("-", "_").replace(" ", "_")
