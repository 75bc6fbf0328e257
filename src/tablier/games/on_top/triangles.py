"""The black triangles of On Top: which cells count as black, since when, and for which of them a triangle was left."""

from tablier.games.on_top.moves import black_cells, shape_of
from tablier.games.on_top.setup import DATA

TRIANGLES = DATA["triangles"]
"""How many there are in the box."""


def filled(position):
    """For each cell that is filled the number of the placement that filled it, or closed the hole; -1 at the start."""
    shape = shape_of(position)
    placements = [move.path for move in position.history if not move.draw]
    since = {shape.numbers[name]: number for number, path in enumerate(placements) for name in path}
    start = {shape.numbers[name] for name in position.setup["board"]["start"]}
    for cell in black_cells(position):
        since[cell] = -1 if cell in start else max(since.get(other, -1) for other in shape.neighbours[cell])
    return since


def lacking(position):
    """The cells that count as black though they are empty, because no triangle was left for them (ruling 7)."""
    black = black_cells(position)
    if len(black) <= TRIANGLES:
        return []
    since = filled(position)
    start = [shape_of(position).numbers[name] for name in position.setup["board"]["start"]]
    later = sorted(set(black).difference(start), key=lambda cell: (since[cell], cell))
    return sorted([*start, *later][TRIANGLES:])
