"""Compiling rules with Numba, and keeping the result on disk for the next process.

Numba's own cache looks at one source file only, and numbers its files in a way that two
processes may confuse. Here a compiled function is one file, named by what went into it: its
signature, the machine, the versions of all that compiles and runs it, the text of every source
file it can call, and what the games it was compiled for had declared. What it can call is found
by following imports: a new drawing of a board does not make its rules be compiled again.
"""

import ast
import hashlib
import logging
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import resolve_name
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
        ingredients += [fingerprint(self.function.__module__)]
        games = {owners[kind] for kind in map(_element, sig) if kind in owners}
        for game in sorted(games, key=lambda game: game.package):
            ingredients += [game.package, fingerprint(game.rules.__name__), game.judgement.fingerprint()]
            ingredients += map(fingerprint, sorted({hook.__module__ for hook in game.judgement.declared().values()}))
        name = hashlib.sha256("\n".join(ingredients).encode()).hexdigest()
        return cache_folder() / f"{self._name}-{name[:32]}.bin"


def versions() -> list[str]:
    """Everything whose version matters to compiled code."""
    python = [sys.implementation.cache_tag or sys.version, getattr(sys, "abiflags", "")]
    return [*python, numba.__version__, llvmlite.__version__, np.__version__]


def written_in(function: Compiled) -> Path:
    """The file of a function."""
    return Path(source(function).__code__.co_filename)


def _element(kind: types.Type) -> types.Type:
    return kind.dtype if isinstance(kind, types.Array) else kind


@cache
def fingerprint(module: str) -> str:
    """Of the sources that the compiled code of a module can come from, as they were when first asked for: its own, and
    those of the modules it imports, of the same package or of Tablier, and so on."""
    packages = {module.partition(".")[0], PACKAGE.name}
    found, new = set[str](), {module}
    while new:
        found |= new
        # what this module imports compiles nothing
        reached = {name for one in new - {__name__} for name in imports(one) if name.partition(".")[0] in packages}
        new = reached - found
    return hashlib.sha256("".join(sorted(map(_digest, found))).encode()).hexdigest()


@cache
def imports(module: str) -> tuple[str, ...]:
    """The modules that a module imports when it is loaded; what it says for checkers of types only is left out."""
    return tuple(dict.fromkeys(name for name in _imported(_parsed(module).body, module) if name in sys.modules))


def _imported(body: list[ast.stmt], module: str) -> Iterator[str]:
    package = sys.modules[module].__package__ or ""
    for statement in body:
        match statement:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(name, names, level):
                origin = resolve_name("." * (level or 0) + (name or ""), package)
                yield origin
                yield from (f"{origin}.{alias.name}" for alias in names)
            case ast.If(ast.Name("TYPE_CHECKING"), orelse=otherwise):
                yield from _imported(otherwise, module)
            case ast.If(body=inside, orelse=otherwise):
                yield from _imported(inside + otherwise, module)
            case ast.Try(body=inside, handlers=handlers, orelse=otherwise, finalbody=final):
                handled = [line for handler in handlers for line in handler.body]
                yield from _imported(inside + handled + otherwise + final, module)


def _parsed(module: str) -> ast.Module:
    return ast.parse(_text(module))


def _digest(module: str) -> str:
    return hashlib.sha256(module.encode() + b"\0" + _text(module)).hexdigest()


@cache
def _text(module: str) -> bytes:
    file = getattr(sys.modules[module], "__file__", None)
    return Path(file).read_bytes() if file else b""  # a folder, or something typed in: there is nothing to read


_said: set[str] = set()


def _say_once(key: str, **facts: str) -> None:
    """The first compilation of a process, and the first that cannot be kept, are worth a word: they take seconds."""
    if key not in _said:
        _said.add(key)
        log.warning(words(key, folder=str(cache_folder()), **facts))
