"""What the page declares of all that travels is what a server sends: no field is missing, none is left over."""

import json
import re
from pathlib import Path
from random import Random
from typing import get_args

import httpx
import pytest
from pydantic_core import to_json

import tablier
from server.support.declared import Declarations, Type
from server.support.played import Played, ada, bob
from server.support.servers import PATIENCE, PLAIN, both_move
from tablier.client import Client
from tablier.core.scene import Item, Panel, Scene
from tablier.core.words import words
from tablier.server.audience import frames
from tablier.server.audience.picture import Picture
from tablier.server.audience.watchers import Audience, Watcher
from tablier.server.http import requests
from tablier.server.http.messages import Message
from tablier.server.people.presence import Presence
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Broke, Said

WEB = Path(tablier.__file__).parent / "web"
DECLARED = Declarations(WEB / "frame.d.ts")
NAMES = {"ada": "Ada"}
ROOTS = ("Frame", "Messages", "Answers", "HttpBodies", "HttpAnswers", "NamedAnswers", "Wrong", "Sentence")


class Traffic:
    """What was sent: each of it has its type, and the fields are noted."""

    def __init__(self):
        self.seen: set[tuple[str, str]] = set()

    def take(self, sent: object, kind: str | Type) -> None:
        wrong, seen = DECLARED.check(json.loads(to_json(sent)), kind)
        assert wrong == []
        self.seen |= seen


# ----- Frames


def watched(played: Played, traffic: Traffic, seats, to_the_end: bool = False) -> None:
    """Play at random, and take down what each of some seats is sent."""
    rng = Random(1)
    pictures = {seat: Picture() for seat in seats}
    for seat, picture in pictures.items():
        traffic.take(frames.change(played.table, seat, picture, NAMES, 1), "Frame")
    while played.table.turn is not None and to_the_end:
        played.play(rng.choice(played.table.position.moves).text)
        for seat, picture in pictures.items():
            traffic.take(frames.change(played.table, seat, picture, NAMES, 1), "Frame")
    for seat in seats:
        traffic.take(whole(played, seat), "Frame")


def whole(played: Played, seat: int) -> dict:
    return frames.whole(played.table, seat, NAMES, 1) | frames.place(seat, [max(0, seat)])


def news(played: Played, traffic: Traffic, seat: int, change) -> None:
    """Let something happen, and take down what one seat is sent of it."""
    picture = Picture()
    frames.change(played.table, seat, picture, NAMES, 1)
    change(played)
    traffic.take(frames.change(played.table, seat, picture, NAMES, 1), "Frame")
    traffic.take(whole(played, seat), "Frame")


def scenes() -> list[dict]:
    """Changes of a scene that no game has, but may have."""
    label, other = words("option.none", option="x"), words("option.none", option="y")
    item = Item("a", "stone")
    before = Scene(3, 3, (item,), (Panel("hand", label, 2, 1, (item,), 0),))
    after = Scene(4, 3, (), (Panel("hand", other, 3, 1, (), 0), Panel("tray", label, 2, 1, (item,))))
    picture = Picture()
    return [picture.change(scene) for scene in (before, after)]


