"""Compiling rules with Numba, and keeping the result on disk for the next process.

Numba's own cache looks at one source file only, and numbers its files in a way that two
processes may confuse. Here a compiled function is one file, named by what went into it: its
signature, the machine, the versions of all that compiles and runs it, the text of every source
file it can call, and what the games it was compiled for had declared.
"""

import hashlib
import logging
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.extending import overload

from tablier.core.judgement import Compiled, source
from tablier.core.words import words

if TYPE_CHECKING:
    from numba.core.codegen import JITCPUCodegen
    from numba.core.cpu import CPUContext

    from tablier.core.game import Game

Signature = tuple[types.Type, ...]
"""The types of a function's arguments."""

JIT: Any = {"nogil": True, "error_model": "numpy"}
"""What is asked of Numba, which has another type for it in every function."""

PACKAGE = Path(__file__).parents[1]

log = logging.getLogger("tablier.compiler")
"""Told in phrases, which can be said in any language."""

owners: "dict[types.Type, Game]" = {}
"""For each type of board or state, the game that it belongs to."""


def part(function: Compiled) -> Compiled:
    """Compile a function that only compiled code calls."""
    dispatcher: Compiled = numba.njit(**JIT)(function)
    return dispatcher


def inner(function: Compiled) -> Compiled:
    """Compile a function into each of its callers: counting who holds its arguments takes longer than a little work."""
    dispatcher: Compiled = numba.njit(forceinline=True, **JIT)(function)
    return dispatcher


def entry(function: Compiled, **changes: Any) -> Compiled:
    """Compile a function that Python calls, and find it again in the next process, if it stands in a file."""
    dispatcher: Dispatcher = numba.njit(**JIT | changes)(function)
    if written_in(function).exists():  # what is typed in, or stands in a notebook, has no source to name
        dispatcher._cache = CompiledFiles(function)  # type: ignore[attr-defined]  # Numba's stub leaves it out
    return dispatcher


def step(function: Compiled) -> Compiled:
    """Compile an entry that is done at once: to let other threads in meanwhile takes longer than that."""
    return entry(function, nogil=False)


def by_state(find: "Callable[[Game], Compiled | None]") -> Callable[[Compiled], Compiled]:
    """Let each game answer a function in its own way, found by the type of the argument `state`.

    Compiled code that calls the function gets what `find` says for the game, inlined; if that is None, the
    function as it stands.
    """

    def decorate(function: Compiled) -> Compiled:
        shape = signature(function)
        place = list(shape.parameters).index("state")

        def choose(*arguments: types.Type) -> Compiled | None:
            if arguments[place] not in owners:
                return None
            found = find(owners[arguments[place]]) or function
            return source(found)

        choose.__signature__ = shape  # type: ignore[attr-defined]  # `inspect` looks for it on any function
        overload(function, jit_options=JIT)(choose)
        return function

    return decorate


def cache_folder() -> Path:
    """Where compiled code is kept: `TABLIER_CACHE`, else the user's cache folder."""
    if given := os.environ.get("TABLIER_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablier"


class CompiledFiles(_Cache):
    """The compiled forms of one function, each in a file of its own."""

    def __init__(self, function: Compiled):
        self.function = source(function)
        self.enabled = True

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def enable(self) -> None:
        self.enabled = True

    def disable(self) -> None:
        self.enabled = False

    def flush(self) -> None:
        for file in cache_folder().glob(f"{self._name}-*.bin"):
            file.unlink(missing_ok=True)

    def load_overload(self, sig: Signature, target_context: "CPUContext") -> CompileResult | None:
        target_context.refresh()
        try:
            data = pickle.loads(self._file(sig, target_context.codegen()).read_bytes())
        except Exception:  # missing, unreadable or damaged: all the same, it is compiled
            _say_once("compiler.first")
            return None
        found: CompileResult = CompileResult._rebuild(target_context, *data)
        return found

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        if not self.enabled:
            return
        file = self._file(sig, data.codegen)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:
                draft.write(pickle.dumps(data._reduce()))
            os.replace(draft.name, file)
        except OSError as error:  # a full or read-only disk only costs the next process its time
            _say_once("compiler.lost", why=error.strerror or str(error))

    @property
    def _name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def _file(self, sig: Signature, codegen: "JITCPUCodegen") -> Path:
        ingredients = [*versions(), self._name, str(sig), str(codegen.magic_tuple())]
        ingredients += [digest(PACKAGE / "core"), digest(home(self.function))]
        games = {owners[kind] for kind in map(_element, sig) if kind in owners}
        for game in sorted(games, key=lambda game: game.package):
            ingredients += [game.package, digest(game.folder), game.judgement.fingerprint()]
        name = hashlib.sha256("\n".join(ingredients).encode()).hexdigest()
        return cache_folder() / f"{self._name}-{name[:32]}.bin"


def versions() -> list[str]:
    """Everything whose version matters to compiled code."""
    python = [sys.implementation.cache_tag or sys.version, getattr(sys, "abiflags", "")]
    return [*python, numba.__version__, llvmlite.__version__, np.__version__]


def written_in(function: Compiled) -> Path:
    """The file of a function."""
    return Path(source(function).__code__.co_filename)


def home(function: Compiled) -> Path:
    """The room that a function lives in, whose sources it may call besides the core's: `tablier/search` for
    `tablier.search.mcts.kernel`; a lone module is its own."""
    file = written_in(function)
    depth = len(function.__module__.split(".")) - 2
    return file.parents[depth - 1] if depth > 0 else file


def _element(kind: types.Type) -> types.Type:
    return kind.dtype if isinstance(kind, types.Array) else kind


@cache
def digest(place: Path) -> str:
    """A fingerprint of a source file, or of the Python sources in a folder, as they were when first asked for."""
    sums = hashlib.sha256()
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        sums.update(file.relative_to(place.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return sums.hexdigest()


_said: set[str] = set()


def _say_once(key: str, **facts: str) -> None:
    """The first compilation of a process, and the first that cannot be kept, are worth a word: they take seconds."""
    if key not in _said:
        _said.add(key)
        log.warning(words(key, folder=str(cache_folder()), **facts))
