"""A server comes up on either database, in this process and as a process, and goes away when told."""

import random
import socket

import httpx
import pytest

from commands import run
from server.support.servers import here


@pytest.fixture
def new_database(blank_database):
    """From nothing."""
    return blank_database


@pytest.mark.anyio
async def test_in_this_process(database):
    async with here(database) as server, server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        async for seen in ada.watch(table):
            if seen.begun:
                break
        await ada.play(table, 0, random.choice(seen.position.moves))
        assert (await server.hall.tables.get(table)).turn == 1


@pytest.mark.anyio
async def test_a_table_asked_for_twice_is_set_once(database):
    async with here(database) as server, server.clients("Ada", "Bob") as (ada, bob):
        first = await ada.create("quantik", ["me", "open"], key="press-1")
        assert await ada.create("quantik", ["me", "open"], key="press-1") == first
        assert await ada.create("quantik", ["me", "open"], key="press-2") != first
        assert await bob.create("quantik", ["me", "open"], key="press-1") != first
        assert len(await ada.ask("GET", "/api/tables/mine")) == 2


def test_a_second_server_on_one_file_is_told_who_has_it(new_database, process):
    database = new_database("sqlite")
    server = process(database)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    told = run("serve", "--database", database, "--port", str(port))
    assert told.returncode != 0 and f"process {server.pid}" in told.stderr
    server.kill()
    assert httpx.get(f"{process(database).url}/healthz").json()["status"] == "ok", "and it goes with its process"


def test_as_a_process(database, fresh_process):
    server = fresh_process(database)
    assert httpx.get(f"{server.url}/healthz").json()["status"] == "ok"
    assert server.stop() in (0, -15)
    assert all(line["level"] == "info" for line in server.said())
