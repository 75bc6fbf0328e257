"""Seats, options and the literal setup of On Top: a board, the seats' colours and the tiles."""

import tomllib
from functools import cache
from pathlib import Path

from tablier.core.errors import BadOption, BadSetup
from tablier.core.options import Data, flag, show
from tablier.core.strict_json import DECODER
from tablier.core.words import LANGUAGES, Words
from tablier.core.words import words as core_words
from tablier.games.on_top.geometry import CELL, NOTHING, geometry
from tablier.games.on_top.tiles import COLOURS, KINDS, READINGS

words = Words(Path(__file__).parent)

with open(Path(__file__).parent / "data.toml", "rb") as file:
    DATA = tomllib.load(file)

SEATS = (2, 3, 4)
DIFFICULTY = 5
OPTIONS = (
    flag("teams"),
    Data("board", tuple(DATA["boards"]), "classic", kind="board"),
    Data("start", ()),
    Data("gold", ()),
    Data("colours", ()),
    Data("tiles", tuple(DATA["tiles"]), "standard"),
)

START = "*"
MOST_ROWS, MOST_COLUMNS = 25, 63
MOST_CELLS, MOST_CIRCLES = 126, 128
MOST_TILES = 126


def sides(seats, options):
    return (0, 1, 0, 1) if options["teams"] else tuple(range(seats))


def make(seats, options, random, board, start, gold, colours, tiles):
    if isinstance(board, str):
        board = DATA["boards"].get(board) or read_board(board)
    if isinstance(board, dict):
        chosen = {} if start is None else {"start": listed(start)}
        chosen |= {} if gold is None else {"gold": gold if gold == "border" else listed(gold)}
        board = {"start": [], "gold": "border"} | board | chosen
        check_triangles(board["start"])
    if isinstance(tiles, str):
        tiles = DATA["tiles"].get(tiles) or read_json("tiles", tiles)
    colours = random.sample(COLOURS, seats) if colours is None else listed(colours)
    return {"board": board, "colours": colours, "tiles": tiles}


def check_triangles(start):
    """Refuse more start cells than there are triangles. Games of old that began so are still read."""
    if isinstance(start, list) and len(start) > DATA["triangles"]:
        raise BadSetup(words("setup.start.many", number=len(start), most=DATA["triangles"]))


def listed(value):
    """A list, or the words of a text."""
    return value.replace(",", " ").split() if isinstance(value, str) else value


def read_board(text):
    """A board pasted as JSON, or drawn: `#` cell, `*` start cell, `.` or a space nothing."""
    if not text.strip(" .#*\r\n"):
        return read_drawing([line.rstrip().replace(" ", NOTHING) for line in text.strip("\r\n").splitlines()])
    return read_json("board", text)


def read_drawing(lines):
    width = max(map(len, lines), default=0)
    drawing = [line.ljust(width, NOTHING) for line in lines]
    rows = check_rows([line.replace(START, CELL) for line in drawing])
    shape = geometry(tuple(rows))
    places = zip(shape.cell_names, shape.cells, strict=True)
    return {"rows": rows, "start": [name for name, (row, column) in places if drawing[~row][column] == START]}


def read_json(field, text):
    try:
        return DECODER.decode(text)
    except (ValueError, RecursionError):
        names = ", ".join(option.expects for option in OPTIONS if option.name == field)
        raise BadSetup(words(f"setup.{field}.unreadable", value=show(text), names=names)) from None


def check(seats, options, setup):
    if options["teams"] and seats != 4:
        raise BadOption(words("setup.teams", seats=seats))
    check_fields(setup, ("board", "colours", "tiles"))
    return {
        "board": check_board(setup["board"]),
        "colours": check_colours(seats, setup["colours"]),
        "tiles": check_tiles(setup["tiles"]),
    }


def check_fields(table, fields):
    if set(table) != set(fields):
        raise BadSetup(core_words("setup.fields", fields=", ".join(fields), found=show(list(table))))


def check_board(board):
    if not isinstance(board, dict):
        raise BadSetup(words("setup.board.type", value=show(board)))
    check_fields(board, ("rows", "start", "gold"))
    rows = check_rows(board["rows"])
    shape = geometry(tuple(rows))
    start = check_start(board["start"], shape)
    gold = board["gold"]
    return {"rows": rows, "start": start, "gold": gold if gold == "border" else check_gold(gold, shape)}


