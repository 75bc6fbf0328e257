"""What the tests need of the system, and what becomes of them where it is missing."""

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """With SYSTEM=no, as in `make test SYSTEM=no`, tests that need it are skipped; otherwise they fail."""
    if os.environ.get("SYSTEM") == "no":
        pytest.skip(what)
    pytest.fail(what)
