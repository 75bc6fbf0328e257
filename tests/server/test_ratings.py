"""Ratings: for accounts and levels alike, by game, with ties and teams; fixed when one sits down."""

import pytest

from server.support.played import Played, ada, bob, cy, refused, who
from tablier.server.people import accounts, ratings
from tablier.server.storage import migration
from tablier.server.storage.database import store
from tablier.server.storage.schema import PEOPLE, RATINGS
from tablier.server.tables import commands, rematch
from tablier.server.tables.decision import happens
from tablier.server.tables.events import Ended

ALL = ("ada", "bob", "cy", "dee")


@pytest.fixture
def db(database):
    """With accounts of those who play."""
    migration.upgrade(database)
    opened = store(database)
    with opened.engine.connect().execution_options(writing=True) as connection:
        for person in ALL:
            row = {"id": person, "name": person.title(), "account": person, "created": 1, "seen": 1}
            connection.execute(PEOPLE.insert().values(row))
        yield connection
    opened.close()


def begun(game="quantik", seats=("ada", "bob"), **more) -> Played:
    """A rated game in which everybody has moved."""
    table = Played(game, seats, rated=True, **more)
    while not {played["seat"] for played in table.table.played} >= set(range(len(seats))):
        table.play()
    return table


def strength(db, game="quantik") -> dict[str, float]:
    return {row.who: row.mu for row in db.execute(RATINGS.select().where(RATINGS.c.game == game))}


def test_the_winner_rises_and_the_loser_falls(db):
    ratings.update(db, begun().resign(bob, 1).table)
    found = strength(db)
    assert found["ada"] > 25 > found["bob"]


def test_a_level_is_rated_like_anybody(db):
    ratings.update(db, begun(seats=("ada", "tablier:6")).resign(ada, 0).table)
    assert strength(db)["tablier:6"] > 25


def test_each_game_has_ratings_of_its_own(db):
    ratings.update(db, begun().resign(bob, 1).table)
    assert strength(db, "kulami") == {}


def test_more_games_make_surer(db):
    for _ in range(5):
        ratings.update(db, begun().resign(bob, 1).table)
    [first, last] = ratings.best(db, "quantik")
    assert first["who"] == "ada" and first["games"] == 5 and first["sigma"] < 25 / 3 and first["sure"] > last["sure"]


def ended(table: Played, ranks) -> Played:
    return table.happen(happens(Ended(ranks=ranks, points=[0] * len(ranks), reason="blocked")))


def test_a_tie_between_equals_changes_nobody_much(db):
    ratings.update(db, ended(begun(), [1, 1]).table)
    found = strength(db)
    assert found["ada"] == pytest.approx(found["bob"])


def test_four_are_ranked_at_once(db):
    ratings.update(db, ended(begun("kabaleo", ALL), [2, 1, 4, 2]).table)
    found = strength(db, "kabaleo")
    assert found["bob"] > found["ada"] > found["cy"] and found["dee"] == pytest.approx(found["ada"])


def test_a_team_rises_and_falls_together(db):
    table = begun("on_top", ALL, teams=True).resign(cy, 2).table
    ratings.update(db, table)
    found, sides = strength(db, "on_top"), table.position.sides
    for name, side in zip(ALL, sides, strict=True):
        assert (found[name] < 25) == (side == sides[2])


def test_who_leaves_a_game_to_an_opponent_is_rated_as_the_last(db):
    ratings.update(db, begun("kabaleo", ("ada", "bob", "cy")).resign(bob, 1).play_out().table)
    found = strength(db, "kabaleo")
    assert found.keys() == {"ada", "bob", "cy"} and found["bob"] < min(25, found["ada"], found["cy"])


def test_who_a_guest_turns_out_to_be_during_the_game_changes_nothing(db):
    guest = accounts.guest(db, "2", "Guest", 1)
    table = begun(seats=(guest.person, "bob"))
    accounts.sign_in(db, "ada", "3", "2", 2)
    ratings.update(db, table.resign(bob, 1).table)
    assert strength(db) == {}


def test_a_game_counts_once_everybody_has_moved(db):
    ratings.update(db, Played(rated=True).resign(bob, 1).table)
    ratings.update(db, Played(rated=True).play("S-b2").resign(bob, 1).table)
    assert strength(db) == {}
    ratings.update(db, Played(rated=True).play("S-b2").play().resign(bob, 1).table)
    assert strength(db).keys() == {"ada", "bob"}


def test_only_accounts_sit_down_to_a_rated_game():
    table = Played(seats=("ada", None), rated=True)
    with refused("table.accounts"):
        table.sit(bob, 1, "")
    with refused("table.accounts"):
        commands.check_rated(True, bob)
    table.sit(who("bob", account="bob"), 1, "")
    assert table.table.status == "playing"


def test_also_when_they_meet_again():
    again = Played(seats=("ada", None), rated=True).table
    again.seats[1].kept = "bob"
    with refused("table.accounts"):
        rematch.come_again(again, bob)
