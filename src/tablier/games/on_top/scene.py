"""Where the tiles and towers of On Top lie, and what is beside the board."""

from collections import Counter
from math import atan2, degrees

from tablier.core.scene import Item, Panel, Scene
from tablier.games.on_top.geometry import ROW_HEIGHT
from tablier.games.on_top.moves import black_cells, laid_tiles, shape_of, words
from tablier.games.on_top.rules import FREE, PAWNS
from tablier.games.on_top.sheet import pawns_left
from tablier.games.on_top.tables import gold
from tablier.games.on_top.tiles import COLOURS, KINDS, LETTERS
from tablier.games.on_top.towers import cells_left, counted, towers

MARGIN = 0.85
STEP = 0.13
"""How much higher a pawn stands than the one below it."""
STACK = 5
"""Pawns in a stack beside the board."""
TRIANGLES = 10


def scene(position):
    shape = shape_of(position)
    items = [*rim(position, shape), *cells(position, shape), *circles(position, shape)]
    items += [*triangles(position, shape), *tiles(position, shape), *pawns(position, shape), *letters(shape)]
    width, height = (shape.columns + 1) / 2 + 2 * MARGIN, shape.rows * ROW_HEIGHT + 2 * MARGIN
    panels = (hand(position), stock(position), *(tray(position, colour) for colour in seated(position)))
    return Scene(width, height, tuple(items), panels)


def at(x, y):
    return MARGIN + x, MARGIN + y


def rim(position, shape):
    """A band around the board, made of strips and discs: gold along gold circles, else of wood."""
    golden = set(gold(position.setup, shape))
    sides = [(pair, *at(*shape.middle(*pair)), slope(*shape.spot(pair[0]), *shape.spot(pair[1]))) for pair in shape.rim]
    corners = [
        ((circle,), *at(*shape.spot(circle)), 0) for circle in sorted({end for pair in shape.rim for end in pair})
    ]
    for band, drop in (("edge", 0.08), ("rim", 0), ("groove", 0)):
        for kind, parts in (("side", sides), ("corner", corners)):
            for ends, x, y, turn in parts:
                colour = f"{'gold' if golden.issuperset(ends) else 'wood'}_{band}"
                name = "-".join(shape.circle_names[end] for end in ends)
                glyph = f"{'groove' if band == 'groove' else 'rim'}-{kind}"
                yield Item(f"{band}:{name}", glyph, x, y + drop, turn, colour=colour, layer="board")


def slope(x, y, to_x, to_y):
    return degrees(atan2(to_y - y, to_x - x))


def cells(position, shape):
    laid = position.state["laid"]
    for cell, name in enumerate(shape.cell_names):
        x, y = at(*shape.middle(*shape.corners[cell]))
        corners = tuple((MARGIN + right - x, MARGIN + down - y) for right, down in map(shape.spot, shape.corners[cell]))
        colour = "cell_down" if shape.points_down(cell) else "cell_up"
        label = words("scene.free" if laid[cell] == FREE else "scene.filled", cell=name)
        yield Item(name, "polygon", x, y, colour=colour, layer="board", label=label, points=corners)
        if laid[cell] == FREE:
            number = name[1:]
            yield Item(f"number:{name}", "text", x, y, size=0.17, colour="on_cell", layer="tiles", text=number)


def circles(position, shape):
    """A ring at each point where corners meet; tiles cover it, but not gold away from the rim."""
    golden, border = set(gold(position.setup, shape)), set(shape.border)
    standing = {tower.circle: tower for tower in towers(position)}
    for circle, name in enumerate(shape.circle_names):
        glyph, colour = ("gold", "on_gold") if circle in golden else ("ring", "ring")
        label = described(position, name, circle, standing.get(circle), circle in golden)
        layer = "pieces" if circle in golden - border else "board"
        yield Item(name, glyph, *at(*shape.spot(circle)), colour=colour, layer=layer, label=label)


def described(position, name, circle, tower, golden):
    where = words("scene.gold" if golden else "scene.circle", circle=name)
    if tower:
        colours = [words(f"colour.{COLOURS[colour]}") for colour in tower.pawns]
        return words("scene.tower", where=where, height=len(colours), colours=colours)
    if not cells_left(position, circle):
        return words("scene.nobody", where=where)
    counts = zip(COLOURS, counted(int(position.state["circles"][circle])), strict=True)
    segments = [words("scene.segments", number=n, colour=words(f"colour.{colour}")) for colour, n in counts if n]
    cells = cells_left(position, circle)
    return words("scene.open", where=where, segments=segments or words("scene.no_segments"), cells=cells)


def triangles(position, shape):
    for cell in black_cells(position):
        x, y = at(*shape.middle(*shape.corners[cell]))
        turn = 180 if shape.points_down(cell) else 0
        yield Item(f"black:{shape.cell_names[cell]}", "black", x, y, turn, colour="black", layer="tiles")


def tiles(position, shape):
    placed = [move.path[0] for move in position.history if not move.draw]
    for kind, cell, other in laid_tiles(position):
        corners = shape.rhombus(cell, other)
        middle = shape.middle(*corners)
        turn = slope(*shape.spot(corners[0]), *middle)
        yield from tile(placed.index(shape.cell_names[cell]), kind, *at(*middle), turn)


