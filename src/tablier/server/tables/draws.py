"""Draws that anybody can check after the game.

When a table is set the server chooses a secret seed and shows a digest of it: its commitment. Everybody who sits down
and wishes to adds luck of their own, in two steps: first a digest of it, the pledge, and only when all pledges are
there the luck itself. The seed and all luck together make the key from which every board, deal and draw follows; at
the end the seed is shown. So nobody could choose the draws: not the server, which had fixed its seed before the luck
came, and not the players, who had fixed their luck before they knew anybody else's.

A draw that only its owner may see is promised at once, by a digest with a salt of its own.

Records of years ago are checked as they were made, so what is called a version here is never changed.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

VERSION = 2
"""How the draws of new tables are made. In version 1 the commitment is to the seed alone, and setups follow Python's
own way to shuffle."""
LUCK = r"^[0-9a-f]{32,64}$"
DIGEST = r"^[0-9a-f]{64}$"
"""Luck is long enough that nobody finds it by trying all; seeds, commitments and pledges have 64 digits."""

Item = TypeVar("Item")


def new_seed() -> str:
    return secrets.token_hex(32)


def derived_name(seed: str, label: str) -> str:
    """A name that nobody can guess before the seed is shown, the same whoever asks for it."""
    return _digest(bytes.fromhex(seed), f"name/{label}").hex()[:32]


def commitment(version: int, seed: str, table: str, game: str, choices: dict[str, Any]) -> str:
    """What is shown of a seed before anybody brings luck. It is good for one table, one game and one set of choices."""
    if version == 1:
        return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    chosen = json.dumps(choices, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return _sha256(f"tablier/{version}|{table}|{game}|{chosen}|{seed}")


def pledge(commitment: str, luck: str) -> str:
    """What is shown of somebody's luck before anybody shows theirs; it says which commitment they had seen."""
    return _sha256(f"{commitment}:{luck}")


def key(seed: str, luck: list[str]) -> bytes:
    """What all draws follow from: the seed and everybody's luck, in the order of the seats."""
    return _digest(bytes.fromhex(seed), json.dumps(luck, separators=(",", ":"), ensure_ascii=True))


def salt(seed: str, number: int) -> str:
    """The salt of the promise of draw `number`."""
    return _digest(bytes.fromhex(seed), f"salt/{number}").hex()


def promise(seed: str, number: int, move: str) -> str:
    """What is shown at once of a draw that not everybody may see."""
    return _sha256(f"{salt(seed, number)}:{move}")


def pick(key: bytes, number: int, weights: list[int]) -> int:
    """Which of the possible draws, sorted by their text, is draw `number`."""
    return _ranked(Luck(key, f"draw/{number}").below(sum(weights)), weights)


def first(key: bytes, seats: int) -> int:
    """Whose place, counted from 0, the lot falls on: they begin, and the others follow in their order."""
    return Luck(key, "first").below(seats)


def setup(version: int, key: bytes) -> Random:
    """What a game is set up by."""
    return (Luck if version == 1 else Lots)(key, "setup")


def _ranked(rank: int, weights: Sequence[int]) -> int:
    for index, weight in enumerate(weights):
        rank -= weight
        if rank < 0:
            return index
    raise ValueError("nothing to draw from")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


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
        if limit < 1:
            raise ValueError("nothing to draw from")
        bits = limit.bit_length()
        while (number := self.getrandbits(bits)) >= limit:
            pass
        return number


class Lots(Luck):
    """Whatever a setup asks of chance, by numbers below a limit alone: the same in any language and version of one."""

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        among = range(start) if stop is None else range(start, stop, step)
        return among[self.below(len(among))]

    def choice(self, among: Sequence[Item]) -> Item:  # type: ignore[override]
        return among[self.below(len(among))]

    def choices(self, among: Sequence[Item], weights: Sequence[int], *, k: int = 1) -> list[Item]:  # type: ignore[override]
        """Each as likely as its weight, a whole number, says."""
        return [among[_ranked(self.below(sum(weights)), weights)] for _ in range(k)]

    def shuffle(self, cards: MutableSequence[Any]) -> None:
        """Fisher and Yates: from the last place down, whatever lies there changes with one that lies no higher."""
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]

    def sample(self, among: Sequence[Item], k: int) -> list[Item]:  # type: ignore[override]
        """The last `k` after all were shuffled, the last one first."""
        cards = list(among)
        self.shuffle(cards)
        return cards[::-1][:k]
