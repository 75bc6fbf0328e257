"""What changes who somebody is: everybody who has to know hears of it, at every server that shares the database."""

from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

import sqlalchemy as sa

from tablier.server.storage.store import Store, Work

T = TypeVar("T")
Hearer = Callable[[Collection[str]], Awaitable[None]]


class News:
    def __init__(self, store: Store):
        self.store = store
        self.hearers: tuple[Hearer, ...] = ()

    async def change(self, people: Collection[str], work: Work[T]) -> T:
        """Do some work that concerns people; it may find more of them, and add them. On return all here have heard."""

        def told(db: sa.Connection) -> T:
            done = work(db)
            for person in people:
                self.store.mention(db, person)
            return done

        done = await self.store.write(told)
        await self.heard(people)
        return done

    async def heard(self, people: Collection[str]) -> None:
        """Something has changed about some people."""
        for hearer in self.hearers:
            await hearer(people)
