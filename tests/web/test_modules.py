"""What the page decides, without a browser: Node runs each file of tests in JavaScript that lies beside this one."""

import re
import subprocess
from pathlib import Path

import pytest

from system import node

FILES = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_in_javascript(file):
    run = subprocess.run([node(), "--test", "--test-reporter=spec", str(file)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert int(re.search(r"^ℹ pass (\d+)", run.stdout, re.M)[1]) > 1, run.stdout
