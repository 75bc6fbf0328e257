"""Passphrases, hashed slowly on purpose: in threads of their own that give way, few at a time, with a short line."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from tablier.server.errors import Refused, Unwell, words

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
LENGTH = range(8, 201)
AT_ONCE = 1
LINE = 20
"""So many may wait; whoever comes then is asked to come again."""

T = TypeVar("T")


def check_length(passphrase: str) -> None:
    if len(passphrase) not in LENGTH:
        raise Refused(words("account.passphrase", least=LENGTH[0], most=LENGTH[-1]))


def hash_passphrase(passphrase: str) -> str:
    """Slow: not to be called where others wait."""
    check_length(passphrase)
    return HASHER.hash(passphrase)


def fits(hashed: str | None, passphrase: str) -> bool:
    """Does the passphrase fit? An account that does not exist takes as long to refuse."""
    try:
        return HASHER.verify(hashed or _nobodys(), passphrase) and hashed is not None
    except Argon2Error:
        return False


@cache
def _nobodys() -> str:
    return HASHER.hash("nobody's passphrase")


def dated(hashed: str) -> bool:
    """Was it hashed otherwise than is done now?"""
    return HASHER.check_needs_rehash(hashed)


class Hashing:
    """Where passphrases are hashed: nobody else's work waits for it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hash", initializer=_give_way)
        self._waiting = 0

    def check_line(self) -> None:
        if self._waiting >= LINE:
            raise Unwell(words("account.busy"))

    async def hash(self, passphrase: str) -> str:
        check_length(passphrase)
        return await self._do(lambda: hash_passphrase(passphrase))

    async def fits(self, hashed: str | None, passphrase: str) -> bool:
        return await self._do(lambda: fits(hashed, passphrase))

    async def _do(self, work: Callable[[], T]) -> T:
        self.check_line()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def _give_way() -> None:
    """Let those who play go first, where threads can differ in that."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
