"""What whoever runs a server relies on: health, figures, logs, settings, limits, headers."""

import asyncio
import json
import logging

import httpx
import pytest
import websockets

from server.support.robots import Player
from server.support.servers import PLAIN, here, until
from tablier.server import hall as halls
from tablier.server.errors import Refused
from tablier.server.http.limits import Limit
from tablier.server.serve import Lines
from tablier.server.settings import Settings

pytestmark = pytest.mark.anyio


async def get(url: str, **more) -> httpx.Response:
    async with httpx.AsyncClient(timeout=60, verify=PLAIN) as client:
        return await client.get(url, **more)


async def post(url: str, **more) -> httpx.Response:
    async with httpx.AsyncClient(timeout=60, verify=PLAIN) as client:
        return await client.post(url, **more)


# ----- Health and figures


async def test_health(database):
    async with here(database) as server:
        shown = (await get(f"{server.url}/healthz")).json()
        assert 0 <= shown.pop("written") < 60
        await until(lambda: server.hall.store.hears)
        assert shown | {"hears": True} == {"status": "ok", "tables": 0, "hears": True, "time": "sure", "thoughts": 0}
        server.hall.tasks.draining = True
        answer = await get(f"{server.url}/healthz")
        assert (answer.status_code, answer.json()["status"]) == (503, "draining")


async def test_a_server_that_cannot_write_is_not_well_though_it_reads(database, monkeypatch):
    monkeypatch.setattr(halls, "BEAT", 3600.0)
    async with here(database) as server:
        server.hall.cluster._beaten -= 60_000
        answer = await get(f"{server.url}/healthz")
        assert (answer.status_code, answer.json()["status"]) == (503, "cannot write")
        assert (await get(f"{server.url}/livez")).status_code == 200


async def test_figures_count_what_happens(server):
    before = _figures((await get(f"{server.url}/metrics")).text)
    async with Player(server.url, "Ada") as one:
        table = await one.set_table("quantik", [{"who": "me"}, {"who": "open"}])
        one.play_at(table, 0)
        await until(lambda: table in one.seen)
        await one.say("play", table="0" * 32, seat=0, move="S-a1")
        after = _figures((await get(f"{server.url}/metrics")).text)
    grown = {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}
    assert grown['tablier_events_total{kind="created"}'] == 1
    assert grown["tablier_store_seconds_count"] == 1
    assert grown["tablier_messages_answered_total"] == 1
    assert grown["tablier_messages_refused_total"] == 1
    assert after["tablier_tables"] == after["tablier_watchers"] == after["tablier_sockets"] == 1


def _figures(text: str) -> dict[str, float]:
    lines = (line.rpartition(" ") for line in text.splitlines() if line and line[0] != "#")
    return {name: float(value) for name, _, value in lines}


# ----- Logs


def test_logs_are_lines_without_values():
    try:
        raise ValueError("a secret")
    except ValueError as error:
        record = logging.makeLogRecord({"msg": "it failed", "levelname": "ERROR", "name": "tablier.x", "table": "7"})
        record.exc_info = (ValueError, error, error.__traceback__)
    line = Lines().format(record)
    assert json.loads(line)["error"] == "ValueError" and json.loads(line)["table"] == "7"
    assert "secret" not in line


# ----- Settings


def test_settings_by_flags_and_environment(monkeypatch):
    monkeypatch.setenv("TABLIER_PORT", "9001")
    monkeypatch.setenv("TABLIER_RATE", "2.5")
    monkeypatch.setenv("TABLIER_SECURE", "yes")
    read = Settings.read(port=None, host="0.0.0.0", rate=7.0)
    assert (read.port, read.host, read.rate, read.secure, read.thinkers) == (9001, "0.0.0.0", 7.0, True, 1)


@pytest.mark.parametrize("name, text", [("PORT", "http"), ("SECURE", "perhaps"), ("RATE", "")])
def test_settings_that_make_no_sense(monkeypatch, name, text):
    monkeypatch.setenv(f"TABLIER_{name}", text)
    with pytest.raises(Refused) as error:
        Settings.read()
    assert f"TABLIER_{name}" in str(error.value)


# ----- Limits


def test_a_limit_lets_bursts_through_and_then_so_many_a_second():
    limit = Limit(10, 3)
    assert [limit.wait("ada") for _ in range(3)] == [0, 0, 0]
    assert 0 < limit.wait("ada") <= 0.1
    assert limit.wait("bob") == 0


def test_a_limit_remembers_only_so_many():
    limit = Limit(1, 1, most=10)
    for number in range(100):
        limit.wait(str(number))
    assert len(limit._buckets) == 10


async def test_too_many_requests(new_database):
    async with here(new_database("sqlite"), rate=0.1) as server:
        answers = [await get(f"{server.url}/api/games") for _ in range(20)]
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert int(refused.headers["Retry-After"]) >= 1
        assert refused.json()["error"]["text"]["say"] == "message.often"


async def test_too_many_messages(new_database):
    async with here(new_database("sqlite"), rate=1.0) as server, Player(server.url, "Ada") as one:
        answers = await asyncio.gather(*(one.say("ping") for _ in range(10)))
        refused = [answer["error"]["text"]["say"] for answer in answers if "error" in answer]
        assert refused and set(refused) == {"message.often"}