def tile(number, kind, x, y, turn=0, size=1):
    """A tile and its four corners, the first sharp one on the left."""
    yield Item(f"tile:{number}", "tile", x, y, turn, size, "tile", "tiles")
    for corner, letter in enumerate(kind):
        colour = COLOURS[LETTERS.index(letter)]
        yield Item(f"tile:{number}:{corner}", f"corner-{corner}-{colour}", x, y, turn, size, colour, "tiles")


def pawns(position, shape):
    """The towers, farthest first; the height is written on the top pawn."""
    placed = Counter()
    numbers = {}
    for tower in by_age(position, shape):
        placed.update(tower.pawns)
        numbers[tower] = [placed[colour] for colour in tower.pawns]
    for tower in sorted(numbers, key=lambda tower: -tower.circle):
        x, y = at(*shape.spot(tower.circle))
        for level, colour in enumerate(tower.pawns):
            yield pawn(colour, numbers[tower][level], x, y - STEP * level)
        name, ink = shape.circle_names[tower.circle], f"on_{COLOURS[tower.top]}"
        height = len(tower.pawns)
        yield Item(f"height:{name}", "text", x, y - STEP * height + 0.06, size=0.25, colour=ink, text=str(height))


def pawn(colour, number, x, y, size=1.0):
    """A pawn keeps its number: the first one of its colour to be placed is 1."""
    return Item(f"{COLOURS[colour]}:{number}", f"pawn-{COLOURS[colour]}", x, y, size=size, colour=COLOURS[colour])


def by_age(position, shape):
    """The towers in the order in which their circles were completed."""
    placements = [move.path for move in position.history if not move.draw]
    filled = {shape.cell_names.index(name): number for number, path in enumerate(placements) for name in path}
    start = {shape.cell_names.index(name) for name in position.setup["board"]["start"]}
    for cell in black_cells(position):
        filled[cell] = -1 if cell in start else max(filled.get(other, -1) for other in shape.neighbours[cell])
    age = {tower: max(filled[cell] for cell in shape.around[tower.circle]) for tower in towers(position)}
    return sorted(age, key=lambda tower: (age[tower], tower.circle))


def letters(shape):
    for row in range(shape.rows):
        first = min((column for line, column in shape.cells if line == row), default=0)
        x, y = at(first / 2 - 0.6, (shape.rows - row - 0.5) * ROW_HEIGHT)
        name = chr(ord("a") + row)
        yield Item(f"row:{name}", "text", x, y, size=0.24, layer="labels", text=name)


def hand(position):
    kind = int(position.state["hand"])
    items = []
    if kind:
        laid = sum(not move.draw for move in position.history)
        items += tile(laid, KINDS[kind - 1], 2.2, 0.75, size=1.4)
        items += [
            Item(f"sharp:{number}", "text", x, 0.75, size=0.3, layer="labels", text=str(number))
            for number, x in ((1, 0.75), (2, 3.65))
        ]
    title = words("scene.drawn", kind=KINDS[kind - 1]) if kind else words("scene.undrawn")
    return Panel("hand", title, 4.4, 1.5, tuple(items))


def stock(position):
    tiles, black = int(position.state["left"]), max(0, TRIANGLES - len(black_cells(position)))
    layers = min(6, -(-tiles // 6))
    items = [
        Item(f"stock:{level}", "tile", 0.9, 1.1 - 0.07 * level, size=0.9, colour="tile") for level in range(layers)
    ]
    items += [
        Item("stock", "text", 2.05, 0.85, size=0.42, text=str(tiles), label=words("scene.tiles", number=tiles)),
        Item("triangle", "black", 3.0, 0.95, size=0.75, colour="black"),
        Item("triangles", "text", 3.75, 0.85, size=0.42, text=str(black), label=words("scene.triangles", number=black)),
    ]
    return Panel("stock", words("scene.stock"), 4.4, 1.5, tuple(items))


def seated(position):
    """The colours in the order of the seats, then the neutral ones."""
    return sorted(range(4), key=lambda colour: (position.board["owner"][colour] % 8, colour))


def tray(position, colour):
    """What a seat, or a neutral colour, has: its pawns in stacks, and its points."""
    seat = int(position.board["owner"][colour])
    left = pawns_left(position)[colour]
    name = COLOURS[colour]
    places = sorted(((PAWNS - number) % STACK, number) for number in range(PAWNS - left + 1, PAWNS + 1))
    items = [
        pawn(colour, number, 0.28 + 0.5 * ((PAWNS - number) // STACK), 1.35 - STEP * level, 0.9)
        for level, number in places
    ]
    items.append(Item(f"left:{name}", "text", 1.5, 0.36, size=0.26, text=f"× {left}"))
    colour_name = words(f"colour.{name}")
    if seat < 0:
        return Panel(f"neutral:{name}", words("scene.neutral", colour=colour_name), 2.0, 1.6, tuple(items))
    points = position.points[seat]
    label = words("scene.points", points=points, pawns=left)
    items.append(Item(f"points:{name}", "text", 0.4, 0.34, size=0.42, text=str(points), label=label))
    return Panel(f"seat:{seat}", words("scene.seat", seat=seat, colour=colour_name), 2.0, 1.6, tuple(items), seat)
