"""Where the points of Kabaleo lie, and which tie-breaks decided."""

from tablier.core.outcome import Line
from tablier.games.kabaleo.moves import colour_name, piles, target, words


def reason(position):
    return "all placed"


def sheet(position):
    """A line for each place that shows the colour of a seat, where this view knows the colour."""
    standing = piles(position)
    shown = {}
    for seat in range(position.seats):
        colour = target(position, seat)
        shown[seat] = showing(standing, colour)
        for place, height in shown[seat].items():
            facts = {"place": place, "colour": colour_name(colour)} | ({"number": height} if height else {})
            yield Line(seat, 1, words("sheet.pile" if height else "sheet.bare", **facts), (place,))
    if position.over and None not in position.points:
        for seat in shown:
            yield from ties(seat, shown)
        yield from nobodys(position, standing, shown)


def showing(standing, colour):
    """The places that show a colour, with their heights in pieces; none for a colour not known."""
    return {place: len(pile) - 1 for place, pile in standing.items() if pile[-1] == colour}


def ties(seat, shown):
    """What parted a seat from those with as many points, or that nothing did."""
    mine, tied = shown[seat], {other: heights for other, heights in shown.items() if len(heights) == len(shown[seat])}
    if any(pile_count(heights) != pile_count(mine) for heights in tied.values()):
        where = tuple(place for place, height in mine.items() if height)
        yield Line(seat, 0, words("sheet.tie_piles", number=pile_count(mine)), where)
    tied = {other: heights for other, heights in tied.items() if pile_count(heights) == pile_count(mine)}
    if any(tallest(heights) != tallest(mine) for heights in tied.values()):
        where = tuple(place for place, height in mine.items() if height == tallest(mine))
        yield Line(seat, 0, words("sheet.tie_tallest", number=tallest(mine)), where)
    others = [other for other in tied if other != seat and tallest(tied[other]) == tallest(mine)]
    if others:
        yield Line(seat, 0, shared([other + 1 for other in others]))


def shared(numbers):
    """That nothing parts a player from those of these numbers."""
    *others, last = numbers
    if not others:
        return words("sheet.shared.one", number=last)
    return words("sheet.shared.several", numbers=others, last=last)


def nobodys(position, standing, shown):
    """A remark for those who lead if a colour that nobody drew shows on more places than theirs (ruling 3)."""
    drawn = {target(position, seat) for seat in shown}
    others = {colour: showing(standing, colour) for colour in position.setup["colours"] if colour not in drawn}
    most = max(map(len, shown.values()))
    for colour, places in others.items():
        if len(places) > most:
            phrase = words("sheet.nobodys", colour=colour_name(colour), places=len(places))
            yield from (Line(seat, 0, phrase, tuple(places)) for seat in shown if len(shown[seat]) == most)


def pile_count(heights):
    return sum(height > 0 for height in heights.values())


def tallest(heights):
    return max(heights.values(), default=0)
