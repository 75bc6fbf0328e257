"""How a move of Rangées is clicked and written, and why one is refused."""

import re
from functools import lru_cache

from tablier.core.words import Drawing
from tablier.games.rangees.geometry import NUMBERS, SQUARES, group, neighbours, rows, runs
from tablier.games.rangees.setup import words

DONE = "done"
TARGETS = (*SQUARES, DONE)
BUILDING, FILLING, NAMING, COUNTING = "building", "filling", "naming", "counting"
PHASES = (BUILDING, FILLING, NAMING, COUNTING, "finished")


def path(position, action):
    """A square: the tile to move, where to, where to place, an end of a row or run. Or "done"."""
    return (TARGETS[action],)


def phase(position):
    return PHASES[position.state["phase"]]


def squares(words):
    """The squares whose bits are set in some words, given as bytes."""
    whole = int.from_bytes(words, "little")
    return frozenset(square for square, bit in enumerate(f"{whole:b}"[::-1]) if bit == "1")


known_squares = lru_cache(2048)(squares)  # for what stays the same while stones are placed


def tiles(position):
    return known_squares(position.state["tiles"].tobytes())


def stones(position):
    """For each square with a stone, whose it is."""
    own, other = (squares(words.tobytes()) for words in position.state["stones"])
    return dict.fromkeys(own, 0) | dict.fromkeys(other, 1)


def vacated(position):
    """While building: where tiles were taken away."""
    return known_squares(position.state["used"].tobytes()) - tiles(position)


def moved(position):
    """While building: where tiles lie that were moved."""
    return known_squares(position.state["used"].tobytes()) & tiles(position)


def ends(run):
    """The two ends of a row or a run, as a claim names them."""
    return tuple(sorted((SQUARES[run[0]], SQUARES[run[-1]])))


def refuse(position, path):
    if path != (DONE,) and not all(re.fullmatch("[a-z][0-9]{1,2}", name) for name in path):
        return None
    if len(path) > 2:
        return None
    for name in path:
        if name not in TARGETS:
            return words("refusal.off_grid", square=name)
    now = phase(position)
    if len(path) != (1 if now == FILLING else 2) or path == (DONE,):
        return words(f"refusal.{now}")
    if now == FILLING:
        return refuse_stone(position, *path)
    return refuse_tile(position, *path) if now == BUILDING else refuse_claim(position, path)


def refuse_tile(position, source, target):
    lying, tile, place = tiles(position), NUMBERS[source], NUMBERS[target]
    if tile not in lying:
        return words("refusal.no_tile", square=source)
    if tile in moved(position):
        return words("refusal.moved_before", square=source)
    if place in lying:
        return words("refusal.occupied", square=target)
    if place in vacated(position):
        return words("refusal.vacated", square=target)
    after = lying - {tile} | {place}
    if not after & neighbours(place):
        return words("refusal.touches_nothing", square=target)
    for other in sorted(after):
        if not after & neighbours(other):
            return words("refusal.leaves_alone", square=source, other=SQUARES[other])
    joined = group(after, place)
    cut_off = min(joined - {place}, after - joined, key=len)
    return words("refusal.disconnects", square=target, other=SQUARES[min(cut_off)])


def refuse_stone(position, name):
    square = NUMBERS[name]
    if square not in tiles(position):
        return words("refusal.no_tile", square=name)
    return words("refusal.stone", square=name)


def refuse_claim(position, path):
    """Why two ends cannot be claimed (ruling 5)."""
    if tuple(sorted(path)) != path:
        return words("refusal.order", first=path[1], second=path[0])
    claim = "-".join(path)
    if path in claimable(position):
        return words("refusal.already_named", claim=claim)
    if phase(position) == COUNTING:
        return words("refusal.not_own_run", claim=claim)
    return words("refusal.not_a_row", claim=claim, square=SQUARES[position.state["last"]])


def claimable(position):
    """The ends of all that may be named at this point, whether it was or not."""
    if phase(position) == COUNTING:
        own = {square for square, seat in stones(position).items() if seat == position.turn}
        return {ends(run) for run in runs(own, 3)}
    return {ends(row) for row in rows(tiles(position)) if position.state["last"] in row}


def told(position, move):
    """A move in words: a tile, a stone with the rows that it closes, what is named, or that all is."""
    now, path = phase(position), move.path
    if now == BUILDING:
        tile = Drawing("back-0", "wood", words("scene.tile"))
        return words("told.tile", tile=tile, source=path[0], target=path[1])
    if path == (DONE,):
        return words("told.done")
    if now != FILLING:
        return words("told.row" if now == NAMING else "told.run", row="–".join(path))
    seat = position.turn
    stone = Drawing(f"stone-{seat}", f"seat{seat}", words(f"stone.{seat}"))
    closed = closed_by(position, NUMBERS[path[0]]) if position.options["claims"] == "automatic" else 0
    facts = {"rows": closed} if closed else {}
    return words("told.closes" if closed else "told.stone", stone=stone, square=path[0], **facts)


def closed_by(position, square):
    """How many rows a stone on a square would close."""
    full = {*stones(position), square}
    return sum(square in row and full.issuperset(row) for row in rows(tiles(position)))


def advice(position):
    """What to do now."""
    if phase(position) == BUILDING:
        return words("advice.building", number=int(position.state["count"]) // 2 + 1)
    return words(f"advice.{phase(position)}")


def more(position):
    return words(f"more.{phase(position)}")
