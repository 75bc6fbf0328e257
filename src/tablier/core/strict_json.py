"""Reading JSON strictly: no key twice, no NaN, nothing that cannot be written back."""

import json
from typing import NoReturn, TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
"""Whatever JSON can say."""


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice")
    return table


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value")


DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
