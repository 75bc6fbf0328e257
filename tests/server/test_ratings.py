"""Ratings: for people and levels alike, by game, with ties and teams."""

import pytest

from server.support.played import Played, ada, bob, cy
from tablier.server.people import accounts, ratings
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import RATINGS
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Ended


@pytest.fixture
def db(database):
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.connect().execution_options(writing=True) as connection:
        yield connection
    opened.close()


def strength(db, game="quantik") -> dict[str, float]:
    return {row.who: row.mu for row in db.execute(RATINGS.select().where(RATINGS.c.game == game))}


def test_the_winner_rises_and_the_loser_falls(db):
    ratings.update(db, Played(rated=True).resign(bob, 1).table)
    found = strength(db)
    assert found["ada"] > 25 > found["bob"]


def test_a_level_is_rated_like_anybody(db):
    ratings.update(db, Played(seats=("ada", "tablier:6"), rated=True).resign(ada, 0).table)
    assert strength(db)["tablier:6"] > 25


def test_each_game_has_ratings_of_its_own(db):
    ratings.update(db, Played(rated=True).resign(bob, 1).table)
    assert strength(db, "kulami") == {}


def test_more_games_make_surer(db):
    for _ in range(5):
        ratings.update(db, Played(rated=True).resign(bob, 1).table)
    [first, last] = ratings.best(db, "quantik")
    assert first["who"] == "ada" and first["games"] == 5 and first["sigma"] < 25 / 3 and first["sure"] > last["sure"]


def ended(table: Played, ranks) -> Played:
    return table.happen(happens(Ended(ranks=ranks, points=[0] * len(ranks), reason="blocked")))


def test_a_tie_between_equals_changes_nobody_much(db):
    ratings.update(db, ended(Played(rated=True), [1, 1]).table)
    found = strength(db)
    assert found["ada"] == pytest.approx(found["bob"])


def test_four_are_ranked_at_once(db):
    ratings.update(db, ended(Played("kabaleo", ("ada", "bob", "cy", "dee"), rated=True), [2, 1, 4, 2]).table)
    found = strength(db, "kabaleo")
    assert found["bob"] > found["ada"] > found["cy"] and found["dee"] == pytest.approx(found["ada"])


def test_a_team_rises_and_falls_together(db):
    table = Played("on_top", ("ada", "bob", "cy", "dee"), rated=True, teams=True).resign(cy, 2).table
    ratings.update(db, table)
    found, sides = strength(db, "on_top"), table.position.sides
    for name, side in zip(("ada", "bob", "cy", "dee"), sides, strict=True):
        assert (found[name] < 25) == (side == sides[2])


def test_who_leaves_a_game_to_an_opponent_is_rated_as_the_last(db):
    ratings.update(db, Played("kabaleo", ("ada", "bob", "cy"), rated=True).resign(bob, 1).play_out().table)
    found = strength(db, "kabaleo")
    assert found.keys() == {"ada", "bob", "cy"} and found["bob"] < min(25, found["ada"], found["cy"])


def test_a_guest_who_signed_in_meanwhile_is_rated_as_the_account(db):
    account, guest = accounts.guest(db, "1", "Ada", 1), accounts.guest(db, "2", "Guest", 1)
    accounts.make_account(db, account.person, "Ada", "hashed")
    accounts.sign_in(db, account.person, "3", "2", 2)
    ratings.update(db, Played(seats=(guest.person, "bob"), rated=True).resign(bob, 1).table)
    assert account.person in strength(db) and guest.person not in strength(db)
