"""What can go wrong at a server, each kind with its own name; and the catalogue of all that the server says."""

from pathlib import Path

from tablier.core.errors import TablierError
from tablier.core.words import Words

words = Words(Path(__file__).parent)


class Refused(TablierError):
    """Something that cannot be done, though it was well said; nothing has changed."""


class Unwell(TablierError):
    """The server could not do it now; sending it again is harmless."""


class Conflict(Exception):
    """Somebody else has written these events first."""
