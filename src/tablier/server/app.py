"""The server as a whole: the hall, the routes, the socket, and what keeps strangers out."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket

from tablier.core.errors import TablierError
from tablier.server import metrics, migration, people
from tablier.server.hall import Hall
from tablier.server.limits import Limit
from tablier.server.messages import LARGEST
from tablier.server.pages import nowhere, pages
from tablier.server.reference import page
from tablier.server.routes import COOKIE, api
from tablier.server.settings import Settings
from tablier.server.socket import Connection
from tablier.server.store import store as open_store
from tablier.server.thinkers import Thinkers
from tablier.server.words import Refused, Unwell, words

log = logging.getLogger("tablier.http")

SAFE = ("GET", "HEAD", "OPTIONS")
VERBS = (*SAFE, "POST", "PATCH", "PUT", "DELETE")
PATIENCE = 5.0
"""So many seconds before a stop are waited for those who are still saying something."""
ARRIVAL = 60.0
"""So many seconds a database that does not answer is waited for at the start."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def make_app(settings: Settings, hall: Hall | None = None) -> FastAPI:
    """The application; the hall opens and closes with it."""
    app = FastAPI(
        title="Tablier", version="1", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json", lifespan=_lifespan
    )
    app.state.settings = settings
    app.state.given = hall
    app.state.connections = set()
    app.state.by_session = Limit(settings.rate, settings.rate * 3)
    app.state.by_address = Limit(settings.rate * 10, settings.rate * 30)
    app.include_router(api)
    app.include_router(pages)
    app.add_api_route("/api", reference, include_in_schema=False)
    app.add_api_route("/healthz", healthz, tags=["operations"])
    app.add_api_route("/metrics", show_metrics, include_in_schema=False)
    app.add_api_websocket_route("/ws", socket)
    app.middleware("http")(guard)
    app.add_exception_handler(TablierError, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, unusual)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI):
    settings = app.state.settings
    if app.state.given is None:
        await _when_the_database_answers(settings, lambda: asyncio.to_thread(migration.upgrade, settings.database))
    app.state.hall = app.state.given or Hall(open_store(settings.database), Thinkers(settings.thinkers))
    await _when_the_database_answers(settings, app.state.hall.open)
    try:
        yield
    finally:
        await app.state.hall.close()
        app.state.hall.store.close()


async def _when_the_database_answers(settings: Settings, begin: Callable[[], Awaitable]) -> None:
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
    hall: Hall = app.state.hall
    hall.draining = True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while app.state.connections:
                for connection in app.state.connections:
                    connection.send_away()
                await asyncio.sleep(0.02)
            await hall.drain()


def address(request: Request | WebSocket) -> str:
    return request.client.host if request.client else "?"


def same_origin(request: Request | WebSocket) -> bool:
    """Did a page of ours send this? Programs that are no browsers send no origin."""
    origin = request.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:
        return False


async def guard(request: Request, proceed) -> Response:
    """Every request: not too often, not too large, not from a foreign page; and who it is."""
    begun = time.monotonic()
    response = await _checked(request, proceed)
    route = request.scope.get("route")
    verb = request.method if request.method in VERBS else "?"
    metrics.request(verb, getattr(route, "path", "?"), response.status_code, time.monotonic() - begun)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.url.path.startswith("/api"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


async def _checked(request: Request, proceed) -> Response:
    if request.method not in SAFE and not same_origin(request):
        return _refusal(request, 403, Refused(words("http.origin")))
    if request.method not in SAFE and not _small(request):
        return _refusal(request, 413, Refused(words("http.large", most=4 * LARGEST)))
    token = request.cookies.get(COOKIE)
    asked = [(request.app.state.by_address, address(request))]
    if token:
        asked.append((request.app.state.by_session, people.digest(token)))
    for limit, name in asked:
        if seconds := limit.wait(name):
            refusal = _refusal(request, 429, Refused(words("message.often", seconds=int(seconds) + 1)))
            refusal.headers["Retry-After"] = str(int(seconds) + 1)
            return refusal
    request.state.who = None
    if token and request.url.path.startswith("/api"):
        try:
            request.state.who = await request.app.state.hall.store.read(lambda db: people.whoever(db, token))
        except Unwell as error:
            return await refused(request, error)
    try:
        return await proceed(request)
    except TablierError as error:
        return await refused(request, error)
    except Exception:
        log.exception("a request failed", extra={"path": request.url.path})
        return _refusal(request, 500, Unwell(words("message.failed")))


def _small(request: Request) -> bool:
    size = request.headers.get("content-length", "0")
    told = size.isdecimal() and len(size) < 10 and "transfer-encoding" not in request.headers
    return told and int(size) <= 4 * LARGEST


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TablierError)
    missing = error.phrase.key in ("table.unknown", "http.no_page")
    nobody = error.phrase.key == "people.nobody"
    status = 503 if isinstance(error, Unwell) else 404 if missing else 401 if nobody else 422
    if isinstance(error, Refused) and status == 422:
        status = 409
    response = _refusal(request, status, error)
    if status == 503:
        response.headers["Retry-After"] = "2"
    return response


async def malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _refusal(request, 422, Refused(words("message.form", where=where, what=first["msg"])))


async def unusual(request: Request, error: Exception) -> Response:
    """What the library refuses by itself: an unknown path, a verb that it does not know, a body that it cannot read."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and _looks(request):
        return nowhere()
    phrase = words("http.no_page") if error.status_code == 404 else words("http.unreadable")
    refusal = _refusal(request, error.status_code, Refused(phrase))
    refusal.headers.update(error.headers or {})
    return refusal


def _looks(request: Request) -> bool:
    """Is this somebody at a browser, and not a program?"""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _refusal(request: Request, status: int, error: TablierError) -> Response:
    language = "fr" if request.headers.get("accept-language", "").lower().startswith("fr") else "en"
    wrong = {"kind": type(error).__name__, "text": error.phrase.as_json(), "message": error.say(language)}
    return JSONResponse({"error": wrong}, status)


async def socket(websocket: WebSocket) -> None:
    """A foreign page, a stranger or somebody too eager is refused before a single byte is sent."""
    app = websocket.app
    token = websocket.cookies.get(COOKIE)
    hall: Hall = app.state.hall
    if not same_origin(websocket) or not token or hall.draining or app.state.by_address.wait(address(websocket)):
        return await websocket.close(1008)
    try:
        who = await hall.store.read(lambda db: people.whoever(db, token))
    except Unwell:
        return await websocket.close(1013)
    if who is None:
        return await websocket.close(1008)
    await websocket.accept()
    limits = [(app.state.by_address, address(websocket)), (app.state.by_session, people.digest(token))]
    connection = Connection(websocket, hall, who, limits)
    app.state.connections.add(connection)
    try:
        with metrics.SOCKETS.track_inprogress():
            await connection.live()
    finally:
        app.state.connections.discard(connection)


async def healthz(request: Request) -> JSONResponse:
    """Is the server there, and can it reach its database?"""
    hall: Hall = request.app.state.hall
    try:
        await hall.store.read(lambda db: db.exec_driver_sql("SELECT 1").scalar())
    except Unwell:
        return JSONResponse({"status": "no database"}, 503)
    if hall.draining:
        return JSONResponse({"status": "draining"}, 503)
    return JSONResponse({"status": "ok", "tables": len(hall.tables)})


async def show_metrics(request: Request) -> Response:
    return PlainTextResponse(metrics.show(request.app.state.hall), media_type=metrics.TYPE)


async def reference(request: Request) -> Response:
    """What can be asked, for programmers."""
    return Response(page(request.app.openapi()), media_type="text/html")
