"""The server as a whole: the hall, the routes, the socket, and what keeps strangers out."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from tablier.core.errors import TablierError
from tablier.server.engines.pool import Engines
from tablier.server.errors import Unwell
from tablier.server.hall import Hall
from tablier.server.http.embedding import embedding
from tablier.server.http.guard import guard, malformed, refused, unusual
from tablier.server.http.operations import healthz, livez, reference, show_metrics
from tablier.server.http.packing import Heads, PackAnswers
from tablier.server.http.pages import pages
from tablier.server.http.pictures import pictures
from tablier.server.http.routes import api
from tablier.server.http.socket import socket
from tablier.server.http.state import State, state_of
from tablier.server.settings import Settings
from tablier.server.storage import migration
from tablier.server.storage.database import store as open_store

log = logging.getLogger("tablier.app")

PATIENCE = 5.0
"""So many seconds before a stop are waited for those who are still saying something."""
ARRIVAL = 60.0
"""So many seconds a database that does not answer is waited for at the start."""


def make_app(settings: Settings, hall: Hall | None = None) -> FastAPI:
    """The application; the hall opens and closes with it."""
    app = FastAPI(
        title="Tablier", version="1", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json", lifespan=_lifespan
    )
    app.state.tablier = State(settings, hall)
    app.include_router(api)
    app.include_router(pages)
    app.include_router(pictures)
    app.include_router(embedding)
    app.add_api_route("/api", reference, include_in_schema=False)
    app.add_api_route("/livez", livez, tags=["operations"])
    app.add_api_route("/healthz", healthz, tags=["operations"])
    app.add_api_route("/metrics", show_metrics, include_in_schema=False)
    app.add_api_websocket_route("/ws", socket)
    app.add_middleware(Heads)
    app.add_middleware(PackAnswers)
    app.middleware("http")(guard)
    app.add_exception_handler(TablierError, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, unusual)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    held = state_of(app)
    settings = held.settings
    if held.given is None:
        await _when_the_database_answers(settings, lambda: asyncio.to_thread(migration.upgrade, settings.database))
    hall = held.given or Hall(open_store(settings.database), Engines(settings.thinkers), thinking=settings.thinking)
    held.opened = hall
    await _when_the_database_answers(settings, hall.open)
    try:
        yield
    finally:
        await hall.close()
        hall.store.close()


async def _when_the_database_answers(settings: Settings, begin: Callable[[], Awaitable[None]]) -> None:
    """Begin something. PostgreSQL may itself be starting, and is waited for."""
    end = time.monotonic() + ARRIVAL if settings.database.startswith("postgresql") else 0
    while True:
        try:
            await begin()
            return
        except (OperationalError, Unwell) as error:
            if time.monotonic() > end:
                raise
            why = str(error.orig).splitlines()[0] if isinstance(error, OperationalError) else error.phrase.key
            log.warning("waiting for the database", extra={"why": why})
            await asyncio.sleep(1)


async def drain(app: FastAPI) -> None:
    """Before a stop: nothing new is begun, what was being said is answered, and everybody is sent away."""
    held = state_of(app)
    held.hall.tasks.draining = True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while held.connections:
                for connection in held.connections:
                    connection.send_away()
                await asyncio.sleep(0.02)
            await held.hall.drain()
