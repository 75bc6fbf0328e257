"""Pages and files as browsers, robots and other sites get them: status, names, packing, pictures, frames."""

import asyncio
import gzip
import json
import re
import struct

import httpx
import pytest

import tablier
from server.support.servers import here
from tablier.server.http import editions, studio
from tablier.server.http.packing import SMALL, takes_packed

pytestmark = pytest.mark.anyio

NO_TABLE = "0" * 32
KNOWN = ["/", "/new/kulami", "/rules/on_top", "/draw/kulami", "/games", "/me", "/fair"]
UNKNOWN = ["/nowhere", "/new/chess", "/rules/chess", "/draw/chess", "/draw/quantik", f"/table/{NO_TABLE}", "/table/x"]
TALE = "fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5"


@pytest.fixture
async def browser(server):
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        yield client


async def table(client: httpx.AsyncClient, game: str = "quantik", *seats: dict, name: str = "Ann") -> str:
    await client.post("/api/me", json={"name": name})
    places = seats or ({"who": "me"}, {"who": "here"})
    answer = await client.post("/api/tables", json={"game": game, "seats": list(places)})
    return answer.json()["table"]


def metas(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([\w:-]+)" content="([^"]*)"', text))


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


# ----- Status


async def test_pages_that_there_are_answer_200_and_others_404_with_a_page(browser):
    here = f"/table/{await table(browser)}"
    for path, status in [(path, 200) for path in [*KNOWN, here]] + [(path, 404) for path in UNKNOWN]:
        for accept in ("text/html,*/*;q=0.8", "*/*"):
            answer = await browser.get(path, headers={"Accept": accept})
            assert (path, answer.status_code) == (path, status)
            assert answer.headers["content-type"].startswith("text/html")
            assert 'id="main"' in answer.text


async def test_programs_that_ask_for_json_are_told_in_json(browser):
    answer = await browser.get("/nowhere", headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.json()["error"]["kind"] == "Refused"
    assert (await browser.get("/api/nothing")).json()["error"]["message"]
    assert (await browser.get("/web/nothing.js")).json()["error"]["message"]


async def test_head_answers_as_get_without_a_body(browser):
    picture = "/picture/quantik.svg"
    for path in [*KNOWN, *UNKNOWN, "/sw.js", "/web/app.js", "/api/games", "/healthz", picture]:
        got, head = await browser.get(path), await browser.head(path)
        assert head.content == b"" and head.status_code == got.status_code, path
        for name in ("content-type", "content-length", "etag", "cache-control", "content-encoding"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


# ----- Files


def edition_of(page: str) -> str:
    return re.search(r'src="/web/([0-9a-f]{16})/app\.js"', page)[1]


async def test_files_of_an_edition_are_packed_and_kept_for_good(browser):
    page = await browser.get("/")
    assert page.headers["cache-control"] == "no-cache" and page.headers["content-encoding"] == "gzip"
    named = set(re.findall(r'"(/web/[0-9a-f]{16}/[^"]+)"', page.text))
    assert len(named) > 40
    for path in named:
        answer = await browser.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "Accept-Encoding" in answer.headers["vary"]
        assert answer.headers.get("content-encoding") == ("gzip" if len(answer.content) > SMALL else None), path


async def test_whoever_takes_no_gzip_gets_none(browser):
    path = f"/web/{edition_of((await browser.get('/')).text)}/board.js"
    packed = await browser.get(path)
    for accepted in ("identity", "gzip;q=0, br", ""):
        plain = await browser.get(path, headers={"Accept-Encoding": accepted})
        assert "content-encoding" not in plain.headers and plain.content == packed.content
    assert takes_packed("br, gzip;q=0.5") and not takes_packed("br;q=1, gzip; q=0.0")


async def test_a_page_that_the_browser_has_is_not_sent_again(browser):
    for path in ("/", "/api/games", "/api/games/quantik/preview", "/api/words/fr", "/web/icon.svg", "/sw.js"):
        tag = (await browser.get(path)).headers["etag"]
        again = await browser.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), path
        assert (await browser.get(path, headers={"If-None-Match": '"other"'})).status_code == 200
    french = await browser.get("/", headers={"Accept-Language": "fr", "If-None-Match": tag})
    assert french.status_code == 200 and "Accept-Language" in french.headers["vary"]


async def test_a_page_from_before_an_update_gets_what_goes_with_the_server_but_no_module(browser):
    now = edition_of((await browser.get("/")).text)
    old = "0123456789abcdef"
    for name in ("words/fr.json", "art/kulami.svg", "style.css"):
        answer = await browser.get(f"/web/{old}/{name}")
        assert answer.status_code == 307 and answer.headers["location"] == f"/web/{now}/{name}"
        assert answer.headers["cache-control"] == "no-store"
    module = await browser.get(f"/web/{old}/table.js")
    assert module.status_code == 200 and "location.reload()" in module.text and "import" not in module.text
    assert module.headers["cache-control"] == "no-store"
    assert (await browser.get(f"/web/{old}/nothing.css")).status_code == 404
    assert (await browser.get(f"/web/{now}/nothing.js")).status_code == 404
    assert (await browser.get(f"/web/{now}/../pages.py")).status_code == 404


async def test_no_file_is_served_that_is_not_the_clients(browser):
    for path in ("words.toml", "frame.d.ts", "index.html", "..%2fserver%2fapp.py", "%2e%2e/core/words.toml", "a" * 500):
        assert (await browser.get(f"/web/{path}")).status_code == 404, path


def test_an_edition_is_another_when_a_file_is(tmp_path, monkeypatch):
    import shutil

    shutil.copytree(editions.WEB, tmp_path / "web")
    monkeypatch.setattr(editions, "WEB", tmp_path / "web")
    shelf = editions._Shelf()
    first = shelf.present()
    assert shelf.present() is first
    style = tmp_path / "web" / "style.css"
    style.write_text(style.read_text("utf-8") + "i { top: 0; }", "utf-8")
    second = shelf.present()
    assert second.name != first.name and second.files["app.js"] is first.files["app.js"]
    style.write_text(style.read_text("utf-8").removesuffix("i { top: 0; }"), "utf-8")
    assert shelf.present().name == first.name


def test_pages_name_modules_that_there_are():
    edition = editions.present()
    shown = {"home.js", "new.js", "rules.js", "editor.js", "mygames.js", "account.js", "fair.js", "table.js"}
    assert shown <= set(edition.imports)
    assert all(name in edition.files for names in edition.imports.values() for name in names)
    assert "board.js" in edition.modules("home.js") and "home.js" not in edition.modules("app.js")


async def test_large_answers_are_packed_and_small_ones_are_not(browser):
    board = await browser.post("/api/boards", json={"game": "kulami"})
    assert board.headers["content-encoding"] == "gzip" and board.json()["scene"]
    assert "content-encoding" not in (await browser.get("/api/me")).headers
    raw = await browser.get("/api/words/en", headers={"Accept-Encoding": "gzip"})
    assert raw.headers["content-encoding"] == "gzip" and len(gzip.compress(raw.content)) < 20_000


# ----- What links show


async def test_a_link_shows_what_it_leads_to_in_the_readers_language(browser, server):
    home = metas((await browser.get("/")).text)
    assert home["og:image"] == f"{server.url}/picture/tablier.png" and home["twitter:card"] == "summary_large_image"
    french = (await browser.get("/rules/kulami", headers={"Accept-Language": TALE})).text
    assert metas(french)["og:title"] == "Kulami : les règles" and '<html lang="fr"' in french
    assert metas(french)["og:image"] == f"{server.url}/picture/kulami.png"
    assert "app.fr.webmanifest" in french and "/words/fr.json" in french
    chosen = await browser.get("/", headers={"Accept-Language": "fr", "Cookie": "language=en"})
    assert metas(chosen.text)["og:locale"] == "en_GB"


async def test_a_link_to_a_table_names_who_plays_and_how_it_stands(server):
    async with server.clients("Ann", "Bo") as (ann, bo):
        name = await ann.create("quantik", ["me", "open"])
        async with httpx.AsyncClient(base_url=server.url) as browser:

            async def shown() -> tuple[str, str]:
                found = metas((await browser.get(f"/table/{name}")).text)
                assert f"/picture/{name}.png?" in found["og:image"]
                return found["og:title"], found["og:description"]

            assert await shown() == ("Quantik: Ann and a free seat", "A seat is free: sit down and play, or look on.")
            await bo.send("sit", table=name, seat=1)
            assert (await shown())[0] == "Quantik: Ann and Bo"
            await ann.send("resign", table=name, seat=0)
            assert (await shown())[1].startswith("Bo won after 0 moves")


async def test_hosts_are_not_repeated_unless_they_look_like_one(browser):
    for host in ('evil"><script>', "a b", "x/../y"):
        answer = await browser.get("/", headers={"Host": host})
        assert "<script>" not in answer.text and "og:image" not in metas(answer.text)
    async with here_with(site="https://play.example.org/") as url, httpx.AsyncClient(base_url=url) as client:
        found = metas((await client.get("/", headers={"Host": "127.0.0.1"})).text)
        assert found["og:url"] == "https://play.example.org/"


def here_with(**settings):
    import contextlib
    import tempfile

    @contextlib.asynccontextmanager
    async def running():
        with tempfile.TemporaryDirectory() as folder:
            async with here(f"{folder}/tables.sqlite", **settings) as server:
                yield server.url

    return running()


# ----- Pictures


async def test_pictures_are_of_the_size_that_links_are_shown_with(browser):
    pytest.importorskip("resvg_py")
    name = await table(browser, "quantik")
    for path, keep in ((f"/picture/{name}.png", "no-cache"), ("/picture/quantik.png", "public, max-age=86400")):
        answer = await browser.get(path)
        assert size(answer.content) == (1200, 630) and answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"] == keep
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert size((await browser.get("/picture/tablier.png")).content) == (1200, 630)


async def test_there_is_no_picture_of_nothing(browser):
    for name in ("chess", NO_TABLE, "..%2fetc", "A" * 32):
        for kind in ("png", "svg"):
            assert (await browser.get(f"/picture/{name}.{kind}")).status_code == 404


async def test_a_picture_shows_what_everybody_may_see(server):
    """Two tables that differ in nothing but a secret have the same picture, until the game is over."""
    async with server.clients("Ann") as (ann,):
        name = await ann.create("kabaleo", ["me", "here"])
        found = await server.hall.tables.get(name)
        assert found.secret and found.view(-1) is not found.reached
        async with httpx.AsyncClient(base_url=server.url) as browser:
            drawn = (await browser.get(f"/picture/{name}.svg")).text
        assert drawn == found.reached.view(-1).svg(alone=True)


async def test_a_picture_is_drawn_once(server, monkeypatch):
    drawn = []
    plain = tablier.Position.svg
    monkeypatch.setattr(tablier.Position, "svg", lambda self, **wish: drawn.append(1) or plain(self, **wish))
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
        name = await table(browser)
        answers = await asyncio.gather(*(browser.get(f"/picture/{name}.svg") for _ in range(6)))
    assert {answer.status_code for answer in answers} == {200} and len(drawn) == 1


async def test_pictures_are_limited_by_what_they_cost(server):
    server.state.studio.limit.burst = 2
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
        names = [await table(browser) for _ in range(5)]
        answers = [await browser.get(f"/picture/{name}.svg") for name in names]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused and refused[0].json()["error"]["message"] and refused[0].headers["retry-after"]
    assert answers[0].status_code == 200 and studio.KEPT >= 100


# ----- Within other sites


async def test_nothing_is_framed_unless_it_is_allowed(browser):
    name = await table(browser)
    assert (await browser.get(f"/embed/{name}")).status_code == 404
    for path in ("/", f"/table/{name}", f"/embed/{name}", "/api/games", "/nowhere"):
        assert "frame-ancestors 'none'" in (await browser.get(path)).headers["content-security-policy"]


async def test_a_table_may_be_shown_elsewhere_where_that_is_allowed_and_nothing_else_may():
    async with here_with(embed=True) as url, httpx.AsyncClient(base_url=url, timeout=60) as browser:
        name = await table(browser, "quantik")
        answer = await browser.get(f"/embed/{name}", headers={"Accept-Language": "fr"})
        policy = answer.headers["content-security-policy"]
        assert answer.status_code == 200 and "frame-ancestors *" in policy and "script-src 'self'" in policy
        assert "Ouvrir la table" in answer.text and f"/picture/{name}.svg" in answer.text and "[[" not in answer.text
        for path in ("/", f"/table/{name}", f"/embed/{NO_TABLE}", "/api/games"):
            assert "frame-ancestors 'none'" in (await browser.get(path)).headers["content-security-policy"]
        assert (await browser.get(f"/embed/{NO_TABLE}")).status_code == 404


# ----- Installing


async def test_the_manifest_is_complete_in_both_languages(browser):
    for language, word in (("en", "games"), ("fr", "jeux")):
        manifest = json.loads((await browser.get(f"/web/app.{language}.webmanifest")).text)
        assert manifest["lang"] == language and word in manifest["description"] and manifest["id"] == "/"
        sizes = {icon["sizes"] + icon["purpose"] for icon in manifest["icons"]}
        assert {"192x192any", "512x512any", "512x512maskable"} <= sizes
        for icon in manifest["icons"]:
            answer = await browser.get(icon["src"])
            assert answer.headers["content-type"] == icon["type"]
            if icon["sizes"] != "any":
                assert f"{size(answer.content)[0]}x{size(answer.content)[1]}" == icon["sizes"]
    assert size((await browser.get("/web/icon-180.png")).content) == (180, 180)
