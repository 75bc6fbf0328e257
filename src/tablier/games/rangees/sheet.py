"""Where the points of a game of Rangées came from."""

from tablier.core.outcome import Line
from tablier.games.rangees.geometry import SQUARES, neighbours, runs
from tablier.games.rangees.moves import DONE, ends, stones, tiles, words
from tablier.games.rangees.setup import STONES, present

RUN_POINTS = {3: 0, 4: 10, 5: 20, 6: 30}
LONG_RUN = 40
STAR_POINTS = 10


def reason(position):
    return "all placed"


def sheet(position):
    if position.options["claims"] == "by_hand":
        yield from claims(position)
    else:
        yield from (row_line(*row) for row in closed_rows(position))
    if position.over and position.options["claims"] == "automatic":
        yield from (run_line(seat, run) for seat in range(2) for run in own_runs(position, seat, 4))
    if position.over and position.options["faces"] != "hidden":
        yield from faces(position)


def row_line(seat, row, stone):
    phrase = words("sheet.row", row="-".join(ends(row)), length=len(row), stone=SQUARES[stone])
    return Line(seat, len(row), phrase, names(row))


def run_line(seat, run):
    phrase = words("sheet.run", run="-".join(ends(run)), length=len(run))
    return Line(seat, RUN_POINTS.get(len(run), LONG_RUN), phrase, names(run))


def names(squares):
    return tuple(SQUARES[square] for square in squares)


def closed_rows(position):
    """The full rows in the order they were closed: by whom, the row, and the stone that closed it."""
    stones_first = next((ply for ply, move in enumerate(position.history) if len(move.path) == 1), 0)
    placed = [move.text for move in position.history if len(move.path) == 1 and move.text != DONE]
    order = {SQUARES.index(name): number for number, name in enumerate(placed)}
    full = [row for row in runs(tiles(position), 2) if all(square in order for square in row)]
    for row in sorted(full, key=lambda row: max(order[square] for square in row)):
        stone = max(row, key=order.get)
        yield (stones_first + order[stone]) % 2, row, stone


def own_runs(position, seat, least):
    return runs({square for square, owner in stones(position).items() if owner == seat}, least)


def claims(position):
    """What was named, rightly or not, and when all is over what was missed (ruling 5)."""
    closed = {(SQUARES[stone], ends(row)): (seat, row, stone) for seat, row, stone in closed_rows(position)}
    own = {(seat, ends(run)): run for seat in range(2) for run in own_runs(position, seat, 3)}
    named, stone, turns = set(), None, 0
    for before, move in zip(position.positions(), position.history, strict=False):
        if move.text == DONE:
            turns += 1
        elif len(move.path) == 1:
            stone = move.text
        elif turns >= STONES:
            named.add((before.turn, move.path))
            yield run_line(before.turn, own[before.turn, move.path])
        elif stone and (stone, move.path) in closed:
            named.add((stone, move.path))
            yield row_line(*closed[stone, move.path])
        elif stone:
            yield Line(before.turn, 0, words("sheet.false", row=move.text), move.path)
    if position.over:
        for seat, row, stone in (row for key, row in closed.items() if key not in named):
            yield Line(seat, 0, words("sheet.missed_row", row="-".join(ends(row)), stone=SQUARES[stone]), names(row))
        for (seat, path), run in own.items():
            if len(run) > 3 and (seat, path) not in named:
                yield Line(seat, 0, words("sheet.missed_run", run="-".join(path), length=len(run)), names(run))


def faces(position):
    """Numbers on empty tiles, and stars (ruling 4)."""
    lying = stones(position)
    for square, start in present(position).items():
        face = position.setup["faces"][start]
        if face == "*":
            yield from star(square, lying)
        elif position.options["faces"] == "all" and square not in lying:
            phrase = words("sheet.number", square=SQUARES[square])
            yield Line("AB".index(face[0]), int(face[1]), phrase, (SQUARES[square],))


def star(square, lying):
    around = [lying[other] for other in neighbours(square) if other in lying]
    counts = around.count(0), around.count(1)
    where = (SQUARES[square],)
    if counts[0] != counts[1]:
        seat = int(counts[1] > counts[0])
        phrase = words("sheet.star", square=where[0], own=counts[seat], other=counts[1 - seat])
        yield Line(seat, STAR_POINTS, phrase, where)
    elif square in lying:
        yield Line(lying[square], STAR_POINTS, words("sheet.star_on", square=where[0], own=counts[0]), where)
