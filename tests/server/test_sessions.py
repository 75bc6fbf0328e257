"""Sessions: they end, are renewed by use, change their token with whom they mean, and are seen and ended anywhere."""

import asyncio
import contextlib

import httpx
import pytest
import websockets

from server.support.halls import Clock, Quick
from server.support.passphrases import QUICK
from server.support.servers import PATIENCE, PLAIN, here, until, until_it_is
from tablier.client import Client, Refusal
from tablier.server.hall import Hall
from tablier.server.people import accounts, attendance, sessions
from tablier.server.people.attendance import Attendance
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import SESSIONS
from tablier.server.storage.store import Store
from tablier.server.tables.clocks import DAY

PHRASE = "correct horse battery"
ACCOUNT = {"name": "Ada", "passphrase": PHRASE}


@pytest.fixture
def db(database):
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.connect().execution_options(writing=True) as connection:
        yield connection
    opened.close()


# ----- How long they last


def test_a_session_ends_ninety_days_after_its_last_use(db):
    ada = accounts.guest(db, "token", "Ada", 0)
    assert sessions.whoever(db, "token", 90 * DAY - 1) == ada
    assert sessions.whoever(db, "token", 90 * DAY) is None
    sessions.use(db, [sessions.digest("token")], 89 * DAY)
    assert sessions.whoever(db, "token", 178 * DAY) == ada


def test_what_has_ended_is_removed_and_nothing_else(db):
    accounts.guest(db, "old", "Ada", 0)
    accounts.guest(db, "new", "Bob", 1)
    sessions.purge(db, 90 * DAY)
    assert [row.token for row in db.execute(SESSIONS.select())] == [sessions.digest("new")]


@pytest.mark.anyio
async def test_use_is_noted_once_a_day_and_renews_the_cookie(database):
    migration.upgrade(database)
    clock = Clock(100 * DAY)
    async with here(database, Hall(store(database), Quick(), clock)) as server, server.clients("Ada") as (ada,):

        async def used() -> int:
            return await server.hall.store.read(lambda db: db.execute(SESSIONS.select()).one().seen)

        begun = await used()
        clock.now += DAY - 1000
        assert "set-cookie" not in (await ada.http.get("/api/me")).headers and await used() == begun
        clock.now += 1000
        said = (await ada.http.get("/api/me")).headers["set-cookie"]
        assert "Max-Age=7776000" in said and ada.http.cookies["tablier"] in said and await used() == begun + DAY
        clock.now += 90 * DAY
        assert (await ada.http.get("/api/me")).json() is None


@pytest.mark.anyio
async def test_a_socket_is_use_too(database):
    migration.upgrade(database)
    clock = Clock(100 * DAY)
    async with here(database, Hall(store(database), Quick(), clock)) as server, server.clients("Ada") as (ada,):
        await ada.send("ping")
        clock.now += DAY
        await server.hall.attendance.look()
        seen = await server.hall.store.read(lambda db: db.execute(SESSIONS.select()).one().seen)
        assert seen == clock.now


# ----- Cookies


@pytest.mark.anyio
async def test_by_https_cookies_are_this_hosts_alone_and_https_is_remembered(new_database):
    async with (
        here(new_database("sqlite"), secure=True) as server,
        httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client,
    ):
        answer = await client.post("/api/me", json={"name": "Ada"})
        said = answer.headers["set-cookie"]
        assert said.startswith("__Host-tablier=") and "Secure" in said and "Path=/" in said and "Domain" not in said
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        cookie = said.partition(";")[0]
        found = await client.get("/api/me", headers={"Cookie": cookie})
        assert found.json()["name"] == "Ada"
        plain = await client.get("/api/me", headers={"Cookie": cookie.removeprefix("__Host-")})
        assert plain.json() is None, "a neighbour could have set that one"


@pytest.mark.anyio
async def test_without_https_nobody_is_sent_there(server):
    async with httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client:
        answer = await client.post("/api/me", json={"name": "Ada"})
        assert "Strict-Transport-Security" not in answer.headers and answer.headers["set-cookie"].startswith("tablier=")


@pytest.mark.anyio
async def test_whoever_knew_the_guests_cookie_does_not_know_the_accounts(database):
    async with here(database) as server, server.clients("Ada") as (ada,):
        await ada.send("ping")
        [socket] = server.connections
        guests = ada.http.cookies["tablier"]
        await ada.ask("POST", "/api/account", ACCOUNT)
        made = ada.http.cookies["tablier"]
        assert made != guests and await known(server, made) and not await known(server, guests)
        await until(lambda: socket not in server.connections)
        assert (await ada.send("ping"))["ok"], "it has come back by itself"
        await ada.ask("POST", "/api/session", ACCOUNT)
        assert ada.http.cookies["tablier"] != made and not await known(server, made)


