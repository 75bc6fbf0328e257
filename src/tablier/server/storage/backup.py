"""Backups: everything a database holds, as lines that any other database can read, of whichever kind."""

import gzip
import json
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from tablier.core.files import replacing
from tablier.server.errors import Refused, Unwell, words
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import METADATA

FORMAT = "tablier-backup/1"
PASSING = ("servers", "thoughts")
"""What only a running server needs."""
KEPT = {table.name: table for table in METADATA.sorted_tables if table.name not in PASSING}
TOGETHER = 500


def back_up(url: str, path: Path) -> int:
    """Write everything to a file, as it was at one moment, while servers may run; return how many rows."""
    opened = store(url)
    try:
        with (
            opened.engine.connect().execution_options(isolation_level=opened.snapshot, yield_per=TOGETHER) as db,
            replacing(path) as file,
            gzip.open(file, "wt", encoding="utf-8") as text,
        ):
            number = 0
            if migration.step(db) is None:
                raise Refused(words("backup.none"))
            text.write(json.dumps({"format": FORMAT, "step": migration.step(db)}) + "\n")
            for name, row in _rows(db):
                text.write(json.dumps([name, row], ensure_ascii=False) + "\n")
                number += 1
            text.write(json.dumps({"rows": number}) + "\n")
        return number
    except SQLAlchemyError as error:
        raise Unwell(words("store.unwell", kind=type(error).__name__)) from None
    finally:
        opened.close()


def _rows(db: sa.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, table in KEPT.items():
        for row in db.execute(table.select()).mappings():
            yield name, dict(row)


def restore(url: str, path: Path) -> int:
    """Read a backup into an empty database: all of it or nothing."""
    lines = _lines(path)
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Refused(words("backup.form", path=str(path)))
    migration.upgrade(url)
    opened = store(url)
    try:
        with opened.engine.connect().execution_options(writing=True) as db:
            if head.get("step") != migration.step(db):
                raise Refused(words("backup.step", path=str(path)))
            if any(db.execute(sa.select(table).limit(1)).first() for table in KEPT.values()):
                raise Refused(words("backup.not_empty"))
            number = _fill(db, lines, path)
            db.commit()
        return number
    except SQLAlchemyError as error:
        raise Refused(words("backup.unfit", path=str(path), why=type(error).__name__)) from None
    finally:
        opened.close()


def _fill(db: sa.Connection, lines: Iterator[Any], path: Path) -> int:
    """Write the rows that the lines hold, up to the last line, which says how many there are."""
    number = 0
    for name, group in groupby(lines, lambda line: line[0] if isinstance(line, list) and len(line) == 2 else line):
        if isinstance(name, dict):
            if name == {"rows": number} and next(group) and not list(lines):
                return number
            break
        if not isinstance(name, str) or name not in KEPT:
            raise Refused(words("backup.unfit", path=str(path), why=str(name)[:40]))
        while rows := [row for _, row in islice(group, TOGETHER)]:
            db.execute(KEPT[name].insert(), rows)
            number += len(rows)
    raise Refused(words("backup.cut", path=str(path)))


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as text:
            for line in text:
                yield json.loads(line)
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise Refused(words("backup.unreadable", path=str(path), why=str(error))) from None
