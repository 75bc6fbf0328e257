"""Where the plates and the marbles of Kulami lie."""

from functools import lru_cache

from tablier.core.scene import Item, Mark, Panel, Scene, kept
from tablier.games.kulami.boards import WIDEST
from tablier.games.kulami.diagram import left
from tablier.games.kulami.moves import SQUARES, barred, last, marbles, plate_name, plates_of
from tablier.games.kulami.setup import EACH, cross, neighbours, plates, words
from tablier.games.kulami.sheet import majorities

MARGIN = 0.6
TONES = 5
MARKS = (Mark("barred", shown=True), Mark("cross"), Mark("plates", shown=True))
ROW = 10  # marbles in a row of a box
BOXED = 0.4  # how large they are there


def scene(position):
    lines = position.setup["board"]
    width, height = len(lines[0]), len(lines)
    lying = marbles(position)
    items = [
        *wood(tuple(lines)),
        *holes(position, lying, height),
        *numbered_marbles(position, lying, height),
        *coordinates(width, height),
        *barred_plates(position, height),
        *last_cross(position, width, height),
        *owned_plates(position, lying, height),
    ]
    boxes = [box(seat, left(lying, seat)) for seat in range(2)]
    return Scene(width + 2 * MARGIN, height + 2 * MARGIN, tuple(items), tuple(boxes))


def spot(column, row, height):
    """The middle of a square, on the drawing."""
    return MARGIN + column + 0.5, MARGIN + height - row - 0.5


def place(square, height):
    return spot(square % WIDEST, square // WIDEST, height)


def middle(first, final, height):
    """The middle of a plate, given by opposite corners: its first square and its last."""
    (x, y), (other_x, other_y) = place(first, height), place(final, height)
    return (x + other_x) / 2, (y + other_y) / 2


def sides(first, final):
    """How many rows and columns a plate has."""
    return final // WIDEST - first // WIDEST + 1, final % WIDEST - first % WIDEST + 1


@lru_cache(1024)
def wood(lines):
    """The plates of a board."""
    layout, tones, items = plates(lines), {}, []
    for number, (letter, squares) in enumerate(layout.items()):
        ends = squares[0], squares[-1]
        rows, columns = sides(*ends)
        x, y = middle(*ends, len(lines))
        tones[letter] = tone(number, squares, layout, tones)
        label = words("scene.plate", plate=plate_name(squares), size=len(squares))
        look = {"colour": f"wood{tones[letter]}", "layer": "board", "label": label}
        items.append(Item(f"wood:{SQUARES[squares[0]]}", f"plate-{rows}x{columns}", x, y, **look))
    return tuple(items)


def tone(number, squares, layout, tones):
    """A wood that no plate beside this one has."""
    around = {square for own in squares for square in neighbours(own)}
    used = {tones[letter] for letter in tones if around.intersection(layout[letter])}
    order = [(number * 2 + turn) % TONES for turn in range(TONES)]
    return next((tone for tone in order if tone not in used), order[0])


def holes(position, lying, height):
    for squares in plates_of(position).values():
        plate = plate_name(squares)
        for square in squares:
            yield hole(square, plate, lying.get(square), height)


@kept
def hole(square, plate, seat, height):
    held = words("scene.empty") if seat is None else words(f"scene.marble{seat}")
    label = words("scene.hole", square=SQUARES[square], plate=plate, held=held)
    return Item(SQUARES[square], "hole", *place(square, height), layer="board", label=label)


def numbered_marbles(position, lying, height):
    """Each is known by its seat and its number, so that it can be seen to leave its box."""
    numbers = {move.path[0]: ply // 2 + 1 for ply, move in enumerate(position.history)}
    for square, seat in lying.items():
        yield marble(seat, numbers.get(SQUARES[square], SQUARES[square]), square, height)


@kept
def marble(seat, number, square, height):
    return Item(f"marble:{seat}:{number}", f"marble-{seat}", *place(square, height), colour=f"seat{seat}")


@kept
def coordinates(width, height):
    columns = [(SQUARES[column][0], column, row) for column in range(width) for row in (-0.8, height - 0.2)]
    rows = [(str(row + 1), column, row) for row in range(height) for column in (-0.8, width - 0.2)]
    return tuple(coordinate(*label, height) for label in columns + rows)


def coordinate(text, column, row, height):
    where = spot(column, row, height)
    return Item(f"label:{column:g}:{row:g}", "text", *where, size=0.32, colour="edge", layer="labels", text=text)


def barred_plates(position, height):
    layout, centre = plates_of(position), last(position)
    for letter in () if position.over else barred(position):
        for square in layout[letter]:
            yield bar(square, square == centre, height)


@kept
def bar(square, last, height):
    glyph = "tint" if last else "barred"  # hatching would hide the mark of the last move
    where = place(square, height)
    return Item(f"barred:{SQUARES[square]}", glyph, *where, colour="barred", layer="marks", mark="barred")


def last_cross(position, width, height):
    """The row and the column of the last marble, across gaps as well."""
    centre, lines = last(position), position.setup["board"]
    for square in sorted({*cross(centre)}) if centre is not None else ():
        row, column = divmod(square, WIDEST)
        if row < height and column < width:
            yield beam(square, lines[~row][column] == ".", height)


@kept
def beam(square, gap, height):
    where, glyph = place(square, height), "gap" if gap else "tint"
    return Item(f"cross:{SQUARES[square]}", glyph, *where, colour="cross", layer="marks", mark="cross")


def owned_plates(position, lying, height):
    for squares, red, black in majorities(position, lying):
        yield owner(squares[0], squares[-1], int(black > red), height)


@kept
def owner(first, final, seat, height):
    """An edge in a seat's colour around a plate."""
    rows, columns = sides(first, final)
    glyph = f"edge-{seat}-{min(rows, columns)}x{max(rows, columns)}"
    turn = 90 if rows > columns else 0
    where = middle(first, final, height)
    return Item(f"plate:{SQUARES[first]}", glyph, *where, turn, colour=f"seat{seat}", layer="marks", mark="plates")


@kept
def box(seat, number):
    """The marbles a seat has left, and their number."""
    label = words("scene.left", number=number)
    items = [
        Item(f"box:{seat}", "box", 1.72, 0.57, colour="box", layer="board", label=label),
        *(waiting(seat, slot) for slot in range(number)),
        Item(f"left:{seat}", "text", 3.82, 0.57, size=0.5, layer="labels", text=str(number)),
    ]
    following = f"marble:{seat}:{EACH - number + 1}" if number else None
    return Panel(f"box:{seat}", words(f"seat.{seat}"), 4.1, 1.14, tuple(items), seat, scale=1 / BOXED, next=following)


@kept
def waiting(seat, slot):
    x, y = 0.225 + slot % ROW * 0.33, 0.23 + slot // ROW * 0.34
    return Item(f"marble:{seat}:{EACH - slot}", f"marble-{seat}", x, y, size=BOXED, colour=f"seat{seat}")
