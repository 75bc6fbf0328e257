"""Reading and writing text files: all or nothing, and errors that name the file."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tablier.core.errors import BadRecord
from tablier.core.words import words


def write(path: str | Path, texts: Iterable[str]) -> None:
    """Write a file in one go: until all of it is there, what stood under that name stays."""
    with replacing(path) as draft:
        for text in texts:
            draft.write(text.encode())


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[bytes]]:
    """A file to write that takes that name when it is finished and on the disk, and not before."""
    path = Path(path)
    try:
        draft = tempfile.NamedTemporaryFile(dir=path.parent, delete=False)  # noqa: SIM115
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with draft:
            yield draft.file
            draft.flush()
            os.fsync(draft.fileno())
        os.replace(draft.name, path)
    except BaseException:
        os.unlink(draft.name)
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Let the new name be on the disk, too, where a system can do that with folders."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def read(path: str | Path) -> str:
    """The text of a file."""
    try:
        return decoded(Path(path).read_bytes())
    except BadRecord as error:
        raise BadRecord(words("file.text", path=str(path), why=error.phrase)) from None


def decoded(data: bytes) -> str:
    """Bytes of a text file as text."""
    if b"\0" in data:
        raise BadRecord(words("file.nul"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(words("file.utf8", byte=error.start + 1)) from None
