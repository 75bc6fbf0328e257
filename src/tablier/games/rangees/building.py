"""Building the board of Rangées: which tile may be moved, and where to."""

import numpy as np

from tablier.core.bits import ONE, ZERO, add, discard, lowest
from tablier.core.compiler import part
from tablier.games.rangees.setup import TILES
from tablier.games.rangees.squares import WORDS, is_empty, stepped, tile_number, touch

AROUND = ((4, 6, 5), (5, 7, 0), (0, 2, 1), (1, 3, 4))
"""Once around a square: a side, the corner after it and the next side, as the directions that lead from there."""


@part
def move_tile(state, target):
    """Move the tile picked, and its face with it."""
    old = tile_number(state, state.picked)
    face = state.faces[old]
    discard(state.tiles, state.picked)
    new = tile_number(state, target)
    add(state.tiles, target)
    for tile in range(old, TILES - 1):
        state.faces[tile] = state.faces[tile + 1]
    for tile in range(TILES - 1, new, -1):
        state.faces[tile] = state.faces[tile - 1]
    state.faces[new] = face
    add(state.used, state.picked)
    add(state.used, target)
    state.picked = -1
    state.count += 1
    state.seat ^= 1


@part
def offer_tiles(board, state):
    """The tiles not moved before that have a place to go.

    Only those that another tile may need must be tried: 55 tiles touch more empty squares than
    are ever barred, so the rest always have a place.
    """
    needed, found = np.zeros(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    find_needed(board, state.tiles, needed)
    for word in range(WORDS):
        free = state.tiles[word] & ~state.used[word]
        found[word] = free & ~needed[word]
        trial = free & needed[word]
        while trial:
            find_places(board, state, np.int64(word * 64 + lowest(trial)))
            if not is_empty(state.open):
                found[word] |= trial & -trial
            trial &= trial - ONE
    for word in range(WORDS):
        state.open[word] = found[word]


@part
def find_needed(board, tiles, needed):
    """The squares around which lie fewer than two tiles, or several that do not hold together."""
    gap, one, two = np.zeros(WORDS, np.uint64), np.zeros(WORDS, np.uint64), np.zeros(WORDS, np.uint64)
    for side, corner, following in AROUND:
        for word in range(WORDS):
            on_side, on_corner = stepped(board, tiles, side, word), stepped(board, tiles, corner, word)
            ends = ~on_side & (on_corner | stepped(board, tiles, following, word))
            needed[word] |= gap[word] & ends  # a second gap
            gap[word] |= ends
            two[word] |= one[word] & (on_side | on_corner) | on_side & on_corner
            one[word] |= on_side | on_corner
    for word in range(WORDS):
        needed[word] |= ~two[word]


@part
def find_places(board, state, square):
    """Offer where a tile may go, so that all tiles touch another, or all hang together (ruling 1)."""
    loose, group, touched = np.empty(WORDS, np.uint64), np.empty(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    for word in range(WORDS):
        loose[word] = state.tiles[word]
    discard(loose, square)
    touch(board, loose, touched)
    for word in range(WORDS):
        state.open[word] = touched[word] & ~state.tiles[word] & ~state.used[word]
        if not board.connected:
            loose[word] &= ~touched[word]
    while not is_empty(loose):
        take_group(board, loose, group, touched)
        for word in range(WORDS):
            state.open[word] &= touched[word]


@part
def take_group(board, tiles, group, touched):
    """Take from a set some tiles that hang together, and find the squares that they touch."""
    for word in range(WORDS):
        group[word] = ZERO
    word = 0
    while not tiles[word]:
        word += 1
    fresh = tiles[word] & -tiles[word]
    group[word] = fresh
    while fresh:
        touch(board, group, touched)
        fresh = ZERO
        for word in range(WORDS):
            fresh |= touched[word] & tiles[word] & ~group[word]
            group[word] |= touched[word] & tiles[word]
    for word in range(WORDS):
        tiles[word] &= ~group[word]
