"""Put faults into copies of the package, one at a time, and see that the tests notice: `make mutants ONLY=disk`.

A mutant that survives is a promise that no test keeps.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "tablier"
PATIENCE = 180
"""Seconds after which a run is taken to have noticed: it waits for what never comes."""


class Mutant(NamedTuple):
    what: str
    file: str
    was: str
    now: str
    tests: list[str]

    def put_into(self, package: Path) -> None:
        path = package / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.was) != 1:
            sys.exit(f"{self.what}: {self.file} has {text.count(self.was)} times what is to be changed: {self.was!r}")
        path.write_text(text.replace(self.was, self.now), encoding="utf-8")


def mutants() -> list[Mutant]:
    return [Mutant(**one) for one in tomllib.loads((HERE / "mutants.toml").read_text(encoding="utf-8"))["mutant"]]


def noticed(mutant: Mutant) -> str:
    """The first test that failed; nothing if the mutant survives."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(PACKAGE, Path(folder) / "tablier", ignore=shutil.ignore_patterns("__pycache__"))
        mutant.put_into(Path(folder) / "tablier")
        env = os.environ | {"PYTHONPATH": folder}
        command = [sys.executable, "-m", "pytest", "-xqp", "no:cacheprovider", "-m", "not long", *mutant.tests]
        pipes = {"stdout": subprocess.PIPE, "text": True, "start_new_session": True}
        run = subprocess.Popen(command, cwd=HERE.parent, env=env, **pipes)
        try:
            said, _ = run.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)  # with all that the tests had begun
            run.communicate()
            return "it never ends"
    if run.returncode not in (0, 1):
        sys.exit(f"{mutant.what}: the tests could not be run\n{said}")
    failed = [line.split()[1] for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or ["a test failed"])[0] if run.returncode else ""


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--only", default="", help="those whose name, file or tests contain this")
    only = options.parse_args().only
    survivors = []
    for mutant in mutants():
        if only not in f"{mutant.what} {mutant.file} {mutant.tests}":
            continue
        found = noticed(mutant)
        print(f"{'noticed ' if found else 'SURVIVES'}  {mutant.what}  {found}", flush=True)
        if not found:
            survivors.append(mutant)
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
