"""Small pictures of tables, as anybody who looks on sees them; drawn once for each state of a table."""

import asyncio
from collections import OrderedDict

from tablier.core.rules import SPECTATOR
from tablier.core.svg import draw
from tablier.server.errors import Refused, words
from tablier.server.tables.table import Table

MOST = 1_000


class Miniatures:
    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[str, str, str], tuple[int, bytes]] = OrderedDict()

    async def of(self, table: Table, theme: str, boards: str) -> bytes:
        name = table.id, theme, boards
        kept = self._drawn.pop(name, None)
        if kept is None or kept[0] != table.number:
            if table.position is None:
                raise Refused(words("refused.waiting"))
            view = table.view(SPECTATOR)
            drawn = await asyncio.to_thread(draw, view, theme=theme, boards=boards, alone=True)
            kept = table.number, drawn.encode()
        self._drawn[name] = kept
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)
        return kept[1]
