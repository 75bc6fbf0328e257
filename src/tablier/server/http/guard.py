"""What every request passes: not too often, not too large, not from a foreign page; and how a refusal is answered."""

import logging
import re
import time
from collections.abc import Awaitable, Callable

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from tablier.core.errors import TablierError
from tablier.server import metrics
from tablier.server.errors import Refused, Unwell, words
from tablier.server.http import costs
from tablier.server.http.cookies import remember, token_of
from tablier.server.http.hosts import known_host, same_origin
from tablier.server.http.languages import spoken
from tablier.server.http.messages import LARGEST
from tablier.server.http.pages import nowhere
from tablier.server.http.state import origin, state_of
from tablier.server.people import sessions
from tablier.server.people.sessions import NOTED

log = logging.getLogger("tablier.http")

Proceed = Callable[[Request], Awaitable[Response]]

TOO_OFTEN = ("message.often", "table.often", "people.often", "account.often")
SAFE = ("GET", "HEAD", "OPTIONS")
VERBS = (*SAFE, "POST", "PATCH", "PUT", "DELETE")
YEAR = 365 * 24 * 3600
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
PART = re.compile("javascript|css|json|font|audio|png|webp")
FOR_PARTS = {"X-Content-Type-Options": "nosniff"}
FOR_DATA = FOR_PARTS | {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


async def guard(request: Request, proceed: Proceed) -> Response:
    """Every request: checked, counted, and its answer given the headers that keep browsers safe."""
    begun = time.monotonic()
    response = await _checked(request, proceed)
    route = request.scope.get("route")
    verb = request.method if request.method in VERBS else "?"
    metrics.request(verb, getattr(route, "path", "?"), response.status_code, time.monotonic() - begun)
    for name, value in _safe(request, response).items():
        response.headers.setdefault(name, value)
    if request.url.path.startswith("/api"):
        response.headers.setdefault("Cache-Control", "no-store")
    if state_of(request.app).settings.secure:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}")
    return response


def _safe(request: Request, response: Response) -> dict[str, str]:
    """The headers that keep browsers safe. Those for what is opened by itself are not sent with each part of a page."""
    kind = response.headers.get("content-type", "")
    if response.status_code == 304 or (PART.search(kind) and request.url.path.startswith("/web/")):
        return FOR_PARTS
    return FOR_DATA if kind == "application/json" else HEADERS  # all of them with a worker, which obeys its own


async def _checked(request: Request, proceed: Proceed) -> Response:
    if not known_host(request):
        return _refusal(request, 421, Refused(words("http.host")))
    if request.method not in SAFE and not same_origin(request):
        return _refusal(request, 403, Refused(words("http.origin")))
    if request.method not in SAFE and not _small(request):
        return _refusal(request, 413, Refused(words("http.large", most=4 * LARGEST)))
    state, token = state_of(request.app), token_of(request)
    cost = costs.of_request(request.method, request.url.path, _size(request) or 0)
    if seconds := state.by_address.wait(origin(request), cost):
        return _too_often(request, seconds)
    if token and (seconds := state.by_session.wait(sessions.digest(token), cost)):
        return _too_often(request, seconds)
    request.state.who = None
    if not token or not request.url.path.startswith("/api"):
        return await _answered(request, proceed)
    now = state.hall.cluster.now()
    try:
        session = await state.hall.store.read(lambda db: sessions.of(db, token, now))
        if session and now - session.used >= NOTED:
            await state.hall.store.write(lambda db: sessions.use(db, [sessions.digest(token)], now))
    except Unwell as error:
        return await refused(request, error)
    if session and (seconds := state.by_person.wait(session.who.person, cost)):
        return _too_often(request, seconds)
    request.state.who = session and session.who
    response = await _answered(request, proceed)
    if session and now - session.used >= NOTED and "set-cookie" not in response.headers:
        remember(request, response, token)
    return response


async def _answered(request: Request, proceed: Proceed) -> Response:
    try:
        return await proceed(request)
    except TablierError as error:
        return await refused(request, error)
    except Exception:
        log.exception("a request failed", extra={"path": request.url.path})
        return _refusal(request, 500, Unwell(words("message.failed")))


def _too_often(request: Request, seconds: float) -> Response:
    refusal = _refusal(request, 429, Refused(words("message.often", seconds=int(seconds) + 1)))
    refusal.headers["Retry-After"] = str(int(seconds) + 1)
    return refusal


def _small(request: Request) -> bool:
    size = _size(request)
    return size is not None and size <= 4 * LARGEST


def _size(request: Request) -> int | None:
    """How many bytes a request has; None if it does not say."""
    size = request.headers.get("content-length", "0")
    told = size.isdecimal() and len(size) < 10 and "transfer-encoding" not in request.headers
    return int(size) if told else None


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, TablierError)
    missing = error.phrase.key in ("table.unknown", "people.unknown", "account.session", "http.no_page")
    nobody = error.phrase.key == "people.nobody"
    status = 503 if isinstance(error, Unwell) else 404 if missing else 401 if nobody else 422
    if isinstance(error, Refused) and status == 422:
        status = 429 if error.phrase.key in TOO_OFTEN else 409
    response = _refusal(request, status, error)
    if status in (429, 503):
        response.headers["Retry-After"] = str(error.phrase.facts.get("seconds", 2))
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
        return await nowhere(request)
    phrase = words("http.no_page") if error.status_code == 404 else words("http.unreadable")
    refusal = _refusal(request, error.status_code, Refused(phrase))
    refusal.headers.update(error.headers or {})
    return refusal


def _looks(request: Request) -> bool:
    """Is this somebody who looks for a page, and not a program that asks for something else?"""
    accepted = request.headers.get("accept", "*/*")
    asked = request.method in SAFE and not request.url.path.startswith(("/api/", "/web/", "/picture/"))
    return asked and ("text/html" in accepted or accepted == "*/*")


def _refusal(request: Request, status: int, error: TablierError) -> Response:
    metrics.refused(error)
    wrong = {"kind": type(error).__name__, "text": error.phrase.as_json(), "message": error.say(spoken(request))}
    return JSONResponse({"error": wrong}, status)
