"""Whole games over the wire: each game, each number of players, by `tablier.client`, on a real server."""

import asyncio
import contextlib
import json
import random

import pytest
from pydantic_core import to_json

import tablier
from server.support.servers import PATIENCE, Here, here, until
from tablier.client import Client, Refusal, Seen
from tablier.core import registry
from tablier.core.game import Game
from tablier.core.registry import list_games
from tablier.core.rules import SPECTATOR
from tablier.core.svg import palette, symbols
from tablier.server.audience import frames
from tablier.server.tables.verification import check

pytestmark = pytest.mark.anyio

GAMES = [(game.name, seats) for game in tablier.list_games() for seats in game.seats]
PEOPLE = ("Ada", "Bob", "Cy", "Dee")


async def play(client: Client, table: str, chance: random.Random, sees=lambda seen: None) -> Seen:
    """Play random moves on the own seats to the end, as anybody's bot would."""
    async with asyncio.timeout(PATIENCE * 3):
        async for seen in client.watch(table):
            sees(seen)
            if seen.over:
                return seen
            if seen.turn in seen.yours:
                with contextlib.suppress(Refusal):  # played already: the frame that says so is on its way
                    await client.play(table, seen.turn, chance.choice(seen.position.moves))
    raise AssertionError


def knows(server: Here, table: str):
    """Checks that a client sees what its seat may know, no more and no less."""

    def look(seen: Seen) -> None:
        now = server.table(table)
        if seen.begun and seen.number == now.number:
            seat = SPECTATOR if seen.seat is None else seen.seat
            view = now.view(seat)
            assert seen.position == view and seen.position.history == view.history
            whole = frames.whole(now, seat, {}, 0)
            whole = json.loads(to_json({name: whole[name] for name in ("scene", "points", "advice")}))
            assert seen.items == {item["id"]: item for item in whole["scene"]["items"]}
            assert seen.frame["points"] == whole["points"] and seen.turn == now.turn
            assert seen.frame["advice"] == whole["advice"] and (whole["advice"] is None) == (now.turn is None)

    return look


@pytest.mark.parametrize(("name", "seats"), GAMES)
async def test_people_play_to_the_end_and_somebody_looks_on(server, name, seats):
    async with server.clients(*PEOPLE[:seats], "Eve") as (*people, eve):
        table = await people[0].create(name, ["me"] + ["open"] * (seats - 1), begins="lot")
        sees = knows(server, table)
        watching = asyncio.create_task(play(eve, table, random.Random(0), sees))
        playing = [asyncio.create_task(play(people[0], table, random.Random(1), sees))]
        for seat, person in enumerate(people[1:], 1):
            await person.sit(table, seat)
            playing.append(asyncio.create_task(play(person, table, random.Random(seat), sees)))
        ends = await asyncio.gather(watching, *playing)
        outcome = (await server.hall.tables.get(table)).outcome
        assert all(seen.outcome["ranks"] == list(outcome.ranks) for seen in ends)
        line = await eve.record(table)
        record = tablier.Record.parse(line)
        first = record.draws["first"]
        assert (
            record.players == [*PEOPLE[first:seats], *PEOPLE[:first]]
            and record.replay().outcome.points == outcome.points
        )
        assert all(found.holds for found in check(line))
        assert (await eve.ask("POST", "/api/verify", {"record": line}))["fair"]


@pytest.mark.parametrize(("name", "places"), [("quantik", ["me", 1]), ("kabaleo", [1, "me", 2]), ("on_top", ["me", 1])])
async def test_against_opponents(server, name, places):
    async with server.clients("Ada") as (ada,):
        table = await ada.create(name, places)
        seen = await play(ada, table, random.Random(5), knows(server, table))
        assert seen.outcome["reason"] not in ("time", "abandoned", "resigned") and seen.about["trouble"] is None
        assert [seat["level"] for seat in seen.about["seats"]] == [
            None if place == "me" else f"tablier:{place}" for place in places
        ]


