"""People: guests, accounts, what they keep and what is forgotten, on both databases; and by HTTP."""

import pytest

from server.support.passphrases import QUICK
from server.support.played import refused
from server.support.servers import here
from tablier.client import Client, Refusal
from tablier.server.people import accounts
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import EVENTS, PEOPLE, SESSIONS

PHRASE = "correct horse battery"
HASHED = QUICK.hash(PHRASE)
SLOW = accounts.HASHER


@pytest.fixture
def db(database):
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.connect().execution_options(writing=True) as connection:
        yield connection
    opened.close()


def test_a_guest_is_known_by_a_token_of_which_only_a_digest_is_kept(db):
    ada = accounts.guest(db, "token", "Ada", 1)
    assert accounts.whoever(db, "token") == ada and accounts.whoever(db, "other") is None
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
    monkeypatch.setattr(accounts, "HASHER", SLOW)
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", accounts.hash_passphrase(PHRASE))
    kept = db.execute(PEOPLE.select()).one().passphrase
    assert kept.startswith("$argon2id$") and PHRASE not in kept
    assert accounts.fits(kept, PHRASE) and not accounts.fits(kept, PHRASE + " ") and not accounts.fits(None, PHRASE)


@pytest.mark.parametrize("passphrase", ["", "short", "x" * 201])
def test_a_passphrase_has_a_length(passphrase):
    with refused("account.passphrase"):
        accounts.hash_passphrase(passphrase)


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
    assert accounts.whoever(db, "phone") is None, "the old session ends"
    assert accounts.whoever(db, "home").selves == signed_in.selves


def test_signing_in_from_one_account_to_another_takes_nothing_along(db):
    one, two = accounts.guest(db, "1", "Ada", 1), accounts.guest(db, "2", "Bob", 1)
    accounts.make_account(db, one.person, "Ada", HASHED)
    accounts.make_account(db, two.person, "Bob", HASHED)
    assert accounts.sign_in(db, one.person, "3", "2", 2).selves == {one.person}


def test_an_account_keeps_its_name_but_for_accents(db):
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    accounts.rename(db, accounts.whoever(db, "1"), "ADÀ")
    assert accounts.whoever(db, "1").name == "ADÀ"
    with refused("account.name"):
        accounts.rename(db, accounts.whoever(db, "1"), "Eve")


def test_forgetting_leaves_nothing_to_sign_in_with(db):
    ada = accounts.guest(db, "1", "Ada", 1)
    accounts.make_account(db, ada.person, "Ada", HASHED)
    accounts.forget(db, ada.person, "nobody")
    assert accounts.whoever(db, "1") is None and accounts.account(db, "Ada") is None
    assert accounts.names(db, {ada.person}) == {ada.person: "nobody"}


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
async def test_export_and_delete(database):
    async with here(database) as server, server.clients("Ada", "Bob") as (ada, bob):
        await ada.ask("POST", "/api/account", {"name": "Ada", "passphrase": PHRASE})
        table = await ada.create("quantik", ["me", "open"])
        await bob.sit(table, 1)
        await ada.send("say", table=table, text="my secret recipe")
        await bob.send("say", table=table, text="hello Ada")
        kept = await ada.ask("GET", "/api/me/export")
        assert kept["name"] == "Ada" and [found["table"] for found in kept["tables"]] == [table]
        assert [said["text"] for said in kept["said"]] == ["my secret recipe"]
        assert PHRASE not in str(kept) and "argon2" not in str(kept)

        await ada.ask("DELETE", "/api/me")
        assert await bob.ask("GET", "/api/me") == {"name": "Bob", "account": False}
        about = await bob.ask("GET", f"/api/tables/{table}")
        assert [said["text"] for said in about["talk"]] == ["hello Ada"]
        assert about["seats"][0]["name"] == "somebody who left"
        events = await server.hall.store.read(lambda db: [dict(row) for row in db.execute(EVENTS.select()).mappings()])
        assert "recipe" not in str(events)
        assert await ada.ask("GET", "/api/me") is None
        async with Client(server.url, "Ada") as again:
            assert await again.ask("GET", "/api/me") == {"name": "Ada", "account": False}


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
