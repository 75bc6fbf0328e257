"""What people are called: the only memory of names. Whatever changes a name goes through here."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

import sqlalchemy as sa

from tablier.server.errors import Conflict, Refused, words
from tablier.server.people import accounts, sessions
from tablier.server.people.news import News
from tablier.server.storage.store import Store
from tablier.server.tables.who import Who


class Directory:
    def __init__(self, store: Store, news: News):
        self.store, self.news = store, news
        self._names: dict[str, str] = {}
        self._nobody: set[str] = set()
        """Of whom the database knows no name."""
        self.names: Mapping[str, str] = MappingProxyType(self._names)
        """The names known so far, by person."""

    def introduce(self, who: Who) -> None:
        """Somebody has come whose name was read a moment ago; what is known here may be newer."""
        self._names.setdefault(who.person, who.name)

    def knows(self, people: Iterable[str]) -> bool:
        """Need nobody be asked what these people are called?"""
        return all(person in self._names or person in self._nobody for person in people)

    async def learn(self, people: Iterable[str]) -> Mapping[str, str]:
        """Find out the names of people; return all that are known."""
        unknown = {person for person in people if not self.knows([person])}
        if unknown:
            found = await self.store.read(lambda db: accounts.names(db, unknown))
            self._names |= {person: name for person, name in found.items() if person not in self._names}
            self._nobody |= unknown - self._names.keys()
        return self.names

    async def refresh(self, people: Collection[str]) -> None:
        """Some people may be called otherwise now."""
        known = self._names.keys() & people
        if known:
            self._names |= await self.store.read(lambda db: accounts.names(db, known))

    async def rename(self, who: Who, name: str) -> None:
        await self.news.change([who.person], lambda db: accounts.rename(db, who, name))

    async def make_account(self, who: Who, name: str, hashed: str, before: str, token: str) -> None:
        """Their session goes on by another token: whoever knew the guest's does not know the account's."""

        people = {who.person}

        def make(db: sa.Connection) -> None:
            people.update(accounts.make_account(db, who.person, name, hashed))
            sessions.renew(db, before, token)

        try:
            await self.news.change(people, make)
        except Conflict:  # somebody else was quicker by a moment
            raise Refused(words("account.taken")) from None

    async def forget(self, who: Who) -> list[str]:
        """Forget who somebody was; return the tables where they said something, which are to be told to forget it."""
        return await self.news.change(who.selves, lambda db: accounts.forget(db, who.person))

    async def tidy(self, wanted: Collection[str]) -> None:
        """Forget the names that nobody reads; read the others anew where another server may have changed them."""
        self._nobody.clear()
        for person in self._names.keys() - wanted:
            del self._names[person]
        if self.store.shared:
            before = dict(self._names)
            found = await self.store.read(lambda db: accounts.names(db, before))
            self._names |= {person: name for person, name in found.items() if self._names.get(person) == before[person]}
