"""What people may do at a table, and what happens then: from a table and a wish to events, or a refusal.

Nothing here is stored or sent; the hall does that.
"""

from tablier.core.outcome import Outcome
from tablier.core.position import Position
from tablier.core.registry import game as find_game
from tablier.core.rules import SPECTATOR
from tablier.server import draws
from tablier.server.clocks import DaysClock
from tablier.server.people import Who
from tablier.server.table import OPEN, OVER, PLAYING, Event, Seat, Table, on_chance
from tablier.server.words import Refused, words

STAND_IN = "tablier:3"
"""Who plays on for somebody who left a game of three or four."""

ABSENT = 60_000
PATIENCE = 120_000
"""Somebody not seen for so long counts as absent; and so long after that others may claim."""


def sit(table: Table, who: Who, seat: int, luck: str) -> list[Event]:
    if table.status != OPEN:
        raise Refused(words("refused.begun"))
    place = _place(table, seat)
    if place.person in who.selves:
        return []
    if not place.free:
        raise Refused(words("refused.taken", seat=seat))
    if place.kept and place.kept not in who.selves:
        raise Refused(words("refused.kept", seat=seat))
    if table.rated and who.selves.intersection(table.people()):
        raise Refused(words("table.rated"))
    return [Event("sat", {"seat": seat, "person": who.person, "luck": luck})]


def leave(table: Table, who: Who, seat: int) -> list[Event]:
    if table.status != OPEN:
        raise Refused(words("refused.leave"))
    _own(table, who, seat)
    left = [Event("left", {"seat": seat})]
    return left if len(table.people()) > 1 else [*left, Event("closed")]


def start(table: Table) -> list[Event]:
    """The first events of the game, when everybody is there."""
    if table.status != OPEN or any(seat.free for seat in table.seats):
        return []
    key = draws.key(table.seed, [seat.luck for seat in table.seats])
    chosen = dict(table.choices)
    setup = chosen.pop("setup", None)
    luck = draws.Luck(key, "setup")
    position = find_game(table.game).start(len(table.seats), setup=setup, seed=luck, **chosen)
    begun = Event("started", {"options": position.options, "setup": position.setup})
    return [begun, *draw(table, position, 0)]


def draw(table: Table, position: Position, number: int) -> list[Event]:
    """The draws that come now, until somebody is on turn."""
    if not on_chance(position):
        return []
    key = draws.key(table.seed, [seat.luck for seat in table.seats])
    events = []
    while on_chance(position):
        move = position.moves[draws.pick(key, number, position.chances())].text
        data: dict = {"move": move, "number": number}
        after = position.play(move)
        if after.view(SPECTATOR).history[-1].text != move:
            data["promise"] = draws.promise(table.seed, number, move)
        events.append(Event("drew", data))
        position, number = after, number + 1
    return events


def play(table: Table, who: Who | None, seat: int, move: str, spent: int) -> list[Event]:
    """A move of a person, or of the opponent on that seat."""
    _playing(table)
    if who is not None:
        _own(table, who, seat)
    position = table.position
    if table.turn != seat:
        raise Refused(words("refused.turn"))
    text = table.view(seat).read(move, seat).text  # a refusal says no more than the seat may know
    left = table.left[seat]
    if left is not None and spent > left:
        raise Refused(words("refused.late"))
    left = None if left is None else table.clock.after(left, spent)
    events = [Event("moved", {"seat": seat, "move": text, "left": left})]
    after = position.play(text)
    events += draw(table, after, len(table.promises))
    for event in events[1:]:
        after = after.play(event.data["move"])
    if after.outcome:
        events.append(Event("ended", after.outcome.as_json()))
    return events


def may_play(table: Table, who: Who, seat: int) -> None:
    """Refuse if that seat is not this person's, or not on turn."""
    _playing(table)
    _own(table, who, seat)
    if table.turn != seat:
        raise Refused(words("refused.turn"))


def may_ask(table: Table, who: Who, seat: int) -> None:
    """Refuse hints in rated games, and for others' seats."""
    if table.rated:
        raise Refused(words("refused.rated"))
    may_play(table, who, seat)


def resign(table: Table, who: Who, seat: int) -> list[Event]:
    _playing(table)
    _own(table, who, seat)
    return _give_up(table, seat, "resigned")


def flag(table: Table, spent: int) -> list[Event]:
    """The seat on turn has no time left."""
    turn = table.turn
    left = None if turn is None else table.left[turn]
    if turn is None or left is None or spent <= left:
        return []
    return _give_up(table, turn, "time")


