"""The client's files as they are served: packed once, and named by their edition, which is a digest of them all.

A file of an edition never changes, so browsers keep it for good and ask no more; what names the edition is the page,
which they ask for every time. Files stay plain modules on the disk: whoever edits one has another edition on reload.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from tablier.core.looks import BOARDS, FINISHES, THEMES, finish, palette
from tablier.core.looks import read as read_looks
from tablier.core.registry import list_games
from tablier.core.svg import symbols
from tablier.core.words import LANGUAGES, catalogue
from tablier.server.errors import words
from tablier.server.http import catalogues
from tablier.server.http.packing import Packed

WEB = Path(__file__).parents[2] / "web"
CORE = Path(__file__).parents[2] / "core"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
}
NAME = re.compile(r"[0-9a-f]{16}")
"""What an edition is called."""
IMPORT = re.compile(r'^(?:import\s*|(?:import|export)\b[^;"]*?\bfrom\s*)"\./([\w./-]+\.js)"', re.M)
LIST = "list.json"


@dataclass(frozen=True, eq=False)
class Edition:
    """All files of the client that belong together, by name."""

    name: str
    files: dict[str, Packed]
    pages: dict[str, str]
    """The documents, as they lie on the disk; and the service worker, which is asked for every time as they are."""
    imports: dict[str, list[str]] = field(repr=False)

    def url(self, name: str) -> str:
        return f"/web/{self.name}/{name}"

    def modules(self, *names: str) -> list[str]:
        """These modules and all that they import at once."""
        found: dict[str, bool] = {}
        waiting = [name for name in names if name in self.imports]
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found[name] = True
                waiting += self.imports[name]
        return list(found)


class _Shelf:
    """The present edition, made anew when a file has changed."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.seen: list[tuple[str, int, int]] = []
        self.edition: Edition | None = None

    def present(self) -> Edition:
        with self.lock:
            seen = [(str(file), (about := file.stat()).st_mtime_ns, about.st_size) for file in _sources()]
            if self.edition is None or seen != self.seen:
                if self.edition:
                    _forget()
                self.edition, self.seen = _make(self.edition), seen
            return self.edition


_shelf = _Shelf()


def known() -> Edition:
    """The client as it was last looked at."""
    return _shelf.edition or _shelf.present()


def present() -> Edition:
    """The client as it lies on the disk now. It looks when each file was written, and reads them if one is new."""
    return _shelf.present()


def _sources() -> Iterator[Path]:
    yield from sorted(file for file in WEB.rglob("*") if file.suffix in KINDS or file.suffix == ".toml")
    yield CORE / "palette.toml"
    for game in list_games():
        yield from (game.folder / name for name in ("art.svg", "palette.toml", "words.toml"))


def _forget() -> None:
    """What was read of files that have changed since."""
    for read in (catalogue, catalogues.all_words, read_looks, symbols):
        read.cache_clear()


def _make(before: Edition | None) -> Edition:
    texts = {file.relative_to(WEB).as_posix(): file.read_bytes() for file in WEB.rglob("*") if file.suffix in KINDS}
    pages = {name: texts.pop(name).decode() for name in list(texts) if name.endswith(".html") or name == "sw.js"}
    pages["sw.js"] = bared(pages["sw.js"])
    imports: dict[str, list[str]] = {}
    for name in [name for name in texts if name.endswith((".js", ".css"))]:
        bare = bared(texts[name].decode())
        bare = joined(bare) if name.endswith(".css") else bare
        texts[name] = bare.encode()
        if name.endswith(".js"):
            imports[name] = IMPORT.findall(bare)
    texts |= _made(json.loads(texts.pop("app.webmanifest")))
    known = before.files if before else {}
    files = {name: _kept(known.get(name), body, KINDS[Path(name).suffix]) for name, body in sorted(texts.items())}
    list_of_all = Packed.json({name: file.tag for name, file in files.items()})
    document = hashlib.sha256(json.dumps(pages).encode()).hexdigest()
    name = hashlib.sha256(f"{list_of_all.tag}{document}".encode()).hexdigest()[:16]
    return Edition(name, files | {LIST: list_of_all}, pages, imports)


