"""Taking back: who has to agree, how far, how often; and how much may happen at a table at all."""

import pytest

import tablier
from server.support.played import SEED, Played, ada, bob, cy, refused
from tablier.core.position import Position
from tablier.server.tables import commands
from tablier.server.tables import table as table_module
from tablier.server.tables.events import Entry, TookBack
from tablier.server.tables.table import OVER, Table

# ----- Taking back


def test_taking_back_needs_the_other_players_consent():
    table = Played().play("S-b2").ask_back(ada, 0)
    assert table.table.position.ply == 1 and table.table.asked == {"seat": 0, "to": 0, "agreed": [0]}
    table.answer(bob, 1, True)
    assert table.table.position.ply == 0 and table.table.asked is None and table.table.turn == 0


def test_everybody_else_has_to_agree():
    table = Played("kabaleo", ("ada", "bob", "cy")).play().ask_back(ada, 0).answer(bob, 1, True)
    assert table.table.asked["agreed"] == [0, 1]
    assert table.answer(cy, 2, True).table.turn == 0


def test_one_no_is_enough():
    table = Played("kabaleo", ("ada", "bob", "cy")).play().ask_back(ada, 0).answer(cy, 2, False)
    assert table.table.asked is None and table.table.turn == 1


def test_a_move_answers_the_question():
    table = Played().play("S-b2").ask_back(ada, 0).play("Y-c3")
    with refused("refused.question"):
        table.answer(bob, 1, True)


def test_the_asker_does_not_answer():
    with refused("refused.question"):
        Played().play("S-b2").ask_back(ada, 0).answer(ada, 0, True)


def test_one_question_at_a_time():
    with refused("refused.asked"):
        Played().play("S-b2", "Y-c3").ask_back(ada, 0).ask_back(bob, 1)


def test_back_to_the_own_last_move_also_past_an_answer():
    table = Played().play("S-b2", "Y-c3").ask_back(ada, 0).answer(bob, 1, True)
    assert table.table.position.ply == 0


def test_against_opponents_it_is_free():
    table = Played(seats=("ada", "tablier:1")).play("S-b2", "Y-c3").ask_back(ada, 0)
    assert table.table.position.ply == 0 and table.table.turn == 0


def test_and_so_it_is_at_one_screen():
    assert Played(seats=("ada", "ada")).play("S-b2").ask_back(ada, 0).table.position.ply == 0


def test_never_past_a_draw():
    with refused("refused.draw"):
        Played("on_top", ("ada", "ada")).play().ask_back(ada, 0)


def test_in_kabaleo_moves_can_be_taken_back_but_never_the_deal():
    table = Played("kabaleo", ("ada", "ada")).play().ask_back(ada, 0).table
    assert table.position.ply == 2 and table.promises and len(table.promises) == 2


def test_not_in_a_rated_game():
    with refused("refused.rated"):
        Played(rated=True).play("S-b2").ask_back(ada, 0)


def test_there_must_be_something_to_take_back():
    with refused("refused.nothing"):
        Played().play("S-b2").ask_back(bob, 1)


def test_three_times_to_one_move_and_no_more():
    table = Played(seats=("ada", "tablier:1")).play("S-b2", "Y-c3")
    for _ in range(3):
        table.ask_back(ada, 0).play("S-b2", "Y-c3")
    with refused("refused.backs"):
        table.ask_back(ada, 0)
    first = table.table.number
    table.play("S-d4", "Y-a3").ask_back(ada, 0)
    assert table.table.position.ply == 2 and table.table.number > first, "another move is another matter"
    with refused("refused.backs"):
        table.ask_back(ada, 0)


def test_who_took_over_a_seat_is_still_so_after_a_take_back_and_named_at_a_move_that_is_there():
    table = Played("kabaleo", ("ada", "bob", "ada")).play().resign(bob, 1).play()
    assert table.table.taken == [(4, 1, commands.STAND_IN)]
    record = table.ask_back(ada, 0).table.record(["A", "B", "A"])
    assert record.taken == [[3, 1, commands.STAND_IN]] and len(record.moves) == 3
    assert tablier.Record.parse(record.line).taken == record.taken


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_was_played_a_moment_ago_is_not_played_again(seats, monkeypatch):
    table = Played("kabaleo", ("ada", *["tablier:1"] * 3)[:seats])
    before = table.table.position
    for _ in range(seats):
        table.play()
    replayed = []
    monkeypatch.setattr(Position, "after", lambda self, move: replayed.append(move))
    table.ask_back(ada, 0)
    assert table.table.position == before and table.table.position.history == before.history and not replayed


def test_what_was_taken_back_is_no_way_back():
    table = Played(seats=("ada", "ada")).play("S-b2", "Y-c3").ask_back(ada, 0).play("S-d4", "Y-a3").ask_back(ada, 1)
    assert [move.text for move in table.table.position.history] == ["S-d4"]


def test_longer_ago_it_is(monkeypatch):
    table = Played("kabaleo", ("ada", "tablier:1")).play().play().play()
    longer = table.table.after([Entry(TookBack(to=2), 5)])
    monkeypatch.setattr(table_module, "RECENT", 1)
    again = Table(table.table.id, SEED)
    for entry in table.entries:
        again.apply(entry)
    assert again.after([Entry(TookBack(to=2), 5)]).position == longer.position and longer.position.ply == 2


# ----- Room


def talked(table: Played, number: int) -> Played:
    for _ in range(number):
        table.say(ada, "hello")
    return table


def test_two_hundred_things_are_said_at_a_table_and_no_more():
    table = talked(Played(), commands.SAYINGS)
    with refused("refused.talk"):
        table.say(bob, "one more")


def filled(table: Played, left: int) -> Played:
    """A table at which so much has happened that there is room for so many events."""
    table.table.number = commands.EVENTS - left
    return table


def test_when_much_has_happened_only_moves_are_made():
    table = filled(Played(seats=("ada", "ada")), commands.FOR_MOVES).play("S-b2")
    for wish in (lambda: table.say(ada, "hello"), lambda: table.ask_back(ada, 0)):
        with refused("refused.full"):
            wish()
    with refused("refused.full"):
        filled(Played(seats=("ada", None)), commands.FOR_MOVES).sit(bob, 1, "")


def test_and_when_all_has_one_may_still_give_up():
    table = filled(Played(), 0)
    with refused("refused.full"):
        table.play("S-b2")
    assert table.resign(ada, 0).table.status == OVER
