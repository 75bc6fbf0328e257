"""What the tests need of the system, and what becomes of them where it is missing."""

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """With SYSTEM=no, as in `make test SYSTEM=no`, tests that need it are skipped; otherwise they fail."""
    if os.environ.get("SYSTEM") == "no":
        pytest.skip(what)
    pytest.fail(what)


def node() -> str:
    """The Node that was installed with the tests, else the system's."""
    beside = Path(sys.executable).with_name("node")
    found = str(beside) if beside.exists() else shutil.which("node")
    return found or missing("Node is not installed: pip install '.[test]' brings it")


def chromium() -> str:
    """The browser that was named, else the system's; one without windows of its own is twice as fast."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return found or missing("Chromium is not installed: run `make chromium`, or say where one is: CHROMIUM=/path")
