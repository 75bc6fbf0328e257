"""Opponents at the tables: whoever is on turn thinks about its view, and plays."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from tablier.core.errors import TablierError
from tablier.server.engines.pool import FOR_HINTS, FOR_PLAY
from tablier.server.engines.question import Question
from tablier.server.errors import Refused, Unwell, words
from tablier.server.storage import leases
from tablier.server.storage.leases import Leases
from tablier.server.tables import commands
from tablier.server.tables.contracts import Decide, Tables, Time
from tablier.server.tables.decision import NOTHING, Decision, happens
from tablier.server.tables.desk import set_aside
from tablier.server.tables.events import Stumbled
from tablier.server.tables.table import OVER, Table
from tablier.server.tables.who import Who
from tablier.server.tasks import Tasks

log = logging.getLogger("tablier.engines")

STUMBLES = 3
"""An opponent that has failed so often at one move plays any legal one."""
AGAIN = 2.0
"""Seconds after which a table that another server thinks about is looked at again."""
PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds after which an opponent that could not play tries again: each time twice as many, up to the second."""

Thought = dict[str, Any]


class Pool(Protocol):
    """Where opponents think."""

    @property
    def waiting(self) -> int: ...

    def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def think(self, asked: Question, urgency: int, whose: str, near: str) -> Thought: ...


class MovedOn(Exception):
    """Nobody waits for this thought any more."""


@dataclass(eq=False)
class OnTurn:
    """An opponent on turn, at a table as it was last heard of."""

    table: Table
    stumbles: int = 0
    refusals: int = 0
    task: asyncio.Task[None] | None = None
    thought: asyncio.Future[Thought] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def move_on(self) -> None:
        """The game stands elsewhere: what is thought about it is of no use, and nothing is waited for."""
        self.stumbles = self.refusals = 0
        self.news.set()
        if self.thought:
            self.thought.cancel()


