"""Meeting again: the table of a rematch, and the second game of a match."""

from typing import NamedTuple

from tablier.core.registry import game as find_game
from tablier.server.errors import Refused, words
from tablier.server.tables import draws
from tablier.server.tables.commands import check_rated, sat, seated
from tablier.server.tables.decision import NOTHING, Decision, happens
from tablier.server.tables.events import MetAgain, Place, Wish
from tablier.server.tables.seats import Seat
from tablier.server.tables.table import OPEN, OVER, Table
from tablier.server.tables.who import Who


class Rematch(NamedTuple):
    """The table of a rematch: its name, and what it is created with."""

    name: str
    wish: Wish


def meet_again(table: Table, who: Who, luck: bool = False) -> Rematch:
    """The rematch, the same table whoever asks first: the seats move on by one, unless the game says who begins."""
    if table.status != OVER or table.position is None:
        raise Refused(words("refused.not_over"))
    if not who.selves.intersection(table.people()):
        raise Refused(words("refused.stranger"))
    name = draws.derived_name(table.seed, "again")
    second = table.match is not None and table.match["game"] == 1
    assert table.outcome
    first = 1 if second else find_game(table.game).begins_again(table.outcome)
    places = [_invited(place, who, luck) for place in table.seats]
    wish = Wish(
        game=table.game,
        choices=table.choices,
        seats=places[first or 0 :] + places[: first or 0],
        clock=table.clock,
        listed=False,
        rated=table.rated,
        host=who.person,
        begins="lot" if first is None else "seated",
    )
    if table.match is None:
        return Rematch(name, wish)
    if second:
        return Rematch(name, _second(table, wish))
    return Rematch(name, wish.model_copy(update={"match": {"id": name, "game": 1}}))


def _second(table: Table, wish: Wish) -> Wish:
    """The second game of a match of two: what chance decided openly stays."""
    assert table.match and table.outcome
    position = find_game(table.game).again(table.reached)
    points = list(table.outcome.points)
    changes = {
        "choices": position.options | {"setup": position.setup},
        "match": {"id": table.match["id"], "game": 2},
        "earlier": points[1:] + points[:1],
    }
    return wish.model_copy(update=changes)


def met_again(table: Table, new_table: str) -> Decision:
    return NOTHING if table.again else happens(MetAgain(table=new_table))


def come_again(table: Table, who: Who, luck: bool = False) -> Decision:
    """Whoever asks for a rematch takes the seats that are kept for them there."""
    if table.status != OPEN:
        return NOTHING
    kept = [seat for seat, place in enumerate(table.seats) if place.free and place.kept in who.selves]
    if kept:
        check_rated(table.rated, who)
    return happens(*(sat(who, seat, luck) for seat in kept))


def _invited(place: Seat, who: Who, luck: bool) -> Place:
    """Whoever asks sits at once; a seat is kept for everybody else, also for those who gave up."""
    person = place.person or place.kept
    if person is None:
        return {"level": place.level}
    named: Place = {"name": place.name} if place.name else {}
    return named | (seated(who.person, luck) if person in who.selves else {"kept": person})
