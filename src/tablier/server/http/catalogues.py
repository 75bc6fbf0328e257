"""The catalogues of all that the program says, for a client that speaks for itself."""

from functools import cache
from pathlib import Path

from tablier.core.registry import list_games
from tablier.core.words import catalogue

PACKAGE = Path(__file__).parents[2]


@cache
def all_words(language: str) -> dict[str, dict[str, str]]:
    folders = [PACKAGE / room for room in ("core", "search", "server")] + [game.folder for game in list_games()]
    folders.append(PACKAGE / "web")
    return {folder.name: {key: said[language] for key, said in catalogue(folder).items()} for folder in folders}
