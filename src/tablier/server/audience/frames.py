"""What is sent of a table: a function of what one seat may know, the same bytes for all who know the same.

The first frame is whole; later ones carry the items of the scene that have changed and the moves that
are new. Sentences are sent as keys with facts, so that everybody reads them in their own language.
"""

from collections.abc import Mapping

from tablier.core.outcome import Line, Outcome
from tablier.core.position import Position
from tablier.core.rules import SPECTATOR
from tablier.core.words import Phrase
from tablier.server.audience.chronicle import Chronicle
from tablier.server.audience.picture import Json, Picture
from tablier.server.tables.table import BROKEN, PLAYING, Table

VERSION = 1

Names = Mapping[str, str]


def about(table: Table, names: Names) -> Json:
    """What everybody may know of a table that does not change with every move."""
    return {
        "game": table.game,
        "status": table.status,
        "seats": [
            {
                "name": None if seat.level else seat.name or names.get(seat.person or seat.kept or ""),
                "level": seat.level,
                "free": seat.free,
                "kept": seat.free and seat.kept is not None,
            }
            for seat in table.seats
        ],
        "options": table.position.options if table.position else table.choices,
        "secret": table.secret,
        "clock": table.clock.model_dump(),
        "listed": table.listed,
        "rated": table.rated,
        "match": table.match,
        "earlier": table.earlier,
        "begins": table.begins,
        "first": table.first,
        "commitment": table.commitment,
        "pledges": [seat.pledge for seat in table.seats],
        "taken": table.taken,
        "again": table.again,
        "trouble": table.trouble,
        "talk": [
            {"name": names.get(said["person"]), "text": said["text"], "at": said["at"]} for said in table.talk[-50:]
        ],
    }


def standing(table: Table, view: Position, now: int) -> Json:
    """Where the game stands: whose turn, what can be played, points, clocks, questions, the end."""
    turn = table.turn
    playing = table.status == PLAYING
    return {
        "turn": turn,
        "moves": view.moves.tree if playing and turn is not None else {},
        "advice": _said(view.game.advice(view)) if playing and turn is not None else None,
        "more": _said(view.game.more(view)) if playing and turn is not None else None,
        "points": list(view.points),
        "clock": {"left": table.left, "running": turn, "since": table.since, "now": now},
        "asked": table.asked,
        "outcome": ended(table, table.outcome) if table.outcome else None,
    }


def ended(table: Table, outcome: Outcome) -> Json:
    """How it ended, and after how many milliseconds, counted from the first move to the last."""
    lasted = table.played[-1]["at"] - table.played[0]["at"] if table.played else 0
    return outcome.as_json() | {"sheet": sheet(outcome.sheet), "lasted": lasted}


def _said(phrase: Phrase | None) -> Json | None:
    return phrase.as_json() if phrase else None


def sheet(lines: tuple[Line, ...]) -> list[Json]:
    return [{"seat": n.seat, "points": n.points, "text": n.phrase.as_json(), "where": n.where} for n in lines]


def log(table: Table, chronicle: Chronicle, first: int) -> Json:
    """The moves from ply `first` on, as the view that the chronicle follows may read them."""
    assert chronicle.view is not None
    seen = chronicle.view.history
    return {
        "from": first,
        "moves": [
            {
                "seat": table.played[ply]["seat"],
                "move": seen[ply].text,
                "text": chronicle.texts[ply],
                "gains": table.played[ply]["gains"],
            }
            for ply in range(first, len(seen))
        ],
    }


def whole(table: Table, seat: int, names: Names, now: int, told: Chronicle | None = None) -> Json:
    """All that a seat may know, for somebody who comes in; `told` has its moves in words, if somebody came before."""
    frame = _about_which(table) | {"whole": True, "about": about(table, names)}
    if table.position is None or table.status == BROKEN:
        return frame
    view = table.view(seat)
    if told is None or not told.covers(view):
        told = Chronicle()
        told.follow(view)
    return frame | {
        "setup": view.setup,
        "rules": view.game.version,
        "scene": Picture().whole(view.scene()),
        "log": log(table, told, 0),
        **standing(table, view, now),
        "sheet": sheet(view.sheet),
    }


def _about_which(table: Table) -> Json:
    return {"v": VERSION, "table": table.id, "number": table.number, "head": table.head}


def place(seat: int, mine: list[int]) -> Json:
    """Where somebody who is sent a whole frame sits: the seat it is seen from, and all of their own."""
    return {"seat": None if seat == SPECTATOR else seat, "yours": mine}


def tried(table: Table, seat: int, move: str) -> Json:
    """How a view would look after a move, as changes of what it looks like now; nothing is played."""
    view = table.view(seat)
    picture = Picture()
    picture.change(view.scene())
    found = view.read(move, seat)
    after = view.after(found)
    text = view.told(found).as_json()
    return {"scene": picture.change(after.scene()), "points": list(after.points), "text": text}


def earlier(table: Table, seat: int, ply: int) -> Json:
    """How the game looked to a seat after `ply` moves."""
    view = table.view(seat)
    then = view.at(min(ply, view.ply))
    return {
        "ply": then.ply,
        "scene": Picture().whole(then.scene()),
        "points": list(then.points),
        "sheet": sheet(then.sheet),
        "last": list(then.last.path) if then.last else [],
    }


def change(table: Table, seat: int, picture: Picture, names: Names, now: int) -> Json:
    """What is new for somebody who has the frame before; `picture` remembers what was sent."""
    frame = _about_which(table)
    known = about(table, names)
    if known != picture.about:
        frame["about"] = picture.about = known
    if table.position is None or table.status == BROKEN:
        return frame
    view = table.view(seat)
    scene = view.scene()
    first = picture.told.follow(view)
    return frame | {
        "scene": picture.change(scene),
        "log": log(table, picture.told, first),
        **standing(table, view, now),
        "sheet": sheet(view.sheet),
    }