def test_every_frame_has_its_type_and_no_field_is_left_over():
    traffic = Traffic()
    for name in ("quantik", "kulami", "rangees", "on_top", "kabaleo"):
        clock = {"kind": "game", "seconds": 600, "increment": 5}
        watched(Played(name, ("ada", "bob"), clock=clock), traffic, (-1, 0), to_the_end=True)
    for clock in ({"kind": "move", "seconds": 60}, {"kind": "days", "days": 2}):
        watched(Played(clock=clock, match={"id": "f" * 32, "game": 1}), traffic, (-1,))
    news(Played("quantik", ("ada", None)), traffic, -1, lambda table: table.sit(bob, 1, ""))
    waiting = Played("kabaleo", ("ada", None, None))
    news(waiting, traffic, -1, lambda table: table.sit(bob, 1, ""))
    three = Played("kabaleo", ("ada", "bob", "tablier:3"))
    news(three, traffic, 0, lambda table: table.resign(bob, 1))
    assert three.table.taken
    news(Played().play("S-b2"), traffic, 0, lambda table: table.ask_back(ada, 0))
    news(Played(), traffic, 0, lambda table: table.resign(bob, 1))
    news(Played(), traffic, 0, lambda table: table.happen(happens(Said(person="ada", text="bonjour"))))
    news(Played(), traffic, 0, lambda table: table.happen(happens(Broke(why="x"))))
    heard: list[str] = []
    audience = Audience(Played().table)
    audience.greet(Watcher(ada, heard.append), None, None, NAMES, 1)
    audience.tell_presence(Presence(None, None), 1)
    for frame in heard:
        traffic.take(json.loads(frame), "Frame")
    for scene in scenes():
        traffic.take(scene, "SceneChange")
    assert DECLARED.unseen(DECLARED.within("Frame"), traffic.seen) == set()


def test_an_item_has_the_fields_that_the_core_gives_it():
    assert [one.name for _, one in DECLARED.fields("Item")] == list(Item._fields)


# ----- Messages and their answers


def test_every_message_is_declared_with_its_fields():
    declared = {one.name: one.type.of for _, one in DECLARED.fields("Messages")}
    for kind in get_args(Message):
        expected = {
            name: not one.is_required() for name, one in kind.model_fields.items() if name not in ("v", "id", "do")
        }
        name = declared.pop(get_args(kind.model_fields["do"].annotation)[0])
        fields = [] if name == "NoFields" else [one for _, one in DECLARED.fields(name)]
        assert {one.name: one.optional for one in fields} == expected, name
    assert not declared


def test_every_answer_has_its_type_and_no_field_is_left_over(answers):
    traffic = Traffic()
    types = {one.name: one.type.of for _, one in DECLARED.fields("Answers")}
    for do, answer in answers:
        traffic.take(answer, types[do])
    assert types["claim"] == "Stored"  # nobody has been away for long enough
    assert types.keys() == {do for do, _ in answers} | {"claim"}
    names = DECLARED.within("Answers") - DECLARED.within("Frame") - {"Answers"}
    assert DECLARED.unseen(names, traffic.seen) == set()


# ----- HTTP


def test_what_is_asked_by_http_is_declared_with_its_fields():
    kinds = {
        "Named": requests.Named,
        "Account": requests.Account,
        "Passphrases": requests.Passphrases,
        "Place": requests.Place,
        "TableWish": requests.NewTable,
        "BoardWish": requests.Board,
        "RecordText": requests.RecordText,
    }
    for name, kind in kinds.items():
        expected = {field: not one.is_required() for field, one in kind.model_fields.items()}
        assert {one.name: one.optional for _, one in DECLARED.fields(name)} == expected, name
    assert {one.type.of for _, one in DECLARED.fields("HttpBodies")} | {"Place"} == kinds.keys()


