"""Nobody can fill or stop the server: how much one may ask for, alone and together with everybody nearby."""

import asyncio
import contextlib
import json

import httpx
import pytest
import websockets
from starlette.requests import HTTPConnection

from server.support.halls import setting
from server.support.robots import Player
from server.support.servers import PATIENCE, PLAIN, here, until
from server.test_faults import connected, says, two_at_a_table
from tablier.client import Refusal
from tablier.core.record import Record
from tablier.games.rangees.setup import LAYOUTS
from tablier.server import metrics
from tablier.server.http import costs, limits
from tablier.server.http import socket as sockets
from tablier.server.http.limits import Limit
from tablier.server.http.state import origin
from tablier.server.storage.schema import TABLES

pytestmark = pytest.mark.anyio

TWO = [{"who": "me"}, {"who": "here"}]
FREE = Limit(1e9, 1e9)


@contextlib.contextmanager
def refused(key: str):
    with pytest.raises(Refusal) as error:
        yield
    assert error.value.error["text"]["say"] == key


@pytest.fixture
def still(monkeypatch):
    """Time stands still, so that nothing is given back for waiting."""
    monkeypatch.setattr(limits, "monotonic", lambda: 1000.0)


# ----- Where somebody comes from


def came_from(host: str) -> str:
    return origin(HTTPConnection({"type": "http", "client": (host, 1), "headers": []}))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.200", True),
        ("192.0.2.1", "192.0.3.1", False),
        ("2001:db8::1", "2001:db8::ffff:1:2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.7", True),
    ],
)
def test_a_network_counts_as_one(one, other, same):
    assert (came_from(one) == came_from(other)) is same
    assert one not in came_from(one), "and nobody is told which it is"


# ----- What things cost


async def granted(url: str, method: str, path: str, cookie: str = "", **more) -> int:
    """How often one may ask in a row."""
    async with httpx.AsyncClient(base_url=url, verify=PLAIN, timeout=60) as client:
        headers = {"Cookie": f"tablier={cookie}"} if cookie else {}
        for number in range(1000):
            if (await client.request(method, path, headers=headers, **more)).status_code == 429:
                return number
    raise AssertionError("nobody was stopped")


@pytest.mark.parametrize(
    ("method", "path", "times"),
    [
        ("GET", "/api/games", 30),
        ("GET", "/api/now", 5),
        ("GET", "/api/tables", 7),
        ("GET", f"/api/tables/{'0' * 32}/record", 10),
        ("POST", "/api/boards", 4),
        ("POST", "/api/verify", 4),
        ("POST", "/api/tables", 7),
        ("GET", "/web/wire.js", 240),
    ],
)
async def test_what_costs_more_can_be_asked_for_less_often(new_database, still, method, path, times):
    body = {"json": {"game": "quantik", "record": ""}} if method == "POST" else {}
    async with here(new_database("sqlite"), rate=1.0) as server:
        assert await granted(server.url, method, path, **body) == times


async def test_so_can_what_is_large(new_database, still):
    async with here(new_database("sqlite"), rate=1.0) as server:
        large = {"name": "x" * 170_000}
        assert await granted(server.url, "POST", "/api/me", json=large) == 3


async def test_a_person_has_one_limit_on_all_devices(new_database, still):
    async with here(new_database("sqlite"), rate=10.0) as server, server.clients("Ada") as (guest,):
        await guest.ask("POST", "/api/account", {"name": "Ada", "passphrase": "a passphrase"})
        server.state.by_address = FREE
        devices = []
        async with httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client:
            for _ in range(3):
                client.cookies.clear()
                await client.post("/api/session", json={"name": "Ada", "passphrase": "a passphrase"})
                devices.append(client.cookies["tablier"])
        asked = [await granted(server.url, "GET", "/api/me", cookie) for cookie in devices]
        assert 0 < asked[0] <= 30 and asked[1:] == [0, 0]


def test_whatever_it_costs_a_full_bucket_is_enough(still):
    limit = Limit(1, 3)
    assert limit.wait("ada", 100) == 0 and limit.wait("ada", 100) == 3


# ----- Too many messages


@contextlib.asynccontextmanager
async def socket_of(server, player: Player):
    url = server.url.replace("http", "ws") + "/ws"
    async with websockets.connect(url, additional_headers={"Cookie": f"tablier={player.cookie}"}) as client:
        yield client


async def test_a_message_too_many_is_not_read(new_database, still, monkeypatch):
    read = []
    understand = sockets.messages.MESSAGE.validate_json

    class Reader:
        def validate_json(self, text):
            read.append(text)
            return understand(text)

    monkeypatch.setattr(sockets.messages, "MESSAGE", Reader())
    async with (
        here(new_database("sqlite"), rate=4.0) as server,
        Player(server.url, "Ada") as one,
        socket_of(server, one) as client,
    ):
        spend_all(server)
        for text, name in (
            ('{"v": 1, "id": "k3x-17", "do": "ping"}', "k3x-17"),
            ('{"v": 1, "do": "ping", "id":"k3x-18"}', "k3x-18"),
            ("[" * 50_000, None),
            ('{"v": 1, "do": "' + "x" * 50_000 + '", "id": "far"}', None),
        ):
            await client.send(text)
            answer = json.loads(await client.recv())
            assert answer["re"] == name and answer["error"]["text"]["say"] == "message.often"
        assert read == []