def claim(table: Table, who: Who, seat: int, absent_since: int | None, now: int) -> list[Event]:
    """The seat on turn belongs to somebody who has been away for too long."""
    _playing(table)
    _own(table, who, seat)
    turn = table.turn
    gone = table.seats[turn].person if turn is not None else None
    if turn is None or turn == seat or gone is None or gone in who.selves:
        raise Refused(words("refused.claim"))
    patience = patience_of(table)
    if patience is None:
        raise Refused(words("refused.days"))
    begun = max(absent_since or now, table.since)
    if absent_since is None or now - begun < patience:
        raise Refused(words("refused.patience"))
    return _give_up(table, turn, "abandoned")


def patience_of(table: Table) -> int | None:
    """How long somebody on turn may be away before others may claim; None where there are days for a move."""
    return None if isinstance(table.clock, DaysClock) else ABSENT + PATIENCE


def _give_up(table: Table, seat: int, reason: str) -> list[Event]:
    if not table.two_sides:
        return [Event("replaced", {"seat": seat, "level": STAND_IN, "why": reason})]
    sides = table.position.sides
    ranks = [2 if side == sides[seat] else 1 for side in sides]
    points = [count or 0 for count in table.position.points]
    return [Event("ended", Outcome(tuple(ranks), tuple(points), reason, seat=seat).as_json())]


# ----- Taking back


def ask_back(table: Table, who: Who, seat: int) -> list[Event]:
    """Ask to take back to the own last move; against opponents alone it is granted at once."""
    _playing(table)
    _own(table, who, seat)
    if table.rated:
        raise Refused(words("refused.rated"))
    mine = [ply for ply, played in enumerate(table.played) if played["seat"] == seat]
    if not mine:
        raise Refused(words("refused.nothing"))
    to = mine[-1]
    if any(played["seat"] is None for played in table.played[to:]):
        raise Refused(words("refused.draw"))
    if table.asked:
        raise Refused(words("refused.asked"))
    others = [place.person for place in table.seats if place.person and place.person not in who.selves]
    return [Event("asked", {"seat": seat, "to": to})] if others else [Event("took_back", {"to": to})]


def answer(table: Table, who: Who, seat: int, yes: bool) -> list[Event]:
    _playing(table)
    _own(table, who, seat)
    if not table.asked or seat in table.asked["agreed"] or table.seats[table.asked["seat"]].person in who.selves:
        raise Refused(words("refused.question"))
    if not yes:
        return [Event("declined", {"seat": seat})]
    agreed = {table.seats[number].person for number in (*table.asked["agreed"], seat)}
    if set(table.people()) - agreed:
        return [Event("agreed", {"seat": seat})]
    return [Event("took_back", {"to": table.asked["to"]})]


# ----- Meeting again


def meet_again(table: Table, who: Who, luck: str = "") -> dict:
    """What the table of the rematch is created with, seats swapped: the same table whoever asks first."""
    if table.status != OVER or table.position is None:
        raise Refused(words("refused.not_over"))
    if not who.selves.intersection(table.people()):
        raise Refused(words("refused.stranger"))
    name = draws.derived_name(table.seed, "again")
    places = [_invited(place, who, luck) for place in table.seats]
    second = bool(table.match and table.match["game"] == 1)
    created = {
        "id": name,
        "game": table.game,
        "choices": table.choices,
        "seats": places[1:] + places[:1],
        "clock": table.clock.model_dump(),
        "listed": False,
        "rated": table.rated,
        "host": who.person,
    }
    if second:
        position = find_game(table.game).again(table.position)
        created["choices"] = position.options | {"setup": position.setup}
        created["match"] = {"id": table.match["id"], "game": 2}
        points = list(table.outcome.points)
        created["earlier"] = points[1:] + points[:1]
    elif table.match:
        created["match"] = {"id": name, "game": 1}
    return created


def met_again(table: Table, new_table: str) -> list[Event]:
    return [] if table.again else [Event("met_again", {"table": new_table})]


def _invited(place: Seat, who: Who, luck: str) -> dict:
    """Whoever asks sits at once; a seat is kept for everybody else, also for those who gave up."""
    person = place.person or place.kept
    if person is None:
        return {"level": place.level}
    return {"person": who.person, "luck": luck} if person in who.selves else {"kept": person}


# ----- Who may


def _place(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(words("refused.seat", seat=seat, last=len(table.seats) - 1))
    return table.seats[seat]


def _own(table: Table, who: Who, seat: int) -> None:
    if _place(table, seat).person not in who.selves:
        raise Refused(words("refused.not_yours", seat=seat))


def _playing(table: Table) -> None:
    if table.status == OPEN:
        raise Refused(words("refused.waiting"))
    if table.status != PLAYING:
        raise Refused(words("refused.over"))
