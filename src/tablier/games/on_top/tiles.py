"""The colours of On Top and the kinds of its tiles."""

from itertools import permutations

COLOURS = ("red", "yellow", "blue", "white")
LETTERS = "RYBW"
READINGS = {"".join(c): min("".join(c), "".join(c[2:] + c[:2])) for c in permutations(LETTERS)}
"""Every way to read a tile's corners, and its kind: the alphabetically first way to read it."""

KINDS = tuple(sorted(set(READINGS.values())))
