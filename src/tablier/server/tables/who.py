"""Somebody, as a table knows them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Who:
    """Somebody, with the guests they were before they signed in."""

    person: str
    name: str
    account: str | None
    selves: frozenset[str]
