"""Bad input of every kind: a clear answer, nothing changed, and the server still there."""

import asyncio
import contextlib
import json
import random

import httpx
import hypothesis
import pytest
import websockets
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from pydantic import ValidationError

from server.support.servers import here
from tablier.client import Client, Refusal
from tablier.server.http import messages

FEW = hypothesis.settings(
    max_examples=12,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[hypothesis.Phase.generate],
)


# ----- HTTP: generated from the OpenAPI description


def test_whatever_is_asked_by_http_is_answered(process, new_database):
    import schemathesis  # takes seconds

    server = process(new_database("sqlite"))
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    asked = sum(ask_about(found.ok(), server.url) for found in schema.get_all_operations())
    assert asked > 100 and httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
    assert not any(line["level"] == "error" for line in server.said())


def ask_about(operation, url: str) -> int:
    """Never an error of ours, always JSON that says what is wrong; return how often was asked."""
    cookie = httpx.post(f"{url}/api/me", json={"name": "Ada"}).cookies["tablier"]
    asked = 0

    @given(case=operation.as_strategy())
    @FEW
    def ask(case):
        nonlocal asked
        asked += 1
        response = case.call(headers={"Cookie": f"tablier={cookie}"}, timeout=60)
        assert response.status_code < 500, (case, response.text)
        if response.status_code >= 400:
            error = response.json()["error"]
            assert error["kind"] and error["message"] and error["text"]["say"]

    ask()
    return asked


NASTY = [
    "\x00", "\ud800", "\u202e", "é" * 100, "<script>", "' OR 1=1 --", "../../etc/passwd", "%s%n", "{0}", "${x}",
    "9" * 400, "-1", "1e309", "true", "[]", "null", "💣" * 50,
]  # fmt: skip


@pytest.mark.anyio
async def test_nasty_values_in_every_field(server):
    async with server.clients("Ada") as (ada,):
        table = await ada.create("quantik", ["me", "open"])
        before = (await server.hall.tables.get(table)).number
        good = {"game": "kulami", "seats": [{"who": "me"}, {"who": "open"}], "options": {"board": "irregular"}}
        for nasty in [*NASTY, -1, 2**63, 10**400, 1.5, None, [], {}, {"a": [{}]}]:
            for path, body in (
                ("/api/me", {"name": nasty}),
                ("/api/account", {"name": nasty, "passphrase": "short"}),
                ("/api/verify", {"record": nasty}),
                ("/api/boards", {"game": "kulami", "options": {"board": nasty}}),
                ("/api/boards", {"game": "rangees", "options": {"layout": nasty}}),
                ("/api/boards", {"game": "on_top", "options": {"setup": nasty}}),
                ("/api/boards", {"game": "kabaleo", "options": {"seed": nasty, "seats": nasty}}),
                ("/api/boards", {"game": nasty, "seats": nasty, "seed": nasty}),
                ("/api/tables", good | {"seats": nasty}),
                ("/api/tables", good | {"options": nasty}),
                ("/api/tables", good | {"options": {"setup": nasty}}),
                ("/api/tables", good | {"options": {"self": nasty}}),
                ("/api/tables", good | {"clock": nasty}),
                ("/api/tables", good | {"luck": nasty, "rated": nasty}),
                ("/api/tables", nasty),
            ):
                text = json.dumps(body)
                response = await ada.http.post(path, content=text, headers={"Content-Type": "application/json"})
                assert response.status_code < 500, (path, body, response.text)
                assert response.is_success or response.json()["error"]["message"]
        assert (await server.hall.tables.get(table)).number == before and (await ada.send("ping"))["ok"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"{" * 50_000, {}, 422),
        (b"[" * 200_000, {}, 400),
        (b'{"name": "' + b"x" * 300_000 + b'"}', {}, 413),
        (b"\xff\xfe", {}, 422),
        (b"", {}, 422),
        (b'{"name": NaN}', {}, 422),
        (b'{"name": "Ada"}', {"Content-Type": "text/plain"}, 422),
        (b'{"name": "Ada"}', {"Origin": "https://evil.example"}, 403),
        (b'{"name": "Ada"}', {"Origin": "null"}, 403),
    ],
)
async def test_bodies_that_are_none(server, content, headers, status):
    async with server.clients("Ada") as (ada,):
        given = {"Content-Type": "application/json"} | headers
        response = await ada.http.post("/api/me", content=content, headers=given)
        assert response.status_code == status and response.json()["error"]["message"]
        assert (await ada.ask("GET", "/api/me"))["name"] == "Ada"


# ----- The socket: generated from the messages' own schema


TABLE = "0" * 32
SCHEMA = messages.MESSAGE.json_schema()
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def field(about: dict) -> st.SearchStrategy:
    """Values that fit the description of a field."""
    if "const" in about:
        return st.just(about["const"])
    if "anyOf" in about:
        return st.one_of([field(some) for some in about["anyOf"]])
    kinds = {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": st.integers(about.get("minimum", -5), about.get("maximum", 10)),
        "string": st.text("0123456789abcdef", max_size=about.get("maxLength", 40), min_size=about.get("minLength", 0)),
    }
    return st.just(TABLE) if about.get("pattern", "").endswith("{32}$") else kinds[about["type"]]


