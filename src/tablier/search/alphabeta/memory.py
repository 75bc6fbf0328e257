"""What one thread's alpha-beta keeps at hand."""

from types import ModuleType

import numpy as np

from tablier.core.rules import mask_words

FRAME = np.dtype(
    [
        ("depth", "i8"),  # how many more actions are looked at
        ("alpha", "i8"),  # the window as it was on arrival
        ("beta", "i8"),
        ("low", "i8"),  # the window as it has become
        ("high", "i8"),
        ("best", "i8"),
        ("chosen", "i8"),
        ("action", "i8"),  # the one being looked at
        ("index", "i8"),
        ("number", "i8"),
        ("seat", "i8"),
        ("certain", "i8"),
        ("dominant", "i8"),  # is there one action that needs no thought, and no depth?
        ("left", "i8"),  # how many actions there are to the end, if that is known
        ("bank", "i8"),  # what the table leaves out
        ("narrow", "i8"),  # is it only asked whether the action is better?
        ("reduced", "i8"),  # by how much it is looked at less deeply
        ("key", "u8"),
    ],
    align=True,
)
"""Where the search stands at one level. It walks up and down by itself: compiled code that calls
itself is not safe to keep on disk."""


def desk_type(rules: ModuleType) -> np.dtype[np.void]:
    """All that one thread needs to search: one record, since arrays take time whenever they are handed on."""
    levels = rules.LONGEST + 2
    return np.dtype(
        [
            ("states", rules.STATE, levels),
            ("frames", FRAME, levels),
            ("actions", "i8", (levels, rules.ACTIONS)),
            ("scores", "i8", (levels, rules.ACTIONS)),
            ("killers", "i8", (levels, 2)),  # the last actions that caused a cut-off on a level
            ("history", "i8", (2, rules.ACTIONS)),  # how often each seat's actions did, anywhere
            ("mask", "u8", mask_words(rules)),
            ("out", "f8", 2),
            ("nodes", "i8"),
            ("depth_limited", "i8"),  # is only a given number of actions looked at?
        ],
        align=True,
    )
