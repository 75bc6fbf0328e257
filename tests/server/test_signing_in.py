"""Signing in: guessing is slow, costs those who play nothing, and leaves a trace."""

import asyncio
import logging
import threading

import httpx
import pytest
from argon2 import PasswordHasher

from server.support.passphrases import QUICK
from server.support.servers import PLAIN, here, until
from tablier.server.people import accounts, passphrases
from tablier.server.people.attempts import Attempts, neighbourhood

PHRASE = "correct horse battery"
SLOW = passphrases.HASHER


@pytest.fixture
async def stranger(server):
    async with httpx.AsyncClient(base_url=server.url, verify=PLAIN, timeout=60) as client:
        yield client


@pytest.fixture
def hashed(monkeypatch):
    """The passphrases that were hashed to be compared, each with the thread that did it."""
    done, fits = [], passphrases.fits

    def comparing(hashed, passphrase):
        done.append((passphrase, threading.current_thread().name))
        return fits(hashed, passphrase)

    monkeypatch.setattr(passphrases, "fits", comparing)
    return done


async def sign_in(
    client: httpx.AsyncClient, name: str, passphrase: str = "wrong horse", address: str = "192.0.2.7"
) -> httpx.Response:
    body = {"name": name, "passphrase": passphrase}
    return await client.post("/api/session", json=body, headers={"X-Forwarded-For": address})


async def make_account(server, name: str = "Ada") -> None:
    async with server.clients(name) as (client,):
        await client.ask("POST", "/api/account", {"name": name, "passphrase": PHRASE})


# ----- How often


@pytest.mark.anyio
async def test_the_sixth_try_of_a_name_within_a_minute_is_refused_unheard(server, stranger, hashed):
    await make_account(server)
    names = ("Ada", "ADA", "Àda", "Аԁа", "ada", "Ada")
    answers = [await sign_in(stranger, name, address=f"10.0.{number}.1") for number, name in enumerate(names)]
    assert [answer.status_code for answer in answers] == [409] * 5 + [429] and len(hashed) == 5
    assert answers[5].json()["error"]["text"]["say"] == "account.often"
    assert 1 <= int(answers[5].headers["Retry-After"]) <= 61
    assert (await sign_in(stranger, "Ada", PHRASE, "10.0.9.1")).status_code == 429, "also if it were right"


