"""No byte depends on what its reader may not know: compared byte by byte, and searched for."""

import asyncio
import contextlib
import json
import logging
import random
import re
from typing import NamedTuple

import pytest
import sqlalchemy as sa
import websockets

from server.support.halls import Quick
from server.support.played import Played
from server.support.servers import Here, here, until
from tablier.client import Client, Refusal
from tablier.core.registry import list_games
from tablier.core.rules import SPECTATOR
from tablier.server.hall import Hall
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import PEOPLE
from tablier.server.tables import draws
from tablier.server.tables.events import Wish
from tablier.server.tables.table import Table

pytestmark = pytest.mark.anyio

NAMES = ("Ada", "Bob", "Cy", "Dee")
TABLE = "7" * 32


class Secrets(NamedTuple):
    """A game with secrets, and how many play it; everything but its draws is always the same."""

    game: str
    seats: int

    @property
    def setup(self) -> dict:
        return Played(self.game, NAMES[: self.seats]).table.position.setup

    def dealt(self, number: int) -> tuple[str, list[str]]:
        """A seed, and what is drawn by it in secret."""
        seed = f"{number:064x}"
        table = Played(self.game, NAMES[: self.seats], seed, setup=self.setup).table
        return seed, [move.text for move in table.position.history]

    def twins(self, seat: int) -> list[str]:
        """Two seeds that are the same to a seat and different to everybody else."""
        first, known = self.dealt(1)
        for number in range(2, 2000):
            seed, targets = self.dealt(number)
            if all((targets[other] == known[other]) == (other == seat) for other in range(self.seats)):
                return [first, seed]
        raise AssertionError("no such deals")


SECRETS = [
    Secrets(game.name, seats)
    for game in list_games()
    for seats in game.seats
    if Played(game.name, NAMES[:seats]).table.secret
]
THREE = Secrets("kabaleo", 3)


class Ear:
    """A socket that keeps every byte it was sent, but for news of who is here, which come when they come."""

    def __init__(self, socket):
        self.socket, self.heard, self.presence = socket, [], []
        self._ids = 0

    async def say(self, do: str, **fields) -> dict:
        self._ids += 1
        message = {"v": 1, "id": f"m{self._ids}", "do": do, "table": TABLE, **fields}
        await self.socket.send(json.dumps(message))
        while True:
            frame = json.loads(await self.hear())
            if frame.get("re") == f"m{self._ids}":
                return frame

    async def hear(self) -> str:
        while True:
            text = await self.socket.recv()
            if '"presence"' not in text:
                self.heard.append(text)
                return text
            self.presence.append(json.loads(text)["presence"])


class Patient(Quick):
    """Engines that answer when they are told to: by then everybody has heard what happened before."""

    def __init__(self):
        super().__init__()
        self.told = asyncio.Event()

    async def think(self, *asked) -> dict:
        await self.told.wait()
        self.told.clear()
        return await super().think(*asked)


@contextlib.asynccontextmanager
async def table_of(monkeypatch, secrets: Secrets, seed: str, *databases: str):
    """Servers whose time stands still, with one table of that seed, and an ear for each seat and for a spectator.

    If the same database is named twice, two servers share it, and those at the table are at both.
    """
    monkeypatch.setattr(draws, "new_seed", lambda: seed)
    monkeypatch.setattr(draws, "commitment", lambda *_: "c" * 64)
    names = NAMES[: secrets.seats]
    async with contextlib.AsyncExitStack() as stack:
        servers = []
        for database in databases:
            migration.upgrade(database)
            hall = Hall(store(database), Patient(), lambda: 1_000_000, thinking=0.05)
            servers.append(await stack.enter_async_context(here(database, hall)))
        clients = [
            (await stack.enter_async_context(servers[number % len(servers)].clients(name)))[0]
            for number, name in enumerate((*names, "Eve"))
        ]
        hall = servers[0].hall
        ids = await hall.store.read(lambda db: {row.name: row.id for row in db.execute(PEOPLE.select())})
        wish = {"game": secrets.game, "choices": {"setup": secrets.setup}, "host": ids["Ada"], "listed": True}
        wish |= {"seats": [{"person": ids[name]} for name in names], "clock": {"kind": "game", "seconds": 600}}
        await hall.tables.create(Wish.model_validate(wish | {"rated": False}), TABLE)
        ears = []
        for number, client in enumerate(clients):
            socket = await stack.enter_async_context(connected(servers[number % len(servers)], client))
            ears.append(Ear(socket))
            await ears[-1].say("watch")
        yield servers, ears


def connected(server: Here, client: Client | None = None, **headers):
    cookie = {"Cookie": f"tablier={client.http.cookies['tablier']}"} if client else {}
    url = server.url.replace("http", "ws") + "/ws"
    return websockets.connect(url, additional_headers=cookie | headers, compression=None)


