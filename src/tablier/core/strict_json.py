"""Reading JSON strictly: no key twice, no NaN, nothing that cannot be written back."""

import json


def _pairs(pairs):
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice")
    return table


def _constant(name):
    raise ValueError(f"{name} is no value")


DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
