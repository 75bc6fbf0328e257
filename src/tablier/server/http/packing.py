"""What is sent, made small: packed once and kept, or on its way if it is made for one request."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any, Self

from fastapi import Request
from fastapi.responses import Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALL = 512
"""Bytes up to which packing saves next to nothing."""
PACKABLE = re.compile(r"text/|image/svg|json|javascript")
REFUSED = re.compile(r"gzip\s*;\s*q=0(\.0*)?\s*(,|$)")

ASK = "no-cache"
"""A browser keeps it, and asks whether it is still so."""
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, eq=False)
class Packed:
    """Something to send: its bytes, the same packed if that saves anything, and a tag to know it again by."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> Self:
        packed = gzip.compress(body, 9, mtime=0) if len(body) > SMALL and PACKABLE.search(kind) else None
        return cls(body, packed, kind, hashlib.sha256(body).hexdigest()[:16])

    @classmethod
    def json(cls, answer: Any) -> Self:
        text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return cls.of(text.encode(), "application/json")

    def answer(self, request: Request, keep: str = ASK, status: int = 200, vary: str = "") -> Response:
        """To send it, or to say that it is what the browser has; `keep` says how long a browser may do so unasked."""
        headers = {"Cache-Control": keep, "Vary": ", ".join(filter(None, ("Accept-Encoding", vary)))}
        if keep != FOR_GOOD:
            headers["ETag"] = f'W/"{self.tag}"'
        if status == 200 and f'"{self.tag}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is None or not takes_packed(request.headers.get("accept-encoding", "")):
            return Response(self.body, status, headers, self.kind)
        return Response(self.packed, status, headers | {"Content-Encoding": "gzip"}, self.kind)


def takes_packed(accepted: str) -> bool:
    return "gzip" in accepted and not REFUSED.search(accepted)


class PackAnswers(GZipMiddleware):
    """Packs what the API answers; everything else is packed already, or not worth it."""

    def __init__(self, app: ASGIApp):
        super().__init__(app, minimum_size=SMALL, compresslevel=4)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packs = scope["type"] == "http" and scope["path"].startswith("/api")
        await (super().__call__ if packs else self.app)(scope, receive, send)


class Heads:
    """HEAD is answered as GET is, without the body."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            return await self.app(scope, receive, send)

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, without_body)
