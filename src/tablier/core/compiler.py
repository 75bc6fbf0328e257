"""Compiling rules with Numba, and keeping the result on disk for the next process.

Numba's own cache looks at one source file only, and numbers its files in a way that two
processes may confuse. Here a compiled function is one file, named by what went into it: its
signature, the machine, and the text of every source file it can call.
"""

import hashlib
import os
import pickle
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from tablier.core.announcement import compiling

JIT: Any = {"nogil": True, "error_model": "numpy"}

PACKAGE = Path(__file__).parents[1]

folders: dict[types.Type, Path] = {}
"""For each type of board or state, the folder of the game that it belongs to."""


def part(function):
    """Compile a function that only compiled code calls."""
    return numba.njit(**JIT)(function)


def inner(function):
    """Compile a function into each of its callers: counting who holds its arguments takes longer than a little work."""
    return numba.njit(forceinline=True, **JIT)(function)


def entry(function, **changes):
    """Compile a function that Python calls, and find it again in the next process."""
    dispatcher = numba.njit(**JIT | changes)(function)
    dispatcher._cache = CompiledFiles(function)
    return dispatcher


def step(function):
    """Compile an entry that is done at once: to let other threads in meanwhile takes longer than that."""
    return entry(function, nogil=False)


def cache_folder() -> Path:
    """Where compiled code is kept: `TABLIER_CACHE`, else the user's cache folder."""
    if given := os.environ.get("TABLIER_CACHE"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablier"


class CompiledFiles(_Cache):
    """The compiled forms of one function, each in a file of its own."""

    def __init__(self, function):
        self.function = function
        self.enabled = True

    @property
    def cache_path(self):
        return str(cache_folder())

    def enable(self):
        self.enabled = True

    def disable(self):
        self.enabled = False

    def flush(self):
        for file in cache_folder().glob(f"{self._name}-*.bin"):
            file.unlink(missing_ok=True)

    def load_overload(self, sig, target_context):
        target_context.refresh()
        try:
            data = pickle.loads(self._file(sig, target_context.codegen()).read_bytes())
        except Exception:  # missing, unreadable or damaged: all the same, it is compiled
            compiling()
            return None
        return CompileResult._rebuild(target_context, *data)

    def save_overload(self, sig, data):
        if not self.enabled:
            return
        file = self._file(sig, data.codegen)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as draft:
                draft.write(pickle.dumps(data._reduce()))
            os.replace(draft.name, file)
        except OSError:
            pass  # a full or read-only disk only costs the next process its time

    @property
    def _name(self):
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def _file(self, sig, codegen):
        ingredients = [numba.__version__, self._name, str(sig), str(codegen.magic_tuple())]
        sources = {PACKAGE / "core", PACKAGE / "search", Path(self.function.__code__.co_filename).parent}
        sources |= {folders[kind] for kind in map(_element, sig) if kind in folders}
        ingredients += [digest(folder) for folder in sorted(sources)]
        name = hashlib.sha256("\n".join(ingredients).encode()).hexdigest()
        return cache_folder() / f"{self._name}-{name[:32]}.bin"


def _element(kind):
    return kind.dtype if isinstance(kind, types.Array) else kind


@cache
def digest(folder: Path) -> str:
    """A fingerprint of the Python sources in a folder, as they were when first asked for."""
    sums = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        sums.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return sums.hexdigest()
