"""Draw the pictures of the README: each game in the middle of a random game."""

from pathlib import Path
from random import Random

import tablier
from tablier.core.random_play import random_move

HERE = Path(__file__).parent / "pictures"

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


if __name__ == "__main__":
    main()
