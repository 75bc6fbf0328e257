"""Where the bases lie, the pieces stand and the hands wait."""

from tablier.core.scene import Item, Panel, Scene, kept
from tablier.games.kabaleo.moves import (
    COLUMNS,
    PLACES,
    ROWS,
    colour_name,
    hand,
    named,
    piles,
    target,
    target_name,
    words,
)

MARGIN = 0.55
ROW = 1.11  # rows are further apart than columns: piles need room to rise
HEIGHT = ROWS * ROW + 2 * MARGIN
STEP = 0.13  # from a piece to the next one on it
RISE = 0.46  # of the tallest piles, whose steps are smaller
SLOT = 0.56
TARGET = 0.62
HELD = 0.56  # how large pieces are in a hand


def scene(position):
    columns = position.seats + 2
    width = columns + 2 * MARGIN
    standing = piles(position)
    pieces, out = placed_pieces(position)
    items = [*table(columns), *(cell(place, pile) for place, pile in standing.items())]
    for row in reversed(range(ROWS)):  # those in front cover those behind
        for place in PLACES[row : len(standing) : ROWS]:
            items.append(base(place, standing[place][0]))
            if place in pieces:
                items += stack(place, pieces[place])
    items += coordinates(columns)
    hands = [hand_panel(position, seat) for seat in range(position.seats)]
    return Scene(width, HEIGHT, tuple(items), (*hands, out_panel(out, width)))


def placed_pieces(position):
    """The pieces on each place, and those that left the game in pairs.

    A piece is named by whose it was, its colour and which copy; of a hand the last copy goes first.
    """
    left = [{colour: dealt.count(colour) for colour in position.setup["colours"]} for dealt in position.setup["hands"]]
    pieces, out = {}, []
    placements = [move.path for move in position.history if not move.draw]
    for number, (colour, place) in enumerate(placements):
        seat = number % position.seats
        left[seat][colour] -= 1
        piece = f"{seat}{colour}{left[seat][colour]}"
        below = pieces.setdefault(place, [])
        if below and below[-1][1] == colour:
            out += [below.pop(), piece]
        else:
            below.append(piece)
    return pieces, out


@kept
def table(columns):
    middle = (columns + 2 * MARGIN) / 2, HEIGHT / 2
    return (
        Item("tray", f"tray-{columns}", *middle, colour="tray", layer="board"),
        Item("felt", f"felt-{columns}", *middle, colour="felt", layer="board"),
    )


@kept
def coordinates(columns):
    return (
        *(coordinate(COLUMNS[column], MARGIN + column + 0.5, HEIGHT - 0.18) for column in range(columns)),
        *(coordinate(str(row + 1), 0.19, spot(PLACES[row])[1]) for row in range(ROWS)),
    )


def coordinate(text, x, y):
    return Item(f"label:{text}", "text", x, y, size=0.2, colour="tray_ink", layer="labels", text=text)


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


@kept
def cell(place, pile):
    x, y = spot(place)
    corners = rounded(-0.48, -0.6, 0.48, 0.48)
    return Item(place, "polygon", x, y, colour="felt", layer="board", label=described(place, *pile), points=corners)


def described(place, base, *pieces):
    if not pieces:
        return words("scene.bare", place=place, colour=colour_name(base))
    top = colour_name(pieces[-1])
    return words("scene.pile", place=place, top=top, pieces=named(pieces), base=colour_name(base))


@kept
def base(place, colour):
    return Item(f"base:{place}", f"base-{colour}", *spot(place), colour=colour)


def stack(place, pieces):
    """The pieces on a base, and how many they are."""
    height = len(pieces)
    for level, piece in enumerate(pieces):
        yield stacked(place, piece, level, min(STEP, RISE / height))
    if height > 1:
        yield from badge(place, height)


@kept
def stacked(place, piece, level, step):
    x, y = spot(place)
    up = 0.05 + level * step
    return Item(piece, f"piece-{piece[1]}", x, y - up, colour=piece[1], up=up)


@kept
def badge(place, height):
    x, y = spot(place)
    ground = Item(f"badge:{place}", "badge", x + 0.34, y + 0.33, size=0.25, layer="labels")
    return ground, number(f"height:{place}", x + 0.34, y + 0.33, height, 0.18, "badge_ink")


def number(name, x, y, value, size, colour):
    return Item(name, "text", x, y, size=size, colour=colour, layer="labels", text=str(value))


def hand_panel(position, seat):
    """The target of a seat, and a slot for each colour: a target of its moves when it is on turn."""
    items = [secret(seat, target(position, seat)), caption(seat)]
    for index, (colour, left) in enumerate(hand(position, seat).items()):
        x, meant = TARGET + (index + 0.5) * SLOT, colour if left and seat == position.turn else ""
        items.append(slot(seat, colour, left, x, meant))
        if left:
            items += held(seat, colour, left, x, meant)
    width = TARGET + SLOT * len(position.setup["colours"])
    return Panel(f"hand:{seat}", words("scene.hand", number=seat + 1), width, 1.15, tuple(items), seat, scale=1 / HELD)


@kept
def slot(seat, colour, left, x, meant):
    label = words("scene.left", colour=colour_name(colour), number=left)
    corners = rounded(-0.26, 0, 0.26, 1.15, 0.08)
    look = {"colour": "slot", "layer": "board", "label": label, "points": corners, "target": meant}
    return Item(f"slot:{seat}{colour}", "polygon", x, 0, **look)


@kept
def held(seat, colour, left, x, meant):
    """The pieces of a colour in a hand, and how many they are."""
    pieces = [waiting(seat, colour, copy, x, meant) for copy in range(left)]
    return *pieces, number(f"left:{seat}{colour}", x, 1.02, left, 0.17, "ink")


@kept
def waiting(seat, colour, copy, x, meant):
    y = 0.72 - copy * 0.1
    return Item(f"{seat}{colour}{copy}", f"piece-{colour}", x, y, size=HELD, colour=colour, target=meant)


@kept
def secret(seat, drawn):
    glyph, colour = {"?": ("closed", "closed"), "": ("undrawn", "faint")}.get(drawn, (f"open-{drawn}", drawn))
    label = words("scene.target", target=target_name(drawn))
    return Item(f"target:{seat}", glyph, 0.28, 0.58, size=0.58, colour=colour, label=label)


@kept
def caption(seat):
    """What lies beside the pieces is none of them."""
    return Item(f"secret:{seat}", "secret", 0.28, 1.02, colour="ink", layer="labels")


def out_panel(out, width):
    """The pairs that cancelled each other."""
    items = [out_tray(width), *(gone(piece, index) for index, piece in enumerate(out))]
    return Panel("out", words("scene.out"), width, 0.56, tuple(items))


@kept
def out_tray(width):
    return Item("out:tray", "polygon", colour="slot", layer="board", points=rounded(0, 0, width, 0.56))


@kept
def gone(piece, index):
    x, y = 0.26 + index // 2 * 0.38, 0.33 - index % 2 * 0.09
    return Item(piece, f"piece-{piece[1]}", x, y, size=0.5, colour=piece[1])
