"""The catalogues of all that the program says, for a client that speaks for itself."""

from functools import cache
from pathlib import Path

from tablier.core.registry import list_games
from tablier.core.words import catalogue

PACKAGE = Path(__file__).parents[2]
UNSAID = ("settings.", "backup.", "preview.", "picture.", "store.kind", "store.taken", "store.journal")
"""What is said to whoever runs a server, or on what it writes by itself: no client need know how."""


@cache
def all_words(language: str) -> dict[str, dict[str, str]]:
    folders = [PACKAGE / room for room in ("core", "search", "server")] + [game.folder for game in list_games()]
    folders.append(PACKAGE / "web")
    said = {folder.name: {key: text[language] for key, text in catalogue(folder).items()} for folder in folders}
    return said | {"server": {key: text for key, text in said["server"].items() if not key.startswith(UNSAID)}}
