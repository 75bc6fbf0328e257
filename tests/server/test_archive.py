"""What is found of games that go on and that are over, of whom and by whom; pictures; and how well people play."""

import pytest

from server.support.played import refused
from server.support.servers import both_move, here
from tablier.client import Client, Refusal
from tablier.core.registry import list_games
from tablier.server.audience.miniatures import Miniatures
from tablier.server.people import visitors
from tablier.server.people.profiles import result
from tablier.server.people.visitors import Visitors
from tablier.server.tables.table import Table

pytestmark = pytest.mark.anyio
PHRASE = "correct horse battery"


async def lose(client: Client, game: str = "quantik", seats=("me", 1), seat: int = 0, **more) -> str:
    table = await client.create(game, list(seats), **more)
    if more.get("rated"):
        await both_move(client, table)
    await client.resign(table, seat)
    return table


async def found(client: Client, **wanted) -> list[str]:
    asked = "&".join(f"{name}={value}" for name, value in wanted.items())
    return [game["table"] for game in (await client.ask("GET", f"/api/archive?{asked}"))["games"]]


async def test_games_are_listed_by_how_much_there_is_to_learn(server):
    async with server.clients("Ada") as (ada,):
        games = await ada.ask("GET", "/api/games")
    assert [game["difficulty"] for game in games] == sorted(game.difficulty for game in list_games())
    assert games[0]["name"] == "quantik" and games[-1]["name"] == "on_top"


async def test_the_picture_of_a_game_shows_what_it_is_made_of(server):
    async with server.clients("Ada") as (ada,):
        scene = (await ada.ask("GET", "/api/games/quantik/preview"))["scene"]
    glyphs = {item["glyph"] for item in scene["items"] if item.get("layer", "pieces") == "pieces"}
    assert len(glyphs) >= 4, "all four shapes"


async def test_an_archive_is_filtered_by_game_result_and_whom(database):
    async with here(database) as server, server.clients("Ada", "Bob") as (ada, bob):
        lost = await lose(ada)
        strong = await lose(ada, "kulami", ("me", 6))
        shared = await lose(ada, seats=("me", "here"))
        between = await ada.create("kulami", ["me", "open"])
        await bob.sit(between, 1)
        await bob.resign(between, 1)
        assert await found(ada) == [between, shared, strong, lost]
        assert await found(ada, game="kulami") == [between, strong]
        assert await found(ada, result="won") == [between]
        assert await found(ada, result="lost") == [strong, lost]
        assert await found(ada, against="levels") == [strong, lost]
        assert await found(ada, against="tablier:6") == [strong]
        assert await found(ada, against="here") == [shared]
        assert await found(ada, against="people") == [between] == await found(ada, beside="bo")
        assert await found(bob, result="lost") == [between]
        assert await found(ada, beside="50%") == []


async def test_an_archive_is_read_leaf_by_leaf(server):
    async with server.clients("Ada") as (ada,):
        tables = [await lose(ada) for _ in range(30)]
        first = await ada.ask("GET", "/api/archive")
        second = await ada.ask("GET", f"/api/archive?after={first['next']}")
    assert [game["table"] for game in first["games"] + second["games"]] == tables[::-1]
    assert len(first["games"]) == 24 and second["next"] is None


async def test_a_table_that_everybody_left_is_no_game(server):
    async with server.clients("Ada") as (ada,):
        await ada.leave(await ada.create("quantik", ["me", "open"]), 0)
        assert await found(ada) == []