async def test_too_large(server):
    large = "x" * 300_000
    assert (await post(f"{server.url}/api/me", json={"name": large})).status_code == 413
    chunked = await post(f"{server.url}/api/me", content=iter_bytes(b"{}"))
    assert chunked.status_code == 413  # nobody knows how much would come
    async with Player(server.url, "Ada") as one, _socket(server, one.cookie) as client:
        await client.send("x" * 70_000)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await client.recv()
        assert closed.value.rcvd and closed.value.rcvd.code == 1009


async def iter_bytes(data: bytes):
    yield data


async def test_nonsense_is_answered_and_then_ends(server):
    async with Player(server.url, "Ada") as one, _socket(server, one.cookie) as client:
        with pytest.raises(websockets.ConnectionClosed) as closed:
            for _ in range(30):
                await client.send('{"id": "7", "do": "dance"}')
                assert json.loads(await client.recv())["error"]["text"]["say"] == "message.form"
        assert closed.value.rcvd and closed.value.rcvd.code == 1008


# ----- Strangers


def _socket(server, cookie: str = "", **headers):
    headers |= {"Cookie": f"tablier={cookie}"} if cookie else {}
    url = server.url.replace("http", "ws") + "/ws"
    return websockets.connect(url, additional_headers=headers, compression=None)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1.evil.example"])
async def test_pages_of_other_sites(server, origin):
    answer = await post(f"{server.url}/api/me", json={"name": "Eve"}, headers={"Origin": origin})
    assert answer.status_code == 403 and "set-cookie" not in answer.headers
    async with Player(server.url, "Ada") as one:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with _socket(server, one.cookie, Origin=origin):
                pass
        assert refused.value.response.status_code == 403 and not refused.value.response.body


async def test_a_page_by_http_is_no_page_by_https(new_database):
    for secure, own, other in ((False, "http", "https"), (True, "https", "http")):
        async with here(new_database("sqlite"), secure=secure) as server:
            host = server.url.removeprefix("http://")
            for scheme, status in ((own, 200), (other, 403)):
                headers = {"Origin": f"{scheme}://{host}"}
                answer = await post(f"{server.url}/api/me", json={"name": "Ada"}, headers=headers)
                assert answer.status_code == status


async def test_a_proxy_says_that_people_come_by_https(server):
    host = server.url.removeprefix("http://")
    headers = {"Origin": f"https://{host}", "X-Forwarded-Proto": "https"}
    assert (await post(f"{server.url}/api/me", json={"name": "Ada"}, headers=headers)).is_success


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("tablier.localhost", True),
        ("127.0.0.1", True),
        ("[::1]:8000", True),
        ("192.168.1.7:8000", True),
        ("play.example.org", True),
        ("PLAY.example.org:443", True),
        ("club.example", True),
        ("other.example", True),
        ("evil.example", False),
        ("play.example.org.evil.example", False),
        ("localhost.evil.example", False),
        ("", False),
        ("x" * 3000, False),
        ("a b", False),
    ],
)
async def test_a_server_answers_to_its_own_names(new_database, host, known):
    """Otherwise a site could let its name lead here, and ask as if it were at home."""
    async with here(
        new_database("sqlite"), site="https://play.example.org", hosts="club.example, other.example"
    ) as server:
        for path in ("/", "/api/me", f"/web/code/{'0' * 32}.svg"):
            answer = await get(server.url + path, headers={"Host": host})
            assert answer.status_code == (200 if known else 421), (path, answer.text)
            assert known or answer.json()["error"]["text"]["say"] == "http.host"


async def test_so_does_its_socket(new_database):
    async with here(new_database("sqlite"), hosts="club.example") as server, Player(server.url, "Ada") as one:
        cookie, port = {"Cookie": f"tablier={one.cookie}"}, int(server.url.rpartition(":")[2])
        there = {"host": "127.0.0.1", "port": port, "additional_headers": cookie}
        async with websockets.connect("ws://club.example/ws", **there) as client:
            await client.send('{"v": 1, "id": "a", "do": "ping"}')
            assert json.loads(await client.recv())["ok"]
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect("ws://evil.example/ws", **there):
                pass


async def test_any_name_will_do_where_that_is_said(new_database):
    async with here(new_database("sqlite"), hosts="*") as server:
        assert (await get(server.url, headers={"Host": "any.example"})).is_success
        code = await get(f"{server.url}/web/code/{'0' * 32}.svg", headers={"Host": "x" * 3000})
        assert code.status_code == 421


async def test_our_own_page(server):
    async with Player(server.url, "Ada") as one, _socket(server, one.cookie, Origin=server.url) as client:
        await client.send('{"v": 1, "id": "a", "do": "ping"}')
        assert json.loads(await client.recv())["ok"]


async def test_no_cookie_no_socket(server):
    for cookie in ("", "made-up"):
        with pytest.raises(websockets.InvalidStatus):
            async with _socket(server, cookie):
                pass


async def test_headers(server):
    for path in ("/api/games", "/healthz", "/api/nothing"):
        headers = (await get(server.url + path)).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