async def play(ears: list[Ear], servers: list[Here], moves: int) -> None:
    """The same moves whatever the secrets are, and on the way all that one may ask."""
    chance = random.Random(11)
    for _ in range(moves):
        table = await _together(servers)
        move = chance.choice(table.position.view(SPECTATOR).moves.texts)
        mine = ears[table.turn]
        for do in ("try", "hint"):
            await mine.say(do, seat=table.turn, **({"move": move} if do == "try" else {}))
        await mine.say("play", seat=table.turn, move="no-such-move")
        await mine.say("play", seat=(table.turn + 1) % len(table.seats), move=move)
        await mine.say("play", seat=table.turn, move=move)
        await _together(servers)
        for seat, ear in enumerate(ears):
            place = {"seat": seat} if ear is not ears[-1] else {}
            await ear.say("look", ply=table.position.ply // 2, **place)
    for ear in ears:
        head = (await _together(servers)).head
        await ear.say("watch", since=head)
        await ear.say("watch")


async def _together(servers: list[Here]) -> Table:
    """The table, when all servers have heard of all that happened there."""
    tables = [await server.hall.tables.get(TABLE) for server in servers]
    newest = max(table.number for table in tables)
    await until(lambda: all(server.table(TABLE).number >= newest for server in servers))
    return servers[0].table(TABLE)


@pytest.mark.parametrize(
    ("secrets", "seat"),
    [(secrets, seat) for secrets in SECRETS for seat in (SPECTATOR, *range(secrets.seats))],
    ids=str,
)
async def test_tables_that_differ_only_in_secrets_sound_the_same(secrets, seat, new_database, monkeypatch):
    heard, asked = [], []
    for seed in secrets.twins(seat):
        async with table_of(monkeypatch, secrets, seed, new_database("sqlite")) as (servers, ears):
            await play(ears, servers, 29 if secrets == THREE and seat == SPECTATOR else 6)
            heard.append(ears[seat].heard)
            asked.append([await said(servers[0], path) for path in ("", "/record")])
    assert len(heard[0]) > 15
    assert heard[0] == heard[1] and asked[0] == asked[1]


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
async def test_also_at_another_server_and_when_somebody_else_plays_on(seat, new_database, monkeypatch):
    """Whoever gave up is stood in for by an opponent, which knows what they knew."""
    heard = []
    for seed in THREE.twins(seat):
        database = new_database("postgresql")
        async with table_of(monkeypatch, THREE, seed, database, database) as (servers, ears):
            await play(ears, servers, 4)
            await ears[2].say("resign", seat=2)
            for _ in range(4):
                table = await _together(servers)
                if table.turn != 2:
                    await play(ears, servers, 1)
                    continue
                for server in servers:  # one of them thinks
                    server.hall.engines.told.set()
                await until(lambda: all(server.table(TABLE).turn != 2 for server in servers))
                for server in servers:
                    server.hall.engines.told.clear()
            heard.append(ears[seat].heard)
    assert len(heard[0]) > 15
    assert heard[0] == heard[1]


def _logged(caplog) -> str:
    """What the server says to its log, whole; the libraries' own chatter is not let through."""
    return "".join(str(vars(record)) for record in caplog.records if record.name.startswith("tablier"))


async def said(server: Here, path: str) -> bytes:
    async with Client(server.url, "Zoe") as stranger:
        return (await stranger.http.get(f"/api/tables/{TABLE}{path}")).content


async def test_raw_frames_answers_and_logs_hold_no_secret(new_database, monkeypatch, caplog):
    caplog.set_level(logging.DEBUG)
    seed, targets = THREE.dealt(5)
    async with table_of(monkeypatch, THREE, seed, new_database("sqlite")) as ((server,), ears):
        await play(ears, [server], 29)
        table = await server.hall.tables.get(TABLE)
        assert table.turn is not None
        secrets = [seed, draws.key(seed, ["", "", ""]).hex(), *(draws.salt(seed, number) for number in range(3))]
        for seat, ear in enumerate(ears):
            bytes_heard = "".join(ear.heard)
            assert not any(secret in bytes_heard for secret in secrets)
            drawn = set(re.findall("~[A-Z]", bytes_heard))
            assert drawn == ({targets[seat]} if seat < 3 else set())
        public = b"".join([await said(server, path) for path in ("", "/record", "/draws")]).decode()
        assert not any(secret in public for secret in secrets) and not re.search("~[A-Z]", public)
        logs = _logged(caplog)
        cookies = [ear.socket.request.headers["Cookie"].partition("=")[2] for ear in ears]
        assert [secret for secret in secrets + cookies if secret in logs] == [], logs
        assert not re.search("~[A-Z]", logs)


async def test_when_the_game_is_over_everything_is_shown(new_database, monkeypatch):
    seed, targets = THREE.dealt(5)
    async with table_of(monkeypatch, THREE, seed, new_database("sqlite")) as ((server,), ears):
        await ears[0].say("resign", seat=0)
        await ears[1].say("resign", seat=1)
        assert (await server.hall.tables.get(TABLE)).status == "playing", "opponents play on for them"
    names = list(NAMES[:3])
    record = Played("kabaleo", names, seed, setup=THREE.setup).play_out().table.record(names)
    assert record.moves[:3] == targets and record.draws["seed"] == seed


async def test_an_error_of_the_database_says_nothing_of_what_was_to_be_written(database, caplog):
    caplog.set_level(logging.DEBUG)
    async with here(database) as server, server.clients("Ada") as (ada,):
        table = await ada.create("kabaleo", ["me", "here"])
        seed = (await server.hall.tables.get(table)).seed
        await server.hall.store.write(lambda db: db.execute(sa.text("ALTER TABLE events RENAME TO elsewhere")))
        move = (await server.hall.tables.get(table)).position.moves[0].text
        with pytest.raises(Refusal) as error:
            await ada.play(table, 0, move)
        with pytest.raises(Refusal) as other:
            await ada.create("kabaleo", ["me", "here"])
        said = f"{error.value.error}{other.value.error}{_logged(caplog)}"
        assert error.value.kind == "Unwell" and "~" not in said and seed not in said and "INSERT" not in said
        await server.hall.store.write(lambda db: db.execute(sa.text("ALTER TABLE elsewhere RENAME TO events")))
        assert (await ada.play(table, 0, move))["ok"], "and the table goes on"


# ----- Sockets that should not be


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://["}, {"Origin": "http://127.0.0.1:1"}],
)
async def test_a_page_of_another_site_gets_no_socket(server, headers):
    async with server.clients("Ada") as (ada,):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with connected(server, ada, **headers):
                pass
        assert refused.value.response.status_code == 403 and not refused.value.response.body


