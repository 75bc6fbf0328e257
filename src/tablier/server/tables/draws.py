"""Draws that anybody can check after the game.

Before anybody sits down the server chooses a secret seed and shows its digest. Everybody who sits
down may add some luck of their own. The seed and all luck together make the key from which every
board, deal and draw follows; at the end the seed is shown. So nobody could choose the draws: not the
server, which had fixed its seed before the luck came, and not the players, who did not know it.

A draw that only its owner may see is promised at once, by a digest with a salt of its own.
"""

import hashlib
import hmac
import json
import secrets
from random import Random


def new_seed() -> str:
    return secrets.token_hex(32)


def derived_name(seed: str, label: str) -> str:
    """A name that nobody can guess before the seed is shown, the same whoever asks for it."""
    return _digest(bytes.fromhex(seed), f"name/{label}").hex()[:32]


def commitment(seed: str) -> str:
    """What is shown of a seed before the game."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def key(seed: str, luck: list[str]) -> bytes:
    """What all draws follow from: the seed and everybody's luck, in the order of the seats."""
    return _digest(bytes.fromhex(seed), json.dumps(luck, separators=(",", ":"), ensure_ascii=True))


def salt(seed: str, number: int) -> str:
    """The salt of the promise of draw `number`."""
    return _digest(bytes.fromhex(seed), f"salt/{number}").hex()


def promise(seed: str, number: int, move: str) -> str:
    """What is shown at once of a draw that not everybody may see."""
    return hashlib.sha256(f"{salt(seed, number)}:{move}".encode()).hexdigest()


def pick(key: bytes, number: int, weights: list[int]) -> int:
    """Which of the possible draws, sorted by their text, is draw `number`."""
    rank = Luck(key, f"draw/{number}").below(sum(weights))
    for index, weight in enumerate(weights):
        rank -= weight
        if rank < 0:
            return index
    raise ValueError("nothing to draw from")


def first(key: bytes, seats: int) -> int:
    """Whose place, counted from 0, the lot falls on: they begin, and the others follow in their order."""
    return Luck(key, "first").below(seats)


def _digest(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode(), "sha256")


class Luck(Random):
    """Random numbers that follow from a key and a label: digests of `label/0`, `label/1` and so on, end to end."""

    def __init__(self, key: bytes, label: str):
        super().__init__(0)
        self._key, self._label = key, label
        self._block, self._bytes = 0, b""

    def getrandbits(self, bits: int) -> int:
        """As many of the next whole bytes as hold `bits`, the last bits dropped."""
        size = (bits + 7) // 8
        while len(self._bytes) < size:
            self._bytes += _digest(self._key, f"{self._label}/{self._block}")
            self._block += 1
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return int.from_bytes(taken, "big") >> (8 * size - bits)

    def random(self) -> float:
        return self.getrandbits(53) / 2**53

    def below(self, limit: int) -> int:
        """A number from 0 up to `limit`, all alike: numbers too large are drawn again."""
        bits = limit.bit_length()
        while (number := self.getrandbits(bits)) >= limit:
            pass
        return number
