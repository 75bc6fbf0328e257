"""Draw the pictures of the README, each game in the middle of a random game, and the page's icons from `icon.svg`."""

from pathlib import Path
from random import Random

import tablier
from tablier.core.random_play import random_move
from tablier.server.http.studio import painted

HERE = Path(__file__).parent / "pictures"
WEB = Path(tablier.__file__).parent / "web"

ICONS = {"icon-192.png": (192, None, 1.0), "icon-512.png": (512, None, 1.0)}
ICONS |= {"icon-180.png": (180, "#fbf7f0", 0.9), "icon-maskable.png": (512, "#7a4a22", 0.8)}
"""The size of each in pixels, what lies behind it, and how much of it the drawing takes: systems cut round corners."""

SCENES = {
    "quantik": ({}, 9, 5),
    "kulami": ({"board": "irregular", "level": 3}, 30, 4),
    "rangees": ({"faces": "all"}, 34, 3),
    "on_top": ({"seats": 4}, 44, 2),
    "kabaleo": ({"seats": 3}, 20, 1),
}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, (options, moves, seed) in SCENES.items():
        random = Random(seed)
        position = tablier.game(name).start(seed=seed, **options)
        while position.ply < moves:
            position = position.play(random_move(position, random))
        (HERE / f"{name}.svg").write_text(position.svg(), "utf-8")
    for name, (size, behind, share) in ICONS.items():
        (WEB / name).write_bytes(painted(icon(size, behind, share)))


def icon(size: int, behind: str | None, share: float) -> str:
    drawn = (WEB / "icon.svg").read_text("utf-8")
    edge, wide = size * (1 - share) / 2, size * share
    placed = drawn.replace("<svg ", f'<svg x="{edge:g}" y="{edge:g}" width="{wide:g}" height="{wide:g}" ', 1)
    paper = f'<rect width="100%" height="100%" fill="{behind}"/>' if behind else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">{paper}{placed}</svg>'


if __name__ == "__main__":
    main()