def spend_all(server) -> None:
    """Whoever is here may ask for nothing more."""
    person = next(iter(server.connections)).who.person
    while not server.state.by_person.wait(person, 0.1):
        pass


async def test_whoever_goes_on_though_told_to_wait_is_sent_away(new_database, still):
    async with (
        here(new_database("sqlite"), rate=4.0) as server,
        Player(server.url, "Ada") as one,
        socket_of(server, one) as client,
    ):
        spend_all(server)
        for _ in range(sockets.EAGER + 1):
            await client.send('{"v": 1, "id": "a", "do": "ping"}')
            assert json.loads(await client.recv())["error"]["text"]["say"] == "message.often"
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await asyncio.wait_for(client.recv(), PATIENCE)
        assert closed.value.rcvd and closed.value.rcvd.code == 1013


async def test_messages_cost_what_they_take(new_database, still):
    async with here(new_database("sqlite"), rate=10.0) as server, server.clients("Ada") as (guest,):
        table = await guest.create("quantik", ["me", "here"], luck=False)
        for do, times in (("ping", 60), ("watch", 15), ("look", 20)):
            server.state.by_person = limit = Limit(10.0, 30.4)  # a little for the size of the messages
            next(iter(server.connections)).limits = [(limit, "ada")]
            fields = {} if do == "ping" else {"table": table} | ({"ply": 0} if do == "look" else {})
            for _ in range(times):
                await guest.send(do, **fields)
            with refused("message.often"):
                await guest.send(do, **fields)
    assert costs.MESSAGES.keys() <= {"ping", "unwatch", "watch", "look", "hint", "rematch"}


# ----- Sockets


async def test_a_session_has_ten_sockets(new_database):
    async with here(new_database("sqlite")) as server, Player(server.url, "Ada") as one:
        await until(lambda: len(server.connections) == 1)
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(sockets.SOCKETS - 1):
                await stack.enter_async_context(socket_of(server, one))
            with pytest.raises(websockets.InvalidStatus):
                await stack.enter_async_context(socket_of(server, one))
        await until(lambda: len(server.connections) == 1)
        async with socket_of(server, one):
            pass


async def test_a_network_has_so_many_sockets(new_database):
    async with (
        here(new_database("sqlite"), sockets=2) as server,
        Player(server.url, "Ada") as one,
        Player(server.url, "Bob"),
    ):
        await until(lambda: len(server.connections) == 2)
        with pytest.raises(websockets.InvalidStatus):
            async with socket_of(server, one):
                pass


async def test_a_slow_reader_is_cut_off_when_many_bytes_wait(new_database, monkeypatch):
    monkeypatch.setattr(sockets, "BYTES_BEHIND", 20_000)
    monkeypatch.setattr(sockets, "BEHIND", 10**6)
    monkeypatch.setattr(sockets, "FLUSH", 0.2)
    async with here(new_database("sqlite")) as server, two_at_a_table(server, "quantik") as (table, one, _):
        raw = await connected(server, one, small=True)
        watch = json.dumps({"v": 1, "id": "w", "do": "watch", "table": table}).encode()
        size = bytes([128 | len(watch)]) if len(watch) < 126 else bytes([254]) + len(watch).to_bytes(2, "big")
        await asyncio.get_running_loop().sock_sendall(raw, bytes([129]) + size + bytes(4) + watch)
        await until(lambda: len(server.connections) == 3)
        most = 0
        for number in range(2000):
            await server.hall.tables.act(table, says(f"{number} ", 60))
            most = max(most, *(connection.waiting for connection in server.connections))
            if len(server.connections) < 3:
                break
        await until(lambda: len(server.connections) == 2)
        assert 0 < most <= 20_000 + 200_000, "one frame may be larger than all that may wait"
        raw.close()


# ----- Tables


async def test_a_person_has_so_many_tables_that_go_on(database):
    async with here(database, tables=3) as server, server.clients("Ada", "Bob") as (ada, bob):
        server.state.new_tables = FREE
        tables = [await ada.create("quantik", ["me", "open"]) for _ in range(3)]
        with refused("table.own"):
            await ada.create("quantik", ["me", "open"])
        await bob.create("quantik", ["me", "open"])
        await ada.send("leave", table=tables[0], seat=0)
        again = await ada.create("quantik", ["me", "here"])
        with refused("table.own"):
            await ada.create("quantik", ["me", "open"])
        await ada.send("resign", table=again, seat=0)
        with refused("table.own"):
            await ada.create("quantik", ["me", 1]) and await ada.send("rematch", table=again)