async def test_at_one_screen_with_secrets_one_turns_the_screen(server):
    chance = random.Random(3)
    async with server.clients("Ada") as (ada,):
        table = await ada.create("kabaleo", ["me", "here", "here"])
        sees = knows(server, table)
        turned = set()
        async for seen in ada.watch(table):
            sees(seen)
            if seen.over:
                break
            if seen.turn != seen.seat:
                await ada.turn_to(table, seen.turn)
                continue
            if seen.number == server.table(table).number and seen.seat == seen.turn:
                known = [seat for seat, points in enumerate(seen.frame["points"]) if points is not None]
                if len(known) == 1:
                    assert known == [seen.seat]
                    turned.add(seen.seat)
                with contextlib.suppress(Refusal):
                    await ada.play(table, seen.turn, chance.choice(seen.position.moves))
        assert turned == {0, 1, 2} and seen.outcome["points"]


async def test_whoever_sits_down_at_once_sees_with_the_eyes_of_that_seat(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("kabaleo", ["me", "open"])
        async for seen in bob.watch(table):
            if not seen.begun:
                await bob.sit(table, 1)
            elif seen.seat == 1 and seen.frame["points"][1] is not None:
                assert seen.frame["points"][0] is None and seen.yours == [1]
                break


async def test_a_table_is_by_lot_unless_somebody_says_otherwise(server):
    async with Client(server.url, "Ada") as ada:
        for wish, begins in (({}, "lot"), ({"begins": "lot"}, "lot"), ({"begins": "seated"}, "seated")):
            about = await ada.ask("GET", f"/api/tables/{await ada.create('quantik', ['me', 'here'], **wish)}")
            assert about["begins"] == begins and (about["first"] is None) == (begins == "seated")
        with pytest.raises(Refusal):
            await ada.create("quantik", ["me", "here"], begins="me")


async def test_everybody_is_told_which_seat_the_lot_has_given_them(server):
    """Also whoever was cut off when the game began."""
    firsts = set()
    async with server.clients("Ada", "Bob", "Eve") as (ada, bob, eve):
        for number in range(40):
            table = await ada.create("kabaleo", ["me", "open"], begins="lot")
            watching, looking = ada.watch(table), eve.watch(table)
            mine, theirs = await anext(watching), await anext(looking)
            assert mine.yours == [0] and theirs.yours == []
            if number % 2:
                await ada._socket.close()
            await bob.sit(table, 1)
            await until(lambda mine=mine, theirs=theirs: mine.begun and theirs.begun)
            first = server.table(table).first
            assert mine.yours == [first] and mine.seat == first and theirs.seat is None and theirs.yours == []
            assert [points is None for points in mine.frame["points"]] == [seat != first for seat in range(2)]
            await watching.aclose()
            await looking.aclose()
            firsts.add((number % 2, first))
            if len(firsts) == 4:
                break
    assert len(firsts) == 4


async def test_a_client_cut_off_goes_on_where_it_was(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("rangees", ["me", "open"])
        await bob.sit(table, 1)
        frames_whole = []

        def sees(seen):
            if seen.frame.get("whole"):
                frames_whole.append(seen.number)

        async def cut():
            for _ in range(5):
                await asyncio.sleep(0.2)
                if ada._socket is not None:
                    await ada._socket.close()

        other = asyncio.create_task(play(bob, table, random.Random(1)))
        cutting = asyncio.create_task(cut())
        mine = await play(ada, table, random.Random(2), sees)
        await cutting
        assert (await other).outcome == mine.outcome
        assert mine.position.history == (await server.hall.tables.get(table)).position.history


async def test_nothing_is_sent_again_to_a_client_that_missed_nothing(server):
    async with server.clients("Ada") as (ada,):
        table = await ada.create("quantik", ["me", "here"])
        watching = ada.watch(table)
        seen = await anext(watching)
        heard = []
        ada._hear, hear = (lambda frame: (heard.append(frame), hear(frame))), ada._hear
        await ada._socket.close()
        await until(lambda: any("re" in frame and frame.get("yours") for frame in heard))
        assert not any("number" in frame and "table" in frame for frame in heard)
        await ada.play(table, 0, seen.position.moves[0])
        await until(lambda: seen.turn == 1)
        await watching.aclose()


async def test_the_same_game_on_postgresql(new_database):
    async with here(new_database("postgresql")) as server, server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("kabaleo", ["me", "open"])
        await bob.sit(table, 1)
        sees = knows(server, table)
        ends = await asyncio.gather(play(ada, table, random.Random(1), sees), play(bob, table, random.Random(2), sees))
        assert ends[0].outcome == ends[1].outcome


async def test_a_game_may_have_a_digit_in_its_name(server, monkeypatch):
    noughts = Game("noughts")
    noughts.name = "noughts_3x3"
    monkeypatch.setitem(registry._offers(), noughts.name, noughts)
    async with server.clients("Ada") as (ada,):
        table = await ada.create(noughts.name, ["me", "here"])
        assert (await ada.ask("GET", f"/api/tables/{table}"))["game"] == noughts.name
        assert "setup" in await ada.ask("POST", "/api/boards", {"game": noughts.name})
        for path in (f"games/{noughts.name}/rules/en", f"games/{noughts.name}/preview", f"ratings/{noughts.name}"):
            await ada.ask("GET", f"/api/{path}")


async def test_how_to_write_a_bot(server):
    """The example of the module's own documentation, word for word."""
    import tablier.client as module

    example = module.__doc__.split("\n\n")[1].replace("http://127.0.0.1:8000", server.url)
    program = "async def bot():\n" + example + "\n    return seen.outcome"
    names = {"Client": Client, "random": random}
    exec(program, names)
    assert await names["bot"]()


async def test_an_option_says_itself_what_it_is(server):
    async with Client(server.url, "Ada") as ada:
        games = {game["name"]: game["options"] for game in await ada.ask("GET", "/api/games")}
    kinds = {(game, option["name"]): option["kind"] for game, options in games.items() for option in options}
    assert {name for name, kind in kinds.items() if kind == "board"} == {
        ("kulami", "board"),
        ("on_top", "board"),
        ("rangees", "layout"),
    }
    assert kinds["kulami", "level"] == "choice" and kinds["on_top", "start"] == "text"
    drawn = {game: [name for option in options for name in option["random"]] for game, options in games.items()}
    assert drawn["kulami"] == ["random square", "random irregular"] and drawn["rangees"] == []


async def test_a_game_that_cannot_be_loaded_is_left_out_and_closes_nothing(server, monkeypatch):
    monkeypatch.setitem(registry._offers(), "gomoku", Game("no_such.gomoku"))
    async with Client(server.url, "Ada") as ada:
        offered = [game["name"] for game in await ada.ask("GET", "/api/games")]
        assert "quantik" in offered and "gomoku" not in offered
        assert "quantik" in await ada.ask("GET", "/api/words/en")
        with pytest.raises(Refusal, match="gomoku cannot be loaded"):
            await ada.create("gomoku", ["me", "open"])


@pytest.mark.parametrize("game", [game for game in list_games() if game.plan() and "grid" in game.plan()], ids=str)
def test_a_board_is_drawn_with_glyphs_and_roles_that_there_are(game):
    plan, glyphs, roles = game.plan(), symbols(game.folder), palette(game.folder, "light")
    looks = plan["looks"]
    sizes = [size for width, height, _ in plan["pieces"] for size in ((width, height), (height, width))]
    named = {looks["piece"].format(width=width, height=height) for width, height in sizes}
    named |= {looks[part] for part in ("cell", "ground") if part in looks}
    assert {f"{game.name}-{glyph}" for glyph in named} <= glyphs.keys()
    used = {*looks["colours"], *(looks[part] for part in ("ground_colour", "field") if part in looks)}
    assert used <= roles.keys()
