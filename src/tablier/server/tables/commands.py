"""What people may do at a table, and what happens then: from a table and a wish to a decision, or a refusal.

Nothing here is stored or sent; the desk does that.
"""

from tablier.core.outcome import Outcome
from tablier.core.position import Position
from tablier.core.registry import game as find_game
from tablier.core.rules import CHANCE, SPECTATOR
from tablier.server.errors import Refused, words
from tablier.server.tables import draws
from tablier.server.tables.clocks import DaysClock
from tablier.server.tables.decision import NOTHING, Decision, happens
from tablier.server.tables.events import (
    Agreed,
    Asked,
    Broke,
    Closed,
    Declined,
    Drew,
    Ended,
    Event,
    Left,
    Moved,
    Place,
    Pledged,
    Replaced,
    Revealed,
    Said,
    Sat,
    Started,
    TookBack,
)
from tablier.server.tables.seats import Seat, full
from tablier.server.tables.table import BRINGING, BROKEN, OPEN, PLAYING, Table
from tablier.server.tables.who import Who

STAND_IN = "tablier:3"
"""Who plays on for somebody who left a game of three or four."""

ABSENT = 60_000
PATIENCE = 120_000
"""Somebody not seen for so long counts as absent; and so long after that others may claim."""
HOST_GONE = 600_000
"""A table that is offered to everybody closes when whoever set it has been away for so long, until they come back."""

EVENTS = 2_000
"""So much may happen at a table, at most; the last of it is for moves alone."""
FOR_MOVES = 500
SAYINGS = 200
TAKE_BACKS = 3
"""So often may be taken back to one move."""


def sit(table: Table, who: Who, seat: int, luck: bool, host_gone: int | None = None) -> Decision:
    """Take a free seat; the game waits for whoever says that they bring luck. `host_gone` is for how long whoever set
    the table has been away."""
    if table.status != OPEN:
        raise Refused(words("refused.begun"))
    place = _place(table, seat)
    if place.person in who.selves:
        return NOTHING
    if not place.free:
        raise Refused(words("refused.taken", seat=seat))
    if place.kept and place.kept not in who.selves:
        raise Refused(words("refused.kept", seat=seat))
    _find_room(table, FOR_MOVES)
    if table.rated and who.selves.intersection(table.people()):
        raise Refused(words("table.rated"))
    check_rated(table.rated, who)
    waits = waits_for_host(table)
    if waits is not None and host_gone is not None and host_gone > waits and not place.kept:
        raise Refused(words("refused.host"))
    return happens(sat(who, seat, luck))


def sat(who: Who, seat: int, luck: bool) -> Sat:
    return Sat(seat=seat, person=who.person, **({"pledge": ""} if luck else {}))


def pledge(table: Table, who: Who, pledge: str) -> Decision:
    """Fix the luck that one brings, for all seats of one's own where it is awaited."""
    mine = [seat for seat in table.seats_of(who) if table.seats[seat].unpledged]
    if mine and table.status == OPEN:
        return happens(Pledged(seats=mine, pledge=pledge))
    if any(table.seats[seat].pledge == pledge for seat in table.seats_of(who)):
        return NOTHING
    raise Refused(words("refused.pledge"))


def reveal(table: Table, who: Who, luck: str) -> Decision:
    """Show the luck that one has pledged, once nobody can choose theirs any more."""
    pledged = draws.pledge(table.commitment, luck)
    mine = [seat for seat in table.seats_of(who) if table.seats[seat].pledge == pledged]
    if not mine:
        raise Refused(words("refused.luck"))
    if all(table.seats[seat].luck for seat in mine):
        return NOTHING
    if table.status != OPEN:
        raise Refused(words("refused.luck_late"))
    if not full(table.seats) or any(seat.unpledged for seat in table.seats):
        raise Refused(words("refused.luck_early"))
    return happens(Revealed(seats=mine, luck=luck))


def check_rated(rated: bool, who: Who) -> None:
    """Only accounts are rated, and who one is at a rated table is settled when one sits down."""
    if rated and who.account is None:
        raise Refused(words("table.accounts"))


def waits_for_host(table: Table) -> int | None:
    """For how many milliseconds a table is still offered when whoever set it has gone; None where no stranger sits
    down, because it is found by its link alone."""
    if not (table.listed or table.rated):
        return None
    return table.clock.start if isinstance(table.clock, DaysClock) else HOST_GONE


