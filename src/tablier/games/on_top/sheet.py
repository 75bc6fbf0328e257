"""Why a game of On Top ended, and where every point came from."""

from tablier.core.outcome import Line
from tablier.games.on_top.moves import shape_of, words
from tablier.games.on_top.rules import BOARD_FULL, LAST_PAWN, NEUTRAL_OUT, NO_TILE_LEFT, PAWNS
from tablier.games.on_top.tiles import COLOURS
from tablier.games.on_top.towers import towers

REASONS = {
    BOARD_FULL: "board full",
    NO_TILE_LEFT: "no tile left",
    LAST_PAWN: "last pawn",
    NEUTRAL_OUT: "neutral out",
}


def reason(position):
    return REASONS[int(position.state["end"])]


def sheet(position):
    names, owner = shape_of(position).circle_names, position.board["owner"].tolist()
    for tower in towers(position):
        seat = owner[tower.top]
        if tower.points and seat >= 0:
            name, height = names[tower.circle], len(tower.pawns)
            phrase = words("sheet.plain" if tower.points == height else "sheet.gold", circle=name, height=height)
            yield Line(seat, tower.points, phrase, (name,))
    if position.over:
        yield from final(position)


def final(position):
    """The penalties, and who won by the last pawn."""
    for seat in range(position.seats):
        if left := pawns_left(position)[COLOURS.index(position.setup["colours"][seat])]:
            yield Line(seat, -left, words("sheet.left", pawns=left), (f"left:{position.setup['colours'][seat]}",))
    for seat in range(position.seats):
        if position.state["winners"] >> seat & 1:
            yield Line(seat, 0, words("sheet.instant"))


def pawns_left(position):
    """How many pawns of each colour can still be placed."""
    return [PAWNS - (int(position.state["placed"]) >> 8 * colour & 0xFF) for colour in range(4)]
