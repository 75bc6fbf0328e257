"""The commands of the README: listed, explained, and careful with other people's machines."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE = shutil.which("make")

pytestmark = pytest.mark.skipif(not MAKE, reason="make is not installed")


def make(*arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "SYSTEM")}
    command = [MAKE, "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, env=kept | environment)


def test_make_alone_says_what_can_be_made_with_a_sentence_each():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.M).group(1).split()
    listed = re.findall(r"^  ([a-z-]+) +\S+", make().stdout, re.M)
    assert set(listed) == set(targets) - {"postgres", "chromium"}
    assert make("help").stdout == make().stdout


def test_commands_that_the_documents_name_exist():
    pages = [ROOT / "README.md", ROOT / "README.fr.md", ROOT / "CONTRIBUTING.md"]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    named = set(re.findall(r"(?:`|^ *)make ([a-z-]+)", text, re.M))
    assert {"play", "test", "quick", "check", "help"} <= named
    for target in named:
        assert make("-n", target).returncode == 0, target


@pytest.fixture
def bare(tmp_path):
    """A machine without Chromium whose user is root, and whose apt-get only tells that it was called."""
    for name in ("sh", "ls", "grep", "awk"):
        (tmp_path / name).symlink_to(shutil.which(name))
    for name, does in (("id", "echo 0"), ("apt-get", f'echo "$@" >> {tmp_path}/called')):
        (tmp_path / name).write_text(f"#!{shutil.which('sh')}\n{does}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def test_what_is_installed_into_the_system_is_said_first(bare):
    shown = make("chromium", PATH=str(bare), CHROMIUM="")
    assert shown.returncode == 0 and "Installing Chromium with apt-get" in shown.stdout
    assert "install" in (bare / "called").read_text()


def test_nothing_is_installed_into_the_system_if_one_says_so(bare):
    shown = make("chromium", "SYSTEM=no", PATH=str(bare), CHROMIUM="")
    assert shown.returncode == 0 and "Chromium is not installed: tests that need it are skipped." in shown.stdout
    assert not (bare / "called").exists()


def test_whoever_may_not_install_is_told_how(bare):
    (bare / "id").write_text(f"#!{shutil.which('sh')}\necho 1000\n")
    shown = make("chromium", PATH=str(bare), CHROMIUM="")
    assert shown.returncode == 2 and "sudo apt-get install chromium" in shown.stdout and "SYSTEM=no" in shown.stdout
    assert not (bare / "called").exists()


def test_every_python_that_is_supported_is_tested_elsewhere_too():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d", line)]
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text("utf-8")
    assert f"python: {named}".replace("'", '"') in workflow
