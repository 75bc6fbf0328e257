"""Where the tiles and towers of On Top lie, and what is beside the board."""

from collections import Counter
from functools import lru_cache
from math import atan2, degrees

from tablier.core.scene import Item, Mark, Panel, Scene, kept
from tablier.games.on_top.geometry import ROW_HEIGHT
from tablier.games.on_top.moves import black_cells, colour_name, laid_tiles, shape_of, words
from tablier.games.on_top.rules import FREE, NEUTRAL, PAWNS
from tablier.games.on_top.sheet import pawns_left
from tablier.games.on_top.tiles import COLOURS, KINDS, LETTERS
from tablier.games.on_top.towers import cells_left, counted, placing_in, towers
from tablier.games.on_top.triangles import TRIANGLES, filled, lacking

MARGIN = 0.85
STEP = 0.13
"""How much higher a pawn stands than the one below it."""
STACK = 5
"""Pawns in a stack beside the board."""
MARKS = (Mark("leads", shown=True), Mark("numbers"))
GOLD = 2
"""What a tower on gold is worth, when other ones are worth 1."""


def scene(position):
    shape, worth = shape_of(position), position.board["worth"].tobytes()
    standing, bare, since = list(towers(position)), lacking(position), filled(position)
    black = sorted((cell for cell in black_cells(position) if cell not in bare), key=since.get)
    items = [
        *rim(shape, worth),
        *cells(position, shape, bare),
        *circles(position, shape, worth, standing),
        *(triangle(shape, cell, number) for number, cell in enumerate(black)),
        *tiles(position, shape),
        *pawns(shape, standing, since),
        *letters(shape),
        *leaders(position, shape),
    ]
    width, height = (shape.columns + 1) / 2 + 2 * MARGIN, shape.rows * ROW_HEIGHT + 2 * MARGIN
    drawn, left = int(position.state["hand"]), int(position.state["left"])
    laid = sum(not move.draw for move in position.history)
    following = laid + 1 if drawn else laid
    panels = [hand(drawn, laid if drawn else None), stock(left, following, len(black)), *trays(position)]
    return Scene(width, height, tuple(items), tuple(panels))


def at(x, y):
    return MARGIN + x, MARGIN + y


@lru_cache(256)
def rim(shape, worth):
    """A band around the board, made of strips and discs: gold along gold circles, else of wood."""
    sides = [(pair, *at(*shape.middle(*pair)), slope(*shape.spot(pair[0]), *shape.spot(pair[1]))) for pair in shape.rim]
    corners = [
        ((circle,), *at(*shape.spot(circle)), 0) for circle in sorted({end for pair in shape.rim for end in pair})
    ]
    items = []
    for band, drop in (("edge", 0.08), ("rim", 0), ("groove", 0)):
        for kind, parts in (("side", sides), ("corner", corners)):
            for ends, x, y, turn in parts:
                colour = f"{'gold' if all(worth[end] == GOLD for end in ends) else 'wood'}_{band}"
                name = "-".join(shape.circle_names[end] for end in ends)
                glyph = f"{'groove' if band == 'groove' else 'rim'}-{kind}"
                items.append(Item(f"{band}:{name}", glyph, x, y + drop, turn, colour=colour, layer="board"))
    return tuple(items)


def slope(x, y, to_x, to_y):
    """In whole degrees from 0 to 359, as the page reckons; on this grid all are multiples of 30."""
    return round(degrees(atan2(to_y - y, to_x - x))) % 360


def cells(position, shape, bare):
    laid = position.state["laid"].tolist()
    for number in range(len(shape.cells)):
        state = "free" if laid[number] == FREE else "bare" if number in bare else "filled"
        yield from cell(shape, number, state)


@kept
def cell(shape, number, state):
    """A cell, and while it is free its number."""
    name, corners = shape.cell_names[number], shape.corners[number]
    x, y = at(*shape.middle(*corners))
    outline = tuple((MARGIN + right - x, MARGIN + down - y) for right, down in map(shape.spot, corners))
    colour = "cell_down" if shape.points_down(number) else "cell_up"
    label = words(f"scene.{state}", cell=name)
    ground = Item(name, "polygon", x, y, colour=colour, layer="board", label=label, points=outline)
    look = {"size": 0.17, "colour": "on_cell", "layer": "marks", "mark": "numbers"}
    number = Item(f"number:{name}", "text", x, y, text=name[1:], **look)
    return (ground, number) if state == "free" else (ground,)


