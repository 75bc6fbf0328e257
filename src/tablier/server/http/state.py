"""What an application holds while it runs, and how a request finds it."""

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


@dataclass
class State:
    settings: Settings
    given: Hall | None = None
    """A hall made elsewhere; otherwise one is made at the start."""
    opened: Hall | None = None
    visitors: Visitors = field(default_factory=Visitors)
    miniatures: Miniatures = field(default_factory=Miniatures)

    def __post_init__(self) -> None:
        rate = self.settings.rate
        self.by_session = Limit(rate, rate * 3)
        self.by_address = Limit(rate * 10, rate * 30)
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