async def test_a_profile_shows_public_games_and_no_others(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        private = await lose(ada)
        rated = await lose(ada, rated=True)
        assert await found(bob, person="ADA") == [rated]
        assert set(await found(ada)) == {private, rated}
        profile = await bob.ask("GET", "/api/people/Ada")
        assert profile["tallies"] == {"quantik": {"won": 0, "lost": 1, "drawn": 0}}
        [rating] = profile["ratings"]
        assert rating["game"] == "quantik" and rating["games"] == 1 and rating["place"] == 2
        strongest = await bob.ask("GET", "/api/ratings/quantik")
        assert [(one["who"], one["account"]) for one in strongest] == [("tablier:1", False), ("Ada", True)]
        assert strongest[1]["rating"] == rating["rating"] < strongest[0]["rating"]


async def test_guests_have_no_profile_for_their_names_are_nobodys_own(server):
    async with server.clients("Ada") as (ada,):
        for path in ("/api/people/Ada", "/api/archive?person=Ada"):
            with pytest.raises(Refusal) as refusal:
                await ada.ask("GET", path)
            assert refusal.value.kind == "Refused"
        assert (await ada.http.get("/api/people/Ada")).status_code == 404


async def test_what_goes_on_puts_my_turn_first(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        mine = await ada.create("quantik", ["me", "here"])
        theirs = await ada.create("kulami", ["open", "me"], listed=True)
        await bob.sit(theirs, 0)
        now = await ada.ask("GET", "/api/now")
        assert [table["table"] for table in now["mine"]] == [mine, theirs]
        assert [table["yours"] for table in now["mine"]] == [[0, 1], [1]]
        assert now["games"] == 2 and now["people"] == 2
        assert [table["table"] for table in now["listed"]] == [theirs]
        assert (await bob.ask("GET", "/api/now"))["mine"][0]["yours"] == [0]


async def test_people_are_counted_while_they_look_in(monkeypatch):
    seen = Visitors()
    seen.note("ada")
    seen.note("bob")
    assert seen.with_those({"bob", "cy"}) == 3
    monkeypatch.setattr(visitors, "LATELY", -1.0)
    assert seen.with_those({"cy"}) == 1


async def test_a_picture_shows_what_everybody_may_see_and_is_kept_by_number(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("kabaleo", ["me", "open"])
        waiting = await ada.http.get(f"/api/tables/{table}/picture")
        assert waiting.status_code == 409
        await bob.sit(table, 1)
        number = server.table(table).number
        for client in (ada, bob):
            shown = await client.http.get(f"/api/tables/{table}/picture?number={number}")
            assert shown.text == (await ada.http.get(f"/api/tables/{table}/picture")).text
            assert shown.headers["content-type"] == "image/svg+xml" and "immutable" in shown.headers["cache-control"]
        stale = await ada.http.get(f"/api/tables/{table}/picture?number={number + 1}")
        assert stale.headers["cache-control"] == "no-store"
        dark = await ada.http.get(f"/api/tables/{table}/picture?theme=dark")
        slate = await ada.http.get(f"/api/tables/{table}/picture?boards=slate")
        assert len({dark.text, slate.text, stale.text}) == 3
        assert (await ada.http.get(f"/api/tables/{table}/picture?boards=mud")).status_code == 422


async def test_a_picture_is_drawn_once_for_each_state(server, monkeypatch):
    drawn: list[int] = []
    monkeypatch.setattr(
        "tablier.server.audience.miniatures.draw", lambda *_, **how: drawn.append(1) or f"<svg>{how}</svg>"
    )
    async with server.clients("Ada") as (ada,):
        name = await ada.create("quantik", ["me", "here"])
        small = Miniatures()
        for _ in range(3):
            await small.of(server.table(name), "light", "classic")
        assert len(drawn) == 1
        await ada.play(name, 0, "S-b2")
        await small.of(server.table(name), "light", "classic")
        assert len(drawn) == 2
    with refused("refused.waiting"):
        await small.of(Table("0" * 32, "seed"), "light", "classic")


async def test_those_at_one_screen_have_names_of_their_own(server):
    places = [{"who": "me"}, {"who": "here", "name": "  Bob "}]
    async with server.clients("Ada") as (ada,):
        wish = {"game": "quantik", "seats": places, "begins": "seated"}
        table = (await ada.ask("POST", "/api/tables", wish))["table"]
        about = await ada.ask("GET", f"/api/tables/{table}")
        assert [seat["name"] for seat in about["seats"]] == ["Ada", "Bob"]
        [listed] = (await ada.ask("GET", "/api/now"))["mine"]
        assert [seat["name"] for seat in listed["seats"]] == ["Ada", "Bob"]
        assert '"Bob"' in await ada.record(table)
        await ada.resign(table, 0)
        again = (await ada.send("rematch", table=table))["again"]
        about = await ada.ask("GET", f"/api/tables/{again}")
        assert [seat["name"] for seat in about["seats"]] == ["Bob", "Ada"]
        for wrong in (
            {"who": "open", "name": "Bob"},
            {"who": "here", "name": "tablier"},
            {"who": "here", "name": "\u202e"},
        ):
            with pytest.raises(Refusal):
                await ada.ask("POST", "/api/tables", {"game": "quantik", "seats": [places[0], wrong]})


async def test_whoever_is_forgotten_takes_the_names_of_those_beside_along(server):
    places = [{"who": "me"}, {"who": "here", "name": "Zebulon"}]
    async with server.clients("Ada", "Bob") as (ada, bob):
        wish = {"game": "quantik", "seats": places, "begins": "seated"}
        table = (await ada.ask("POST", "/api/tables", wish))["table"]
        await ada.ask("DELETE", "/api/me")
        assert "Zebulon" not in (await bob.http.get(f"/api/tables/{table}")).text
        _, rows = await server.hall.memory.ledger.load(table)
        assert "Zebulon" not in str(rows)


def seat(person: str | None = None, level: str | None = None) -> dict:
    return {"person": person, "level": level, "kept": None}


@pytest.mark.parametrize(
    ("seats", "ranks", "ended"),
    [
        ([seat("ada"), seat("bob")], [1, 2], "won"),
        ([seat("ada"), seat("bob")], [2, 1], "lost"),
        ([seat("ada"), seat(level="tablier:1")], [1, 1], "drawn"),
        ([seat("ada"), seat("ada")], [1, 2], None),
        ([seat("ada"), seat("bob"), seat("ada"), seat("bob")], [2, 1, 2, 1], "lost"),
        ([seat("ada"), seat("bob"), seat("cy")], [1, 1, 3], "won"),
        ([seat("bob"), seat("cy")], [1, 2], None),
    ],
)
async def test_how_a_game_ended_for_somebody(seats, ranks, ended):
    assert result({"seats": seats, "ranks": ranks}, {"ada"}) == ended