def circles(position, shape, worth, standing):
    pawns = {tower.circle: tower.pawns for tower in standing}
    for number, inside in zip(range(len(shape.points)), position.state["circles"].tolist(), strict=False):
        matters = inside if cells_left(inside) else 0  # of a complete circle only the tower does
        yield circle(shape, number, worth[number] == GOLD, matters, pawns.get(number, ()))


@kept
def circle(shape, number, golden, inside, pawns):
    """A ring at a point where corners meet; tiles cover it, but not gold away from the rim."""
    glyph, colour = ("gold", "on_gold") if golden else ("ring", "ring")
    layer = "pieces" if golden and number not in shape.border else "board"
    name = shape.circle_names[number]
    where = words("scene.gold" if golden else "scene.circle", circle=name)
    label = described(where, inside, pawns)
    return Item(name, glyph, *at(*shape.spot(number)), colour=colour, layer=layer, label=label)


def leaders(position, shape):
    """Who has most of each circle, and has won it if it is complete."""
    for number, inside in zip(range(len(shape.points)), position.state["circles"].tolist(), strict=False):
        leader = placing_in(inside)[0]
        if leader is not None:
            yield leading(shape, number, COLOURS[leader], not cells_left(inside))


@kept
def leading(shape, number, colour, complete):
    name, glyph = shape.circle_names[number], f"{'won' if complete else 'leads'}-{colour}"
    return Item(f"leads:{name}", glyph, *at(*shape.spot(number)), colour=colour, layer="marks", mark="leads")


def described(where, inside, pawns):
    if pawns:
        colours = [words(f"colour.{COLOURS[colour]}") for colour in pawns]
        return words("scene.tower", where=where, height=len(colours), colours=colours)
    if not inside:
        return words("scene.nobody", where=where)
    counts = zip(COLOURS, counted(inside), strict=True)
    segments = [words("scene.segments", number=n, colour=words(f"colour.{colour}")) for colour, n in counts if n]
    return words("scene.open", where=where, segments=segments or words("scene.no_segments"), cells=cells_left(inside))


@kept
def triangle(shape, cell, number):
    x, y = at(*shape.middle(*shape.corners[cell]))
    turn = 180 if shape.points_down(cell) else 0
    return Item(f"black:{number}", "black", x, y, turn, colour="black", layer="tiles")


def tiles(position, shape):
    placed = [move.path[0] for move in position.history if not move.draw]
    numbers = {name: number for number, name in enumerate(placed)}
    for kind, cell, other in laid_tiles(position):
        yield from tile(numbers[shape.cell_names[cell]], kind, *lying(shape, cell, other))


@kept
def lying(shape, cell, other):
    """Where the middle of a tile on two cells is, and how it is turned."""
    corners = shape.rhombus(cell, other)
    middle = shape.middle(*corners)
    return *at(*middle), slope(*shape.spot(corners[0]), *middle)


@kept
def tile(number, kind, x, y, turn=0, size=1):
    """A tile and its four corners, the first sharp one on the left."""
    colours = [COLOURS[LETTERS.index(letter)] for letter in kind]
    return (
        Item(f"tile:{number}", "tile", x, y, turn, size, "tile", "tiles"),
        *(
            Item(f"tile:{number}:{corner}", f"corner-{corner}-{colour}", x, y, turn, size, colour, "tiles")
            for corner, colour in enumerate(colours)
        ),
    )


def pawns(shape, standing, since):
    """The towers, farthest first; the height is written on the top pawn."""
    placed = Counter()
    numbers = {}
    for tower in by_age(shape, standing, since):
        placed.update(tower.pawns)
        numbers[tower.circle] = [placed[colour] for colour in tower.pawns]
    for tower in reversed(standing):
        for level, colour in enumerate(tower.pawns):
            yield standing_pawn(shape, tower.circle, level, colour, numbers[tower.circle][level])
        yield tower_height(shape, tower.circle, len(tower.pawns), tower.top)


@kept
def standing_pawn(shape, circle, level, colour, number):
    x, y = at(*shape.spot(circle))
    return pawn(colour, number, x, y - STEP * level)._replace(up=STEP * level)


@kept
def tower_height(shape, circle, height, top):
    x, y = at(*shape.spot(circle))
    name, ink = shape.circle_names[circle], f"on_{COLOURS[top]}"
    up = STEP * height - 0.06
    return Item(f"height:{name}", "text", x, y - up, size=0.25, colour=ink, text=str(height), up=up)


