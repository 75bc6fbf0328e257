"""What a game's folder must hold before anything is compiled: files, names, words, colours."""

import ast
import inspect
import re
import string
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.core.looks import APART, BOARDS, CORE, MATERIALS, SOUNDS, THEMES, read
from tablier.core.options import Choice, Data
from tablier.core.rules import TOGETHER
from tablier.core.svg import symbols
from tablier.core.words import LANGUAGES, catalogue
from tablier.testing.faults import Faults

FILES = ("words.toml", "palette.toml", "art.svg", *(f"help.{language}.md" for language in LANGUAGES))

WANTED = {
    "rules": "turn(board, state); moves(board, state, mask); play(board, state, action); points(board, state, out); "
    "payoff(board, state, out)",
    "setup": "make(seats, options, random); check(seats, options, setup); build(seats, options, setup)",
    "moves": "path(position, action); refuse(position, path)",
    "sheet": "reason(position); sheet(position)",
    "scene": "scene(position)",
    "diagram": "diagram(position, language)",
}
POSSIBLE = {
    "rules": "weight(board, state, action); midway(board, state); begins(board, state, action); "
    "hide(board, state, seat); fill(board, state, rng)",
    "setup": "sides(seats, options); again(position); begins_again(outcome)",
    "moves": "draw(position, action); told(position, move); advice(position); more(position)",
}
KINDS = {"VERSION": int, "ACTIONS": int, "LONGEST": int, "BOARD": np.dtype, "STATE": np.dtype}


def check_files(game: Game, faults: Faults) -> bool:
    """Look at everything that can be looked at without compiling; return whether there is something to compile."""
    with faults.trying(game.package):
        folder = game.folder
        missing = [name for name in FILES if not (folder / name).is_file()]
        for name in missing:
            faults.add(name, "this file is missing")
        parts = {name: _part(game, name, faults) for name in WANTED}
        whole = all(parts.values()) and not missing
        for name, part in parts.items():
            whole &= part is not None and _check_functions(name, part, faults)
        if parts["rules"]:
            whole &= _check_rules(parts["rules"], faults)
        if parts["setup"]:
            whole &= _check_choices(parts["setup"], faults)
        if whole:
            whole = False
            with faults.trying("rules.py"):
                whole = bool(game.rules)
                with faults.trying("judgement.py"):
                    game.load()
        if "words.toml" not in missing:
            whole &= check_words(game, faults)
        if not {"art.svg", "palette.toml"} & set(missing):
            whole &= _check_art(game, faults)
        return whole
    return False


def _part(game: Game, name: str, faults: Faults) -> ModuleType | None:
    if not (game.folder / f"{name}.py").is_file():
        faults.add(f"{name}.py", "this file is missing")
        return None
    with faults.trying(f"{name}.py"):
        return game.part(name)
    return None


def _check_functions(name: str, part: ModuleType, faults: Faults) -> bool:
    """Are the functions there, and do they take what they will be given?"""
    data = [option.name for option in _options(part) if isinstance(option, Data)]
    fine = True
    for texts, needed in ((WANTED, True), (POSSIBLE, False)):
        for text in filter(None, texts.get(name, "").split("; ")):
            function, _, rest = text.partition("(")
            found = getattr(part, function, None)
            more = data if function == "make" else []
            if found is None:
                if needed:
                    faults.add(f"{name}.py", "a function is missing", text)
                    fine = False
            elif not _takes(found, rest.count(",") + 1, more):
                shown = f"{text.removesuffix(')')}{''.join(f', {name}' for name in more)})"
                fine = faults.unless(False, f"{name}.py", "a function does not take what it is given", shown)
    return fine


def _options(setup: ModuleType) -> tuple[Choice | Data, ...]:
    """Those of a setup; if they are no tuple, that is said elsewhere."""
    options = getattr(setup, "OPTIONS", ())
    return options if isinstance(options, tuple) else ()


def _takes(function: Callable[..., Any], number: int, more: list[str]) -> bool:
    try:
        inspect.signature(getattr(function, "py_func", function)).bind(*range(number), **dict.fromkeys(more))
    except (TypeError, ValueError):
        return False
    return True


def _check_rules(rules: ModuleType, faults: Faults) -> bool:
    fine = True
    for name, kind in KINDS.items():
        found = getattr(rules, name, None)
        good = isinstance(found, np.dtype) if kind is np.dtype else type(found) is int and found > 0
        wanted = "a number above 0" if kind is int else "a NumPy dtype"
        fine &= faults.unless(good, "rules.py", f"{name} must be {wanted}", f"not {found!r}")
    for names in TOGETHER:
        missing = [name for name in names if not hasattr(rules, name)]
        if 0 < len(missing) < len(names):
            fine = faults.unless(False, "rules.py", f"{', '.join(names)} belong together", f"no {', '.join(missing)}")
    return fine