def message(form: dict) -> st.SearchStrategy:
    needed = set(form["required"])
    fields = {name: field(about) for name, about in form["properties"].items()}
    return st.fixed_dictionaries(
        {name: fields[name] for name in fields if name in needed},
        optional={name: fields[name] for name in fields if name not in needed},
    )


VALID = st.one_of([message(SCHEMA["$defs"][name]) for name in sorted(SCHEMA["$defs"])])


@st.composite
def nearly(draw) -> object:
    """A message with one thing wrong."""
    spoilt = dict(draw(VALID))
    name = draw(st.sampled_from(sorted(spoilt)))
    if draw(st.booleans()):
        del spoilt[name]
    else:
        spoilt[draw(st.sampled_from([name, "extra"]))] = draw(JUNK)
    return spoilt


@given(VALID)
@hypothesis.settings(max_examples=200)
def test_the_schema_describes_what_is_understood(said):
    said = said | {"id": said["id"].replace(" ", "") or "x"}
    messages.MESSAGE.validate_json(json.dumps(said))


@given(nearly() | JUNK)
@hypothesis.settings(max_examples=300)
def test_anything_else_is_refused_and_nothing_worse(said):
    with contextlib.suppress(ValidationError):
        messages.MESSAGE.validate_json(json.dumps(said))


HUGE = [
    "x" * 70_000, '{"v":1,"id":"' + "a" * 65_000 + '","do":"ping"}', "[" * 60_000, '{"a":' * 10_000, "9" * 60_000,
    '"\\ud800"', "", " ", "null", "NaN", "{}", "[]", '{"v":1}', '{"v":2,"id":"a","do":"ping"}',
    '{"v":1,"id":"a","do":"ping","do":"say"}', '{"v":1,"id":"é","do":"ping"}', '{"v":true,"id":"a","do":"ping"}',
]  # fmt: skip


@pytest.mark.anyio
async def test_a_socket_survives_whatever_is_said(server):
    """Valid, nearly valid, junk, huge and deep: every message is answered or the socket is closed; nothing changes."""
    chance = random.Random(4)
    examples: list[str] = []

    @given(VALID, nearly(), JUNK)
    @hypothesis.settings(max_examples=25, database=None, phases=[hypothesis.Phase.generate], derandomize=True)
    def collect(valid, spoilt, junk):
        examples.extend(map(json.dumps, (valid, spoilt, junk)))

    collect()
    async with server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("kabaleo", ["me", "open"])
        await bob.sit(table, 1)
        before = (await server.hall.tables.get(table)).number
        async with server.clients("Eve") as (eve,):
            said = [text.replace(TABLE, table) for text in examples] + HUGE
            chance.shuffle(said)
            while said:
                said = await tell(server.url, eve, said)
        assert (await server.hall.tables.get(table)).number == before
        assert (await ada.send("ping"))["ok"]
        turn = await server.hall.tables.get(table)
        assert (await ada.play(table, 0, turn.position.moves[0]))["ok"]


async def tell(url: str, client: Client, said: list[str]) -> list[str]:
    """Say things until the server has had enough; return what is left to say."""
    cookie = {"Cookie": f"tablier={client.http.cookies['tablier']}"}
    left = list(said)
    async with websockets.connect(url.replace("http", "ws") + "/ws", additional_headers=cookie) as socket:
        try:
            while left:
                await socket.send(left.pop(0))
                while "re" not in (answer := json.loads(await asyncio.wait_for(socket.recv(), 60))):
                    pass
                assert answer.get("ok") or answer["error"]["text"]["say"]
        except websockets.ConnectionClosed as closed:
            assert closed.rcvd is None or closed.rcvd.code in (1000, 1003, 1007, 1008, 1009)
    return left


@pytest.mark.anyio
async def test_bytes_are_no_text(server):
    async with server.clients("Ada") as (ada,):
        cookie = {"Cookie": f"tablier={ada.http.cookies['tablier']}"}
        async with websockets.connect(server.url.replace("http", "ws") + "/ws", additional_headers=cookie) as socket:
            await socket.send(b'{"v":1,"id":"a","do":"ping"}')
            assert json.loads(await socket.recv())["error"]["text"]["say"] == "message.large"


@pytest.mark.anyio
async def test_talk_is_cleaned_and_only_players_talk(server):
    async with server.clients("Ada", "Eve") as (ada, eve):
        table = await ada.create("quantik", ["me", "here"])
        await ada.send("say", table=table, text="<img src=x onerror=alert(1)>\u202e\u0000 ok")
        for client, text in ((eve, "hello"), (ada, "\u200b\u200b"), (ada, "x" * 301), (ada, "y" * 2000)):
            with pytest.raises(Refusal):
                await client.send("say", table=table, text=text)
        [said] = (await ada.ask("GET", f"/api/tables/{table}"))["talk"]
        assert said["text"] == "<img src=x onerror=alert(1)> ok" and said["name"] == "Ada"


@pytest.mark.anyio
async def test_too_much_is_told_when_to_come_back(new_database):
    async with here(new_database("sqlite"), rate=1.0) as server, server.clients("Ada") as (ada,):
        answers = [await ada.http.get("/api/me") for _ in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused and all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
        assert refused[0].json()["error"]["text"]["say"] == "message.often"
