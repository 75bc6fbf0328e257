"""Where the tiles of Rangées lie before play, and what is on their faces."""

import textwrap
import tomllib
from collections import Counter
from functools import cache, lru_cache
from itertools import takewhile
from pathlib import Path

import numpy as np

from tablier.core.errors import BadSetup
from tablier.core.options import Choice, Data, flag, show
from tablier.core.words import Words
from tablier.core.words import words as core_words
from tablier.games.rangees.geometry import COLUMNS, DIRECTIONS, NUMBERS, ROWS, SQUARES, group, neighbours, step

words = Words(Path(__file__).parent)

DATA = tomllib.loads((Path(__file__).parent / "data.toml").read_text("utf-8"))
LAYOUTS = DATA["layout"]

SEATS = (2,)
DIFFICULTY = 4
TILES, STONES, BUILDS = 56, 48, 6
OPTIONS = (
    Choice("faces", ("hidden", "stars", "numbers", "all"), "hidden"),
    Choice("claims", ("automatic", "by_hand"), "automatic"),
    flag("connected"),
    Data("layout", tuple(LAYOUTS), next(iter(LAYOUTS)), kind="board"),
    Data("own_faces", ()),
)

SHOWN = {"hidden": "", "stars": "*", "numbers": "AB", "all": "*AB"}
"""How the faces begin that each option shows, and scores."""


def make(seats, options, random, layout, own_faces):
    lines = check_layout(options, drawn(layout))
    squares = tiles_of(lines)
    if own_faces is not None:
        return {"layout": lines, "faces": read_faces(squares, own_faces)}
    for known in LAYOUTS.values():
        if lines == drawn(known["tiles"]):
            return {"layout": lines, "faces": faces_drawn(squares, known["faces"])}
    faces = next(iter(LAYOUTS.values()))["faces"].split()
    random.shuffle(faces)
    return {"layout": lines, "faces": dict(zip(squares, faces, strict=True))}


def read_faces(squares, faces):
    """Faces of one's own: as a record has them, or written tile by tile, from the top line down and from the left."""
    if not isinstance(faces, str):
        return faces
    if len(faces.replace("/", " ").split()) != TILES:
        raise BadSetup(words("setup.own_faces", number=len(faces.replace("/", " ").split()), tiles=TILES))
    return faces_drawn(squares, faces)


