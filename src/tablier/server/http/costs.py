"""What is taken from a limit for what is asked: one for a move that is played, and so in proportion.

A move takes about 2.5 ms of a core. Everything else was measured beside it, at its usual worst: lists of a hundred
tables, records and boards of the largest games.
"""

import re
from collections.abc import Mapping

FILE = 0.125
"""What a file of the client counts as: a page asks for dozens at once, and they cost next to nothing."""
USUAL = 1.0
REQUESTS: Mapping[re.Pattern[str], float] = {
    re.compile(pattern): cost
    for pattern, cost in {
        r"\w+ /web/": FILE,
        r"GET /api/me/export$": 10.0,
        r"GET /api/now$": 6.0,
        r"GET /api/tables(/mine)?$": 4.0,
        r"GET /api/tables/\w+/(record|draws|picture)$": 3.0,
        r"GET /api/(people|ratings)/": 2.0,
        r"GET /(table|embed|picture)/": 2.0,
        r"POST /api/tables$": 4.0,
        r"POST /api/boards$": 6.0,
        r"POST /api/verify$": 6.0,
    }.items()
}
MESSAGES: Mapping[str, float] = {"ping": 0.5, "unwatch": 0.5, "watch": 2.0, "look": 1.5, "hint": 2.0, "rematch": 4.0}
CONNECTING = 2.0
HEARD = 0.5
"""What any message counts as before it is read; the rest follows when its verb is known."""
BYTES = 20_000
"""So many bytes take as long to read as a move to play."""


def of_request(method: str, path: str, size: int) -> float:
    asked = f"{method} {path}"
    cost = next((cost for pattern, cost in REQUESTS.items() if pattern.match(asked)), USUAL)
    return cost + size / BYTES


def of_hearing(text: str) -> float:
    """What a message counts as that nobody has read yet."""
    return HEARD + len(text) / BYTES


def of_doing(verb: str) -> float:
    """What a message counts as besides, once it is read."""
    return MESSAGES.get(verb, USUAL) - HEARD
