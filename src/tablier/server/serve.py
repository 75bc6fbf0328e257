"""Running the server: `tablier serve`."""

import contextlib
import gc
import json
import logging
import signal
import socket
import sys
import webbrowser
from threading import Timer
from types import TracebackType

import uvicorn
from fastapi import FastAPI

from tablier.server.app import drain, make_app
from tablier.server.http.frames import Sockets
from tablier.server.http.messages import LARGEST
from tablier.server.settings import Settings
from tablier.server.storage.occupation import occupied

UNHEARD = 40_000
"""A connection whose other end takes nothing for so many milliseconds is dropped."""
SWITCH = 0.0005
"""Seconds after which a thread lets another one go on: the one that writes waits so long after each statement."""
GARBAGE = 5_000, 2_000, 10
"""Often a short look at what is new, hardly ever a long one at everything: a move leaves next to nothing behind."""
PLAIN = set(vars(logging.makeLogRecord({})))


class Lines(logging.Formatter):
    """Logs as lines of JSON. Only what is said on purpose gets in: no names, no moves, no cookies."""

    def format(self, record: logging.LogRecord) -> str:
        said = {"at": round(record.created, 3), "level": record.levelname.lower(), "from": record.name}
        said["said"] = record.getMessage()
        said |= {name: value for name, value in vars(record).items() if name not in PLAIN and name != "color_message"}
        if record.exc_info and record.exc_info[1]:
            said |= {"error": type(record.exc_info[1]).__name__, "where": _where(record.exc_info[2])}
        return json.dumps(said, default=str)


def _where(trace: TracebackType | None) -> list[str]:
    """Where an error happened, without the values it happened with."""
    places = []
    while trace:
        places.append(f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return places[-6:]


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for library in ("uvicorn", "websockets", "asyncio"):  # which would tell every frame and every cookie
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level.upper())))


class Server(uvicorn.Server):
    """Stops with care."""

    def __init__(self, app: FastAPI, settings: Settings):
        super().__init__(configured(app, settings))
        self.app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First let everybody finish what they are saying."""
        for server in self.servers:
            server.close()
        await drain(self.app)
        await super().shutdown(sockets)


def serve(settings: Settings, look: bool = False) -> None:
    """Serve until told to stop."""
    set_up_logs(settings.log)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # called by uvicorn when all is done
    if look:
        Timer(1.0, webbrowser.open, [f"http://{settings.host}:{settings.port}/"]).start()
    server = Server(make_app(settings), settings)
    listener = server.config.bind_socket()
    with contextlib.suppress(OSError, AttributeError):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
    gc.freeze()  # what is here at the start stays: nobody need look through it for garbage again and again
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)
    with occupied(settings.database):
        server.run([listener])


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST,
        ws_ping_interval=settings.ping,
        ws_ping_timeout=settings.ping,
        ws=Sockets,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
    )
