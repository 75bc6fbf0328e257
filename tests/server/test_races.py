"""Two want the same thing at once: one has it, the others are told why not, and all see the same history."""

import asyncio
import contextlib
import itertools

import pytest

from server.support.halls import Clock, Eyes, Quick, events, open_halls, plays, setting
from server.support.played import ada, bob, who
from server.support.servers import until
from tablier.core.errors import TablierError
from tablier.server.errors import Conflict
from tablier.server.tables import commands, rematch
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Said

pytestmark = pytest.mark.anyio

CLOCK = {"kind": "game", "seconds": 10}


class Race:
    """A table watched in every hall by both players."""

    def __init__(self, halls, table):
        self.halls, self.table = halls, table
        self.eyes = [(hall, Eyes(person)) for hall in halls for person in (ada, bob)]

    async def begin(self) -> "Race":
        for hall, eyes in self.eyes:
            await hall.gallery.watch(self.table, eyes, None)
        return self

    async def run(self, *wishes, keys=()) -> list:
        """All at once, each at the next hall; what came of each: a number, or the key of a refusal."""
        halls = itertools.cycle(self.halls)
        acts = [
            hall.tables.act(self.table, wish, key)
            for hall, wish, key in zip(halls, wishes, keys or itertools.repeat(None), strict=False)
        ]
        came = await asyncio.gather(*acts, return_exceptions=True)
        return [_told(result) for result in came]

    async def wait(self, clock: Clock, time: int) -> None:
        """Let time go by, in which all servers are there."""
        for step in (time // 2, time - time // 2):
            clock.now += step
            for hall in self.halls:
                await hall.cluster.beat()

    async def kinds(self) -> list[str]:
        """What is stored; everybody was told the same."""
        stored = await events(self.halls[0], self.table)
        await until(lambda: all(eyes.number == len(stored) for _, eyes in self.eyes))
        moves = [event.data["move"] for event in stored if event.kind == "moved"]
        back = next((event.data["to"] for event in stored if event.kind == "took_back"), len(moves))
        assert all(eyes.moves == moves[:back] for _, eyes in self.eyes)
        return [event.kind for event in stored]


def _told(result):
    if isinstance(result, TablierError):
        return result.phrase.key
    if isinstance(result, BaseException):
        raise result
    return result


@contextlib.asynccontextmanager
async def race(database, now=None, **changes):
    async with open_halls(database, now) as halls:
        table = await halls[0].tables.create(setting(**changes))
        yield await Race(halls, table.id).begin()


async def test_the_same_message_twice_at_once(database):
    async with race(database) as at:
        same = plays(ada, 0, "S-a1")
        assert await at.run(same, same, same, keys=["ada.1"] * 3) == [3, 3, 3]
        assert await at.kinds() == ["created", "started", "moved"]


async def test_the_same_move_twice_at_once(database):
    async with race(database) as at:
        came = await at.run(plays(ada, 0, "S-a1"), plays(ada, 0, "S-a1"), keys=["ada.1", "ada.2"])
        assert sorted(came, key=str) == [3, "refused.turn"]
        assert await at.kinds() == ["created", "started", "moved"]


async def test_two_different_moves_at_once(database):
    async with race(database) as at:
        came = await at.run(plays(ada, 0, "S-a1"), plays(ada, 0, "N-b2"))
        assert sorted(came, key=str) == [3, "refused.turn"]
        assert await at.kinds() == ["created", "started", "moved"]


async def test_a_move_against_resigning(database):
    async with race(database) as at:
        resigns = lambda table, now, spent: commands.resign(table, bob, 1)  # noqa: E731
        came = await at.run(plays(ada, 0, "S-a1"), resigns)
        kinds = (await at.kinds())[2:]
        assert (kinds, came[0]) in [(["moved", "ended"], 3), (["ended"], "refused.over")]
        assert came[1] == len(kinds) + 2


async def test_a_move_against_the_flag(database):
    clock = Clock()
    async with race(database, clock, clock=CLOCK) as at:
        await at.wait(clock, 10_000)  # to the last millisecond
        falls = lambda table, now, spent: commands.flag(table, spent + 1)  # noqa: E731
        came = await at.run(plays(ada, 0, "S-a1"), falls)
        kinds = (await at.kinds())[2:]
        assert (kinds, came) in [(["moved"], [3, 3]), (["ended"], ["refused.over", 3])]


async def test_a_move_that_comes_too_late(database):
    clock = Clock()
    async with race(database, clock, clock=CLOCK) as at:
        await at.wait(clock, 10_001)
        assert (await at.run(plays(ada, 0, "S-a1")))[0] in ("refused.late", "refused.over")
        await until(lambda: all(any(frame.get("outcome") for frame in eyes.frames) for _, eyes in at.eyes))
        assert await at.kinds() == ["created", "started", "ended"]  # each hall saw the flag; it fell once


async def test_ten_for_the_last_seat(database):
    async with open_halls(database) as halls:
        table = (await halls[0].tables.create(setting(("ada", None)))).id
        people = [who(f"guest{number}") for number in range(10)]
        wishes = [lambda t, now, spent, one=one: commands.sit(t, one, 1, "") for one in people]
        acts = [hall.tables.act(table, wish) for hall, wish in zip(itertools.cycle(halls), wishes, strict=False)]
        came = [_told(result) for result in await asyncio.gather(*acts, return_exceptions=True)]
        winners = [number for number, result in enumerate(came) if type(result) is int]
        assert len(winners) == 1 and came.count("refused.begun") == 9
        stored = await events(halls[0], table)
        assert [event.kind for event in stored] == ["created", "sat", "started"]
        assert stored[1].data["person"] == f"guest{winners[0]}"


async def test_taking_back_against_a_move(database):
    async with race(database) as at:
        await at.run(plays(ada, 0, "S-a1"))
        await at.halls[0].tables.act(at.table, lambda t, now, spent: commands.ask_back(t, ada, 0))
        agrees = lambda t, now, spent: commands.answer(t, bob, 1, True)  # noqa: E731
        came = await at.run(agrees, plays(bob, 1, "N-c3"))
        kinds = (await at.kinds())[4:]
        assert (kinds, came) in [(["took_back"], [5, "refused.turn"]), (["moved"], ["refused.question", 5])]


async def test_everybody_talks_at_once(database):
    async with race(database) as at:
        says = [lambda t, now, spent, n=n: happens(Said(person="ada", text=str(n))) for n in range(12)]
        came = await at.run(*says, keys=[f"ada.{n}" for n in range(12)])
        assert sorted(came) == list(range(3, 15))
        said = [event.data["text"] for event in await events(at.halls[0], at.table) if event.kind == "said"]
        assert sorted(said, key=int) == [str(n) for n in range(12)]
        await at.kinds()


async def test_both_ask_for_another_game(database):
    async with race(database) as at:
        await at.run(lambda t, now, spent: commands.resign(t, ada, 0))
        await at.kinds()

        async def again(hall, person):
            name, wish = rematch.meet_again(await hall.tables.get(at.table), person)
            with contextlib.suppress(Conflict):
                await hall.tables.create(wish, name)
            await hall.tables.act(at.table, lambda t, now, spent: rematch.met_again(t, name))
            return (await hall.tables.get(at.table)).again

        tables = await asyncio.gather(again(at.halls[0], ada), again(at.halls[-1], bob))
        assert len(set(tables)) == 1
        new = await events(at.halls[0], tables[0])
        assert [event.kind for event in new] == ["created"]


async def test_one_of_several_servers_lets_an_opponent_think(database):
    engines = Quick()
    async with open_halls(database, engines=engines) as halls:
        table = (await halls[0].tables.create(setting(("ada", "tablier:1")))).id
        seen = [Eyes(ada) for _ in halls]
        for hall, eyes in zip(halls, seen, strict=True):
            await hall.gallery.watch(table, eyes, None)
        await halls[-1].tables.act(table, plays(ada, 0, "S-a1"))
        await until(lambda: all(eyes.number == 4 for eyes in seen))
        assert [event.kind for event in await events(halls[0], table)][2:] == ["moved", "moved"]
        assert len(engines.asked) == 1
