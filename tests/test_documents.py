"""What the documents show is what happens: their code runs, their commands are understood, their links lead somewhere.

A block of code begins with a fence that says what it is:

    ```python            run, one after the other, all of a page in one namespace; with `>>>` as a doctest
    ```python no-run     needs a server, or a file that is not there: not run, and counted
    ```python FILE       the text of a file of `tests`, word for word (so also ```toml FILE and others)
    ```sh                commands: those of `tablier` are parsed, those of `make` are targets
    ```toml, ```json     can be read
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from offers import offer
from tablier.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
TOUR, VISITE = ROOT / "README.md", ROOT / "README.fr.md"
NOT_RUN = {"wire.md": 1}
"""How many blocks of Python of a page are not run."""

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


class Block(NamedTuple):
    """A block of code: its fence's first word and the rest, its text, and the line it begins on."""

    kind: str
    more: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    found, text = [], page.read_text("utf-8")
    for match in re.finditer(r"^(`{3,})([^\n`]*)\n(.*?)^\1\n", text, re.M | re.S):
        kind, _, more = match[2].strip().partition(" ")
        found.append(Block(kind, more, match[3], text[: match.start(3)].count("\n")))
    return found


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^(`{3,}).*?^\1\n", "", page.read_text("utf-8"), flags=re.M | re.S)


def named(pages):
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.name)


def having(*kinds: str) -> list[Path]:
    return [page for page in PAGES if any(block.kind in kinds for block in blocks(page))]


@named(having("python"))
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    space = {"__name__": "__main__"}
    for block in blocks(page):
        if block.kind == "python" and not block.more:
            if block.text.startswith(">>>"):
                check_examples(block, space, page)
            else:
                exec(compile("\n" * block.line + block.text, str(page), "exec"), space)


def check_examples(block: Block, space: dict, page: Path) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, space, page.name, str(page), block.line)
    runner, said = doctest.DocTestRunner(optionflags=FLAGS), []
    runner.run(test, out=said.append, clear_globs=False)
    space.update(test.globs)
    assert runner.failures == 0, "".join(said)


def test_few_blocks_are_not_run_and_each_is_known():
    counted = {page.name: sum(block.more == "no-run" for block in blocks(page)) for page in PAGES}
    assert {name: number for name, number in counted.items() if number} == NOT_RUN


@named(PAGES)
def test_code_is_fenced(page):
    """An indented block would be neither run nor read; a line of JSON may stand so."""
    for line in re.findall(r"(?<=\n\n)    .*", prose(page)):
        assert line.startswith("    {"), line


@named(PAGES)
def test_what_is_shown_of_a_file_is_the_file(page):
    for block in blocks(page):
        if block.more and block.more != "no-run":
            shown = (ROOT / "tests" / block.more).read_text("utf-8")
            assert block.text == shown, f"{page.name} shows another {block.more}"


def test_the_worked_example_shows_every_file():
    page, folder = ROOT / "docs" / "adding-a-game.md", ROOT / "tests" / "noughts"
    shown = {block.more for block in blocks(page) if block.more.startswith("noughts/")}
    there = {f"noughts/{file.name}" for file in folder.iterdir() if file.is_file()}
    assert shown == there - {"noughts/__init__.py"}
    assert not (folder / "__init__.py").read_text("utf-8")


@named(having("toml", "json"))
def test_data_can_be_read(page):
    for block in blocks(page):
        if block.kind in ("toml", "json"):
            (tomllib.loads if block.kind == "toml" else json.loads)(block.text)


def commands(page: Path) -> list[list[str]]:
    """The commands of a page, each as its words; what comes before and after a pipe is a command too."""
    lines = [line for block in blocks(page) if block.kind == "sh" for line in block.text.splitlines()]
    parts = [part for line in lines for part in re.split(r"\s\|\s", re.sub(r"\s#.*", "", line))]
    return [words for part in parts if (words := shlex.split(part, comments=True))]


@named(having("sh"))
def test_the_commands_of_a_page_are_understood(page, monkeypatch):
    monkeypatch.setattr(os, "environ", {**os.environ, "LANG": "en"})
    program = typer.main.get_command(app)
    for program_name, *words in commands(page):
        if program_name == "tablier":
            parse(program, "tablier", words)
        elif program_name == "make":
            assert {word for word in words if "=" not in word} <= targets(), words
        else:
            assert program_name in ("pip", ".venv/bin/pytest"), words


def parse(command, name: str, words: list[str], parent=None) -> None:
    """Read a command as the program would, and do nothing."""
    context = command.make_context(name, [*words], parent=parent)
    if hasattr(command, "resolve_command"):
        rest = [*getattr(context, "_protected_args", []), *context.args]
        assert rest, f"{name} alone does nothing"
        found, inner, rest = command.resolve_command(context, rest)
        parse(inner, found, rest, context)


def targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text("utf-8"), re.M))


@named(PAGES)
def test_what_make_is_said_to_do_it_does(page):
    for name in re.findall(r"`make ([a-z][a-z-]*)", prose(page)):
        assert name in targets(), f"{page.name} says make {name}"


@named(PAGES)
def test_every_link_leads_somewhere(page):
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)", prose(page)):
        file = page.parent / target if target else page
        assert file.exists(), f"{page.name} names {target}"
        assert not anchor or anchor in headings(file), f"{page.name} names {target}#{anchor}"