@pytest.mark.anyio
async def test_so_is_the_sixth_from_one_neighbourhood_whatever_the_names(server, stranger, hashed):
    answers = [await sign_in(stranger, f"Guest {number}", address=f"192.0.2.{number}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [409] * 5 + [429] and len(hashed) == 5


@pytest.mark.anyio
async def test_many_may_sign_in_from_one_house(server):
    names = [f"Ada {'abcdefgh'[number]}" for number in range(8)]
    for name in names:
        await make_account(server, name)
    for name in names:
        async with httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client:
            assert (await sign_in(client, name, PHRASE)).is_success


@pytest.mark.anyio
async def test_the_old_passphrase_is_guessed_no_more_often(server):
    async with server.clients("Ada") as (ada,):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        body = {"old": "wrong horse", "new": "another passphrase"}
        answers = [await ada.http.post("/api/account/passphrase", json=body) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [409] * 5 + [429]


def test_each_pause_is_longer_than_the_one_before():
    now = 0.0
    attempts = Attempts(lambda: now)
    pauses = []
    for _ in range(6):
        assert [attempts.wait("ada") for _ in range(5)] == [0] * 5
        pauses.append(attempts.wait("ada"))
        assert attempts.wait("ada") == pauses[-1], "what is refused does not count"
        now += pauses[-1]
    assert pauses == [60, 120, 240, 480, 900, 900]
    now += 3601
    for _ in range(5):
        attempts.wait("ada")
    assert attempts.wait("ada") == 60, "and in time it is forgotten"


def test_five_tries_a_minute_and_no_more_however_they_are_spread():
    now = 0.0
    attempts = Attempts(lambda: now)
    for now in (0.0, 50.0, 55.0, 58.0, 59.0):  # noqa: B007
        assert attempts.wait("ada") == 0
    now = 59.9
    assert attempts.wait("ada") > 0
    other = Attempts(lambda: now)
    for now in (100.0, 150.0, 155.0, 158.0, 159.0, 160.0):  # noqa: B007
        assert other.wait("ada") == 0


def test_who_is_refused_for_one_name_uses_up_no_other():
    attempts = Attempts(lambda: 0.0)
    for _ in range(5):
        attempts.wait("here")
    assert attempts.wait("ada", "here") > 0
    assert [attempts.wait("ada") for _ in range(5)] == [0] * 5


def test_only_so_many_are_remembered(monkeypatch):
    monkeypatch.setattr("tablier.server.people.attempts.REMEMBERED", 10)
    attempts = Attempts()
    for number in range(100):
        attempts.wait(str(number))
    assert len(attempts._tallies) == 10


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("?", "?"),
    ],
)
def test_neighbours(address, network):
    assert neighbourhood(address) == network


# ----- What it costs


@pytest.mark.anyio
async def test_a_name_that_nobody_has_takes_as_long(server, stranger, hashed):
    await make_account(server)
    assert [(await sign_in(stranger, name)).status_code for name in ("Ada", "Nobody")] == [409, 409]
    assert [passphrase for passphrase, _ in hashed] == ["wrong horse"] * 2
    assert {thread.partition("_")[0] for _, thread in hashed} == {"hash"}, "nobody else's work waits for it"


@pytest.mark.anyio
async def test_one_is_compared_at_a_time_and_a_full_line_is_told_to_come_again(server, stranger, monkeypatch):
    monkeypatch.setattr(passphrases, "LINE", 3)
    going, at_once = threading.Event(), []

    def slow(hashed, passphrase):
        at_once.append(passphrase)
        going.wait(60)
        return False

    monkeypatch.setattr(passphrases, "fits", slow)
    waiting = [asyncio.create_task(sign_in(stranger, f"Guest {number}")) for number in range(3)]
    await until(lambda: server.hall.doorkeeper.hashing._waiting == 3)
    full = await sign_in(stranger, "Ada")
    assert full.status_code == 503 and int(full.headers["Retry-After"]) >= 1 and len(at_once) == 1
    assert full.json()["error"]["text"]["say"] == "account.busy"
    async with server.clients("Bob") as (bob,):
        assert (await bob.send("ping"))["ok"]
    going.set()
    assert [(await one).status_code for one in waiting] == [409] * 3


def test_passphrases_are_hashed_by_one_thread_with_some_memory():
    assert SLOW.parallelism == 1 and 19 * 1024 <= SLOW.memory_cost <= 46 * 1024


@pytest.mark.anyio
async def test_a_hash_of_earlier_times_fits_and_is_made_anew(database, monkeypatch):
    earlier = PasswordHasher(time_cost=1, memory_cost=64, parallelism=4)
    async with here(database) as server:
        await make_account(server)
        found = await server.hall.store.read(lambda db: accounts.account(db, "Ada"))
        hashed = earlier.hash(PHRASE)
        await server.hall.store.write(lambda db: accounts.keep_passphrase(db, found.person, hashed))
        async with httpx.AsyncClient(base_url=server.url, verify=PLAIN) as client:
            assert (await sign_in(client, "Ada")).status_code == 409
            assert (await server.hall.store.read(lambda db: accounts.account(db, "Ada"))).passphrase == hashed
            assert (await sign_in(client, "Ada", PHRASE)).is_success
        now = (await server.hall.store.read(lambda db: accounts.account(db, "Ada"))).passphrase
        assert not QUICK.check_needs_rehash(now) and QUICK.verify(now, PHRASE)


# ----- What is known of it


@pytest.mark.anyio
async def test_a_failure_is_counted_and_logged_without_what_was_said(server, stranger, caplog):
    def failed(text: str) -> dict[str, float]:
        lines = (line.rpartition(" ") for line in text.splitlines() if line.startswith("tablier_sign_ins_failed_total"))
        return {name: float(value) for name, _, value in lines}

    before = failed((await stranger.get("/metrics")).text)
    with caplog.at_level(logging.WARNING, "tablier.audit"):
        for _ in range(6):
            await sign_in(stranger, "Ada Lovelace", "my very own passphrase")
    after = failed((await stranger.get("/metrics")).text)
    grown = {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}
    assert grown == {
        'tablier_sign_ins_failed_total{why="wrong"}': 5,
        'tablier_sign_ins_failed_total{why="often"}': 1,
    }
    lines = [record for record in caplog.records if record.name == "tablier.audit"]
    assert [(line.why, line.address) for line in lines] == [("wrong", "192.0.2.0/24")] * 5 + [("often", "192.0.2.0/24")]
    logged = str([vars(line) for line in lines]).lower()
    assert "lovelace" not in logged and "my very own" not in logged
