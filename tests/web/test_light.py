"""The page is light: few bytes, in one round, none twice; and what was seen once opens without a network."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server.support.servers import Process
from system import node
from tablier.server.http import editions
from tablier.server.http.editions import WEB, bared, joined
from web.meter import Meter

HOME, PLAY, AGAIN = 120_000, 32_000, 6_000
"""Bytes, headers included: the first view of the first page, a click on Play, and the first page another time."""
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const kept = await caches.open("tablier");
  while (!(await kept.match("/", { ignoreVary: true }))) await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.fixture(scope="module")
def quiet(tmp_path_factory):
    """A server where nobody plays: the first page shows who does."""
    folder = tmp_path_factory.mktemp("quiet")
    server = Process(str(folder / "tables.sqlite"), folder)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def meter(quiet):
    counting = Meter(quiet.port)
    yield counting
    counting.close()


def calm(visitor) -> None:
    """Until the page, and whatever works for it, is done."""
    visitor.settle()
    visitor.page.evaluate(KEPT)
    visitor.settle()


@pytest.mark.parametrize("game", ["quantik", "on_top"])
def test_few_bytes_bring_the_first_page_and_a_game(visit, meter, game):
    ann = visit(site=meter.url, worker=True)
    ann.open("/")
    calm(ann)
    assert 20_000 < meter.take() < HOME
    ann.page.locator(".card", has=ann.page.locator(f"[data-game={game}]")).get_by_role("button").first.click()
    ann.page.locator(".turnline").wait_for()
    ann.page.locator(".surface-board .item").first.wait_for()
    ann.settle()
    assert meter.take() < PLAY


def test_another_visit_fetches_next_to_nothing(visit, meter):
    ann = visit(site=meter.url, worker=True)
    ann.open("/")
    calm(ann)
    meter.take()
    ann.open("/")
    ann.settle()
    assert meter.take() < AGAIN


def test_a_browser_without_a_worker_keeps_files_too(browser, meter):
    context = browser.new_context(base_url=meter.url, service_workers="block")
    page = context.new_page()
    page.goto("/")
    page.locator(".card svg").nth(4).wait_for()
    page.wait_for_load_state("networkidle")
    assert meter.take() < HOME
    page.goto("/")
    page.locator(".card svg").nth(4).wait_for()
    page.wait_for_load_state("networkidle")
    assert meter.take() < 2 * AGAIN
    context.close()


@pytest.mark.parametrize("path", ["/", "/new/kulami", "/rules/kulami", "/games", "/me", "/fair", "table"])
def test_one_round_brings_what_the_first_view_needs_and_no_more(visit, path):
    """Every module, sentence and drawing is named in the document, and all that is named there is used."""
    ann = visit("Ann")
    if path == "table":
        path = f"/table/{ann.set_table('kulami', ['me', 'here'])}"
    ann.open(path)
    ann.settle()
    named, fetched = ann.page.evaluate(
        """() => [
          [...document.querySelectorAll("link[rel$=preload], link[rel=prefetch]")].map((link) => link.href),
          performance.getEntriesByType("resource").map((entry) => entry.name),
        ]"""
    )
    files = {url for url in fetched if re.search(r"/web/\w+/.*\.(js|json)$|/art/", url)}
    assert len(files) > 8
    assert files - set(named) == set()
    modules = {Path(url).name for url in named if url.endswith(".js")}
    assert {"app.js", "dom.js", "words.js"} <= modules
    assert len(named) == len(set(named))


def test_a_page_seen_once_opens_without_a_network(visit):
    ann = visit("Ann", worker=True)
    ann.forgive("ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket")
    ann.open("/")
    calm(ann)
    ann.context.set_offline(True)
    ann.open("/")
    ann.page.locator(".card").nth(4).wait_for()
    assert "no network" in ann.text("#notices")
    ann.open(f"/table/{'0' * 32}")
    assert "cannot be reached" in ann.text("#main")
    ann.context.set_offline(False)


# ----- An update


@pytest.fixture
def checkout(tmp_path):
    """A copy of the package whose files can be changed, and its server."""
    package = Path(editions.__file__).parents[2]
    shutil.copytree(package, tmp_path / "src" / "tablier", ignore=shutil.ignore_patterns("__pycache__"))
    server = Process(str(tmp_path / "tables.sqlite"), tmp_path)
    server.surroundings = {"PYTHONPATH": str(tmp_path / "src")}
    server.web = tmp_path / "src" / "tablier" / "web"
    server.start()
    yield server
    server.kill()


def test_after_an_update_only_what_changed_is_fetched(visit, checkout):
    counting = Meter(checkout.port)
    ann = visit(site=counting.url, worker=True)
    ann.open("/")
    calm(ann)
    whole = counting.take()
    style = checkout.web / "style.css"
    style.write_text(style.read_text("utf-8") + "\nbody { --updated: yes; }\n", "utf-8")
    ann.open("/")
    ann.settle()
    assert ann.page.evaluate("getComputedStyle(document.body).getPropertyValue('--updated')") == "yes"
    assert counting.take() < min(whole / 3, 20_000)
    counting.close()


def test_a_page_from_before_an_update_is_loaded_anew_and_never_mixed(visit, checkout):
    ann = visit("Ann", site=checkout.url, worker=True)
    ann.open("/")
    ann.settle()
    before = ann.page.evaluate("document.querySelector('script[type=module]').src")
    dom = checkout.web / "dom.js"
    dom.write_text(dom.read_text("utf-8") + "\nexport const updated = true;\n", "utf-8")
    assert ann.context.request.get("/").ok  # somebody comes, and the server sees that there is another edition
    ann.page.evaluate("window.old = true")
    ann.page.locator(".card a[data-link]").first.click()
    ann.page.wait_for_function("() => !window.old")
    ann.page.locator("#main h1").wait_for()
    now = ann.page.evaluate("document.querySelector('script[type=module]').src")
    assert now != before and "/game/" in ann.page.url
    loaded = ann.page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    mine = re.search(r"/web/\w{16}/", now)[0]
    assert [url for url in loaded if re.search(r"/web/\w{16}/", url) and mine not in url] == []


# ----- What is left out of modules on their way


def test_modules_lose_nothing_but_comments_and_indentation(tmp_path):
    """Written anew by TypeScript, which leaves out every comment, both forms of each module are the same."""
    compiler = Path(__file__).parents[2] / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        pytest.skip("TypeScript is not installed: run `make check` once")
    texts = {file.name: file.read_text("utf-8") for file in WEB.glob("*.js")}
    sent = {name: bared(text) for name, text in texts.items()}
    assert sum(map(len, sent.values())) < 0.9 * sum(map(len, texts.values()))
    written = [anew(compiler, tmp_path / kind, modules) for kind, modules in (("whole", texts), ("sent", sent))]
    assert written[0].keys() == texts.keys() and written[0] == written[1]


def anew(compiler: Path, folder: Path, modules: dict[str, str]) -> dict[str, str]:
    (folder / "in").mkdir(parents=True)
    for name, text in modules.items():
        (folder / "in" / name).write_text(text, "utf-8")
    options = ["--allowJs", "--noCheck", "--removeComments", "--target", "esnext", "--module", "esnext"]
    files = [str(folder / "in" / name) for name in modules]
    run = subprocess.run(
        [node(), str(compiler), *options, "--rootDir", str(folder / "in"), "--outDir", str(folder / "out"), *files],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return {file.name: file.read_text("utf-8") for file in (folder / "out").glob("*.js")}


def test_what_looks_like_a_comment_within_a_text_stays():
    text = "  const a = `\n  // no comment\n/* nor this */\n`;\n// gone\n  const b = 1; // stays\n/** gone\n * too */\n"
    assert bared(text) == "const a = `\n  // no comment\n/* nor this */\n`;\nconst b = 1; // stays\n"
    assert bared("const quote = /`/;\n// who knows?\n") == "const quote = /`/;\n// who knows?\n"


def test_a_style_loses_the_ends_of_lines_where_something_else_ends():
    style = "/* gone */\na,\nb > c {\n  color: red;\n\n  margin:\n    0 1px;\n}\n@media (x) {\n  d {\n  }\n}\n"
    assert joined(bared(style)) == "a,b > c{color:red;margin:\n0 1px}@media (x){d{}}"
