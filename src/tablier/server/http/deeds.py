"""What the messages of one client do."""

import contextlib
from collections.abc import Callable
from typing import Any, assert_never

from tablier.core.rules import SPECTATOR
from tablier.server.audience import frames
from tablier.server.audience.watchers import Watcher
from tablier.server.errors import Conflict, Refused, words
from tablier.server.hall import Hall
from tablier.server.http.messages import (
    Answer,
    Claim,
    Hint,
    Leave,
    Look,
    Message,
    Ping,
    Play,
    PledgeLuck,
    Rematch,
    Resign,
    Reveal,
    Say,
    Sit,
    TakeBack,
    Try,
    Unwatch,
    Watch,
    Wished,
)
from tablier.server.people.names import clean_talk
from tablier.server.tables import commands
from tablier.server.tables.contracts import Decide
from tablier.server.tables.decision import Decision
from tablier.server.tables.table import Table
from tablier.server.tables.who import Who

WATCHED = 50

More = dict[str, Any]
"""What an answer says besides that it was done."""


def wish(message: Wished, who: Who) -> Decide:
    """What somebody wishes to happen at a table, by a message that says all there is to know."""

    def decide(table: Table, now: int, spent: int) -> Decision:
        match message:
            case Sit():
                return commands.sit(table, who, message.seat, message.luck)
            case PledgeLuck():
                return commands.pledge(table, who, message.pledge)
            case Reveal():
                return commands.reveal(table, who, message.luck)
            case Leave():
                return commands.leave(table, who, message.seat)
            case Play():
                return commands.play(table, who, message.seat, message.move, spent)
            case Resign():
                return commands.resign(table, who, message.seat)
            case TakeBack():
                return commands.ask_back(table, who, message.seat)
            case Answer():
                return commands.answer(table, who, message.seat, message.yes)
            case Say():
                return commands.say(table, who, clean_talk(message.text))
            case _:
                assert_never(message)

    return decide


class Deeds:
    """What one client does, as whom; `tell` sends it the frames of the tables it watches."""

    def __init__(self, hall: Hall, who: Who, tell: Callable[[str], None]):
        self.hall, self.who, self.tell = hall, who, tell
        self._watching: dict[str, Watcher] = {}

    async def do(self, message: Message) -> More:
        """Do what a message asks for; return what the answer says besides."""
        match message:
            case Sit() | PledgeLuck() | Reveal() | Leave() | Play() | Resign() | TakeBack() | Answer() | Say():
                return await self._act(message, wish(message, self.who))
            case Watch():
                return await self._watch(message)
            case Unwatch():
                return self._unwatch(message)
            case Claim():
                return await self._claim(message)
            case Rematch():
                return await self._rematch(message)
            case Hint():
                return await self._hint(message)
            case Try():
                return await self._try(message)
            case Look():
                return await self._look(message)
            case Ping():
                return {"now": self.hall.cluster.now()}
            case _:
                assert_never(message)

    def end(self) -> None:
        """The client is gone."""
        for table, watcher in self._watching.items():
            self.hall.gallery.unwatch(table, watcher)

    async def _act(self, message: Wished | Claim | Rematch, decide: Decide) -> More:
        key = f"{self.who.person[:8]}.{message.id}"
        return {"number": await self.hall.tables.act(message.table, decide, key)}

    async def _watch(self, message: Watch) -> More:
        before = self._watching.pop(message.table, None)
        if before:
            self.hall.gallery.unwatch(message.table, before)
        if len(self._watching) >= WATCHED:
            raise Refused(words("message.watched", most=WATCHED))
        watcher = Watcher(self.who, self.tell)
        table, seat = await self.hall.gallery.watch(message.table, watcher, message.seat, message.since)
        self._watching[message.table] = watcher
        return {"number": table.number, "seat": None if seat < 0 else seat, "yours": table.seats_of(self.who)}

    def _unwatch(self, message: Unwatch) -> More:
        if watcher := self._watching.pop(message.table, None):
            self.hall.gallery.unwatch(message.table, watcher)
        return {}

    async def _claim(self, message: Claim) -> More:
        since = await self.hall.presence.absent_since(await self.hall.tables.get(message.table))

        def decide(table: Table, now: int, spent: int) -> Decision:
            return commands.claim(table, self.who, message.seat, since, now)

        return await self._act(message, decide)

    async def _rematch(self, message: Rematch) -> More:
        """The first to ask makes the new table; the others sit down there by asking too."""
        table = await self.hall.tables.get(message.table)
        if table.again is None:
            name, wished = commands.meet_again(table, self.who, message.luck)
            with contextlib.suppress(Conflict):  # somebody else has just made it
                await self.hall.tables.create(wished, name)
            await self._act(message, lambda table, now, spent: commands.met_again(table, name))
        again = (await self.hall.tables.get(message.table)).again
        assert again
        key = f"{self.who.person[:8]}.{message.id}.again"
        await self.hall.tables.act(
            again, lambda table, now, spent: commands.come_again(table, self.who, message.luck), key
        )
        return {"again": again}

    async def _hint(self, message: Hint) -> More:
        hint = self.hall.scheduler.hint(message.table, self.who, message.seat, message.all, message.ply)
        return {"thought": await hint}

    async def _try(self, message: Try) -> More:
        table = await self.hall.tables.get(message.table)
        commands.may_play(table, self.who, message.seat)
        return frames.tried(table, message.seat, message.move)

    async def _look(self, message: Look) -> More:
        table = await self.hall.tables.get(message.table)
        if table.position is None:
            raise Refused(words("refused.waiting"))
        mine = message.seat in table.seats_of(self.who)
        return frames.earlier(table, message.seat if mine and message.seat is not None else SPECTATOR, message.ply)