@pytest.mark.anyio
async def test_every_answer_by_http_has_its_type_and_no_field_is_left_over(server):
    traffic = Traffic()
    routes = {one.name: one.type for name in ("HttpAnswers", "NamedAnswers") for _, one in DECLARED.fields(name)}
    asked: set[str] = set()

    async with httpx.AsyncClient(base_url=server.url, verify=PLAIN, timeout=PATIENCE) as client:

        async def ask(verb: str, path: str, body: object = None, wrong: bool = False) -> dict:
            response = await client.request(verb, path, json=body)
            found = response.json()
            if wrong:
                traffic.take(found["error"], "Wrong")
                return found
            assert response.is_success, found
            request = f"{verb} {path}"
            route = request if request in routes else next(one for one in routes if _fits(one, request))
            asked.add(route)
            traffic.take(found, routes[route])
            return found

        await ask("GET", "/api/me")
        await ask("POST", "/api/tables", {"game": "quantik", "seats": [{"who": "me"}]}, wrong=True)
        await ask("POST", "/api/me", {"name": "Ada"})
        await ask("PATCH", "/api/me", {"name": "Ada L"})
        await ask("POST", "/api/account", {"name": "Ada L", "passphrase": "a long sentence"})
        await ask("POST", "/api/session", {"name": "Ada L", "passphrase": "a long sentence"})
        await ask("POST", "/api/account/passphrase", {"old": "a long sentence", "new": "another sentence"})
        [session] = await ask("GET", "/api/sessions")
        await ask("DELETE", "/api/sessions")
        for game in await ask("GET", "/api/games"):
            await ask("GET", f"/api/games/{game['name']}/rules/en")
            if game["name"] in ("kulami", "rangees", "on_top"):
                await ask("GET", f"/api/games/{game['name']}/plan")
        await ask("GET", "/api/games/quantik/preview")
        async with Client(server.url, "Ada L", cookies=dict(client.cookies)) as player:
            rated = await player.create("quantik", ["me", 1], rated=True, begins="seated")
            await both_move(player, rated)
            await player.resign(rated, 0)
        await ask("GET", "/api/ratings/quantik")
        await ask("GET", "/api/people/Ada L")
        await ask("GET", "/api/people/Nobody", wrong=True)
        await ask("GET", "/api/archive")
        await ask("GET", "/api/archive?person=Ada L&game=quantik")
        await ask("GET", "/api/levels")
        await ask("POST", "/api/boards", {"game": "kulami", "seats": 2})
        await ask("POST", "/api/boards", {"game": "kulami", "options": {"board": "x"}})
        seats = [{"who": "me"}, {"who": "here"}]
        made = await ask("POST", "/api/tables", {"game": "quantik", "seats": seats, "match": True, "begins": "seated"})
        name = made["table"]
        await ask("POST", "/api/tables", {"game": "quantik", "seats": [seats[0], {"who": "open"}], "listed": True})
        await ask("GET", "/api/tables")
        await ask("GET", "/api/tables/mine")
        await ask("GET", "/api/now")
        await ask("GET", f"/api/tables/{name}")
        await ask("GET", f"/api/tables/{'0' * 32}", wrong=True)
        await ask("POST", "/api/verify", {"record": _finished()})
        await ask("GET", "/api/tables/mine?over=true")
        await ask("DELETE", f"/api/sessions/{session['id']}")
        await ask("POST", "/api/session", {"name": "Ada L", "passphrase": "another sentence"})
        await ask("DELETE", "/api/session")
        await ask("POST", "/api/me", {"name": "Eve"})
        await ask("DELETE", "/api/me")
    assert asked == routes.keys()
    names = DECLARED.within("HttpAnswers", "NamedAnswers", "Wrong") - DECLARED.within("Frame")
    assert DECLARED.unseen(names - {"HttpAnswers", "NamedAnswers"}, traffic.seen) == set()


def _fits(route: str, request: str) -> bool:
    """Is it a request of this kind, where `${string}` stands for any name?"""
    return re.fullmatch(re.escape(route).replace(re.escape("${string}"), "[^/]+"), request) is not None


def _finished() -> str:
    return Played("kabaleo", ("ada", "bob")).play_out().table.record(["Ada", "Bob"]).line


# ----- The file itself


def test_everything_that_is_declared_travels():
    assert DECLARED.within(*ROOTS) == DECLARED.interfaces.keys()


def test_no_browser_loads_a_file_of_types():
    loaded = re.compile(r'^(?:import|export)\b.*\.d\.ts|import\("[^"]*\.d\.ts"\)(?!.*\*/)', re.M)
    for file in (*WEB.glob("*.js"), WEB / "index.html"):
        assert not loaded.search(file.read_text("utf-8")), file.name
