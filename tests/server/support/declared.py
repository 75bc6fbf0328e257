"""Declarations of types in TypeScript, as far as those of the page go, and whether a value has a declared type."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

TOKEN = re.compile(r'"[^"]*"|`[^`]*`|[\w$]+|[^\s\w]')
PLAIN = {"string": str, "number": (int, float), "boolean": bool}


class Type(NamedTuple):
    """A kind of type, and what it is made of: other types, a name, or a value."""

    kind: str
    of: Any = None


class Field(NamedTuple):
    name: str
    optional: bool
    type: Type


@dataclass
class Interface:
    name: str
    parents: list[str]
    fields: list[Field] = field(default_factory=list)
    others: Type | None = None
    """What fields of any name are."""


class Found(NamedTuple):
    """What is wrong with a value, and the fields that it has, each as interface and name."""

    wrong: list[str]
    seen: set[tuple[str, str]]


class Declarations:
    """What a file declares: interfaces, and types by name."""

    def __init__(self, file: Path):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text("utf-8"), flags=re.S)
        self.interfaces: dict[str, Interface] = {}
        self.types: dict[str, Type] = {}
        self._tokens = TOKEN.findall(text)
        while self._tokens:
            self._declaration()

    # ----- Reading

    def _take(self, expected: str = "") -> str:
        token = self._tokens.pop(0)
        assert not expected or token == expected, f"{expected} expected, {token} found"
        return token

    def _skip(self, token: str) -> bool:
        return self._tokens[:1] == [token] and bool(self._tokens.pop(0))

    def _declaration(self) -> None:
        self._skip("export")
        kind, name = self._take(), self._take()
        if kind == "interface":
            self.interfaces[name] = self._interface(name)
        elif self._skip("<"):  # a type that is worked out by the one who checks types, and by nobody else
            while not self._skip(";"):
                self._take()
        else:
            self._take("=")
            self.types[name] = self._type()
            self._take(";")

    def _interface(self, name: str) -> Interface:
        made = Interface(name, [])
        if self._skip("extends"):
            made.parents.append(self._take())
            while self._skip(","):
                made.parents.append(self._take())
        self._take("{")
        while not self._skip("}"):
            if self._skip("["):
                self._take()
                self._take(":")
                key = self._take()
                self._take("]")
                self._take(":")
                if key.startswith("`"):
                    made.fields.append(Field(key.strip("`"), False, self._type()))
                else:
                    made.others = self._type()
            else:
                named = self._take().strip('"')
                optional = self._skip("?")
                self._take(":")
                made.fields.append(Field(named, optional, self._type()))
            self._take(";")
        return made

    def _type(self) -> Type:
        self._skip("|")
        options = [self._suffixed()]
        while self._skip("|"):
            options.append(self._suffixed())
        return options[0] if len(options) == 1 else Type("union", options)

    def _suffixed(self) -> Type:
        found = self._single()
        while self._tokens[:2] == ["[", "]"]:
            del self._tokens[:2]
            found = Type("list", found)
        return found

    def _single(self) -> Type:
        token = self._take()
        if token == "(":
            inner = self._type()
            self._take(")")
            return inner
        if token == "[":
            parts = [self._type()]
            while self._skip(","):
                parts.append(self._type())
            self._take("]")
            return Type("tuple", parts)
        if token == "Record":
            self._take("<")
            self._type()
            self._take(",")
            inner = self._type()
            self._take(">")
            return Type("record", inner)
        if token == "keyof":
            self._take()
            return Type("string")
        if token.startswith('"'):
            return Type("literal", token.strip('"'))
        if token.isdigit() or token in ("true", "false"):
            return Type("literal", int(token) if token.isdigit() else token == "true")
        if token in PLAIN or token in ("null", "undefined", "unknown", "never"):
            return Type(token)
        return Type("name", token)

    # ----- Looking up

    def fields(self, name: str) -> list[tuple[str, Field]]:
        """The fields of an interface, each with the interface that declares it."""
        own = self.interfaces[name]
        inherited = [found for parent in own.parents for found in self.fields(parent)]
        return inherited + [(name, one) for one in own.fields]

    def within(self, *names: str) -> set[str]:
        """The interfaces that are reached from some names, these included."""
        found: set[str] = set()
        ahead = list(names)
        while ahead:
            name = ahead.pop()
            if name not in found:
                found.add(name)
                ahead += self._mentioned(name)
        return found & self.interfaces.keys()

    def _mentioned(self, name: str) -> list[str]:
        if name in self.types:
            return _named(self.types[name])
        made = self.interfaces[name]
        inner = [one.type for one in made.fields] + ([made.others] if made.others else [])
        return made.parents + [mentioned for kind in inner for mentioned in _named(kind)]

    def unseen(self, names: Iterable[str], seen: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """The fields of interfaces that nothing has had."""
        there = {
            (name, one.name) for name in names for one in self.interfaces[name].fields if one.type.kind != "undefined"
        }
        return there - seen

    # ----- Checking

    def check(self, value: object, kind: str | Type) -> Found:
        """Has a value, as JSON has it, a type, or the one of that name?"""
        found = Found([], set())
        self._check(value, Type("name", kind) if isinstance(kind, str) else kind, "it", found)
        return found

    def _check(self, value: object, kind: Type, where: str, found: Found) -> None:
        match kind.kind:
            case "name" if kind.of in self.types:
                self._check(value, self.types[kind.of], where, found)
            case "name" if isinstance(value, dict):
                self._check_interface(value, kind.of, where, found)
            case "union":
                self._check_options(value, kind.of, where, found)
            case "list" if isinstance(value, list):
                for one in value:
                    self._check(one, kind.of, f"{where}[]", found)
            case "tuple" if isinstance(value, list) and len(value) == len(kind.of):
                for one, part in zip(value, kind.of, strict=True):
                    self._check(one, part, f"{where}[]", found)
            case "record" if isinstance(value, dict):
                for name, one in value.items():
                    self._check(one, kind.of, f"{where}.{name}", found)
            case _ if not _is(value, kind):
                found.wrong.append(f"{where} is {value!r:.60}, not {kind.kind} {kind.of or ''}".rstrip())

    def _check_options(self, value: object, options: list[Type], where: str, found: Found) -> None:
        """One of the options has to fit; if none does, what is told is of that which does best."""
        best: Found | None = None
        for option in options:
            tried = Found([], set())
            self._check(value, option, where, tried)
            if best is None or len(tried.wrong) < len(best.wrong):
                best = tried
            if not best.wrong:
                break
        assert best is not None
        found.wrong.extend(best.wrong)
        found.seen.update(best.seen)

    def _check_interface(self, value: dict[str, Any], name: str, where: str, found: Found) -> None:
        left = dict(value)
        for origin, one in self.fields(name):
            if one.name in left:
                found.seen.add((origin, one.name))
                self._check(left.pop(one.name), one.type, f"{where}.{one.name}", found)
            elif not one.optional:
                found.wrong.append(f"{where} ({name}) lacks {one.name}")
        others = self.interfaces[name].others
        for other, inner in left.items():
            if others:
                self._check(inner, others, f"{where}.{other}", found)
            else:
                found.wrong.append(f"{where} has {other}, which {name} has not")


def _is(value: object, kind: Type) -> bool:
    """Has a value that is made of nothing else a type?"""
    if kind.kind == "literal":
        return value == kind.of and type(value) is type(kind.of)
    if kind.kind in PLAIN:
        return isinstance(value, PLAIN[kind.kind]) and isinstance(value, bool) == (kind.kind == "boolean")
    return kind.kind == "unknown" or (kind.kind == "null" and value is None)


def _named(kind: Type) -> list[str]:
    """The names that a type mentions."""
    if kind.kind == "name":
        return [kind.of]
    inner = kind.of if isinstance(kind.of, list) else [kind.of] if isinstance(kind.of, Type) else []
    return [name for one in inner for name in _named(one)]