class Scheduler:
    def __init__(
        self,
        tables: Tables,
        pool: Pool,
        leases: Leases,
        time: Time,
        tasks: Tasks,
        thinking: float,
        watched: Callable[[str], bool],
    ):
        """Opponents and hints think for so many seconds at most; among themselves they play where somebody watches."""
        self.tables, self.pool, self.leases, self.time, self.tasks = tables, pool, leases, time, tasks
        self.thinking, self.watched = thinking, watched
        self._thinking: dict[str, OnTurn] = {}
        self._hinting: set[str] = set()
        """Those who wait for a hint."""

    def follow(self, table: Table) -> None:
        """Let the opponent on turn think, if there is one and it does not already."""
        thinking = self._thinking.get(table.id)
        if thinking is None:
            if not self._wanted(table):
                return
            thinking = self._thinking[table.id] = OnTurn(table)
        elif table.position is not thinking.table.position:
            thinking.move_on()
        thinking.table = table
        self._go_on(thinking)

    def needs(self, name: str) -> bool:
        return name in self._thinking

    def _wanted(self, table: Table) -> bool:
        """Is an opponent on turn whose move anybody waits for?"""
        awaited = bool(table.people()) or self.watched(table.id)
        return table.level is not None and awaited and not self.tasks.draining

    def _go_on(self, thinking: OnTurn) -> None:
        if thinking.task is None:
            thinking.task = self.tasks.spawn(self._play(thinking))
            thinking.task.add_done_callback(partial(self._thought, thinking))

    def _thought(self, thinking: OnTurn, task: asyncio.Task[None]) -> None:
        thinking.task = None
        if task.cancelled() or not self._wanted(thinking.table):
            del self._thinking[thinking.table.id]
        else:
            self._go_on(thinking)

    async def _play(self, thinking: OnTurn) -> None:
        """One move of an opponent, if the table still stands as it did when it began to think."""
        table, turn = thinking.table, thinking.table.turn
        if turn is None:
            return
        if not await self.leases.take(table.id):
            await asyncio.sleep(AGAIN)
            return
        try:
            move, seed = await self._choose(thinking, table, turn)
            await self._do(table, lambda table, now, spent: commands.play(table, None, turn, move, spent, seed))
        except MovedOn:
            return
        except Refused as error:  # the flag is about to fall, or the table was changed by others
            if error.phrase.key == "refused.full":
                await set_aside(self.tables, table.id, error)
            await self._pause(thinking, table)
        except Unwell as error:
            await self._stumble(thinking, table, turn, error)
        except Exception as error:
            log.exception("an opponent cannot play", extra={"table": table.id})
            await self._stumble(thinking, table, turn, error)

    async def _pause(self, thinking: OnTurn, table: Table) -> None:
        """Wait, longer each time, unless the table moves on."""
        if thinking.table.position is not table.position:
            return
        seconds = min(LONGEST_PAUSE, PAUSE * 2**thinking.refusals)
        thinking.refusals += 1
        thinking.news.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await thinking.news.wait()

    async def _choose(self, thinking: OnTurn, table: Table, turn: int) -> tuple[str, int | None]:
        """A move, and the seed of the thought. Where there are secrets, neither move nor time may tell them.

        A seed that others could know, too, would make the move a function of what the seat knows: whoever tries all
        that it may know would see which of it leads to the move that was played.
        """
        view, level = table.view(turn), table.level
        assert level is not None
        if thinking.stumbles >= STUMBLES:
            return view.moves.texts[0], None
        asked = Question(view.record().line, level, self._seconds(table), secrets.randbits(62))
        begun = asyncio.get_running_loop().time()
        thought = await self._awaited(thinking, table, asked)
        if table.secret:
            await asyncio.sleep(begun + asked.seconds - asyncio.get_running_loop().time())
        return view.read(thought["move"], turn).text, asked.seed

    async def _awaited(self, thinking: OnTurn, table: Table, asked: Question) -> Thought:
        """A thought, unless the table moves on before. However long it waits, no other server begins the same."""
        thinking.thought = awaited = asyncio.ensure_future(self.pool.think(asked, FOR_PLAY, table.host, table.origin))
        try:
            while not (await asyncio.wait([awaited], timeout=leases.LASTING / 3_000))[0]:
                if not await self.leases.take(table.id):
                    raise MovedOn
            if awaited.cancelled():
                raise MovedOn
            return awaited.result()
        finally:
            thinking.thought = None
            awaited.cancel()

    async def _stumble(self, thinking: OnTurn, table: Table, turn: int, error: Exception) -> None:
        """Everybody is told that an opponent failed, and it is asked again."""
        if isinstance(error, Unwell) and error.phrase.key != "think.lost":
            return await self._pause(thinking, table)  # the database is away, or there is too much to think about
        thinking.stumbles += 1
        with contextlib.suppress(TablierError):
            if thinking.stumbles > STUMBLES:
                await set_aside(self.tables, table.id, error)
            else:
                await self._do(table, lambda table, now, spent: happens(Stumbled(seat=turn)))
        await asyncio.sleep(PAUSE)

    async def _do(self, table: Table, decide: Decide) -> None:
        """Let something happen, unless the game has moved on; whoever talks meanwhile does not disturb it."""
        position = table.position

        def unless(table: Table, now: int, spent: int) -> Decision:
            return decide(table, now, spent) if table.position is position else NOTHING

        await self.tables.act(table.id, unless)

    def _seconds(self, table: Table) -> float:
        """Think for a twentieth of what is left at most."""
        left = table.deadline()
        if left is None:
            return self.thinking
        return min(self.thinking, max(0.05, (left - self.time.charged(table.since, self.time.now())) / 20_000))

    async def hint(
        self, name: str, who: Who, seat: int, all_moves: bool, ply: int | None = None, near: str = ""
    ) -> Thought:
        """What the best opponent thinks: for the own seat alone, and never in a rated game; afterwards of any ply."""
        table = await self.tables.get(name)
        if table.status != OVER:
            commands.may_ask(table, who, seat)
        if table.position is None:  # everybody left before it began
            raise Refused(words("refused.nothing_to_think"))
        then = table.position
        if table.status == OVER and ply is not None:
            then = then.at(min(ply, then.ply))
        if then.turn < 0:
            raise Refused(words("refused.nothing_to_think"))
        if any(rated.position == then for rated in await self.tables.rated_of(who.selves)):
            raise Refused(words("refused.elsewhere"))
        seconds = self.thinking * (2 if all_moves else 1)
        asked = Question(then.view(then.turn).record().line, "best", seconds, secrets.randbits(62), all_moves)
        if who.person in self._hinting:
            raise Refused(words("think.one"))
        self._hinting.add(who.person)
        try:
            thought = await self.pool.think(asked, FOR_HINTS, who.person, near)
        finally:
            self._hinting.discard(who.person)
        return thought | {"number": table.number}
