"""Frames of the socket on their way: large ones are packed, and only those.

A table is sent whole to whoever comes in, up to 80 KB that pack to a tenth. What a move changes is small, and sent to
many: to pack it for each of them would cost more than it saves. Nothing is remembered from one frame to the next, so
that a silent socket holds no memory for it.

Where a secret and what somebody else said would be packed together, neither is: the length of the whole would tell
whoever can see it, and say things again and again, how alike they are.
"""

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

LARGE = 4096
LEVEL = {"level": 6, "memLevel": 8}


class LargeFrames(PerMessageDeflate):
    """The usual extension of sockets, which allows each message to be packed or not."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) < LARGE or _tells(bytes(frame.data)) else super().encode(frame)


def _tells(frame: bytes) -> bool:
    """Quotation marks within texts are escaped, so nobody can say these words."""
    return b'"secret":true' in frame and b'"talk":[]' not in frame


class PackLarge(ServerPerMessageDeflateFactory):
    def __init__(self) -> None:
        super().__init__(True, True, compress_settings=LEVEL)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, usual = super().process_request_params(params, accepted_extensions)
        packing = LargeFrames(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            usual.compress_settings,
        )
        return agreed, packing


class Sockets(WebSocketsSansIOProtocol):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [PackLarge()]
