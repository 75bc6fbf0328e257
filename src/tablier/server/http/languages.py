"""In which language somebody is answered: the one they chose, else the first of their browser's that we speak."""

import re

from starlette.requests import HTTPConnection

from tablier.core.words import LANGUAGES

CHOSEN = "language"
"""The cookie in which a page notes a language that is not its browser's own."""
LISTED = re.compile(r"\s*([A-Za-z]{2,8})[\w-]*\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*")


def spoken(request: HTTPConnection) -> str:
    chosen = request.cookies.get(CHOSEN)
    if chosen in LANGUAGES:
        return chosen
    wished: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "")[:1000].split(","):
        if (found := LISTED.fullmatch(part)) and found[1].lower() in LANGUAGES:
            wished.append((float(found[2] or 1), found[1].lower()))
    best = max(wished, key=lambda wish: wish[0], default=(0.0, ""))
    return best[1] if best[0] > 0 else LANGUAGES[0]