def check_rows(rows):
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise BadSetup(words("setup.rows.type", value=show(rows)))
    if len(rows) > MOST_ROWS or len(rows[0]) > MOST_COLUMNS:
        raise BadSetup(words("setup.rows.size", rows=MOST_ROWS, columns=MOST_COLUMNS))
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadSetup(words("setup.rows.length", number=number, length=len(row), first=len(rows[0])))
        if wrong := set(row) - {CELL, NOTHING}:
            raise BadSetup(words("setup.rows.mark", number=number, mark=show(min(wrong))))
    shape = geometry(tuple(rows))
    if not 3 <= len(shape.cells) <= MOST_CELLS:
        raise BadSetup(words("setup.rows.cells", cells=len(shape.cells), most=MOST_CELLS))
    if len(shape.points) > MOST_CIRCLES:
        raise BadSetup(words("setup.rows.circles", circles=len(shape.points), most=MOST_CIRCLES))
    return list(rows)


def check_start(names, shape):
    names = check_names("start", names, shape.cell_names)
    free = {cell for cell, name in enumerate(shape.cell_names) if name not in names}
    beside = {cell for name in names for cell in shape.neighbours[shape.cell_names.index(name)]} & free
    if not any(free.intersection(shape.neighbours[cell]) for cell in beside):
        raise BadSetup(words("setup.start.stuck"))
    return names


def check_gold(names, shape):
    return check_names("gold", names, shape.circle_names)


def check_names(field, names, known):
    if not isinstance(names, list):
        raise BadSetup(words(f"setup.{field}.type", value=show(names)))
    for index, name in enumerate(names):
        if name not in known:
            raise BadSetup(words(f"setup.{field}.unknown", name=show(name), first=known[0], last=known[-1]))
        if name in names[:index]:
            raise BadSetup(words(f"setup.{field}.twice", name=name))
    return list(names)


def check_colours(seats, colours):
    known = ", ".join(COLOURS)
    if isinstance(colours, list):
        colours = [spoken().get(colour, colour) if isinstance(colour, str) else colour for colour in colours]
    if not isinstance(colours, list) or len(colours) != seats:
        raise BadSetup(words("setup.colours.count", seats=seats, colours=known, value=show(colours)))
    for index, colour in enumerate(colours):
        if colour not in COLOURS:
            raise BadSetup(words("setup.colours.unknown", colour=show(colour), colours=known))
        if colour in colours[:index]:
            raise BadSetup(words("setup.colours.twice", colour=colour))
    return list(colours)


@cache
def spoken():
    """The colours by their names in all languages."""
    return {words(f"colour.{colour}").say(language): colour for colour in COLOURS for language in LANGUAGES}


def check_tiles(tiles):
    if not isinstance(tiles, dict):
        raise BadSetup(words("setup.tiles.type", value=show(tiles)))
    mix = {}
    for reading, number in tiles.items():
        if reading not in READINGS:
            raise BadSetup(words("setup.tiles.kind", kind=show(reading)))
        kind = READINGS[reading]
        if kind in mix:
            raise BadSetup(words("setup.tiles.twice", kind=kind, other=kind[2:] + kind[:2]))
        if type(number) is not int or not 0 <= number <= MOST_TILES:
            raise BadSetup(words("setup.tiles.number", kind=reading, number=show(number), most=MOST_TILES))
        mix[kind] = number
    if not 1 <= sum(mix.values()) <= MOST_TILES:
        raise BadSetup(words("setup.tiles.total", total=sum(mix.values()), most=MOST_TILES))
    return {kind: mix[kind] for kind in KINDS if mix.get(kind)}


def build(seats, options, setup):
    from tablier.games.on_top.tables import first_state, new_board

    shape = geometry(tuple(setup["board"]["rows"]))
    board = new_board(seats, options["teams"], setup, shape)
    return board, first_state(board, setup, shape)


def plan():
    """What one chooses start cells from."""
    board = DATA["boards"]["classic"]
    names = geometry(tuple(board["rows"])).cell_names
    return {"option": "start", "names": list(names), "start": board["start"]}
