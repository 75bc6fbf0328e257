"""Writes draws_vectors.json: for new ones only, since records of years ago must still check."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import tablier
from tablier.core.game import Game
from tablier.core.options import Choice, Choices, Data
from tablier.server.tables import draws

FILE = Path(__file__).parents[1] / "draws_vectors.json"
TABLE = "0123456789abcdef" * 2
OWN_LAYOUT = ["#" * 14] * 4
"""Tiles of Rangées that lie as in no layout with a name: then the faces are drawn."""


def version_1() -> list[dict]:
    chance = random.Random(2026)
    found = []
    for luck in ([], ["", ""], ["00"], ["ff" * 32, ""], ["0123456789abcdef", "a", "", "77"]):
        seed = chance.randbytes(32).hex()
        key = draws.key(seed, luck)
        weights = [[1], [1, 1], [0, 3], [1] * 12, [3, 3, 2, 3, 3, 3, 3, 3, 3, 3, 2, 3], [2**30, 1, 2**31 - 1] * 50]
        found.append(
            {
                "seed": seed,
                "luck": luck,
                "commitment": draws.commitment(1, seed, "", "", {}),
                "key": key.hex(),
                "salts": [draws.salt(seed, number) for number in range(3)],
                "promises": [
                    [number, move, draws.promise(seed, number, move)] for number, move in ((0, "~G"), (39, "~é?"))
                ],
                "first": [[seats, draws.first(key, seats)] for seats in (1, 2, 3, 4)],
                "picks": [[number, some, draws.pick(key, number, some)] for number in (0, 1, 63) for some in weights],
            }
        )
    return found


def commitments() -> list[dict]:
    seed, luck = "5eed" * 16, "77" * 16
    found = []
    for game, choices in (
        ("quantik", {}),
        ("kulami", {"level": 3, "board": "random square"}),
        (
            "rangees",
            {"own_faces": 'é"\\\n', "connected": True, "b": {"d": None, "c": [1, {"z": 0, "a": []}]}},
        ),
    ):
        made = draws.commitment(2, seed, TABLE, game, choices)
        about = {"seed": seed, "table": TABLE, "game": game, "choices": choices, "commitment": made}
        found.append(about | {"luck": luck, "pledge": draws.pledge(made, luck)})
    return found


def lots(key: bytes) -> draws.Lots:
    return draws.Lots(key, "setup")


def asked(key: bytes) -> dict:
    """What setups ask of chance, once each, in this order and of one stream."""
    chance, cards = lots(key), list(range(20))
    chance.shuffle(cards)
    return {
        "shuffle": cards,
        "sample": chance.sample("abcdefg", 3),
        "randrange": [chance.randrange(limit) for limit in (1, 2, 255, 256, 257)],
        "choice": chance.choice("abcdefg"),
        "choices": chance.choices("abcdefg", [0, 1, 2, 3, 0, 300, 0], k=5),
    }


def variants(game: Game) -> Iterator[tuple[int, Choices]]:
    """All numbers of seats, each with every option in turn as it can be chosen."""
    for seats in game.seats:
        yield seats, {}
        for option in game.options:
            for value in option.values if isinstance(option, Choice | Data) else ():
                if value != option.default:
                    yield seats, {option.name: value}
    if game.name == "rangees":
        yield 2, {"layout": OWN_LAYOUT}


def setup(game: Game, seats: int, choices: Choices, key: bytes) -> dict | None:
    try:
        return game.start(seats, seed=lots(key), **choices).setup
    except tablier.TablierError:
        return None  # not with so many seats


def has_luck(game: Game, seats: int, choices: Choices) -> bool:
    made = [setup(game, seats, choices, draws.key("00" * 32, [str(number)])) for number in range(8)]
    return any(one != made[0] for one in made)


def setups() -> list[dict]:
    key = draws.key("5eed" * 16, ["77" * 16, ""])
    return [
        {"game": game.name, "seats": seats, "choices": choices}
        | {"key": key.hex(), "setup": setup(game, seats, choices, key)}
        for game in tablier.list_games()
        for seats, choices in variants(game)
        if has_luck(game, seats, choices)
    ]


def vectors() -> dict:
    keys = [draws.key("5eed" * 16, [str(number)]) for number in range(3)]
    return {
        "version 1": version_1(),
        "version 2": {
            "commitments": commitments(),
            "lots": [{"key": key.hex()} | asked(key) for key in keys],
            "setups": setups(),
        },
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", "utf-8")