async def known(server, token: str) -> bool:
    async with httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client:
        return (await client.get("/api/me", headers={"Cookie": f"tablier={token}"})).json() is not None


@pytest.mark.anyio
async def test_nothing_of_somebody_who_signs_out_stays_in_the_browser(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        for client, path in ((ada, "/api/session"), (bob, "/api/me")):
            headers = (await client.http.delete(path)).headers
            assert headers["Clear-Site-Data"] == '"cache"' and "Max-Age=0" in headers["set-cookie"]


# ----- Seeing and ending them, at every server


@contextlib.asynccontextmanager
async def servers(database):
    """Two on PostgreSQL, and the same one twice on SQLite."""
    async with here(database) as one:
        if "://" not in database:
            yield one, one
        else:
            async with here(database) as two:
                yield one, two


@contextlib.asynccontextmanager
async def devices(one, two):
    """Ada at home at one server, and on her telephone at another; both have an open socket."""
    async with Client(one.url, "Ada") as home:
        await home.ask("POST", "/api/account", ACCOUNT)
        async with Client(two.url, "Guest") as phone:
            await phone.ask("POST", "/api/session", ACCOUNT)
            await home.send("ping")
            await phone.send("ping")
            yield home, phone


@pytest.fixture
def by_notice_alone(monkeypatch):
    """Nobody looks at sessions of which there is no news."""
    monkeypatch.setattr(attendance, "LOOK", 3600.0)


async def socket_of(client: Client) -> websockets.ClientConnection:
    await client.send("ping")
    assert client._socket is not None
    return client._socket


async def is_out(client: Client, socket: websockets.ClientConnection) -> None:
    """The socket is closed, and the cookie opens no other."""
    async with asyncio.timeout(PATIENCE):
        await socket.wait_closed()
    assert await client.ask("GET", "/api/me") is None


@pytest.mark.anyio
async def test_sessions_are_listed_by_when_they_began_and_were_used(database):
    async with servers(database) as (one, two), devices(one, two) as (home, phone):
        found = await phone.ask("GET", "/api/sessions")
        assert len(found) == 2 and all(one.keys() == {"id", "begun", "used", "this"} for one in found)
        [mine] = [one for one in found if one["this"]]
        [other] = [one for one in await home.ask("GET", "/api/sessions") if one["this"]]
        assert {mine["id"], other["id"]} == {one["id"] for one in found}
        assert mine["id"] not in phone.http.cookies["tablier"]


@pytest.mark.anyio
async def test_one_session_is_ended_at_once_also_at_another_server(database, by_notice_alone):
    async with servers(database) as (one, two), devices(one, two) as (home, phone):
        socket = await socket_of(phone)
        [other] = [one for one in await home.ask("GET", "/api/sessions") if not one["this"]]
        await home.ask("DELETE", f"/api/sessions/{other['id']}")
        await is_out(phone, socket)
        assert (await home.send("ping"))["ok"] and len(await home.ask("GET", "/api/sessions")) == 1
        with pytest.raises(Refusal) as again:
            await home.ask("DELETE", f"/api/sessions/{other['id']}")
        assert again.value.error["text"]["say"] == "account.session"


@pytest.mark.anyio
async def test_nobody_ends_the_sessions_of_others(database):
    async with servers(database) as (one, two), devices(one, two) as (home, phone):
        async with Client(one.url, "Eve") as eve:
            for found in await home.ask("GET", "/api/sessions"):
                with pytest.raises(Refusal):
                    await eve.ask("DELETE", f"/api/sessions/{found['id']}")
            await eve.ask("DELETE", "/api/sessions")
        assert len(await phone.ask("GET", "/api/sessions")) == 2


@pytest.mark.anyio
async def test_all_other_sessions_are_ended(database, by_notice_alone):
    async with servers(database) as (one, two), devices(one, two) as (home, phone):
        socket = await socket_of(phone)
        await home.ask("DELETE", "/api/sessions")
        await is_out(phone, socket)
        assert (await home.send("ping"))["ok"]


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/api/session", "/api/me"])
async def test_signing_out_and_being_forgotten_close_sockets_at_another_server(database, path, by_notice_alone):
    async with (
        servers(database) as (one, two),
        devices(one, two) as (home, _),
        Client(two.url, "Ada", cookies=dict(home.http.cookies)) as same,
    ):
        socket = await socket_of(same)
        await home.ask("DELETE", path)
        await is_out(same, socket)


@pytest.mark.anyio
async def test_a_notice_that_is_lost_is_made_up_for_at_the_next_beat(database, monkeypatch):
    async with servers(database) as (one, two), devices(one, two) as (home, phone):
        socket = await socket_of(phone)
        for kind in Store.__subclasses__():
            monkeypatch.setattr(kind, "mention", lambda *_: None)
        monkeypatch.setattr(one.hall.news, "hearers", ())
        await home.ask("DELETE", "/api/sessions")
        await is_out(phone, socket)


@pytest.mark.anyio
async def test_signing_in_elsewhere_reaches_open_sockets(database, by_notice_alone):
    """The seat that the telephone's guest took can be played at home, without signing in there again."""
    async with servers(database) as (one, two), Client(one.url, "Ada") as home, Client(two.url, "Guest") as phone:
        await home.ask("POST", "/api/account", ACCOUNT)
        await home.send("ping")
        table = await phone.create("quantik", ["me", "here"], begins="seated")
        with pytest.raises(Refusal):
            await home.play(table, 0, "S-b2")
        await phone.ask("POST", "/api/session", ACCOUNT)

        async def plays() -> bool:
            with contextlib.suppress(Refusal):
                return bool(await home.play(table, 0, "S-b2"))
            return False

        await until_it_is(plays)


@pytest.mark.anyio
async def test_a_new_name_is_known_at_another_server_at_once(database, monkeypatch):
    monkeypatch.setattr("tablier.server.hall.TIDY", 3600.0)
    async with servers(database) as (one, two), Client(one.url, "Ada") as ada, Client(two.url, "Bob") as bob:
        table = await ada.create("quantik", ["me", "open"])
        assert (await bob.ask("GET", f"/api/tables/{table}"))["seats"][0]["name"] == "Ada"
        await ada.ask("PATCH", "/api/me", {"name": "Ada Byron"})

        async def is_known() -> bool:
            return (await bob.ask("GET", f"/api/tables/{table}"))["seats"][0]["name"] == "Ada Byron"

        await until_it_is(is_known)


@pytest.mark.anyio
async def test_a_socket_that_opens_while_its_owner_is_renamed_does_not_bring_the_old_name_back(server):
    async with server.clients("Ada") as (ada,):
        await ada.send("ping")
        [socket] = server.connections
        await ada.ask("PATCH", "/api/me", {"name": "Ada Byron"})
        server.hall.directory.introduce(socket.who)
        assert socket.who.name == "Ada" and server.hall.directory.names[socket.who.person] == "Ada Byron"


@pytest.mark.anyio
async def test_many_sockets_are_looked_at_in_parts(database, monkeypatch):
    monkeypatch.setattr("tablier.server.people.attendance.TOGETHER", 2)
    opened = store(database)
    migration.upgrade(database)

    class Socket:
        def __init__(self, number: int, who):
            self.session, self.who, self.gone = sessions.digest(str(number)), who, False

        def send_away(self) -> None:
            self.gone = True

    people = [await opened.write(lambda db, n=n: accounts.guest(db, str(n), f"Guest {n + 2}", 1)) for n in range(5)]
    hall = Hall(opened, Quick(), Clock(2))
    there = Attendance(opened, hall.cluster)
    sockets = [Socket(number, who) for number, who in enumerate(people)]
    there.here |= set(sockets)
    await opened.write(lambda db: sessions.end(db, "3"))
    await there.look()
    opened.close()
    assert [socket.gone for socket in sockets] == [False, False, False, True, False]


# ----- Passphrases


@pytest.mark.anyio
async def test_a_new_passphrase_needs_the_old_one_and_ends_all_other_sessions(database, by_notice_alone):
    async with servers(database) as (one, two), devices(one, two) as (home, phone):
        socket = await socket_of(phone)
        for old, new, why in (
            ("wrong horse", "new passphrase", "account.wrong"),
            (PHRASE, "short", "account.passphrase"),
        ):
            with pytest.raises(Refusal) as refusal:
                await home.ask("POST", "/api/account/passphrase", {"old": old, "new": new})
            assert refusal.value.error["text"]["say"] == why
        assert len(await phone.ask("GET", "/api/sessions")) == 2
        await home.ask("POST", "/api/account/passphrase", {"old": PHRASE, "new": "new passphrase"})
        await is_out(phone, socket)
        assert (await home.ask("GET", "/api/me"))["account"]
        with pytest.raises(Refusal):
            await phone.ask("POST", "/api/session", ACCOUNT)
        assert (await phone.ask("POST", "/api/session", ACCOUNT | {"passphrase": "new passphrase"}))["account"]


@pytest.mark.anyio
async def test_guests_have_no_passphrase_to_change(server):
    async with server.clients("Ada") as (ada,):
        with pytest.raises(Refusal) as refusal:
            await ada.ask("POST", "/api/account/passphrase", {"old": PHRASE, "new": "new passphrase"})
        assert refusal.value.error["text"]["say"] == "account.none"


def test_whoever_runs_the_server_gives_a_new_passphrase_and_all_sessions_end(db):
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", QUICK.hash(PHRASE))
    assert accounts.reset_passphrase(db, "ADA", QUICK.hash("another one")) == ada.person
    assert sessions.whoever(db, "1", 1) is None
    assert QUICK.verify(accounts.account(db, "Ada").passphrase, "another one")