def faces_drawn(squares, drawing):
    """Which face lies where: a drawing has its top line first, squares are numbered from the bottom."""
    from_the_top = sorted(squares, key=lambda name: (-(NUMBERS[name] // COLUMNS), NUMBERS[name]))
    return dict(zip(from_the_top, drawing.replace("/", " ").split(), strict=True))


def drawn(layout):
    """The lines of the grid for a layout given by name, as lines, or as text whose lines may end at a slash.

    A drawing smaller than the grid is put in its middle.
    """
    if isinstance(layout, str):
        text = LAYOUTS[layout]["tiles"] if layout in LAYOUTS else layout.replace("/", "\n")
        layout = textwrap.dedent(text).splitlines()
    if not isinstance(layout, list | tuple) or not all(isinstance(line, str) for line in layout):
        raise BadSetup(words("setup.layout", value=show(layout), names=list(LAYOUTS)))
    lines = "\n".join(line.rstrip() for line in layout).strip("\n").split("\n")
    if not any("#" in line for line in lines):
        raise BadSetup(words("setup.layout", value=show("\n".join(lines)), names=list(LAYOUTS)))
    check_marks(lines)
    if [len(line) for line in lines] == [COLUMNS] * ROWS:
        return lines
    return centred(lines)


def centred(lines):
    rows = [index for index, line in enumerate(lines) if "#" in line]
    lines = lines[rows[0] : rows[-1] + 1]
    left = min(line.index("#") for line in lines if "#" in line)
    lines = [line[left:].rstrip(".") for line in lines]
    width, height = max(map(len, lines)), len(lines)
    if width > COLUMNS or height > ROWS:
        raise BadSetup(words("setup.large", width=width, height=height, columns=COLUMNS, rows=ROWS))
    above = (ROWS - height) // 2
    lines = [""] * above + ["." * ((COLUMNS - width) // 2) + line for line in lines] + [""] * (ROWS - height - above)
    return [line.ljust(COLUMNS, ".") for line in lines]


def check(seats, options, setup):
    if not {"layout", "faces"} <= set(setup) <= {"layout", "faces", "built"}:
        raise BadSetup(core_words("setup.fields", fields="layout, faces, built", found=show(list(setup))))
    lines = check_layout(options, setup["layout"])
    faces = check_faces(tiles_of(lines), setup["faces"])
    built = setup.get("built", False)
    if not isinstance(built, bool):
        raise BadSetup(words("setup.built", value=show(built)))
    return {"layout": lines, "faces": faces} | ({"built": True} if built else {})


def check_layout(options, lines):
    """The lines, if they are a grid whose 56 tiles all touch another, or hang together (ruling 1)."""
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadSetup(words("setup.lines", value=show(lines), rows=ROWS, columns=COLUMNS))
    if len(lines) != ROWS:
        raise BadSetup(words("setup.rows", number=len(lines), rows=ROWS))
    for number, line in enumerate(lines, 1):
        if len(line) != COLUMNS:
            raise BadSetup(words("setup.columns", line=number, number=len(line), columns=COLUMNS))
    check_marks(lines)
    tiles = {NUMBERS[name] for name in tiles_of(lines)}
    if len(tiles) != TILES:
        raise BadSetup(words("setup.tiles", number=len(tiles), tiles=TILES))
    for tile in sorted(tiles):
        if not tiles & neighbours(tile):
            raise BadSetup(words("setup.alone", square=SQUARES[tile]))
    if options["connected"] and (apart := tiles - group(tiles, min(tiles))):
        raise BadSetup(words("setup.apart", square=SQUARES[min(apart)], other=SQUARES[min(tiles)]))
    return list(lines)


def check_marks(lines):
    for number, line in enumerate(lines, 1):
        for column, mark in enumerate(line, 1):
            if mark not in "#.":
                raise BadSetup(words("setup.mark", mark=show(mark), line=number, column=column))


def check_faces(squares, faces):
    """The faces in the order of their squares, if they are a fair set: an odd number of stars leaves one over."""
    if not isinstance(faces, dict):
        raise BadSetup(words("setup.faces", value=show(faces)))
    if missing := [square for square in squares if square not in faces]:
        raise BadSetup(words("setup.no_face", square=missing[0]))
    if extra := [square for square in faces if square not in squares]:
        raise BadSetup(words("setup.no_tile", square=show(extra[0])))
    possible = ["*", *(f"{colour}{value}" for colour in "AB" for value in range(1, DATA["highest"] + 1))]
    for square in squares:
        if faces[square] not in possible:
            raise BadSetup(words("setup.face", square=square, value=show(faces[square]), faces=possible))
    stars = sum(faces[square] == "*" for square in squares)
    numbers = [Counter(face[1] for face in faces.values() if face[0] == colour) for colour in "AB"]
    alone = (TILES - stars) % 2
    for value in range(1, DATA["highest"] + 1):
        first, second = (colour[str(value)] for colour in numbers)
        alone -= abs(first - second)
        if alone < 0:
            raise BadSetup(words("setup.unfair", value=value, first=first, second=second))
    return {square: faces[square] for square in squares}


def build(seats, options, setup):
    from tablier.games.rangees import rules

    board, state = tables().copy(), np.zeros(1, rules.STATE)
    board["connected"] = options["connected"]
    board["by_hand"] = options["claims"] == "by_hand"
    board["faces"] = options["faces"] != "hidden"
    state["count"] = rules.BUILDS if setup.get("built") else 0
    state["picked"] = state["last"] = -1
    state["tiles"] = words_of(map(NUMBERS.get, setup["faces"]))
    for tile, face in enumerate(setup["faces"].values()):
        if face[0] in SHOWN[options["faces"]]:
            state[0]["faces"][tile] = rules.STAR if face == "*" else int(face[1]) * (1 if face[0] == "A" else -1)
    rules.begin(board, state)
    return board, state


@cache
def tables():
    """A board of the standard options."""
    from tablier.games.rangees.rules import BOARD

    board = np.zeros(1, BOARD)
    for place, name in enumerate(sorted(SQUARES)):
        board[0]["order"][SQUARES.index(name)] = place
    both_ways = [(sign * across, sign * up) for sign in (1, -1) for across, up in DIRECTIONS]
    for index, (across, up) in enumerate(both_ways):
        board[0]["entered"][index] = words_of(
            square for square in range(len(SQUARES)) if step(square, -across, -up) >= 0
        )
    return board


def words_of(squares):
    """A set of squares as six 64-bit words."""
    whole = sum(1 << square for square in squares)
    return [whole >> 64 * word & (1 << 64) - 1 for word in range(6)]


def tiles_of(lines):
    """The names of the squares where tiles lie, from the lowest up."""
    return [
        SQUARES[row * COLUMNS + column]
        for row, line in enumerate(reversed(lines))
        for column, mark in enumerate(line)
        if mark == "#"
    ]


def present(position):
    """For each square where a tile lies, the name of the square where it lay at the start."""
    builds = takewhile(lambda move: len(move.path) == 2, position.history)
    return after_building(tuple(position.setup["faces"]), tuple(move.path for move in builds))


@lru_cache(1024)
def after_building(start, builds):
    tiles = {NUMBERS[name]: name for name in start}
    for source, target in builds:
        tiles[NUMBERS[target]] = tiles.pop(NUMBERS[source])
    return dict(sorted(tiles.items()))


def shown_faces(position):
    """For each tile, known by where it lay at the start, its face; nothing if the option hides it."""
    shown = SHOWN[position.options["faces"]]
    return {start: face if face[0] in shown else "" for start, face in position.setup["faces"].items()}


def again(position):
    """The board as it was built and its faces where they lie now (ruling 7); not yet built, all anew."""
    from tablier.games.rangees.rules import BUILDING

    if position.state["phase"] == BUILDING:
        return position.setup
    tiles = present(position)
    lines = [
        "".join("#" if row * COLUMNS + column in tiles else "." for column in range(COLUMNS))
        for row in reversed(range(ROWS))
    ]
    faces = {SQUARES[square]: position.setup["faces"][start] for square, start in tiles.items()}
    return {"layout": lines, "faces": faces, "built": True}


def begins_again(outcome):
    """The loser begins; after a draw a lot decides (ruling 6)."""
    return outcome.ranks.index(2) if 2 in outcome.ranks else None


def plan():
    """What one draws a layout with: tiles on the grid, here those of the first layout."""
    lines = drawn(next(iter(LAYOUTS)))
    laid = [[x, y, 1, 1] for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == "#"]
    looks = {"piece": "back-0", "colours": ["wood"], "ground": "place", "ground_colour": "chalk", "field": "cloth"}
    return {
        "option": "layout",
        "grid": [COLUMNS, ROWS],
        "pieces": [[1, 1, TILES]],
        "looks": looks,
        "mark": "#",
        "start": laid,
    }
