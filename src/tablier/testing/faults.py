"""Faults of a game: collected, each said once, with its file and an example."""

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numba.core.errors import NumbaError

from tablier.core import words
from tablier.core.game import Game
from tablier.core.position import Position
from tablier.core.words import LANGUAGES

SENTENCES = Path(words.__file__)
FEW = 3
"""So many examples of a fault are kept."""

COMPILED = ("rules.py", "judgement.py")

TELLING = re.compile(
    r"Unknown attribute|Untyped global|NameError|Cannot|No (implementation|match)|[Nn]ot (defined|supported)"
)
"""What the line of a Numba error has that says what is wrong."""


class Faulty(AssertionError):
    """A game does not do as it should; `faults` are the sentences that say where and what."""

    def __init__(self, game: str, faults: list[str]):
        super().__init__(game, faults)
        self.game, self.faults = game, faults

    def __str__(self) -> str:
        number = "a fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        return "\n".join([f"{self.game} has {number}:", *(f"- {fault}" for fault in self.faults)])


class Faults:
    """What has been found wrong with a game so far."""

    def __init__(self, game: Game):
        self.game = game
        self._found: dict[tuple[str, str], list[str]] = {}

    def add(self, file: str, rule: str, example: object = "", position: Position | None = None) -> None:
        """A fault: the file it is in, the rule that is broken, what breaks it, and where that can be seen."""
        examples = self._found.setdefault((file, rule), [])
        if len(examples) < FEW and (not examples or not any(known.startswith(str(example)) for known in examples)):
            where = f"in {position.text}" if position and not examples else ""
            examples.append(f"{example} {where}".strip())

    def unless(
        self, holds: object, file: str, rule: str, example: object = "", position: Position | None = None
    ) -> bool:
        """Add a fault unless something holds; return whether it does."""
        if not holds:
            self.add(file, rule, example, position)
        return bool(holds)

    @contextmanager
    def trying(self, file: str, position: Position | None = None) -> Iterator[None]:
        """Whatever is raised meanwhile is a fault of the game: of the file where it happened, or of this one."""
        try:
            yield
        except Exception as error:
            self._raised(error, file, position)

    def _raised(self, error: Exception, file: str, position: Position | None) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = next((f for f in reversed(frames) if Path(f.filename).parent == self.game.folder), None)
        if isinstance(error, KeyError) and frames[-1].name == "_pieces":
            if error.args[0] not in LANGUAGES:  # whether all languages are there is looked at by itself
                self.add("words.toml", "a sentence is missing", repr(error.args[0]), position)
        elif isinstance(error, KeyError) and Path(frames[-1].filename) == SENTENCES:
            self.add("words.toml", "a sentence names a fact that it is not given", repr(error.args[0]), position)
        elif isinstance(error, NumbaError) or any("numba" in Path(frame.filename).parts for frame in frames):
            said, known = _compile_error(error, self.game.folder)
            self.add(known or (file if file in COMPILED else COMPILED[0]), "this does not compile", said)
        else:
            where = f"{Path(place.filename).name}, line {place.lineno}" if place else file
            said = str(error).partition("\n")[0]
            self.add(where, f"{type(error).__name__}: {said}", "", position)

    @property
    def sentences(self) -> list[str]:
        return [
            f"{file}: {rule}{': ' if any(examples) else ''}{'; '.join(filter(None, examples))}"
            for (file, rule), examples in self._found.items()
        ]

    def tell(self) -> None:
        """Raise them all, if there are any."""
        if self._found:
            raise Faulty(self.game.name, self.sentences)


def _compile_error(error: Exception, folder: Path) -> tuple[str, str | None]:
    """One line of the many in which Numba says what it cannot compile, the innermost of ours; and where, if it says."""
    if isinstance(error, KeyError):
        return f"no record has a field {error.args[0]!r}", None
    text = str(error)
    lines = [line.strip(" -") for line in text.splitlines() if line.strip()]
    said = next((line for line in reversed(lines) if TELLING.search(line)), lines[0])
    places = re.findall(rf'File "[^"]*{re.escape(folder.name)}/(\w+\.py)", line (\d+)', text)
    return said, f"{places[-1][0]}, line {places[-1][1]}" if places else None
