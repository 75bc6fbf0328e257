"""People: guests, accounts, what they keep and what is forgotten, on both databases; and by HTTP."""

import asyncio

import pytest

from server.support.passphrases import QUICK
from server.support.played import refused
from server.support.servers import here
from tablier.client import Client, Refusal
from tablier.server.people import accounts, passphrases, sessions
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import EVENTS, PEOPLE, SESSIONS

PHRASE = "correct horse battery"
HASHED = QUICK.hash(PHRASE)
SLOW = passphrases.HASHER


@pytest.fixture
def db(database):
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.connect().execution_options(writing=True) as connection:
        yield connection
    opened.close()


def test_a_guest_is_known_by_a_token_of_which_only_a_digest_is_kept(db):
    ada = accounts.guest(db, "token", "Ada", 1)
    assert sessions.whoever(db, "token", 5) == ada and sessions.whoever(db, "other", 5) is None
    assert "token" not in db.execute(SESSIONS.select()).one()


def test_guests_may_have_the_same_name_but_not_that_of_an_account(db):
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.guest(db, "2", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    for name in ("Ada", "ADA", "Àda", "Аԁа"):
        with refused("account.taken"):
            accounts.guest(db, "3", name, 1)
    bob = accounts.guest(db, "4", "Bob", 1)
    with refused("account.taken"):
        accounts.rename(db, bob, "ada")


def test_a_passphrase_is_kept_as_argon2_alone(db, monkeypatch):
    monkeypatch.setattr(passphrases, "HASHER", SLOW)
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", passphrases.hash_passphrase(PHRASE))
    kept = db.execute(PEOPLE.select()).one().passphrase
    assert kept.startswith("$argon2id$") and PHRASE not in kept
    assert (
        passphrases.fits(kept, PHRASE)
        and not passphrases.fits(kept, PHRASE + " ")
        and not passphrases.fits(None, PHRASE)
    )


@pytest.mark.parametrize("passphrase", ["", "short", "x" * 201])
def test_a_passphrase_has_a_length(passphrase):
    with refused("account.passphrase"):
        passphrases.hash_passphrase(passphrase)


def test_one_account_for_one_name_and_one_person(db):
    ada, bob = accounts.guest(db, "1", "Ada", 1), accounts.guest(db, "2", "Bob", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    with refused("account.taken"):
        accounts.make_account(db, bob.person, "ADA", HASHED)
    with refused("account.has"):
        accounts.make_account(db, ada.person, "Ada 2", HASHED)


def test_signing_in_on_another_device_takes_the_guest_along(db):
    ada = accounts.guest(db, "home", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    guest = accounts.guest(db, "phone", "Somebody", 2)
    signed_in = accounts.sign_in(db, ada.person, "new", "phone", 3)
    assert signed_in.person == ada.person and signed_in.selves == {ada.person, guest.person}
    assert sessions.whoever(db, "phone", 5) is None, "the old session ends"
    assert sessions.whoever(db, "home", 5).selves == signed_in.selves


def test_signing_in_from_one_account_to_another_takes_nothing_along(db):
    one, two = accounts.guest(db, "1", "Ada", 1), accounts.guest(db, "2", "Bob", 1)
    accounts.make_account(db, one.person, "Ada", HASHED)
    accounts.make_account(db, two.person, "Bob", HASHED)
    assert accounts.sign_in(db, one.person, "3", "2", 2).selves == {one.person}


def test_an_account_keeps_its_name_but_for_accents(db):
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    accounts.rename(db, sessions.whoever(db, "1", 5), "ADÀ")
    assert sessions.whoever(db, "1", 5).name == "ADÀ"
    with refused("account.name"):
        accounts.rename(db, sessions.whoever(db, "1", 5), "Eve")


def test_forgetting_leaves_nothing_to_sign_in_with(db):
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    accounts.forget(db, ada.person)
    assert sessions.whoever(db, "1", 5) is None and accounts.account(db, "Ada") is None
    assert accounts.names(db, {ada.person}) == {ada.person: ""}


# ----- By HTTP


@pytest.mark.anyio
async def test_seats_taken_as_a_guest_belong_to_the_account(database):
    async with here(database) as server, server.clients("Ada", "Guest", "Bob") as (ada, guest, bob):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        table = await guest.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        await guest.ask("POST", "/api/session", {"name": "Ada", "passphrase": PHRASE})
        async with Client(server.url, "Ada", cookies=dict(guest.http.cookies)) as phone:
            await phone.play(table, 0, "S-b2")
            assert (await phone.ask("GET", f"/api/tables/{table}"))["yours"] == [0]
        assert [found["table"] for found in await ada.ask("GET", "/api/tables/mine")] == [table]


@pytest.mark.anyio
async def test_a_wrong_passphrase_and_an_unknown_name_are_told_alike(server):
    async with server.clients("Ada") as (ada,):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        errors = []
        for name in ("Ada", "Eve"):
            with pytest.raises(Refusal) as error:
                await ada.ask("POST", "/api/session", {"name": name, "passphrase": "wrong horse"})
            errors.append(error.value.error)
        assert errors[0] == errors[1] and errors[0]["text"]["say"] == "account.wrong"


@pytest.mark.anyio
async def test_the_cookie_is_opaque_and_out_of_reach_of_scripts(server):
    async with server.clients() as _, Client(server.url, "Ada") as ada:
        response = await ada.http.post("/api/session", json={"name": "x", "passphrase": "y"})
        assert "set-cookie" not in response.headers
        async with Client(server.url, "Bob") as bob:
            bob.http.cookies.clear()
            said = (await bob.http.post("/api/me", json={"name": "Bob"})).headers["set-cookie"]
        assert "HttpOnly" in said and "SameSite=lax" in said and "Bob" not in said


@pytest.mark.anyio
async def test_all_that_is_kept_is_told_and_taken_away(database):
    """Also what was said at a table that one has left, and what was brought and played."""
    async with here(database) as server, server.clients("Ada", "Bob", "Guest") as (ada, bob, guest):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        left = await bob.create("kabaleo", ["me", "open", "open"])
        await guest.sit(left, 1)
        await guest.send("say", table=left, text="my secret recipe")
        await guest.leave(left, 1)
        await guest.ask("POST", "/api/session", {"name": "Ada", "passphrase": PHRASE})
        table = await ada.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        await ada.play(table, 0, "S-b2")
        await bob.play(table, 1, "Y-c3")
        await ada.send("say", table=table, text="another secret")
        await bob.send("say", table=table, text="hello Ada")
        kept = await ada.ask("GET", "/api/me/export")
        assert kept["name"] == "Ada" and {found["table"] for found in kept["tables"]} == {table, left}
        assert [said["text"] for said in kept["said"]] == ["my secret recipe", "another secret"]
        assert [(move["table"], move["move"]) for move in kept["moves"]] == [(table, "S-b2")]
        assert [luck["table"] for luck in kept["luck"]] == [table]
        assert all(len(luck["luck"]) == 32 for luck in kept["luck"])
        assert [guest["name"] for guest in kept["guests"]] == ["Guest"]
        assert len(kept["sessions"]) == 2 and all(one["used"] >= one["begun"] > 0 for one in kept["sessions"])
        assert PHRASE not in str(kept) and "argon2" not in str(kept)

        await ada.ask("DELETE", "/api/me")
        assert await bob.ask("GET", "/api/me") == {"name": "Bob", "account": False}
        about = await bob.ask("GET", f"/api/tables/{table}")
        assert [said["text"] for said in about["talk"]] == ["hello Ada"] and about["seats"][0]["name"] == ""
        assert (await bob.ask("GET", f"/api/tables/{left}"))["talk"] == []
        events = await server.hall.store.read(lambda db: [dict(row) for row in db.execute(EVENTS.select()).mappings()])
        assert "secret" not in str(events)
        people = await server.hall.store.read(lambda db: db.execute(PEOPLE.select()).all())
        assert sorted((one.name, one.account, one.created > 0, one.seen > 0) for one in people) == [
            ("", None, False, False),
            ("", None, False, False),
            ("Bob", None, True, True),
        ]
        assert await ada.ask("GET", "/api/me") is None
        async with Client(server.url, "Ada") as again:
            assert await again.ask("GET", "/api/me") == {"name": "Ada", "account": False}


@pytest.mark.anyio
async def test_names_given_to_others_at_ones_screen_are_taken_away_everywhere(database):
    async with here(database) as server, server.clients("Ada", "Bob") as (ada, bob):
        seats = [{"who": "me"}, {"who": "here", "name": "Zoltan"}]
        table = (await ada.ask("POST", "/api/tables", {"game": "quantik", "seats": seats}))["table"]
        await ada.resign(table, 0)
        again = (await ada.send("rematch", table=table))["again"]
        await ada.ask("DELETE", "/api/me")
        for name in (table, again):
            assert "Zoltan" not in str(await bob.ask("GET", f"/api/tables/{name}"))
        events = await server.hall.store.read(lambda db: [row.data for row in db.execute(EVENTS.select())])
        assert "Zoltan" not in str(events)


@pytest.mark.anyio
async def test_somebody_forgotten_is_named_in_the_language_of_whoever_reads(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        await bob.resign(table, 1)
        await ada.ask("DELETE", "/api/me")
        for language, said in (("en", "somebody who left"), ("fr", "quelqu'un qui est parti")):
            speaks = {"Accept-Language": language}
            record = (await bob.http.get(f"/api/tables/{table}/record", headers=speaks)).json()
            assert record["players"] == [said, "Bob"]
            page = (await bob.http.get(f"/table/{table}", headers=speaks)).text
            assert said.replace("'", "&#x27;") in page and "place libre" not in page and "free seat" not in page
            with pytest.raises(Refusal):
                await bob.ask("PATCH", "/api/me", {"name": said})


def test_guests_who_are_called_like_a_new_account_are_numbered(db):
    ada, other, own = (accounts.guest(db, token, name, 1) for token, name in (("1", "Ada"), ("2", "ÀDA"), ("3", "Ada")))
    db.execute(PEOPLE.update().where(PEOPLE.c.id == other.person).values(folded=None))  # of an earlier version
    eve = accounts.guest(db, "4", "Ada 2", 1)
    accounts.make_account(db, eve.person, "Ada 2", HASHED)
    db.execute(PEOPLE.update().where(PEOPLE.c.id == own.person).values(became=ada.person))
    assert accounts.make_account(db, ada.person, "Ada", HASHED) == [other.person]
    named = accounts.names(db, [ada.person, other.person, own.person])
    assert named == {ada.person: "Ada", other.person: "ÀDA 3", own.person: "Ada"}


@pytest.mark.anyio
async def test_they_are_shown_by_their_new_name_at_once(database):
    async with here(database) as server, server.clients("Ada", "Ada") as (ada, other):
        table = await other.create("quantik", ["me", "open"])
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        assert (await ada.ask("GET", f"/api/tables/{table}"))["seats"][0]["name"] == "Ada 2"
        assert (await other.ask("GET", "/api/me"))["name"] == "Ada 2"


@pytest.mark.anyio
async def test_two_who_make_an_account_of_one_name_at_once(database):
    async with here(database) as server, server.clients("Ada", "Ada") as both:
        body = {"name": "Ada", "passphrase": PHRASE}
        answers = [client.http.post("/api/account", json=body) for client in both]
        assert sorted(answer.status_code for answer in await asyncio.gather(*answers)) == [200, 409]


@pytest.mark.anyio
async def test_names_are_refused_with_a_sentence_and_nothing_changes(server):
    async with server.clients("Ada") as (ada,):
        for name in ("<script>alert(1)</script>", "\u202egnp.eda", "", "Tablier", "x" * 200):
            with pytest.raises(Refusal):
                await ada.ask("PATCH", "/api/me", {"name": name})
        assert (await ada.ask("GET", "/api/me"))["name"] == "Ada"


@pytest.mark.anyio
async def test_a_new_name_is_shown_at_once_also_to_what_is_said_on_an_older_socket(server):
    async with server.clients("Ada", "Bob") as (ada, bob):
        table = await ada.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        await bob.ask("PATCH", "/api/me", {"name": "Robert"})
        await bob.send("say", table=table, text="it is still me")
        about = await ada.ask("GET", f"/api/tables/{table}")
        assert [seat["name"] for seat in about["seats"]] == ["Ada", "Robert"] and about["talk"][0]["name"] == "Robert"


@pytest.mark.anyio
async def test_strangers_are_asked_for_their_name(server):
    async with Client(server.url, "Ada") as ada:
        ada.http.cookies.clear()
        for verb, path in (("GET", "/api/me/export"), ("DELETE", "/api/me"), ("DELETE", "/api/session")):
            response = await ada.http.request(verb, path)
            assert response.status_code == 401 and response.json()["error"]["text"]["say"] == "people.nobody"
