"""Packages that offer games, installed in a folder of their own for one process."""

import shutil
from pathlib import Path

NOUGHTS = Path(__file__).parent / "noughts"


def offer(folder: Path, name: str, package: str | None = None) -> Path:
    """Install a copy of noughts and crosses as a game of that name; return its files."""
    files = folder / (package or name).replace(".", "/")
    shutil.copytree(NOUGHTS, files, ignore=shutil.ignore_patterns("__pycache__"))
    for file in files.glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("from noughts.", f"from {package or name}."), "utf-8")
    edit(files / "rules.py", '("won", "i8")', f'("won", "i8"), ("{name}", "i8")')  # no two games have the same state
    art = files / "art.svg"
    art.write_text(art.read_text("utf-8").replace("noughts-", f"{name}-"), "utf-8")
    announce(folder, name, package or name)
    return files


def edit(file: Path, old: str, new: str) -> None:
    """Replace something in a file that is there once."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file.name} has {old!r} {text.count(old)} times"
    file.write_text(text.replace(old, new), "utf-8")


def announce(folder: Path, name: str, package: str) -> None:
    """Install the entry point of a game, whether or not there is anything behind it."""
    about = folder / f"{name}-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[tablier.games]\n{name} = {package}\n")
