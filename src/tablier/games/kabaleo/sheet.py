"""Where the points of Kabaleo lie, and which tie-breaks decided."""

from tablier.core.outcome import Line
from tablier.games.kabaleo.moves import COLOURS, colour_name, pile, places, target, words


def reason(position):
    return "all placed"


def sheet(position):
    """A line for each place that shows the colour of a seat, where this view knows the colour."""
    shown = {seat: showing(position, target(position, seat)) for seat in range(position.seats)}
    for seat, heights in shown.items():
        for place, height in heights.items():
            colour = colour_name(target(position, seat))
            phrase = words("sheet.pile", colour=colour, number=height) if height else words("sheet.bare", colour=colour)
            yield Line(seat, 1, phrase, (place,))
    if position.over and None not in position.points:
        for seat in shown:
            yield from ties(seat, shown)


def showing(position, colour):
    """The places that show a colour, with their heights in pieces."""
    piles = {place: pile(position, place) for place in places(position)}
    return {place: len(colours) - 1 for place, colours in piles.items() if colours[-1] == colour and colour in COLOURS}


def ties(seat, shown):
    """What parted a seat from those with as many points, or that nothing did."""
    mine, tied = shown[seat], {other: heights for other, heights in shown.items() if len(heights) == len(shown[seat])}
    if any(piles(heights) != piles(mine) for heights in tied.values()):
        where = tuple(place for place, height in mine.items() if height)
        yield Line(seat, 0, words("sheet.tie_piles", number=piles(mine)), where)
    tied = {other: heights for other, heights in tied.items() if piles(heights) == piles(mine)}
    if any(tallest(heights) != tallest(mine) for heights in tied.values()):
        where = tuple(place for place, height in mine.items() if height == tallest(mine))
        yield Line(seat, 0, words("sheet.tie_tallest", number=tallest(mine)), where)
    others = [other for other in tied if other != seat and tallest(tied[other]) == tallest(mine)]
    if others:
        yield Line(seat, 0, words("sheet.shared", seats=others))


def piles(heights):
    return sum(height > 0 for height in heights.values())


def tallest(heights):
    return max(heights.values(), default=0)
