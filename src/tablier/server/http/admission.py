"""Who may set another table: so many may go on for each person, and for all who come from the same place."""

from tablier.server.errors import Refused, words
from tablier.server.http.state import NEAR, State
from tablier.server.storage import ledger
from tablier.server.tables.who import Who


async def admit(state: State, who: Who, origin: str, without_people: bool = False) -> None:
    """Refuse somebody another table, if they have enough."""
    most, people = state.settings.tables, list(who.selves)
    going = await state.hall.store.read(lambda db: ledger.going_on(db, people, origin))
    if going.own >= most:
        raise Refused(words("table.own", most=most))
    if going.near >= most * NEAR:
        raise Refused(words("table.near", most=most * NEAR))
    if without_people and going.without_people:
        raise Refused(words("table.opponents"))
    if seconds := state.new_tables.wait(who.person):
        raise Refused(words("table.often", most=int(state.new_tables.burst), seconds=int(seconds) + 1))
