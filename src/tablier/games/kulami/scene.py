"""Where the plates and the marbles of Kulami lie."""

from tablier.core.scene import Item, Panel, Scene
from tablier.games.kulami.diagram import left
from tablier.games.kulami.moves import SQUARES, barred, last, marbles
from tablier.games.kulami.setup import EACH, WIDEST, cross, neighbours, plates, words
from tablier.games.kulami.sheet import owners

MARGIN = 0.6
TONES = 5
ROW = 10  # marbles in a row of a box


def scene(position):
    lines = position.setup["board"]
    layout = plates(lines)
    items = [
        *wood(layout, len(lines)),
        *holes(position, layout),
        *(marble(position, square, seat) for square, seat in marbles(position).items()),
        *coordinates(len(lines[0]), len(lines)),
        *barred_plates(position, layout),
        *last_cross(position),
        *owned_plates(position),
    ]
    size = len(lines[0]) + 2 * MARGIN, len(lines) + 2 * MARGIN
    return Scene(*size, tuple(items), tuple(box(position, seat) for seat in range(2)))


def spot(column, row, height):
    """The middle of a square, on the drawing."""
    return MARGIN + column + 0.5, MARGIN + height - row - 0.5


def place(square, height):
    return spot(square % WIDEST, square // WIDEST, height)


def middle(squares, height):
    """The middle of a plate; its squares begin and end with opposite corners."""
    (x, y), (other_x, other_y) = place(squares[0], height), place(squares[-1], height)
    return (x + other_x) / 2, (y + other_y) / 2


def sides(squares):
    """How many rows and columns a plate has."""
    return squares[-1] // WIDEST - squares[0] // WIDEST + 1, squares[-1] % WIDEST - squares[0] % WIDEST + 1


def wood(layout, height):
    tones = {}
    for number, (letter, squares) in enumerate(layout.items()):
        rows, columns = sides(squares)
        x, y = middle(squares, height)
        tones[letter] = tone(number, squares, layout, tones)
        label = words("scene.plate", plate=letter, size=len(squares))
        glyph = f"plate-{rows}x{columns}"
        yield Item(f"plate:{letter}", glyph, x, y, colour=f"wood{tones[letter]}", layer="board", label=label)
        corner = x - columns / 2 + 0.15, y - rows / 2 + 0.16
        yield Item(f"letter:{letter}", "text", *corner, size=0.22, colour="brand", layer="labels", text=letter)


def tone(number, squares, layout, tones):
    """A wood that no plate beside this one has."""
    around = {square for own in squares for square in neighbours(own)}
    used = {tones[letter] for letter in tones if around.intersection(layout[letter])}
    order = [(number * 2 + turn) % TONES for turn in range(TONES)]
    return next((tone for tone in order if tone not in used), order[0])


def holes(position, layout):
    lying = marbles(position)
    for letter, squares in layout.items():
        for square in squares:
            held = words(f"scene.marble{lying[square]}") if square in lying else words("scene.empty")
            label = words("scene.hole", square=SQUARES[square], plate=letter, held=held)
            where = place(square, len(position.setup["board"]))
            yield Item(SQUARES[square], "hole", *where, layer="board", label=label)


def marble(position, square, seat):
    """Known by its seat and its number, so that it can be seen to leave its box."""
    name, order = SQUARES[square], [move.text for move in position.history[seat::2]]
    number = order.index(name) + 1 if name in order else name
    where = place(square, len(position.setup["board"]))
    return Item(f"marble:{seat}:{number}", f"marble-{seat}", *where, colour=f"seat{seat}")


def coordinates(width, height):
    for column in range(width):
        for row in -0.8, height - 0.2:
            yield coordinate(SQUARES[column][0], column, row, height)
    for row in range(height):
        for column in -0.8, width - 0.2:
            yield coordinate(str(row + 1), column, row, height)


def coordinate(text, column, row, height):
    return Item(
        f"label:{column:g}:{row:g}",
        "text",
        *spot(column, row, height),
        size=0.32,
        colour="edge",
        layer="labels",
        text=text,
    )


def barred_plates(position, layout):
    for letter in barred(position):
        for square in layout[letter]:
            glyph = "tint" if square == last(position) else "barred"  # hatching would hide the mark of the last move
            where = place(square, len(position.setup["board"]))
            yield Item(f"barred:{SQUARES[square]}", glyph, *where, colour="barred", layer="marks", mark="barred")


def last_cross(position):
    """The row and the column of the last marble, across gaps as well."""
    lines = position.setup["board"][::-1]
    for square in sorted(set(cross(last(position)))) if position.state["placed"] else ():
        row, column = divmod(square, WIDEST)
        if row < len(lines) and column < len(lines[0]):
            glyph = "gap" if lines[row][column] == "." else "tint"
            where = place(square, len(lines))
            yield Item(f"cross:{SQUARES[square]}", glyph, *where, colour="cross", layer="marks", mark="cross")


def owned_plates(position):
    for letter, squares, seat in owners(position):
        rows, columns = sides(squares)
        glyph = f"edge-{seat}-{min(rows, columns)}x{max(rows, columns)}"
        where = middle(squares, len(position.setup["board"]))
        turn = 90 if rows > columns else 0
        yield Item(f"owner:{letter}", glyph, *where, turn, colour=f"seat{seat}", layer="marks", mark="plates")


def box(position, seat):
    """The marbles a seat has left, and their number."""
    number = left(position, seat)
    items = [
        Item(f"box:{seat}", "box", 1.72, 0.57, colour="box", layer="board", label=words("scene.left", number=number))
    ]
    for slot in range(number):
        x, y = 0.225 + slot % ROW * 0.33, 0.23 + slot // ROW * 0.34
        items.append(Item(f"marble:{seat}:{EACH - slot}", f"marble-{seat}", x, y, size=0.4, colour=f"seat{seat}"))
    items.append(Item(f"left:{seat}", "text", 3.82, 0.57, size=0.5, layer="labels", text=str(number)))
    return Panel(f"box:{seat}", words(f"seat.{seat}"), 4.1, 1.14, tuple(items), seat)
