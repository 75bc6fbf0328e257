"""How a move of Kabaleo is clicked and written, and why one is refused."""

from pathlib import Path

from tablier.core.words import Drawing, Words

words = Words(Path(__file__).parent)

COLOURS = "ROYGBP"
COLUMNS = "abcdef"
ROWS = 4
PLACES = [f"{column}{row + 1}" for column in COLUMNS for row in range(ROWS)]


def places(position):
    """The names of the places on the table."""
    return PLACES[: position.board["places"]]


def colour_name(colour):
    return words(f"colour.{colour}")


def path(position, action):
    """The colour of the piece, then the place."""
    return COLOURS[action // 24], PLACES[action % 24]


def draw(position, action):
    return COLOURS[action]


def piles(position):
    """For each place, the letters of its colours from the base up."""
    state = position.state
    stacks = zip(places(position), state["piles"].tolist(), state["heights"].tolist(), strict=False)
    return {place: stack(lower, upper, height) for place, (lower, upper), height in stacks}


def stack(lower, upper, height):
    colours = upper << 64 | lower
    return "".join([COLOURS[colours >> 3 * level & 7] for level in range(height, -1, -1)])


def pile(position, place):
    """The colours at a place from the base up."""
    return list(piles(position)[place])


def hand(position, seat):
    """For each colour in play, how many pieces of it a seat still has."""
    counts = dict(zip(COLOURS, position.state["hands"][seat].tolist(), strict=True))
    return {colour: counts[colour] for colour in position.setup["colours"]}


def target(position, seat):
    """The colour a seat plays for; "?" where one may not see it, "" before it is drawn."""
    return (*COLOURS, "?", "")[position.state["targets"][seat]]


def target_name(drawn):
    if drawn in tuple(COLOURS):
        return colour_name(drawn)
    return words("target.secret") if drawn else words("target.undrawn")


def refuse(position, path):
    if len(path) != 2 or path[0] not in tuple(COLOURS) or path[1] not in PLACES or position.turn < 0:
        return None
    colour, place = path
    if colour not in position.setup["colours"]:
        return words("refusal.not_in_play", colour=colour_name(colour), colours=named(position.setup["colours"]))
    held = hand(position, position.turn)
    if not held[colour]:
        left = [other for other in held if held[other]]
        return words("refusal.none_left", colour=colour_name(colour), colours=named(left))
    if place not in places(position):
        return words("refusal.no_place", place=place, last=places(position)[-1])
    if pile(position, place) == [colour]:
        return words("refusal.own_base", place=place, colour=colour_name(colour))
    if PLACES.index(place) == position.state["used"]:
        return words("refusal.just_used", place=place)
    return None


def named(colours):
    return [colour_name(colour) for colour in colours]


def told(position, move):
    """A move in words: a secret colour drawn, if one may know it, or a piece, its place, and if a pair leaves."""
    if move.draw:
        drawn = move.path[0]
        secret = drawn not in tuple(COLOURS)
        return words("told.secret") if secret else words("told.drawn", colour=drawing(f"open-{drawn}", drawn))
    colour, place = move.path
    pair = pile(position, place)[1:][-1:] == [colour]
    return words("told.pair" if pair else "told.piece", piece=drawing(f"piece-{colour}", colour), place=place)


def drawing(glyph, colour):
    return Drawing(glyph, colour, colour_name(colour))


def advice(position):
    """What to do now."""
    return words("advice")


def more(position):
    return words("more", colour=target_name(target(position, position.turn)))