def leave(table: Table, who: Who, seat: int) -> Decision:
    if table.status != OPEN:
        raise Refused(words("refused.leave"))
    _own(table, who, seat)
    if table.bringing:  # nobody goes, and comes back with other luck, after somebody has shown theirs
        raise Refused(words("refused.bringing"))
    left = Left(seat=seat)
    return happens(left) if len(table.people()) > 1 else happens(left, Closed())


def start(table: Table) -> Decision:
    """How the game begins, when everybody is there and has shown the luck that they bring."""
    return _begin(table) if table.status == OPEN and full(table.seats) and not table.bringing else NOTHING


def _begin(table: Table) -> Decision:
    chosen = dict(table.choices)
    setup = chosen.pop("setup", None)
    key, seats = _key(table), len(table.seats)
    game = find_game(table.game)
    position = game.start(seats, setup=setup, seed=draws.setup(table.version, key), **chosen)
    lot = {"first": draws.first(key, seats)} if table.begins == "lot" else {}
    return _drawn(table, Started(options=position.options, setup=position.setup, rules=game.version, **lot), position)


def play(table: Table, who: Who | None, seat: int, move: str, spent: int, seed: int | None = None) -> Decision:
    """A move of a person, or of the opponent on that seat, whose thought began with that seed."""
    position = _playing(table)
    if who is not None:
        _own(table, who, seat)
    if table.turn != seat:
        raise Refused(words("refused.turn"))
    text = table.view(seat).read(move, seat).text  # a refusal says no more than the seat may know
    left = table.left[seat]
    if left is not None and spent > left:
        raise Refused(words("refused.late"))
    _find_room(table)
    left = None if left is None else table.clock.after(left, spent)
    known = {} if seed is None else {"seed": seed}
    decided = _drawn(table, Moved(seat=seat, move=text, left=left, **known), position.play(text))
    outcome = decided.positions[-1].outcome
    return decided if outcome is None else Decision((*decided.events, _end(outcome)), decided.positions)


def _drawn(table: Table, event: Event, position: Position) -> Decision:
    """An event that leads to a position, and the draws that come then, until somebody is on turn."""
    events, positions = [event], [position]
    number = len(table.promises)
    while position.turn == CHANCE:
        move = position.moves[draws.pick(_key(table), number, position.chances())].text
        position = position.play(move)
        events.append(_draw(table, number, move, position))
        positions.append(position)
        number += 1
    return Decision(tuple(events), tuple(positions))


def _draw(table: Table, number: int, move: str, after: Position) -> Drew:
    if after.view(SPECTATOR).history[-1].text == move:
        return Drew(move=move, number=number)
    return Drew(move=move, number=number, promise=draws.promise(table.seed, number, move))


def _key(table: Table) -> bytes:
    return draws.key(table.seed, table.luck)


def _end(outcome: Outcome) -> Ended:
    return Ended.model_validate(outcome.as_json())


def may_play(table: Table, who: Who, seat: int) -> None:
    """Refuse if that seat is not this person's, or not on turn."""
    _playing(table)
    _own(table, who, seat)
    if table.turn != seat:
        raise Refused(words("refused.turn"))


def may_ask(table: Table, who: Who, seat: int) -> None:
    """Refuse hints in rated games, against other people, and for others' seats."""
    if table.rated:
        raise Refused(words("refused.rated"))
    may_play(table, who, seat)
    if not who.selves.issuperset(table.people()):
        raise Refused(words("refused.people"))


def resign(table: Table, who: Who, seat: int) -> Decision:
    _playing(table)
    _own(table, who, seat)
    return _give_up(table, seat, "resigned")


def flag(table: Table, spent: int) -> Decision:
    """The seat on turn has no time left; before play, those who were to bring luck."""
    if table.bringing:
        return _go_without(table) if spent > BRINGING else NOTHING
    turn = table.turn
    left = None if turn is None else table.left[turn]
    if turn is None or left is None or spent <= left:
        return NOTHING
    return _give_up(table, turn, "time")


def _go_without(table: Table) -> Decision:
    """Whoever has not pledged luck in time brings none; if all have, whoever has not shown it has withheld it."""
    late = [number for number, seat in enumerate(table.seats) if seat.unpledged]
    return happens(Pledged(seats=late, pledge=None)) if late else _begin(table)


