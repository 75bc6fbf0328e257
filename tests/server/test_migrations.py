"""Migrations: from nothing, again, and interrupted after any statement."""

import subprocess
import sys
import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event

from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import METADATA

KILLED = """
import os, sys, sqlalchemy
left = int(sys.argv[2])
def count(*_):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
sqlalchemy.event.listen(sqlalchemy.Engine, "after_cursor_execute", count)
from tablier.server.storage import migration
migration.upgrade(sys.argv[1])
"""


class PowerCut(Exception):
    pass


@pytest.fixture
def new_database(blank_database):
    """From nothing."""
    return blank_database


def looks(url: str) -> tuple[list, dict]:
    """How the database differs from what the program expects, and how many rows each table has."""
    opened = store(url)
    try:
        with opened.engine.connect() as db:
            differs = compare_metadata(MigrationContext.configure(db), METADATA)
            tables = sa.inspect(db).get_table_names()
            rows = {table: db.execute(sa.text(f'SELECT count(*) FROM "{table}"')).scalar() for table in tables}
            return differs, rows
    finally:
        opened.close()


def test_from_nothing_to_what_the_program_expects(database):
    migration.upgrade(database)
    differs, rows = looks(database)
    assert differs == [] and set(rows) == {*METADATA.tables, "alembic_version"}


def test_what_is_up_to_date_stays_as_it_is(database):
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.begin() as db:
        db.execute(METADATA.tables["people"].insert().values(id="a", name="Ada", created=1, seen=1))
    opened.close()
    migration.upgrade(database)
    differs, rows = looks(database)
    assert differs == [] and rows["people"] == rows["alembic_version"] == 1


def test_what_older_versions_kept_is_found_again(database):
    """Somebody who had been forgotten has no name any more, and all who have ever sat somewhere are known to."""
    migration.upgrade(database, "0001")
    people = [("ada", "Ada"), ("gone", "somebody who left"), ("guest", "somebody who left")]
    place = {"game": "quantik", "choices": {}, "seats": [{"person": "ada"}, {}, {"kept": "bob"}]}
    happened = [("created", place), ("sat", {"seat": 1, "person": "cy"}), ("left", {"seat": 1})]
    rows = [{"table": "t", "number": n, "at": n, "kind": k, "data": d} for n, (k, d) in enumerate(happened, 1)]
    opened = store(database)
    with opened.engine.begin() as db:
        for person, name in people:
            columns = {"id": person, "name": name, "created": 1, "seen": 1}
            db.execute(sa.insert(sa.table("people", *map(sa.column, columns))).values(columns))
        db.execute(METADATA.tables["sessions"].insert().values(token="t", person="guest", created=1, seen=1))
        db.execute(METADATA.tables["events"].insert(), rows)
    migration.upgrade(database)
    with opened.engine.connect() as db:
        names = dict(db.execute(sa.text("SELECT id, name FROM people")).all())
        sat = {row.person for row in db.execute(METADATA.tables["sitters"].select())}
    opened.close()
    assert names == {"ada": "Ada", "gone": "", "guest": "somebody who left"} and sat == {"ada", "bob", "cy"}


def interrupted(url: str, after: int) -> bool:
    """Run the migrations with the power cut after so many statements; False if they had ended before."""
    statements = 0

    def count(connection, cursor, statement, *_):
        nonlocal statements
        statements += 1
        if statements > after:
            raise PowerCut

    event.listen(sa.Engine, "after_cursor_execute", count)
    try:
        migration.upgrade(url)
        return False
    except PowerCut:
        return True
    finally:
        event.remove(sa.Engine, "after_cursor_execute", count)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_interrupted_after_any_statement_they_can_be_run_again(kind, new_database):
    url, after = new_database(kind), 0
    while interrupted(url, after):
        after += 1
        if after % 5 == 0:
            migration.upgrade(url)
            assert looks(url)[0] == []
            url = new_database(kind)
    assert after > 10 and looks(url)[0] == []


@pytest.mark.parametrize("after", [6, 14])
def test_also_if_the_process_is_killed(database, after):
    run = subprocess.run([sys.executable, "-c", KILLED, database, str(after)])
    assert run.returncode == 9
    migration.upgrade(database)
    assert looks(database)[0] == []


def test_several_servers_that_start_at_once_migrate_once(database):
    wrong = []

    def run():
        try:
            migration.upgrade(database)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and looks(database)[0] == []
