"""What a server says is written is on the disk, whatever the system's settings; and nobody else can read it."""

import asyncio
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from server.support.halls import open_hall, plays, setting
from server.support.played import ada, bob
from server.support.proxies import line
from server.support.servers import until
from tablier.core import files
from tablier.server.errors import Unwell
from tablier.server.storage import migration, postgres, sqlite
from tablier.server.storage.database import store

pytestmark = pytest.mark.anyio

PLAYED = """
import asyncio, os, sys
from server.support.halls import open_hall, plays, setting
from server.support.played import ada, bob

async def main():
    async with open_hall(sys.argv[1]) as hall:
        table = (await hall.tables.create(setting())).id
        for who, seat, move in ((ada, 0, "S-a1"), (bob, 1, "Q-c3"), (ada, 0, "S-d2")):
            os.write(1, b"asked")
            await hall.tables.act(table, plays(who, seat, move))
            os.write(1, b"acknowledged")

asyncio.run(main())
"""


# ----- SQLite


async def asked(opened, question: str):
    """What the connection says that writes."""
    return await opened.write(lambda db: db.execute(sa.text(question)).scalar())


async def test_whoever_writes_waits_for_the_disk(new_database):
    opened = store(new_database("sqlite"))
    assert await asked(opened, "PRAGMA journal_mode") == "wal"
    assert await asked(opened, "PRAGMA synchronous") == 2, "FULL: the journal is on the disk after every commit"
    opened.close()


def test_the_disk_has_a_move_before_it_is_acknowledged(new_database, tmp_path):
    """Seen by the system: the journal is written, then brought to the disk, and then the player is told."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    trace = tmp_path / "trace"
    calls = "trace=pwrite64,write,fdatasync,fsync"
    command = [strace, "-f", "-y", "-o", trace, "-e", calls, sys.executable, "-c", PLAYED, new_database("sqlite")]
    tests = str(Path(__file__).parents[1])
    env = os.environ | {"PYTHONPATH": os.pathsep.join([tests, *filter(None, sys.path)])}
    run = subprocess.run(command, capture_output=True, text=True, env=env)
    if "PTRACE" in run.stderr:
        pytest.skip("this system does not let processes be traced")
    assert run.stdout == "askedacknowledged" * 3, run.stderr
    happened = "".join(map(_told, trace.read_text().splitlines()))
    assert happened.count("a") == 3
    for between in happened.split("?")[1:]:
        before = between.partition("a")[0]
        assert "w" in before and before.rstrip("?").endswith("s"), happened


def _told(call: str) -> str:
    """One letter for what matters of a call: asked, acknowledged, written to the journal, brought to the disk."""
    if '"asked"' in call:
        return "?"
    if '"acknowledged"' in call:
        return "a"
    if "-wal>" not in call:
        return ""
    return "w" if "write" in call else "s"


def test_a_file_system_that_cannot_write_ahead_is_refused():
    class Journal:
        def execute(self, pragma: str):
            return self

        def fetchone(self):
            return ("delete",)

    with pytest.raises(Unwell) as refused:
        sqlite._keep_journal(Journal())
    assert refused.value.phrase.key == "store.journal"


def test_nobody_else_on_the_machine_can_read_it(tmp_path):
    before = os.umask(0o022)
    try:
        path = tmp_path / "tables" / "kept.sqlite"
        migration.upgrade(str(path))
        opened = store(str(path))
        with opened.engine.begin() as db:
            db.execute(sa.text("SELECT 1"))
            modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in (path.parent, *path.parent.iterdir())}
        opened.close()
    finally:
        os.umask(before)
    assert len(modes) > 2 and all(mode & 0o077 == 0 for mode in modes.values()), modes


def test_a_file_takes_its_name_when_the_disk_has_it(tmp_path, monkeypatch):
    happened = []
    for name in ("fsync", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *given, name=name, real=real: (happened.append(name), real(*given)))
    files.write(tmp_path / "backup", ["text"])
    assert happened == ["fsync", "replace", "fsync"], "the file, its name, and the folder that has the name"


# ----- PostgreSQL


async def test_the_server_waits_for_the_disk_whatever_the_database_is_used_to(new_database):
    url = new_database("postgresql")
    name = sa.make_url(url).database
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        opened = store(url)
        assert await asked(opened, "SHOW synchronous_commit") == "on"
        opened.close()
    finally:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f"ALTER DATABASE {name} RESET synchronous_commit")


async def test_options_of_the_address_stay(new_database):
    url = sa.make_url(new_database("postgresql")).update_query_dict({"options": "-c work_mem=7MB"})
    opened = store(url.render_as_string(hide_password=False))
    assert await asked(opened, "SHOW work_mem") == "7MB" and await asked(opened, "SHOW lock_timeout") == "10s"
    opened.close()


async def test_when_the_network_falls_silent_nobody_waits_for_ever(postgres_line, monkeypatch):
    """Neither closed nor refused: packets are simply no longer answered. Everybody is told, and it goes on after."""
    monkeypatch.setattr(postgres, "PATIENCE", 1.0)
    monkeypatch.setattr(postgres, "ASK", 0.2)
    monkeypatch.setitem(postgres.LINE, "connect_timeout", "2")
    url, silent = postgres_line
    async with open_hall(url) as hall:
        table = (await hall.tables.create(setting())).id
        await until(lambda: hall.store.hears)
        silent.stands.clear()
        with pytest.raises(Unwell):
            await hall.tables.act(table, plays(ada, 0, "S-a1"))
        many = [hall.store.write(lambda db: db.execute(sa.text("SELECT 1"))) for _ in range(12)]
        for one in await asyncio.gather(*many, return_exceptions=True):  # more than there are threads that write
            assert isinstance(one, Unwell)
        await until(lambda: not hall.store.hears)
        silent.stands.set()
        await until(lambda: hall.store.hears)
        assert await hall.tables.act(table, plays(ada, 0, "S-a1")) == 3
        assert await hall.tables.act(table, plays(bob, 1, "Q-c3")) == 4


@pytest.fixture
async def postgres_line(new_database):
    there = sa.make_url(new_database("postgresql"))
    async with line(f"{there.query['host']}/.s.PGSQL.5432") as made:
        through = there.set(host="127.0.0.1", port=made.port, query={})
        yield through.render_as_string(hide_password=False), made


async def test_a_listener_that_fails_begins_anew(new_database, monkeypatch):
    heard = []
    real = postgres.PostgresStore._listen_once
    fails = iter([OSError("lost"), MemoryError(), KeyError("what")])

    def listen(self, *told):
        if (error := next(fails, None)) is not None:
            raise error
        real(self, *told)

    monkeypatch.setattr(postgres.PostgresStore, "_listen_once", listen)
    opened = store(new_database("postgresql"))
    monkeypatch.setattr(opened._closed, "wait", lambda seconds: opened._closed.is_set())
    opened.listen(lambda table, number: heard.append((table, number)), heard.append)
    await until(lambda: opened.hears)
    await opened.write(lambda db: opened.notify(db, "t", 7))
    await opened.write(lambda db: opened.mention(db, "ada"))
    await until(lambda: heard == [("t", 7), "ada"])
    opened.close()
