"""Quantik needs no setup: the board is always the same."""

from functools import cache

import numpy as np

from tablier.core.errors import BadSetup
from tablier.core.words import words

SEATS = (2,)
DIFFICULTY = 1
OPTIONS = ()

EVERY_SHAPE = 0x0001_0001_0001_0001


def make(seats, options, random):
    return {}


def check(seats, options, setup):
    if setup:
        raise BadSetup(words("setup.fields", fields="{}", found=list(setup)))
    return {}


def build(seats, options, setup):
    from tablier.games.quantik.rules import BOARD, STATE

    board, state = np.zeros(1, BOARD), np.zeros(1, STATE)
    for square in range(16):
        lines = lines_through(square)
        for line in lines:
            board[0]["reach"][square] |= np.uint64(sum(1 << other for other in line))
        board[0]["lines"][square] = [EVERY_SHAPE * sum(1 << other for other in line) for line in lines]
    return board, state


@cache
def lines_through(square):
    """The row, the column and the region of a square, each as its four squares."""
    row, column = divmod(square, 4)
    corner = row // 2 * 8 + column // 2 * 2
    return (
        [row * 4 + other for other in range(4)],
        [other * 4 + column for other in range(4)],
        [corner, corner + 1, corner + 4, corner + 5],
    )