def claim(table: Table, who: Who, seat: int, absent: int | None, now: int) -> Decision:
    """The seat on turn belongs to somebody who has been away for too long: `absent` milliseconds, None if here."""
    _playing(table)
    _own(table, who, seat)
    turn = table.turn
    gone = table.seats[turn].person if turn is not None else None
    if turn is None or turn == seat or gone is None or gone in who.selves:
        raise Refused(words("refused.claim"))
    patience = patience_of(table)
    if patience is None:
        raise Refused(words("refused.days"))
    if absent is None or min(absent, now - table.since) < patience:
        raise Refused(words("refused.patience"))
    return _give_up(table, turn, "abandoned")


def patience_of(table: Table) -> int | None:
    """How long somebody on turn may be away before others may claim; None where there are days for a move."""
    return None if isinstance(table.clock, DaysClock) else ABSENT + PATIENCE


def _give_up(table: Table, seat: int, reason: str) -> Decision:
    if not table.two_sides:
        return happens(Replaced(seat=seat, level=STAND_IN, why=reason))
    sides = table.reached.sides
    ranks = [2 if side == sides[seat] else 1 for side in sides]
    points = [count or 0 for count in table.reached.points]
    return happens(_end(Outcome(tuple(ranks), tuple(points), reason, seat=seat)))


# ----- Taking back


def ask_back(table: Table, who: Who, seat: int, spent: int = 0) -> Decision:
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
    if table.backs.get(to, 0) >= TAKE_BACKS:
        raise Refused(words("refused.backs", most=TAKE_BACKS))
    _find_room(table, FOR_MOVES)
    others = [place.person for place in table.seats if place.person and place.person not in who.selves]
    return happens(Asked(seat=seat, to=to)) if others else _back(table, seat, to, spent)


def answer(table: Table, who: Who, seat: int, yes: bool, spent: int = 0) -> Decision:
    _playing(table)
    _own(table, who, seat)
    if not table.asked or seat in table.asked["agreed"] or table.seats[table.asked["seat"]].person in who.selves:
        raise Refused(words("refused.question"))
    if not yes:
        return happens(Declined(seat=seat))
    agreed = {table.seats[number].person for number in (*table.asked["agreed"], seat)}
    if set(table.people()) - agreed:
        return happens(Agreed(seat=seat))
    return _back(table, table.asked["seat"], table.asked["to"], spent)


def _back(table: Table, asker: int, to: int, spent: int) -> Decision:
    """What is taken back gives nobody time: what it had added goes, and whoever asks pays for thinking meanwhile."""
    left = table.left.copy()
    for seat in (played["seat"] for played in table.played[to:]):
        if seat is not None and (had := left[seat]) is not None:
            left[seat] = table.clock.without(had)
    turn = table.reached.turn
    if (mine := left[turn]) is not None and table.seats[turn].person == table.seats[asker].person:
        if spent > mine:
            raise Refused(words("refused.late"))
        left[turn] = mine - spent
    return happens(TookBack(to=to, left=left) if left != table.left else TookBack(to=to))


# ----- Talking


def say(table: Table, who: Who, text: str) -> Decision:
    if not who.selves.intersection(table.people()):
        raise Refused(words("refused.stranger"))
    if len(table.talk) >= SAYINGS:
        raise Refused(words("refused.talk", most=SAYINGS))
    _find_room(table, FOR_MOVES)
    return happens(Said(person=who.person, text=text))


def seated(person: str, luck: bool) -> Place:
    """Somebody's place at a new table; the game waits for whoever says that they bring luck."""
    return {"person": person, "pledge": ""} if luck else {"person": person}


# ----- Trouble


def set_aside(table: Table, error: Exception) -> Decision:
    """Nothing more is played at a table where something fails; nobody else is disturbed."""
    return NOTHING if table.status == BROKEN else happens(Broke(why=type(error).__name__))


# ----- Who may


def _place(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(words("refused.seat", seat=seat, last=len(table.seats) - 1))
    return table.seats[seat]


def _find_room(table: Table, spare: int = 0) -> None:
    """Refuse where as much has happened as may, but for what is to be spared."""
    if table.number >= EVENTS - spare:
        raise Refused(words("refused.full", most=EVENTS))


def _own(table: Table, who: Who, seat: int) -> None:
    if _place(table, seat).person not in who.selves:
        raise Refused(words("refused.not_yours", seat=seat))


def _playing(table: Table) -> Position:
    if table.status == OPEN:
        raise Refused(words("refused.bringing" if table.bringing else "refused.waiting"))
    if table.status != PLAYING:
        raise Refused(words("refused.over"))
    return table.reached
