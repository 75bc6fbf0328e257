"""The catalogues of all that the program says, for a client that speaks for itself."""

from functools import cache
from pathlib import Path

from tablier.core.registry import list_games
from tablier.core.words import Phrase, Words, catalogue

PACKAGE = Path(__file__).parent.parent


@cache
def all_words(language: str) -> dict[str, dict[str, str]]:
    folders = [PACKAGE / "core", PACKAGE / "search", PACKAGE / "server", *(game.folder for game in list_games())]
    folders += [folder for folder in (PACKAGE / "web",) if (folder / "words.toml").exists()]
    return {folder.name: {key: said[language] for key, said in catalogue(folder).items()} for folder in folders}


def level(number: int) -> dict[str, Phrase]:
    """The name and the description of a level."""
    words = Words(PACKAGE / "search")
    return {"name": words(f"level.{number}.name"), "text": words(f"level.{number}.text")}
