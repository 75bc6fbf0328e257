"""Parts of Tablier that need more than playing and programming do."""

from collections.abc import Iterator
from contextlib import contextmanager

from tablier.core.errors import MissingExtra
from tablier.core.words import words


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """While importing what an extra brings: where it is not installed, a sentence says how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "tablier").partition(".")[0] == "tablier":
            raise
        raise MissingExtra(words("extra.missing", package=error.name, extra=extra)) from error
