"""For whoever runs a server, and for programmers: health, figures, and what can be asked."""

from fastapi import Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from tablier.server import metrics
from tablier.server.errors import Unwell
from tablier.server.http.api_page import page
from tablier.server.http.state import TheHall, state_of


async def healthz(hall: TheHall) -> JSONResponse:
    """Is the server there, and can it reach its database?"""
    try:
        await hall.store.read(lambda db: db.exec_driver_sql("SELECT 1").scalar())
    except Unwell:
        return JSONResponse({"status": "no database"}, 503)
    if hall.tasks.draining:
        return JSONResponse({"status": "draining"}, 503)
    return JSONResponse({"status": "ok", "tables": len(hall.memory)})


async def show_metrics(request: Request, hall: TheHall) -> Response:
    outbox = sum(connection.waiting for connection in state_of(request.app).connections)
    shown = metrics.show(
        len(hall.memory), hall.gallery.watchers, hall.engines.waiting, outbox=outbox, writes=hall.store.waiting
    )
    return PlainTextResponse(shown, media_type=metrics.TYPE)


async def reference(request: Request) -> Response:
    """What can be asked, for programmers."""
    return Response(page(request.app.openapi()), media_type="text/html")
