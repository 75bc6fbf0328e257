"""What the messages of one client do."""

import contextlib
from collections.abc import Awaitable, Callable
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
from tablier.server.people.presence import Absence
from tablier.server.tables import commands, rematch
from tablier.server.tables.contracts import Decide, Inquire
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
                return commands.ask_back(table, who, message.seat, spent)
            case Answer():
                return commands.answer(table, who, message.seat, message.yes, spent)
            case Say():
                return commands.say(table, who, clean_talk(message.text))
            case _:
                assert_never(message)

    return decide


class Deeds:
    """What one client does, as whom and from where; `tell` sends it the frames of the tables it watches, and `admit`
    refuses it another table if it has enough."""

    def __init__(
        self, hall: Hall, who: Who, origin: str, tell: Callable[[str], None], admit: Callable[[], Awaitable[None]]
    ):
        self.hall, self.who, self.origin, self.tell, self.admit = hall, who, origin, tell, admit
        self._watching: dict[str, Watcher] = {}

    async def do(self, message: Message) -> More:
        """Do what a message asks for; return what the answer says besides."""
        match message:
            case PledgeLuck() | Reveal() | Leave() | Play() | Resign() | TakeBack() | Answer() | Say():
                return await self._act(message, wish(message, self.who))
            case Watch():
                return await self._watch(message)
            case Unwatch():
                return self._unwatch(message)
            case Sit():
                return await self._sit(message)
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

    async def _act(
        self, message: Wished | Claim | Rematch | Sit, decide: Decide, inquire: Inquire | None = None
    ) -> More:
        key = f"{self.who.person[:8]}.{message.id}"
        return {"number": await self.hall.tables.act(message.table, decide, key, inquire)}

    async def _watch(self, message: Watch) -> More:
        before = self._watching.pop(message.table, None)
        if before:
            self.hall.gallery.unwatch(message.table, before)
        if len(self._watching) >= WATCHED:
            raise Refused(words("message.watched", most=WATCHED))
        watcher = Watcher(self.who, self.tell)
        since = message.since if isinstance(message.since, str) else None
        table, seat = await self.hall.gallery.watch(message.table, watcher, message.seat, since)
        self._watching[message.table] = watcher
        return {"number": table.number, "seat": None if seat < 0 else seat, "yours": table.seats_of(self.who)}

    def _unwatch(self, message: Unwatch) -> More:
        if watcher := self._watching.pop(message.table, None):
            self.hall.gallery.unwatch(message.table, watcher)
        return {}

    async def _claim(self, message: Claim) -> More:
        def on_turn(table: Table) -> str | None:
            return None if table.turn is None else table.seats[table.turn].person

        def decide(table: Table, now: int, spent: int, absent: int | None) -> Decision:
            return commands.claim(table, self.who, message.seat, absent, now)

        return await self._act_without(message, on_turn, decide)

    async def _sit(self, message: Sit) -> More:
        def decide(table: Table, now: int, spent: int, absent: int | None) -> Decision:
            return commands.sit(table, self.who, message.seat, message.luck, absent)

        return await self._act_without(message, lambda table: table.host, decide)

    async def _act_without(
        self,
        message: Claim | Sit,
        whom: Callable[[Table], str | None],
        decide: Callable[[Table, int, int, int | None], Decision],
    ) -> More:
        """Do what depends on how long somebody has been away, found out while nothing else can happen there."""
        absence: Absence | None = None

        async def inquire(table: Table) -> None:
            nonlocal absence
            absence = await self.hall.presence.look_for(whom(table))

        return await self._act(
            message,
            lambda table, now, spent: decide(table, now, spent, absence.lasted() if absence else None),
            inquire,
        )

    async def _rematch(self, message: Rematch) -> More:
        """The first to ask makes the new table; the others sit down there by asking too."""
        table = await self.hall.tables.get(message.table)
        if table.again is None:
            name, wished = rematch.meet_again(table, self.who, message.luck)
            await self.admit()
            with contextlib.suppress(Conflict):  # somebody else has just made it
                await self.hall.tables.create(wished, name, origin=self.origin)
            await self._act(message, lambda table, now, spent: rematch.met_again(table, name))
        again = (await self.hall.tables.get(message.table)).again
        assert again
        key = f"{self.who.person[:8]}.{message.id}.again"
        await self.hall.tables.act(
            again, lambda table, now, spent: rematch.come_again(table, self.who, message.luck), key
        )
        return {"again": again}

    async def _hint(self, message: Hint) -> More:
        hint = self.hall.scheduler.hint(message.table, self.who, message.seat, message.all, message.ply, self.origin)
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