async def test_a_network_has_four_times_as_many(database):
    async with here(database, tables=1) as server, server.clients(*"ABCDE") as guests:
        for guest in guests[:4]:
            await guest.create("quantik", ["me", "open"])
        with refused("table.near"):
            await guests[4].create("quantik", ["me", "open"])


async def test_only_so_many_new_ones_a_minute(new_database, still):
    async with here(new_database("sqlite"), tables=10) as server, server.clients("Ada", "Bob") as (ada, bob):
        for _ in range(2):
            await ada.create("quantik", ["me", "open"])
        answer = await ada.http.post("/api/tables", json={"game": "quantik", "seats": TWO})
        assert answer.status_code == 429 and answer.json()["error"]["text"]["say"] == "table.often"
        await bob.create("quantik", ["me", "open"])


async def test_a_table_asked_for_twice_counts_once(new_database):
    async with here(new_database("sqlite"), tables=1) as server, server.clients("Ada") as (ada,):
        wish = {"game": "quantik", "seats": TWO, "key": "k"}
        tables = [(await ada.ask("POST", "/api/tables", wish))["table"] for _ in range(3)]
        assert len(set(tables)) == 1 and len(server.hall.memory) == 1


async def test_where_a_table_was_set_from_is_forgotten_with_its_game(database):
    async with here(database) as server, server.clients("Ada") as (ada,):
        table = await ada.create("quantik", ["me", "here"])
        chosen = TABLES.select().where(TABLES.c.id == table)

        async def kept() -> str | None:
            return await server.hall.store.read(lambda db: db.execute(chosen).one().origin)

        assert await kept() == came_from("127.0.0.1")
        await ada.send("resign", table=table, seat=0)
        assert await kept() is None


# ----- Guests


async def test_a_network_has_only_so_many_new_guests_at_once(new_database, still):
    async with here(new_database("sqlite"), rate=2.0) as server:
        server.state.by_address = FREE
        async with httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client:
            answers = []
            for number in range(8):
                client.cookies.clear()
                answers.append(await client.post("/api/me", json={"name": f"Guest {number}"}))
        assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
        assert answers[-1].json()["error"]["text"]["say"] == "people.often"


# ----- Options


def padded(layout: str) -> str:
    return layout.rstrip("\n").replace("\n", " " * 300 + "\n") + " " * 300


async def test_options_are_kept_as_the_game_understood_them(server):
    async with server.clients("Ada") as (ada,):
        layout = next(iter(LAYOUTS.values()))["tiles"].replace("#", "#", 1)
        moved = padded("\n".join(line[::-1] for line in layout.strip("\n").split("\n")))
        table = await ada.create("rangees", ["me", "here"], options={"layout": moved, "faces": "all"})
        choices = server.table(table).choices
        assert choices["layout"] == server.table(table).position.setup["layout"] and choices["faces"] == "all"
        assert len(json.dumps(choices)) < 1000
        await ada.send("resign", table=table, seat=0)
        line = (await ada.http.get(f"/api/tables/{table}/record")).text
        assert Record.parse(line.strip()).draws and (await ada.ask("POST", "/api/verify", {"record": line}))["fair"]


async def test_boards_with_names_keep_them(server):
    async with server.clients("Ada") as (ada,):
        for board in ("random irregular", "square"):
            table = await ada.create("kulami", ["me", "here"], options={"board": board})
            assert server.table(table).choices == {"board": board}


async def test_options_of_more_than_sixteen_thousand_characters_are_refused(server):
    async with server.clients("Ada") as (ada,):
        with refused("table.options"):
            await ada.create("rangees", ["me", "here"], options={"layout": "#" + " " * 17_000})


# ----- Figures


async def test_figures_say_what_is_refused_and_what_waits(new_database):
    async with here(new_database("sqlite"), tables=1) as server, server.clients("Ada") as (ada,):
        before = metrics.REFUSALS.labels("table.own")._value.get()
        rules = metrics.REFUSALS.labels("rules")._value.get()
        table = await ada.create("quantik", ["me", "here"])
        with refused("table.own"):
            await ada.create("quantik", ["me", "here"])
        with pytest.raises(Refusal):
            await ada.play(table, 0, "S-z9")
        shown = (await ada.http.get("/metrics")).text
        assert f'tablier_refusals_total{{reason="table.own"}} {before + 1}' in shown
        assert f'tablier_refusals_total{{reason="rules"}} {rules + 1}' in shown
        for name in ("tablier_outbox_bytes 0.0", "tablier_writes_waiting", "tablier_loop_lag_seconds_count"):
            assert name in shown
        looks = metrics.REGISTRY.get_sample_value("tablier_loop_lag_seconds_count")
        await until(lambda: metrics.REGISTRY.get_sample_value("tablier_loop_lag_seconds_count") > looks)


def test_what_a_table_is_set_with_says_nothing_of_where():
    assert "origin" not in setting().as_json()
