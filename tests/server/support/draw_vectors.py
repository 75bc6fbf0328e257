"""Writes draws_vectors.json: for new ones only, since records of years ago must still check."""

import json
import random
from pathlib import Path

from tablier.server.tables import draws

FILE = Path(__file__).parents[1] / "draws_vectors.json"


def vectors() -> list[dict]:
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
                "commitment": draws.commitment(seed),
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


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n", "utf-8")
