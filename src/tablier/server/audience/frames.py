"""What is sent of a table: a function of what one seat may know, the same bytes for all who know the same.

The first frame is whole; later ones carry the items of the scene that have changed and the moves that
are new. Sentences are sent as keys with facts, so that everybody reads them in their own language.
"""

from collections.abc import Mapping

from tablier.core.moves import Move
from tablier.core.outcome import Line
from tablier.core.position import Position
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
        "commitment": table.commitment,
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
        "advice": _advice(view) if playing and turn is not None else None,
        "points": list(view.points),
        "clock": {"left": table.left, "running": turn, "since": table.since, "now": now},
        "asked": table.asked,
        "outcome": table.outcome.as_json() | {"sheet": sheet(table.outcome.sheet)} if table.outcome else None,
    }


def _advice(view: Position) -> Json | None:
    """What the seat on turn is to do now, if the game can say."""
    advice = view.game.advice(view)
    return advice.as_json() if advice else None


def sheet(lines: tuple[Line, ...]) -> list[Json]:
    return [{"seat": n.seat, "points": n.points, "text": n.phrase.as_json(), "where": n.where} for n in lines]


def log(table: Table, view: Position, first: int) -> Json:
    """The moves from ply `first` on, as this view may read them."""
    seen = view.history
    return {
        "from": first,
        "moves": [
            {"seat": table.played[ply]["seat"], "move": seen[ply].text, "gains": table.played[ply]["gains"]}
            for ply in range(first, len(seen))
        ],
    }


def whole(table: Table, seat: int, names: Names, now: int) -> Json:
    """All that a seat may know, for somebody who comes in."""
    frame: Json = {"v": VERSION, "table": table.id, "number": table.number, "whole": True, "about": about(table, names)}
    if table.position is None or table.status == BROKEN:
        return frame
    view = table.view(seat)
    return frame | {
        "setup": view.setup,
        "rules": view.game.version,
        "scene": Picture().whole(view.scene()),
        "log": log(table, view, 0),
        **standing(table, view, now),
        "sheet": sheet(view.sheet),
    }


def tried(table: Table, seat: int, move: str) -> Json:
    """How a view would look after a move, as changes of what it looks like now; nothing is played."""
    view = table.view(seat)
    picture = Picture()
    picture.change(view.scene())
    after = view.play(move, seat)
    return {"scene": picture.change(after.scene()), "points": list(after.points)}


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
    """What is new for somebody who has the frame before; `picture` remembers what was sent.

    When the game begins everything is new.
    """
    frame: Json = {"v": VERSION, "table": table.id, "number": table.number}
    known = about(table, names)
    if known != picture.about:
        frame["about"] = picture.about = known
    if table.position is None or table.status == BROKEN:
        return frame
    view = table.view(seat)
    scene = view.scene()
    if not picture.begun:
        picture.begun, picture.history = True, view.history
        picture.change(scene)
        return whole(table, seat, names, now)
    first = _alike(picture.history, view.history)
    picture.history = view.history
    return frame | {
        "scene": picture.change(scene),
        "log": log(table, view, first),
        **standing(table, view, now),
        "sheet": sheet(view.sheet),
    }


def _alike(before: tuple[Move, ...], now: tuple[Move, ...]) -> int:
    """How many moves were sent as they are now; others were taken back since, or are shown only at the end."""
    if now[: len(before)] == before:
        return len(before)
    return next((ply for ply, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), len(now))
