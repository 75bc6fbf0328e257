"""What a game looks and sounds like: the `palette.toml` of its folder, on top of the one for all games.

A palette gives each role a light and a dark shade. `[boards.NAME]` gives some roles other shades, for whoever prefers
other boards; `[finish.NAME]`, for all games, says how much is seen of what art marks by a class: grain, gloss and shade
of a solid thing, lines of a printed one. `[sounds]` names what a game is made of.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

THEMES = ("light", "dark")
BOARDS = ("classic", "slate", "paper")
FINISHES = ("grain", "gloss", "shade", "line")
MATERIALS = ("wood", "glass", "stone", "tile")
SOUNDS = ("place", "take")
APART = ("boards", "finish", "sounds")
"""What stands in a palette beside roles."""


@cache
def read(folder: Path) -> dict[str, Any]:
    """The palette of a folder as it stands there."""
    with open(folder / "palette.toml", "rb") as source:
        return tomllib.load(source)


CORE = Path(__file__).parent


def palette(folder: Path, theme: str, boards: str = BOARDS[0]) -> dict[str, str]:
    """The colour of each role, by day or by night, on some boards."""
    colours: dict[str, str] = {}
    for found in (read(CORE), read(folder)):
        colours |= {role: shades[theme] for role, shades in found.items() if role not in APART}
        colours |= {role: shades[theme] for role, shades in found.get("boards", {}).get(boards, {}).items()}
    return colours


def finish(boards: str) -> dict[str, float]:
    """How much is seen, from 0 to 1, of what art marks by each class."""
    return {name: float(share) for name, share in read(CORE)["finish"][boards].items()}


def sounds(folder: Path) -> dict[str, str]:
    """The material that is heard when a piece is placed, and when one is taken."""
    found: dict[str, str] = read(folder).get("sounds", {})
    return dict.fromkeys(SOUNDS, MATERIALS[0]) | found