@pytest.mark.parametrize("cookie", ["", "tablier=", "tablier=x", "tablier=" + "y" * 5000, "other=1", "tablier=é"])
async def test_a_stranger_gets_no_socket(server, cookie):
    url = server.url.replace("http", "ws") + "/ws"
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with websockets.connect(url, additional_headers={"Cookie": cookie}):
            pass
    assert refused.value.response.status_code in (400, 403)


async def test_our_own_page_gets_one(server):
    async with server.clients("Ada") as (ada,), connected(server, ada, Origin=server.url) as socket:
        await socket.send('{"v": 1, "id": "a", "do": "ping"}')
        assert json.loads(await socket.recv())["ok"]


async def test_somebody_without_that_seat_hears_nothing_more(new_database, monkeypatch):
    database = new_database("sqlite")
    async with table_of(monkeypatch, THREE, THREE.dealt(5)[0], database) as ((server,), ears):
        eve = ears[3]
        await eve.say("unwatch")
        answer = await eve.say("watch", seat=1)
        assert answer["error"]["text"]["say"] == "refused.not_yours"
        for do in ("try", "play"):
            assert "error" in await eve.say(do, seat=0, move="R-a1")
        before = len(eve.heard)
        move = (await server.hall.tables.get(TABLE)).position.moves[0].text
        await ears[0].say("play", seat=0, move=move)
        await eve.socket.send('{"v": 1, "id": "last", "do": "ping"}')
        assert json.loads(await eve.hear())["re"] == "last" and len(eve.heard) == before + 1


async def test_whoever_left_a_seat_does_not_see_with_its_eyes(server):
    async with server.clients("Ada", "Bob", "Cy") as (ada, bob, cy), connected(server, cy) as socket:
        table = await ada.create("kabaleo", ["me", "open", "open"])
        for do in ("sit", "watch", "leave"):
            await socket.send(json.dumps({"v": 1, "id": do, "table": table, "do": do, "seat": 1}))
            while json.loads(await socket.recv()).get("re") != do:
                pass
        await bob.sit(table, 1)
        await ada.sit(table, 2)
        while "log" not in (frame := json.loads(await socket.recv())):
            pass
        assert [entry["move"] for entry in frame["log"]["moves"]] == ["~?"] * 3


@pytest.mark.parametrize("path", ["/api/session", "/api/me"])
async def test_whoever_signed_out_hears_nothing_more(server, path):
    async with server.clients("Ada") as (ada,), connected(server, ada) as socket:
        await socket.send('{"v": 1, "id": "a", "do": "ping"}')
        assert json.loads(await socket.recv())["ok"]
        await ada.http.delete(path, headers={"Cookie": f"tablier={ada.http.cookies['tablier']}"})
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
