"""Opponents at the tables: whoever is on turn thinks about its view, and plays."""

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tablier.core.errors import TablierError
from tablier.server import commands
from tablier.server.live import Decide, Live
from tablier.server.people import Who
from tablier.server.schema import SERVERS, THOUGHTS
from tablier.server.servers import ALIVE
from tablier.server.store import Conflict
from tablier.server.table import PLAYING, Event, Table
from tablier.server.thinkers import FOR_HINTS, FOR_PLAY
from tablier.server.words import Refused, Unwell, words

if TYPE_CHECKING:
    from tablier.server.hall import Hall

log = logging.getLogger("tablier.opponents")

THINKING, HINT, ANALYSIS = 1.0, 1.0, 2.0
STUMBLES = 3
"""An opponent that has failed so often at one move plays any legal one."""
LEASE = 90_000
AGAIN = 2.0


class Opponents:
    def __init__(self, hall: "Hall"):
        self.hall = hall

    def follow(self, live: Live) -> None:
        """Let the opponent on turn think, if there is one and it does not already."""
        if live.thinking is None and not self.hall.draining and _level(live.table):
            live.thinking = self.hall.tasks.spawn(self._play(live))
            live.thinking.add_done_callback(partial(self._thought, live))

    def _thought(self, live: Live, task: asyncio.Task) -> None:
        live.thinking = None
        if not task.cancelled():  # else the server stops
            self.follow(live)

    async def _play(self, live: Live) -> None:
        """One move of an opponent, if the table still stands as it did when it began to think."""
        table, turn = live.table, live.table.turn
        assert turn is not None
        if self.hall.store.shared and not await self._may_think(table.id):
            await asyncio.sleep(AGAIN)
            return
        try:
            move = await self._choose(live, table)
            await self._do(table, lambda t, now, spent: commands.play(t, None, turn, move, spent))
            live.stumbles = 0
        except Refused:  # the flag is about to fall, or the table was changed by others
            await asyncio.sleep(0.5)
        except Unwell as error:
            await self._stumble(live, table, error)
        except Exception as error:
            log.exception("an opponent cannot play", extra={"table": table.id})
            await self._stumble(live, table, error)

    async def _choose(self, live: Live, table: Table) -> str:
        turn, level = table.turn, _level(table)
        assert turn is not None and level is not None
        view = table.view(turn)
        if live.stumbles >= STUMBLES:
            return view.moves[0].text
        thought = await self.hall.thinkers.think(
            view.record().line, level, self._seconds(table), False, FOR_PLAY, table.host
        )
        return view.read(thought["move"], turn).text

    async def _stumble(self, live: Live, table: Table, error: Exception) -> None:
        """Everybody is told that an opponent failed, and it is asked again."""
        if isinstance(error, Unwell) and error.phrase.key != "think.lost":
            await asyncio.sleep(0.5)  # the database is away, or there is too much to think about
            return
        live.stumbles += 1
        with contextlib.suppress(TablierError):
            if live.stumbles > STUMBLES:
                await self.hall.set_aside(table.id, error)
            else:
                await self._do(table, lambda t, now, spent: [Event("stumbled", {"seat": t.turn})])
        await asyncio.sleep(0.5)

    async def _do(self, table: Table, decide: Decide) -> None:
        """Let something happen, unless something else has."""
        number = table.number
        await self.hall.act(table.id, lambda t, now, spent: decide(t, now, spent) if t.number == number else [])

    def _seconds(self, table: Table) -> float:
        """Think for a twentieth of what is left at most."""
        left = table.deadline()
        if left is None:
            return THINKING
        return min(THINKING, max(0.05, (left - self.hall.servers.charged(table.since, self.hall.now())) / 20_000))

    # ----- Of several servers, one lets an opponent think

    async def _may_think(self, table: str) -> bool:
        try:
            return await self.hall.store.write(lambda db: self._lease(db, table))
        except (Unwell, Conflict):
            return False

    def _lease(self, db: sa.Connection, table: str) -> bool:
        now, me = self.hall.now(), self.hall.servers.me
        row = db.execute(THOUGHTS.select().where(THOUGHTS.c.table == table).with_for_update()).first()
        held = {"server": me, "until": now + LEASE}
        if row is None:
            db.execute(THOUGHTS.insert().values(table=table, **held))
            return True
        there = db.execute(SERVERS.select().where(SERVERS.c.id == row.server, SERVERS.c.seen > now - ALIVE)).first()
        if row.server != me and row.until >= now and there:
            return False
        db.execute(THOUGHTS.update().where(THOUGHTS.c.table == table).values(**held))
        return True

    async def release(self) -> None:
        """Leave the thinking to other servers."""
        if self.hall.store.shared:
            me = self.hall.servers.me
            await self.hall.store.write(lambda db: db.execute(THOUGHTS.delete().where(THOUGHTS.c.server == me)))

    # ----- Hints

    async def hint(self, table: Table, who: Who, seat: int, all_moves: bool, ply: int | None) -> dict:
        """What the best opponent thinks: for the own seat alone, and never in a rated game; afterwards of any ply."""
        if table.position is None:
            raise Refused(words("refused.waiting"))
        if table.status == PLAYING:
            commands.may_ask(table, who, seat)
        then = table.position
        if ply is not None and table.status != PLAYING:
            then = then.at(min(ply, then.ply))
        if then.turn < 0:
            raise Refused(words("refused.nothing_to_think"))
        seconds = ANALYSIS if all_moves else HINT
        record = then.view(then.turn).record().line
        thought = await self.hall.thinkers.think(record, "best", seconds, all_moves, FOR_HINTS, who.person)
        return thought | {"number": table.number}


def _level(table: Table) -> str | None:
    """The level of the opponent on turn."""
    return None if table.turn is None else table.seats[table.turn].level
