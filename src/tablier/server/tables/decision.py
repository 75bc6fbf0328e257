"""What was decided at a table, before it is stored."""

from typing import NamedTuple

from tablier.core.position import Position
from tablier.server.tables.events import Event


class Decision(NamedTuple):
    """What happens; and, so that nobody has to play it again, where the game stands then.

    positions    after each event that moves the game on (`Started`, `Moved`, `Drew`), in their order
    """

    events: tuple[Event, ...] = ()
    positions: tuple[Position, ...] = ()


NOTHING = Decision()


def happens(*events: Event) -> Decision:
    """Events that do not move the game on."""
    return Decision(events)