def _kept(known: Packed | None, body: bytes, kind: str) -> Packed:
    return known if known and known.body == body else Packed.of(body, kind)


def _made(manifest: dict[str, object]) -> dict[str, bytes]:
    """What is not a file: each game's drawings and colours, and what is said in each language."""
    made: dict[str, bytes] = {}
    for game in list_games():
        made[f"art/{game.name}.svg"] = (game.folder / "art.svg").read_bytes()
        made[f"colours/{game.name}.css"] = style(game.name, game.folder).encode()
    for language in LANGUAGES:
        said = catalogues.all_words(language)
        made[f"words/{language}.json"] = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
        more = {"lang": language, "description": words("preview.home.text").say(language)}
        made[f"app.{language}.webmanifest"] = json.dumps(manifest | more, ensure_ascii=False).encode()
    return made


def style(game: str, folder: Path) -> str:
    """Every role of a game as a colour, and how things are finished, for each theme and all kinds of boards."""
    here = f"[data-game={game}]"
    # what has an opacity is painted apart first, also if nothing of it is seen: only what is seen in part has one
    partly = [name for name in FINISHES if any(finish(boards)[name] % 1 for boards in BOARDS)]
    rules = []
    for boards in BOARDS:
        finished = {f"finish-{name}": f"{share:g}" for name, share in finish(boards).items() if name in partly}
        finished |= {f"seen-{name}": "visible" if share else "hidden" for name, share in finish(boards).items()}
        for theme in THEMES:
            rules.append(f"{_places(here, theme, boards)}{{{_set(palette(folder, theme, boards) | finished)}}}")
    rules += [f"{here} .c-{role}{{color:var(--{role})}}" for role in palette(folder, THEMES[0])]
    rules += [f".finish-{name}{{visibility:var(--seen-{name})}}" for name in FINISHES]
    rules += [f".finish-{name}{{opacity:var(--finish-{name})}}" for name in partly]
    return "\n".join(rules) + "\n"


def _places(here: str, theme: str, boards: str) -> str:
    """Where some boards are shown: all over the page, or in a part of it that says so, which counts for more."""
    day, kind = f'[data-theme="{theme}"]', f'[data-boards="{boards}"]'
    usual = f":is({kind},:not([data-boards]))" if boards == BOARDS[0] else kind
    inside = f":root{day} {kind}:not(:root)"
    return f"{here}{day}{usual},:root{day}{usual} {here},{inside} {here},{inside}{here}"


def _set(roles: dict[str, str]) -> str:
    return "".join(f"--{role}:{colour};" for role, colour in roles.items())


def bared(text: str) -> str:
    """A module or style without indentation, empty lines and comments that have lines of their own: types mostly.

    Nothing within a line is touched, and nothing in a text of several lines; a module that cannot be told for certain
    stays as it is.
    """
    lines, comment, quoted = [], False, False
    for line in text.split("\n"):
        bare = line.strip()
        if comment:
            comment = not bare.endswith("*/")
        elif quoted or not bare.startswith(("//", "/*")) or "*/" in bare[2:-2]:
            if quoted or bare:
                lines.append(line if quoted else line.lstrip())
            quoted ^= len(re.findall(r"(?<!\\)`", line)) % 2 == 1
        else:
            comment = bare.startswith("/*") and not bare.endswith("*/")
    return text if comment or quoted else "\n".join(lines) + "\n"


def joined(style: str) -> str:
    """A bared style in few lines, and without room where none is needed: nobody looks for a line there."""
    style = re.sub(r"(?m)^([\w-]+): ", r"\1:", style)
    return re.sub(r" ?(\{)\n+|(?<=[};,])\n+", r"\1", style).replace(";}", "}")
