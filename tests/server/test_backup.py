"""Backups: whole, of one moment, and readable by a database of the other kind."""

import gzip
import json
import random
from pathlib import Path

import pytest

from commands import run
from server.support.halls import Clock, Eyes, open_hall, plays, setting
from server.support.played import ada, bob
from server.support.servers import here
from tablier.server.errors import Refused
from tablier.server.storage import migration
from tablier.server.storage.backup import KEPT, back_up, restore
from tablier.server.storage.database import store

KINDS = ("sqlite", "postgresql")


@pytest.fixture
def new_database(blank_database):
    """From nothing."""
    return blank_database


def rows(url: str) -> dict:
    opened = store(url)
    try:
        with opened.engine.connect() as db:
            found = {name: [tuple(row) for row in db.execute(table.select())] for name, table in KEPT.items()}
            return {name: sorted(some, key=repr) for name, some in found.items()}
    finally:
        opened.close()


async def filled(url: str) -> str:
    """Somebody with an account, a game that goes on, and one with secrets that is over; the game that goes on."""
    async with here(url) as server, server.clients("Ada", "Bob") as (ada, bob):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": "correct horse battery"})
        over = await ada.create("kabaleo", ["me", "here"])
        async for seen in ada.watch(over):
            if seen.over:
                break
            if seen.turn is not None:
                await ada.play(over, seen.turn, random.choice(seen.position.moves))
        table = await ada.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        await ada.play(table, 0, "S-b2")
        await ada.send("say", table=table, text="Ça joue… ✓ 🙂")
        return table


@pytest.mark.anyio
@pytest.mark.parametrize("source", KINDS)
async def test_what_was_backed_up_on_one_lives_on_on_the_other(source, new_database, tmp_path):
    old, file = new_database(source), tmp_path / "backup.gz"
    table = await filled(old)
    written = back_up(old, file)
    for new in map(new_database, KINDS):
        assert restore(new, file) == written == sum(map(len, rows(old).values()))
        assert rows(new) == rows(old)
        async with here(new) as server, server.clients("Cy") as (cy,):
            assert (await server.hall.tables.get(table)).turn == 1
            signed_in = await cy.ask("POST", "/api/session", {"name": "ADA", "passphrase": "correct horse battery"})
            assert signed_in == {"name": "Ada", "account": True}
            assert {found["table"] for found in await cy.ask("GET", "/api/tables/mine")} == {table}


@pytest.mark.anyio
@pytest.mark.parametrize("kind", KINDS)
async def test_nobody_pays_for_the_time_between_a_backup_and_its_restoration(kind, new_database, tmp_path):
    old, new, file, clock = new_database(kind), new_database(kind), tmp_path / "backup.gz", Clock()
    migration.upgrade(old)
    async with open_hall(old, clock) as hall:
        table = (await hall.tables.create(setting(clock={"kind": "game", "seconds": 600}))).id
        clock.now += 4_000
        await hall.tables.act(table, plays(ada, 0, "S-a1"))
        clock.now += 1_000
        back_up(old, file)
    clock.now += 3_600_000
    restore(new, file)
    async with open_hall(new, clock) as hall:
        await hall.tables.get(table)
        await hall.flagfall.look()
        clock.now += 3_000
        await hall.tables.act(table, plays(bob, 1, "Q-c3"))
        assert (await hall.tables.get(table)).left == [596_000, 597_000]


@pytest.mark.anyio
async def test_whoever_saw_what_a_backup_does_not_know_is_shown_the_table_anew(new_database, tmp_path):
    """The same number, and yet another game: it is told by the head."""
    migration.upgrade(before := new_database("sqlite"))
    async with open_hall(before) as hall:
        table = (await hall.tables.create(setting())).id
        back_up(before, tmp_path / "backup")
        await hall.tables.act(table, plays(ada, 0, "S-a1"))
        seen = await hall.tables.get(table)
    restore(after := new_database("sqlite"), tmp_path / "backup")
    async with open_hall(after) as hall:
        await hall.tables.act(table, plays(ada, 0, "S-d4"))
        now = await hall.tables.get(table)
        assert now.number == seen.number
        for since, frames in ((seen.head, 1), (now.head, 0)):
            eyes = Eyes(ada)
            await hall.gallery.watch(table, eyes, 0, since)
            assert len(eyes.frames) == frames


@pytest.fixture
def backup(new_database, tmp_path) -> Path:
    """A backup of an empty house with one guest."""
    url = new_database("sqlite")
    migration.upgrade(url)
    opened = store(url)
    with opened.engine.begin() as db:
        db.execute(KEPT["people"].insert().values(id="a", name="Ada", created=1, seen=1))
    opened.close()
    back_up(url, tmp_path / "backup.gz")
    return tmp_path / "backup.gz"


def test_only_into_an_empty_database(backup, database):
    assert restore(database, backup) == 1
    with pytest.raises(Refused, match="not empty"):
        restore(database, backup)


def lines(backup: Path) -> list:
    return [json.loads(line) for line in gzip.open(backup, "rt")]


def spoil(backup: Path, changed: list) -> None:
    with gzip.open(backup, "wt") as text:
        text.writelines((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in changed)


@pytest.mark.parametrize(
    "change",
    [
        lambda head, row, end: [],
        lambda head, row, end: [head],
        lambda head, row, end: [head, row],
        lambda head, row, end: [head, end],
        lambda head, row, end: [head, row, row, {"rows": 2}],
        lambda head, row, end: [head, row, {"rows": "1"}],
        lambda head, row, end: [head, row, end, row],
        lambda head, row, end: [row, end],
        lambda head, row, end: [head | {"format": "tar"}, row, end],
        lambda head, row, end: [head | {"step": "9999"}, row, end],
        lambda head, row, end: [head, ["sqlite_master", {}], end],
        lambda head, row, end: [head, ["people", {"colour": "red"}], end],
        lambda head, row, end: [head, ["people", [1]], end],
        lambda head, row, end: [head, ["people", {"id": {"a": 1}}], end],
        lambda head, row, end: [head, [["people"], {}], end],
        lambda head, row, end: [head, "[" * 100_000, end],
        lambda head, row, end: [head, "{", end],
        lambda head, row, end: [head, 7, end],
    ],
)
def test_what_is_no_whole_backup_restores_nothing(backup, new_database, change):
    database = new_database("sqlite")
    spoil(backup, change(*lines(backup)))
    with pytest.raises(Refused):
        restore(database, backup)
    migration.upgrade(database)
    assert not any(rows(database).values())


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 100, b"hello", gzip.compress(b"\xff\xfe", mtime=0)],
    ids=["empty", "zeros", "text", "no text in it"],
)
def test_a_file_that_is_something_else(backup, new_database, data):
    backup.write_bytes(data)
    with pytest.raises(Refused):
        restore(new_database("sqlite"), backup)


def test_a_file_cut_short_anywhere(backup, new_database):
    whole = backup.read_bytes()
    url = new_database("sqlite")
    for size in range(1, len(whole), 23):
        backup.write_bytes(whole[:size])
        with pytest.raises(Refused):
            restore(url, backup)


def test_by_the_command_line(backup, tmp_path):
    base = tmp_path / "new.sqlite"
    assert "1 rows" in run("restore", backup, "--database", base, "--lang", "en").stdout
    assert "1 rows" in run("backup", tmp_path / "b", "--database", base, "--lang", "en").stdout
    wrong = run("restore", backup, "--database", base, "--lang", "fr")
    assert wrong.returncode == 2 and "vide" in wrong.stderr
    assert run("backup", tmp_path / "c", "--database", tmp_path / "none.sqlite").returncode == 2
