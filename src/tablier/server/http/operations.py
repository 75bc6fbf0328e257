"""For whoever runs a server, and for programmers: health, figures, and what can be asked."""

from fastapi import Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from tablier.server import metrics
from tablier.server.errors import Unwell
from tablier.server.http.api_page import page
from tablier.server.http.state import TheHall, state_of
from tablier.server.storage.cluster import ALIVE


async def livez() -> JSONResponse:
    """Is the process there? Whoever asks may start another if not."""
    return JSONResponse({"status": "ok"})


async def healthz(hall: TheHall) -> JSONResponse:
    """Should people be sent here? It reads and writes its database, and is not about to stop."""
    status = await _status(hall)
    found = {
        "status": status,
        "tables": len(hall.memory),
        "written": round(hall.cluster.unwritten / 1000, 1),
        "hears": hall.store.hears,
        "time": "sure" if hall.cluster.sure else "doubtful",
        "thoughts": hall.engines.waiting,
    }
    return JSONResponse(found, 200 if status == "ok" else 503)


async def _status(hall: TheHall) -> str:
    try:
        await hall.store.read(lambda db: db.exec_driver_sql("SELECT 1").scalar())
    except Unwell:
        return "no database"
    if hall.cluster.unwritten > ALIVE:
        return "cannot write"
    return "draining" if hall.tasks.draining else "ok"


async def show_metrics(request: Request, hall: TheHall) -> Response:
    outbox = sum(connection.waiting for connection in state_of(request.app).connections)
    shown = metrics.show(
        len(hall.memory), hall.gallery.watchers, hall.engines.waiting, outbox=outbox, writes=hall.store.waiting
    )
    return PlainTextResponse(shown, media_type=metrics.TYPE)


async def reference(request: Request) -> Response:
    """What can be asked, for programmers."""
    return Response(page(request.app.openapi()), media_type="text/html")
