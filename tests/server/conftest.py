"""Databases of both kinds, and servers on them.

    async def test_something(database): …        runs twice, on an empty SQLite and an empty PostgreSQL, up to date
    async def test_something(server): …          a server in this process, on SQLite
    def test_something(process): …               makes servers as processes, stopped at the end
    def test_something(fresh_process): …         the same, begun as people begin them, which takes longer

Async tests are marked `pytest.mark.anyio`. Where a server has to begin from nothing, `new_database` is overridden by
`blank_database`.
"""

import contextlib
import itertools
import shutil

import pytest

from server.support.passphrases import QUICK
from server.support.postgres import MISSING, Cluster, cluster, programs
from server.support.servers import Process, here
from server.support.walk import Answers, walk
from server.support.zygote import Zygote
from system import missing
from tablier.server.people import passphrases
from tablier.server.storage import migration


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.fixture(autouse=True)
def quick_passphrases(monkeypatch):
    monkeypatch.setattr(passphrases, "HASHER", QUICK)


@pytest.fixture(scope="session")
def postgres():
    """One PostgreSQL for all tests of a run; each takes databases of its own from it."""
    if programs() is None:
        missing(MISSING)
    with cluster() as started:
        yield started


@pytest.fixture(scope="session")
def up_to_date(tmp_path_factory):
    """An SQLite database without anything in its tables, to be copied."""
    path = tmp_path_factory.mktemp("databases") / "empty.sqlite"
    migration.upgrade(str(path))
    return path


@pytest.fixture
def new_database(request, tmp_path):
    """Makes empty databases, up to date: `new_database("sqlite")`, `new_database("postgresql")`."""
    numbers = itertools.count()
    borrowed: list[tuple[Cluster, str]] = []

    def make(kind: str) -> str:
        if kind == "postgresql":
            lender = request.getfixturevalue("postgres")
            borrowed.append((lender, lender.new_database()))
            return borrowed[-1][1]
        return str(shutil.copy(request.getfixturevalue("up_to_date"), tmp_path / f"{next(numbers)}.sqlite"))

    yield make
    for lender, url in borrowed:
        lender.used.append(url)


@pytest.fixture
def blank_database(request, tmp_path):
    """Makes databases that no server has seen yet, without tables."""
    numbers = itertools.count()

    def make(kind: str) -> str:
        if kind == "postgresql":
            return request.getfixturevalue("postgres").blank_database()
        return str(tmp_path / f"blank-{next(numbers)}.sqlite")

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, new_database):
    """An empty database, of each kind in turn."""
    return new_database(request.param)


@pytest.fixture
async def server(new_database):
    """A server in this process, on SQLite."""
    async with here(new_database("sqlite")) as running:
        yield running


@pytest.fixture(scope="session")
async def answers(anyio_backend, tmp_path_factory) -> Answers:
    """What a server answers to everything one can say; asked once for all tests."""
    return await walk(str(tmp_path_factory.mktemp("walk") / "tables.sqlite"))


@pytest.fixture(scope="session")
def zygote():
    made = Zygote()
    yield made
    made.end()


@pytest.fixture
def process(tmp_path, zygote):
    """Makes servers that are processes: `process(database, *flags)`, started; all are ended with the test."""
    with processes(tmp_path, zygote) as make:
        yield make


@pytest.fixture
def fresh_process(tmp_path):
    with processes(tmp_path, None) as make:
        yield make


@contextlib.contextmanager
def processes(folder, zygote: Zygote | None):
    made: list[Process] = []

    def make(database: str, *flags: str) -> Process:
        made.append(Process(database, folder, *flags, zygote=zygote))
        made[-1].start()
        return made[-1]

    yield make
    for server in made:
        server.kill()
