"""What tables and games are called."""

import secrets
from typing import Annotated

from pydantic import Field

TABLE = r"^[0-9a-f]{32}$"
GAME = r"^[a-z_][a-z0-9_]{0,39}$"

TableName = Annotated[str, Field(pattern=TABLE)]
GameName = Annotated[str, Field(pattern=GAME)]


def new_id() -> str:
    """A name that nobody can guess: 128 random bits."""
    return secrets.token_hex(16)
