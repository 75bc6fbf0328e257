"""Databases of both kinds, and servers on them.

    async def test_something(database): …        runs twice, on an empty SQLite and an empty PostgreSQL
    async def test_something(server): …          a server in this process, on SQLite
    def test_something(process): …               makes servers as processes, stopped at the end

Async tests are marked `pytest.mark.anyio`.
"""

import itertools

import pytest

from server.support.postgres import MISSING, Cluster, cluster, programs
from server.support.servers import Process, here
from system import missing


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def postgres():
    """One PostgreSQL for all tests of a run; each takes databases of its own from it."""
    if programs() is None:
        missing(MISSING)
    with cluster() as started:
        yield started


@pytest.fixture
def new_database(request, tmp_path):
    """Makes empty databases: `new_database("sqlite")`, `new_database("postgresql")`."""
    numbers = itertools.count()
    borrowed: list[tuple[Cluster, str]] = []

    def make(kind: str) -> str:
        if kind == "postgresql":
            lender = request.getfixturevalue("postgres")
            borrowed.append((lender, lender.new_database()))
            return borrowed[-1][1]
        return str(tmp_path / f"{next(numbers)}.sqlite")

    yield make
    for lender, url in borrowed:
        lender.used.append(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, new_database):
    """An empty database, of each kind in turn."""
    return new_database(request.param)


@pytest.fixture
async def server(new_database):
    """A server in this process, on SQLite."""
    async with here(new_database("sqlite")) as running:
        yield running


@pytest.fixture
def process(tmp_path):
    """Makes servers that are processes: `process(database, *flags)`, started; all are ended with the test."""
    made: list[Process] = []

    def make(database: str, *flags: str, start: bool = True) -> Process:
        made.append(Process(database, tmp_path, *flags))
        if start:
            made[-1].start()
        return made[-1]

    yield make
    for server in made:
        server.kill()
