"""What an application holds while it runs, and how a request finds it."""

import hashlib
import ipaddress
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, cast

from fastapi import Depends, FastAPI, Request
from starlette.requests import HTTPConnection

from tablier.server.audience.miniatures import Miniatures
from tablier.server.errors import Refused, words
from tablier.server.hall import Hall
from tablier.server.http.limits import Limit
from tablier.server.http.studio import Studio
from tablier.server.people.attendance import Attending
from tablier.server.people.visitors import Visitors
from tablier.server.settings import Settings
from tablier.server.tables.who import Who

NEAR = 4
"""So many times as many tables as one person may go on for all who come from the same place."""


@dataclass
class State:
    settings: Settings
    given: Hall | None = None
    """A hall made elsewhere; otherwise one is made at the start."""
    opened: Hall | None = None
    sockets: Counter[str] = field(default_factory=Counter)
    """How many are open for each session, and from each network."""
    visitors: Visitors = field(default_factory=Visitors)
    miniatures: Miniatures = field(default_factory=Miniatures)

    def __post_init__(self) -> None:
        rate, new = self.settings.rate, max(1.0, self.settings.tables / 5)
        self.by_session = Limit(rate, rate * 3)
        self.by_person = Limit(rate, rate * 3)
        self.by_address = Limit(rate * 10, rate * 30)
        self.new_tables = Limit(new / 60, new)
        self.guests = Limit(rate / 60, rate * 3)
        self.studio = Studio()

    @property
    def hall(self) -> Hall:
        assert self.opened is not None, "the application has not started"
        return self.opened

    @property
    def connections(self) -> set[Attending]:
        return self.hall.attendance.here


def state_of(app: FastAPI) -> State:
    return cast(State, app.state.tablier)


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


def origin(connection: HTTPConnection) -> str:
    """Where somebody comes from, as limits know it: a digest of the network, since one may have all addresses of it."""
    try:
        found = ipaddress.ip_address(address(connection))
    except ValueError:
        return "?"
    found = getattr(found, "ipv4_mapped", None) or found
    network = ipaddress.ip_network((found, 24 if found.version == 4 else 64), strict=False)
    return hashlib.sha256(str(network).encode()).hexdigest()[:32]


def hall(request: Request) -> Hall:
    return state_of(request.app).hall


def visitor(request: Request) -> Who | None:
    return cast(Who | None, request.state.who)


def somebody(who: Annotated[Who | None, Depends(visitor)]) -> Who:
    if who is None:
        raise Refused(words("people.nobody"))
    return who


TheHall = Annotated[Hall, Depends(hall)]
Visitor = Annotated[Who | None, Depends(visitor)]
Somebody = Annotated[Who, Depends(somebody)]
