"""Saying, once, that rules are being compiled, because the first time takes seconds."""

from collections.abc import Callable

announce: Callable[[], None] | None = None
"""Called before the first compilation in this process, if set."""


def compiling() -> None:
    global announce
    if announce is not None:
        said, announce = announce, None
        said()
