"""The cookie by which a browser is known."""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tablier.server.http.state import state_of
from tablier.server.people.sessions import LASTING


def _secure(connection: HTTPConnection) -> bool:
    return state_of(connection.app).settings.secure


def _name(connection: HTTPConnection) -> str:
    """By HTTPS browsers take it from this very host alone, and never from a neighbour that shares its domain."""
    return "__Host-tablier" if _secure(connection) else "tablier"


def token_of(connection: HTTPConnection) -> str | None:
    return connection.cookies.get(_name(connection))


def remember(connection: HTTPConnection, response: Response, token: str) -> None:
    """Keep a token for as long as its session lasts if it is not used."""
    secure = _secure(connection)
    response.set_cookie(_name(connection), token, max_age=LASTING // 1000, httponly=True, samesite="lax", secure=secure)


def forget(connection: HTTPConnection, response: Response) -> None:
    """Leave nothing of somebody in the browser: neither the cookie, nor pages and pictures that they have seen."""
    response.delete_cookie(_name(connection), httponly=True, samesite="lax", secure=_secure(connection))
    response.headers["Clear-Site-Data"] = '"cache"'
