"""By which names this server is reached, and whether a page of its own asks. Other names may be a trick: a site can let
its own name lead to somebody's machine, and then ask there as if it were at home."""

import ipaddress
import re
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tablier.server.http.state import state_of
from tablier.server.settings import Settings

HOST = re.compile(r"(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")
"""What may stand as a host in an address. Anything else that was sent as one is not repeated."""


def known_host(connection: HTTPConnection) -> bool:
    """Is it a name of this server's? Loopback and plain addresses are always: no site can give those as its own."""
    host = connection.headers.get("host", "")
    name = urlsplit(f"//{host}").hostname if HOST.fullmatch(host) else None
    if not name:
        return False
    named = _named(state_of(connection.app).settings)
    return name == "localhost" or name.endswith(".localhost") or not named.isdisjoint((name, "*")) or _number(name)


def _named(settings: Settings) -> set[str]:
    """The names that whoever runs the server has given it."""
    site = urlsplit(settings.site).hostname
    return {name.strip().lower() for name in settings.hosts.split(",")} | ({site} if site else set())


def _number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(connection: HTTPConnection) -> bool:
    """Did a page of ours send this? Programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    secure = state_of(connection.app).settings.secure or connection.url.scheme in ("https", "wss")
    return origin is None or origin == f"{'https' if secure else 'http'}://{connection.headers.get('host')}"
