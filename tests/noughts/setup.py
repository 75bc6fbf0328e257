"""Noughts and crosses has a board of nine squares and nothing to choose."""

import numpy as np

from tablier.core.errors import BadSetup
from tablier.core.words import words

SEATS = (2,)
OPTIONS = ()

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def make(seats, options, random):
    return {}


def check(seats, options, setup):
    if setup:
        raise BadSetup(words("setup.fields", fields="{}", found=list(setup)))
    return {}


def build(seats, options, setup):
    from noughts.rules import BOARD, STATE

    board, state = np.zeros(1, BOARD), np.zeros(1, STATE)
    board[0]["lines"] = [sum(1 << square for square in line) for line in LINES]
    return board, state
