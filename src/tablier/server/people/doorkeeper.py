"""Who says a passphrase is let in if it fits. Guessing is slow, costs others nothing, and leaves a trace."""

import logging
from typing import NoReturn

import sqlalchemy as sa

from tablier.server import metrics
from tablier.server.errors import Refused, Unwell, words
from tablier.server.people import accounts, passphrases
from tablier.server.people.attempts import Attempts, neighbourhood
from tablier.server.people.names import fold
from tablier.server.people.passphrases import Hashing
from tablier.server.storage.store import Store

log = logging.getLogger("tablier.audit")


class Doorkeeper:
    def __init__(self, store: Store):
        self.store = store
        self.attempts = Attempts()
        self.hashing = Hashing()

    async def admit(self, name: str, passphrase: str, address: str) -> str:
        """The person whose account that is. Whoever comes too often, or into a full line, is refused unheard."""
        near = f"from {neighbourhood(address)}"
        try:
            self.hashing.check_line()
        except Unwell:
            self._note("busy", near)
            raise
        if seconds := self.attempts.wait(f"as {fold(name)}", near):
            self._note("often", near)
            raise Refused(words("account.often", seconds=int(seconds) + 1))
        found = await self.store.read(lambda db: accounts.account(db, name))
        if not await self.hashing.fits(found and found.passphrase, passphrase) or found is None:
            self._wrong(near)
        self.attempts.forgive(near)
        if passphrases.dated(found.passphrase):
            await self._hash_anew(found, passphrase)
        return found.person

    def _wrong(self, near: str) -> NoReturn:
        self._note("wrong", near)
        raise Refused(words("account.wrong"))

    def _note(self, why: str, near: str) -> None:
        """Neither name nor passphrase: some write one where the other belongs."""
        metrics.SIGN_INS_FAILED.labels(why).inc()
        log.warning("a sign-in failed", extra={"why": why, "address": near.partition(" ")[2]})

    async def _hash_anew(self, found: accounts.Account, passphrase: str) -> None:
        hashed = await self.hashing.hash(passphrase)

        def write(db: sa.Connection) -> None:
            accounts.keep_passphrase(db, found.person, hashed, instead_of=found.passphrase)

        await self.store.write(write)
