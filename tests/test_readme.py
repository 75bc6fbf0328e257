"""What the README shows is what happens."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_tour():
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    text = (ROOT / "README.md").read_text("utf-8")
    tour = text[text.index("```python") + 9 : text.index("\n```\n")]
    test = doctest.DocTestParser().get_doctest(tour, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(test)
    assert runner.failures == 0 and runner.tries >= 8


def test_every_picture_and_page_exists():
    import re

    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} names {target}"