def pawn(colour, number, x, y, size=1.0):
    """A pawn keeps its number: the first one of its colour to be placed is 1."""
    return Item(f"{COLOURS[colour]}:{number}", f"pawn-{COLOURS[colour]}", x, y, size=size, colour=COLOURS[colour])


def by_age(shape, standing, since):
    """The towers in the order in which their circles were completed."""
    return sorted(standing, key=lambda tower: max(since[cell] for cell in shape.around[tower.circle]))


@kept
def letters(shape):
    return tuple(letter(shape, row) for row in range(shape.rows))


def letter(shape, row):
    first = min((column for line, column in shape.cells if line == row), default=0)
    x, y = at(first / 2 - 0.6, (shape.rows - row - 0.5) * ROW_HEIGHT)
    name = chr(ord("a") + row)
    return Item(f"label:{name}", "text", x, y, size=0.24, layer="labels", text=name)


@kept
def hand(kind, laid):
    """The tile drawn, if there is one, with the number that it gets when it is laid."""
    items = []
    if kind:
        items += tile(laid, KINDS[kind - 1], 1.4, 0.75, size=1.4)
    title = words("scene.drawn", colours=[*map(colour_name, KINDS[kind - 1])]) if kind else words("scene.undrawn")
    return Panel("hand", title, 2.8, 1.5, tuple(items), carried=True)


@kept
def stock(tiles, following, black):
    """A heap, on it the tile that is drawn next and its number; and the black triangles that are left."""
    height = min(6, -(-tiles // 6))
    items = [
        *(stocked(level, f"tile:{following}" if level == height - 1 else f"stock:{level}") for level in range(height)),
        amount("stock", 2.05, tiles, "scene.tiles"),
        *(spare_triangle(number) for number in range(TRIANGLES - 1, black - 1, -1)),
        amount("triangles", 3.9, max(0, TRIANGLES - black), "scene.triangles"),
    ]
    return Panel("stock", words("scene.stock"), 4.4, 1.5, tuple(items))


@kept
def amount(name, x, number, label):
    return Item(name, "text", x, 0.85, size=0.42, text=str(number), label=words(label, number=number))


@kept
def spare_triangle(number):
    x, y = 3.25 - 0.06 * number, 0.75 + 0.035 * number
    return Item(f"black:{number}", "black", x, y, size=0.75, colour="black", layer="tiles")


@kept
def stocked(level, name):
    return Item(name, "tile", 0.9, 1.1 - 0.07 * level, size=0.9, colour="tile", layer="tiles")


def trays(position):
    """Those of the seats in their order, then those of the neutral colours."""
    owner, left, points = position.board["owner"].tolist(), pawns_left(position), position.points
    for seat, colour in enumerate(map(COLOURS.index, position.setup["colours"])):
        yield tray(seat, colour, left[colour], points[seat])
    for colour in range(4):
        if owner[colour] == NEUTRAL:
            yield neutral_tray(colour, left[colour])


@kept
def tray(seat, colour, left, points):
    """What a seat has: its pawns in stacks, and its points."""
    name, label = COLOURS[colour], words("scene.points", points=points, pawns=left)
    count = Item(f"points:{name}", "text", 0.4, 0.34, size=0.42, text=str(points), label=label)
    title = words("scene.seat", number=seat + 1, colour=words(f"colour.{name}"))
    return Panel(f"seat:{seat}", title, 2.0, 1.6, (*stacks(colour, left), count), seat)


@kept
def neutral_tray(colour, left):
    name = COLOURS[colour]
    title = words("scene.neutral", colour=words(f"colour.{name}"))
    return Panel(f"neutral:{name}", title, 2.0, 1.6, stacks(colour, left))


@kept
def stacks(colour, left):
    """The pawns of a colour that are not placed yet, and their number."""
    places = sorted(((PAWNS - number) % STACK, number) for number in range(PAWNS - left + 1, PAWNS + 1))
    text = Item(f"left:{COLOURS[colour]}", "text", 1.5, 0.36, size=0.26, text=f"× {left}")
    return (*(stacked(colour, number, level) for level, number in places), text)


@kept
def stacked(colour, number, level):
    return pawn(colour, number, 0.28 + 0.5 * ((PAWNS - number) // STACK), 1.35 - STEP * level, 0.9)
