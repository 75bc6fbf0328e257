"""A table within the page of another site: the board, who plays, how it stands; to look at only.

Whoever runs the server allows it (`--embed`), for this address alone: no other page of ours may be framed by anybody.
"""

import asyncio
from functools import lru_cache
from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tablier.server.errors import words
from tablier.server.http import editions
from tablier.server.http.documents import Page, site
from tablier.server.http.editions import KINDS, Edition
from tablier.server.http.languages import spoken
from tablier.server.http.packing import Packed
from tablier.server.http.pages import nowhere
from tablier.server.http.state import TheHall, state_of
from tablier.server.http.tablecards import card

embedding = APIRouter(include_in_schema=False)

FRAMED = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@embedding.get("/embed/{table}")
async def embedded(table: str, request: Request, hall: TheHall) -> Response:
    page = await card(hall, table) if state_of(request.app).settings.embed else None
    if page is None:
        return await nowhere(request)
    edition = await asyncio.to_thread(editions.present)
    text = _written(edition, page, table, spoken(request), site(request))
    answer = text.answer(request, vary="Accept-Language, Cookie")
    answer.headers.update(FRAMED)
    return answer


@lru_cache(128)
def _written(edition: Edition, page: Page, table: str, language: str, site: str) -> Packed:
    number = page.picture.partition("?")[2]
    title = escape(page.title.say(language))
    facts = {
        "LANGUAGE": language,
        "TITLE": title,
        "ICON": edition.url("icon.svg"),
        "STYLE": edition.url("embed.css"),
        "SCRIPT": edition.url("embed.js"),
        "PICTURE": f"/picture/{table}.svg?{number}",
        "DARK": f"/picture/{table}.svg?theme=dark&amp;{number}",
        "TABLE": escape(f"{site}/table/{table}"),
        "STANDING": escape(page.text.say(language)),
        "OPEN": escape(words("preview.open_here").say(language)),
    }
    text = edition.pages["embed.html"]
    for name, fact in facts.items():
        text = text.replace(f"[[{name}]]", fact)
    return Packed.of(text.encode(), KINDS[".html"])