def _check_choices(setup: ModuleType, faults: Faults) -> bool:
    seats, options = getattr(setup, "SEATS", None), getattr(setup, "OPTIONS", None)
    good = isinstance(seats, tuple) and seats and all(type(seat) is int and seat > 0 for seat in seats)
    fine = faults.unless(good, "setup.py", "SEATS must be the possible numbers of players", f"not {seats!r}")
    return faults.unless(isinstance(options, tuple), "setup.py", "OPTIONS must be a tuple", f"not {options!r}") and fine


def check_words(game: Game, faults: Faults) -> bool:
    """Every sentence in every language with the same facts; a name, a description and help."""
    try:
        known = catalogue(game.folder)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError) as error:
        faults.add("words.toml", f"this cannot be read: {error}")
        return False
    for key, said in known.items():
        for language in LANGUAGES:
            faults.unless(said.get(language, "").strip(), "words.toml", f"sentences are missing in {language!r}", key)
        facts = {frozenset(_facts(sentence)) for sentence in said.values()}
        faults.unless(len(facts) == 1, "words.toml", "the languages name different facts", key)
    keys = ["title", "about", "minutes", "move.form"]
    for option in _options(game.part("setup")) if (game.folder / "setup.py").is_file() else ():
        keys.append(f"option.{option.name}.about")
        keys += [f"option.{option.name}.{str(value).lower()}" for value in option.values]
    asked = [key for source in sorted(game.folder.glob("*.py")) for key in asked_for(game, source)]
    for key in [*keys, *asked]:
        faults.unless(key in known, "words.toml", "a sentence is missing", repr(key))
    for language in LANGUAGES:
        if (game.folder / f"help.{language}.md").is_file():
            title = game.help(language).startswith("# ")
            faults.unless(title, f"help.{language}.md", "it must begin with a title, `# …`")
    return all(key in known and not set(LANGUAGES) - set(known[key]) for key in keys)


def asked_for(game: Game, source: Path) -> Iterator[str]:
    """The keys that a module asks for by a word that stands in it: in `words("…")`, and in `reason` of the sheet."""
    name = source.stem
    if getattr(getattr(game.part(name), "words", None), "folder", None) != game.folder and name != "sheet":
        return  # these are the core's words
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "words" and node.args:
            yield from (key for key in _texts(node.args[0]))
        if name == "sheet" and isinstance(node, ast.FunctionDef) and node.name == "reason":
            for end in ast.walk(node):
                if isinstance(end, ast.Return) and end.value:
                    yield from (f"reason.{text.replace(' ', '_')}" for text in _texts(end.value))


def _texts(expression: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, as far as they stand there."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from _texts(expression.body)
        yield from _texts(expression.orelse)


def _facts(sentence: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    except ValueError:
        return {sentence}


def _check_art(game: Game, faults: Faults) -> bool:
    """Can the symbols and colours be read, and are they named as they should be?"""
    fine = True
    try:
        for name in symbols(game.folder):
            faults.unless(name.startswith(f"{game.name}-"), "art.svg", f"ids must begin with {game.name}-", repr(name))
            for key in re.findall(r'data-say="([^"]+)"', symbols(game.folder)[name]):
                faults.unless(key in catalogue(game.folder), "words.toml", "a sentence is missing", repr(key))
    except ValueError as error:
        fine = faults.unless(False, "art.svg", f"the symbols must stand in <defs>…</defs>: {error}")
    try:
        roles = tomllib.loads((game.folder / "palette.toml").read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        return faults.unless(False, "palette.toml", f"this cannot be read: {error}")
    own = {role: shades for role, shades in roles.items() if role not in APART}
    fine &= _check_shades(own, faults)
    fine &= _check_boards(roles.get("boards", {}), own, faults)
    return fine & _check_sounds(roles.get("sounds", {}), faults)


def _check_shades(roles: dict[str, Any], faults: Faults) -> bool:
    fine = True
    for role, shades in roles.items():
        for theme in THEMES:
            good = isinstance(shades, dict) and isinstance(shades.get(theme), str)
            fine &= faults.unless(good, "palette.toml", f"a colour has no {theme} shade", repr(role))
    return fine


def _check_boards(boards: dict[str, Any], own: dict[str, Any], faults: Faults) -> bool:
    """Other boards have other shades of the same roles."""
    fine = True
    for name, roles in boards.items():
        fine &= faults.unless(name in BOARDS, "palette.toml", f"boards are none of {', '.join(BOARDS)}", repr(name))
        for role in roles:
            rule = f"boards.{name} has a colour that is no role of the palette"
            fine &= faults.unless(role in own or role in read(CORE), "palette.toml", rule, repr(role))
        fine &= _check_shades(roles, faults)
    return fine


def _check_sounds(sounds: dict[str, Any], faults: Faults) -> bool:
    fine = True
    for name, material in sounds.items():
        rule = f"a sound is none of {', '.join(SOUNDS)}, or its material none of {', '.join(MATERIALS)}"
        good = name in SOUNDS and material in MATERIALS
        fine &= faults.unless(good, "palette.toml", rule, f"{name} = {material!r}")
    return fine
