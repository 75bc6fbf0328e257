"""Where the points of a game of Rangées came from."""

from tablier.core.outcome import Line
from tablier.games.rangees.geometry import NUMBERS, SQUARES, neighbours, rows, runs
from tablier.games.rangees.moves import DONE, ends, stones, tiles
from tablier.games.rangees.setup import STONES, present, shown_faces, words

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
    placed = [move.path[0] for move in position.history if len(move.path) == 1 and move.path[0] != DONE]
    order = {NUMBERS[name]: number for number, name in enumerate(placed)}
    full = [row for row in rows(tiles(position)) if order.keys() >= {*row}]
    closing = [max(row, key=order.get) for row in full]
    for row, stone in sorted(zip(full, closing, strict=True), key=lambda closed: order[closed[1]]):
        yield (builds(position) + order[stone]) % 2, row, stone


def builds(position):
    """How many tiles were moved before the first stone."""
    return next((ply for ply, move in enumerate(position.history) if len(move.path) == 1), 0)


def own_runs(position, seat, least):
    return runs({square for square, owner in stones(position).items() if owner == seat}, least)


def claims(position):
    """What was named, rightly or not, and when all is over what was missed (ruling 5)."""
    closed = {(SQUARES[stone], ends(row)): (seat, row, stone) for seat, row, stone in closed_rows(position)}
    counting = len(stones(position)) == STONES
    own = {(seat, ends(run)): run for seat in range(2) for run in own_runs(position, seat, 3)} if counting else {}
    named, stone, turns, first = set(), None, 0, builds(position)
    for move in position.history:
        seat = (first + turns) % 2 if turns < STONES else turns - STONES
        if move.text == DONE:
            turns += 1
        elif len(move.path) == 1:
            stone = move.text
        elif turns >= STONES:
            named.add((seat, move.path))
            yield run_line(seat, own[seat, move.path])
        elif stone and (stone, move.path) in closed:
            named.add((stone, move.path))
            yield row_line(*closed[stone, move.path])
        elif stone:
            yield Line(seat, 0, words("sheet.false", row=move.text), move.path)
    if position.over:
        for seat, row, stone in (row for key, row in closed.items() if key not in named):
            yield Line(seat, 0, words("sheet.missed_row", row="-".join(ends(row)), stone=SQUARES[stone]), names(row))
        for (seat, path), run in own.items():
            if len(run) > 3 and (seat, path) not in named:
                yield Line(seat, 0, words("sheet.missed_run", run="-".join(path), length=len(run)), names(run))


def faces(position):
    """Numbers on empty tiles, and stars (ruling 4), as far as the option shows them."""
    lying, shown = stones(position), shown_faces(position)
    for square, start in present(position).items():
        face = shown[start]
        if face == "*":
            yield from star(square, lying)
        elif face and square not in lying:
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