def headings(page: Path) -> set[str]:
    """The anchors of a page, as they are made on the web."""
    titles = re.findall(r"^#+ (.*)$", prose(page), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_found_from_the_readme():
    """In one step or several."""
    seen, ahead = set(), [TOUR]
    while ahead:
        page = ahead.pop()
        if page not in seen:
            seen.add(page)
            links = re.findall(r"\]\(([^)#:]+\.md)", prose(page))
            ahead += [(page.parent / target).resolve() for target in links]
    assert {page.name for page in seen} >= {page.name for page in PAGES}


def test_the_tour_is_the_same_in_both_languages():
    english, french = blocks(TOUR), blocks(VISITE)
    assert [without_comments(block) for block in english] == [without_comments(block) for block in french]
    assert len(re.findall(r"^#+ ", prose(TOUR), re.M)) == len(re.findall(r"^#+ ", prose(VISITE), re.M))
    assert links(TOUR) == links(VISITE)


def without_comments(block: Block) -> tuple[str, str, list[str]]:
    return block.kind, block.more, [re.sub(r"\s+# .*", "", line) for line in block.text.splitlines()]


def links(page: Path) -> list[str]:
    """Where a page leads, whatever the language; sorted, since sentences are built otherwise."""
    found = re.findall(r"\]\(([^)]+)\)", prose(page))
    return sorted(target.replace("README.fr.md", "README").replace("README.md", "README") for target in found)


def test_the_words_of_the_glossary_are_in_use():
    """Names in the first column are names in the code, and the modules are there."""
    page = ROOT / "docs" / "glossary.md"
    code = "\n".join(file.read_text("utf-8") for file in (ROOT / "src").rglob("*.py"))
    for row in re.findall(r"^\| (?!here|---|word)(.*) \|$", prose(page), re.M):
        first, *others = row.split(" | ")
        for name in re.findall(r"`(\w+)`", first):
            assert re.search(rf"\b{name}\b", code), f"nothing is called {name}"
        for place in re.findall(r"`([\w/]+/[\w.]*)`", " ".join(others)):
            assert (ROOT / "src" / "tablier" / place).exists() or (ROOT / place).exists(), place


def test_the_files_that_the_architecture_names_are_there():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = "core|games|search|arena|server|cli|web|testing"
    named_there = set(re.findall(rf"(?<![\w/])((?:{rooms})/[\w/]+\.(?:py|js|toml))", text))
    assert len(named_there) > 30
    for name in named_there:
        assert (ROOT / "src" / "tablier" / name).exists(), name
    for name in set(re.findall(r"`(tests/[\w/.]*)`", text)):
        assert (ROOT / name).exists(), name


@pytest.mark.long
def test_the_judgement_of_the_worked_example_knows_the_end_from_the_start(tmp_path):
    [shown] = [block for block in blocks(ROOT / "docs" / "adding-a-game.md") if "JUDGEMENT = " in block.text]
    files = offer(tmp_path, "crosses")
    (files / "judgement.py").write_text(shown.text.replace("from noughts.", "from crosses."), "utf-8")
    code = """
import tablier
thought = tablier.player("best").think(tablier.game("crosses").start(), seconds=60, all_moves=True)
print(*{(value.exact, value.chance) for value in thought.values}, len(thought.values))
"""
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    assert process.stdout.strip() == "(True, 0.5) 9", process.stderr
