"""How a server is run: by flags, or by environment variables `TABLIER_…`."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from tablier.server.errors import Refused, words

Value = str | int | float | bool


def _home() -> str:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(base) / "tablier" / "tablier.sqlite")


@dataclass(frozen=True)
class Settings:
    """Each is also an environment variable: TABLIER_DATABASE, TABLIER_PORT and so on."""

    database: str = field(default_factory=_home)
    host: str = "127.0.0.1"
    port: int = 8000
    thinkers: int = 1
    thinking: float = 1.0
    """Seconds that opponents and hints think at most; who analyses a game gets twice as many."""
    secure: bool = False
    """Is the server reached by HTTPS, through a proxy? Then cookies are sent that way alone."""
    proxies: str = "127.0.0.1"
    """Addresses whose word about whom they forward is taken."""
    rate: float = 20.0
    """What a session may ask for a second, in moves; everybody of one network together ten times as much."""
    tables: int = 50
    """Tables that may go on for one person, a fifth of it new ones a minute; for one network four times as many."""
    sockets: int = 200
    """Sockets open at once from one network."""
    ping: float = 30.0
    """Seconds between looking whether a silent client is still there; one that does not answer for as long is gone."""
    site: str = ""
    """Where people reach the server, such as https://play.example.org; without it, as they say they asked."""
    hosts: str = ""
    """Further names by which people reach the server, with commas between them; * for any."""
    embed: bool = False
    """May other sites show tables of this server within their pages?"""
    log: str = "info"

    @classmethod
    def read(cls, **given: Any) -> Settings:
        """From what is given, else from the environment, else as above."""
        values = {}
        for place in fields(cls):
            text = os.environ.get(f"TABLIER_{place.name.upper()}")
            if given.get(place.name) is not None:
                values[place.name] = given[place.name]
            elif text is not None:
                values[place.name] = _read(place, text)
        return cls(**values)


def _read(place: Field[Any], text: str) -> Value:
    try:
        return READ[str(place.type)](text)
    except (KeyError, ValueError):
        name = f"TABLIER_{place.name.upper()}"
        raise Refused(words("settings.form", name=name, text=text, kind=str(place.type))) from None


TRUTH = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
READ: dict[str, Callable[[str], Value]] = {
    "bool": lambda text: TRUTH[text.lower()],
    "int": int,
    "float": float,
    "str": str,
}
