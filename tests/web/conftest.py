"""A browser and a server for all tests of the page, and visitors for each of them.

    def test_something(visit):
        ann = visit("Ann", touch=True)

When a test is over, nothing may stand in any visitor's console.
"""

import pytest
from playwright.sync_api import sync_playwright

from server.support.servers import Process
from system import chromium
from web.visitors import Profiles, Visitor


@pytest.fixture(scope="package")
def browser():
    """Ended with this folder: while it is there, no other loop can run in this process."""
    found = chromium()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    process = Process(str(folder / "tables.sqlite"), folder)
    process.start()
    yield process
    process.kill()


@pytest.fixture(scope="package")
def profiles(browser):
    return Profiles(browser)


@pytest.fixture
def visit(profiles, server):
    """Makes visitors: `visit("Ann", touch=True, language="fr")`; nameless ones are strangers to the server."""
    made: list[Visitor] = []

    def make(name: str | None = None, site: str = server.url, **how) -> Visitor:
        made.append(Visitor(profiles, site, **how))
        return made[-1].come(name) if name else made[-1]

    yield make
    errors = [error for visitor in made for error in visitor.errors]
    for visitor in made:
        visitor.close()
    assert errors == []
