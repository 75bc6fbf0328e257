"""Where the bases lie, the pieces stand and the hands wait."""

from tablier.core.scene import Item, Panel, Scene
from tablier.games.kabaleo.diagram import target_name
from tablier.games.kabaleo.moves import (
    COLOURS,
    COLUMNS,
    PLACES,
    ROWS,
    colour_name,
    hand,
    named,
    pile,
    places,
    target,
    words,
)

MARGIN = 0.55
ROW = 1.11  # rows are further apart than columns: piles need room to rise
STEP = 0.13  # from a piece to the next one on it
RISE = 0.46  # of the tallest piles, whose steps are smaller
SLOT = 0.43
TARGET = 0.62


def scene(position):
    columns = position.seats + 2
    width, height = columns + 2 * MARGIN, ROWS * ROW + 2 * MARGIN
    middle = width / 2, height / 2
    items = [
        Item("tray", f"tray-{columns}", *middle, colour="tray", layer="board"),
        Item("felt", f"felt-{columns}", *middle, colour="felt", layer="board"),
        *(cell(position, place) for place in places(position)),
    ]
    pieces = Pieces(position)
    for row in reversed(range(ROWS)):  # those in front cover those behind
        for place in places(position)[row::ROWS]:
            items += standing(position, pieces, place)
    items += [coordinate(COLUMNS[column], MARGIN + column + 0.5, height - 0.18) for column in range(columns)]
    items += [coordinate(str(row + 1), 0.19, spot(PLACES[row])[1]) for row in range(ROWS)]
    hands = [hand_panel(position, pieces, seat) for seat in range(position.seats)]
    return Scene(width, height, tuple(items), (*hands, out_panel(position, pieces, width)))


class Pieces:
    """The pieces by name: whose it was, its colour and which copy; where each one is now."""

    def __init__(self, position):
        self.hands = [
            {colour: [f"{seat}{colour}{copy}" for copy in range(dealt.count(colour))] for colour in COLOURS}
            for seat, dealt in enumerate(position.setup["hands"])
        ]
        self.piles = {place: [] for place in places(position)}
        self.out = []
        placements = [move for move in position.history if not move.draw]
        for number, move in enumerate(placements):
            self.place(number % position.seats, *move.path)

    def place(self, seat, colour, place):
        piece = self.hands[seat][colour].pop()
        if self.piles[place] and self.piles[place][-1][1] == colour:
            self.out += [self.piles[place].pop(), piece]
        else:
            self.piles[place].append(piece)


def spot(place):
    """The middle of a base."""
    return MARGIN + COLUMNS.index(place[0]) + 0.5, MARGIN + (ROWS - int(place[1]) + 0.6) * ROW


def rounded(left, top, right, bottom, radius=0.1):
    """The corners of a box, cut a little."""
    cut = radius * 0.3
    return (
        *((left, top + radius), (left + cut, top + cut), (left + radius, top)),
        *((right - radius, top), (right - cut, top + cut), (right, top + radius)),
        *((right, bottom - radius), (right - cut, bottom - cut), (right - radius, bottom)),
        *((left + radius, bottom), (left + cut, bottom - cut), (left, bottom - radius)),
    )


def cell(position, place):
    x, y = spot(place)
    corners = rounded(-0.48, -0.6, 0.48, 0.48)
    return Item(place, "polygon", x, y, colour="felt", layer="board", label=described(position, place), points=corners)


def described(position, place):
    base, *pieces = pile(position, place)
    if not pieces:
        return words("scene.bare", place=place, colour=colour_name(base))
    top = colour_name(pieces[-1])
    return words("scene.pile", place=place, top=top, pieces=named(pieces), base=colour_name(base))


def standing(position, pieces, place):
    """A base, the pieces on it, and how many they are."""
    x, y = spot(place)
    base, *colours = pile(position, place)
    yield Item(f"base:{place}", f"base-{base}", x, y, colour=base)
    step = min(STEP, RISE / max(1, len(colours)))
    for level, (piece, colour) in enumerate(zip(pieces.piles[place], colours, strict=True)):
        yield Item(piece, f"piece-{colour}", x, y - 0.05 - level * step, colour=colour)
    if len(colours) > 1:
        yield Item(f"badge:{place}", "badge", x + 0.34, y + 0.33, size=0.25, layer="labels")
        yield number(f"height:{place}", x + 0.34, y + 0.33, len(colours), 0.18, "badge_ink")


def number(name, x, y, value, size, colour):
    return Item(name, "text", x, y, size=size, colour=colour, layer="labels", text=str(value))


def coordinate(text, x, y):
    return Item(f"label:{text}", "text", x, y, size=0.2, colour="tray_ink", layer="labels", text=text)


def hand_panel(position, pieces, seat):
    """The target of a seat, and a slot for each colour: a target of its moves when it is on turn."""
    items = [secret(position, seat)]
    for index, (colour, left) in enumerate(hand(position, seat).items()):
        x = TARGET + (index + 0.5) * SLOT
        items.append(slot(position, seat, colour, left, x))
        for copy, piece in enumerate(pieces.hands[seat][colour]):
            items.append(Item(piece, f"piece-{colour}", x, 0.72 - copy * 0.1, size=0.52, colour=colour))
        if left:
            items.append(number(f"left:{seat}{colour}", x, 1.02, left, 0.17, "ink"))
    width = TARGET + SLOT * len(position.setup["colours"])
    return Panel(f"hand:{seat}", words("scene.hand", seat=seat), width, 1.15, tuple(items), seat)


def slot(position, seat, colour, left, x):
    name = colour if left and seat == position.turn else f"slot:{seat}{colour}"
    label = words("scene.left", colour=colour_name(colour), number=left)
    corners = rounded(-0.195, 0, 0.195, 1.15, 0.08)
    return Item(name, "polygon", x, 0, colour="slot", layer="board", label=label, points=corners)


def secret(position, seat):
    drawn = target(position, seat)
    glyph, colour = {"?": ("closed", "closed"), "": ("undrawn", "faint")}.get(drawn, (f"open-{drawn}", drawn))
    label = words("scene.target", target=target_name(position, seat))
    return Item(f"target:{seat}", glyph, 0.28, 0.58, size=0.58, colour=colour, label=label)


def out_panel(position, pieces, width):
    """The pairs that cancelled each other."""
    tray = Item("out:tray", "polygon", colour="slot", layer="board", points=rounded(0, 0, width, 0.56))
    items = [
        Item(piece, f"piece-{piece[1]}", 0.26 + index // 2 * 0.38, 0.33 - index % 2 * 0.09, size=0.5, colour=piece[1])
        for index, piece in enumerate(pieces.out)
    ]
    return Panel("out", words("scene.out"), width, 0.56, (tray, *items))
