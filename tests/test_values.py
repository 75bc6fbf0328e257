"""Positions are values: nobody can change one, threads share them, and they travel between processes."""

import copy
import json
import multiprocessing
import pickle
import sys
import threading
from random import Random

import numpy as np
import pytest

import tablier
from tablier.core.random_play import random_game

GAMES = tablier.list_games()


def late(game, seed=3, seats=None):
    return [position for position in random_game(game.start(seats, seed=seed), Random(seed)) if position.turn >= 0][-2]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_games_that_are_set_up_alike_share_one_board(game):
    setup = game.start(seed=1).setup
    one, other = (game.start(setup=setup).play(game.start(setup=setup).moves[0]) for _ in range(2))
    assert one.arrays.board is other.arrays.board


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_nothing_of_a_position_can_be_changed(game):
    position = late(game)
    before = position.text, position.state.tobytes(), position.board.tobytes(), hash(position), position.points
    field = position.state.dtype.names[0]
    with pytest.raises(ValueError, match="read-only"):
        position.state[field] = 0
    with pytest.raises(ValueError, match="read-only"):
        position.board[position.board.dtype.names[0]] = 0
    for array in position.arrays:
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
    with pytest.raises(TypeError, match="deepcopy"):
        position.options["level"] = 3
    with pytest.raises(TypeError, match="deepcopy"):
        position.setup.update(board=[])
    for name in ("turn", "history", "arrays", "new"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(position, name, 7)
    with pytest.raises(AttributeError, match="cannot be changed"):
        del position.history
    assert before == (
        position.text, position.state.tobytes(), position.board.tobytes(), hash(position), position.points
    )  # fmt: skip


def test_a_setup_is_frozen_all_the_way_down_and_its_copy_is_not():
    position = tablier.game("on_top").start(seed=1)
    with pytest.raises(TypeError):
        position.setup["board"]["rows"][0] = "#"
    with pytest.raises(TypeError):
        position.setup["board"]["rows"].append("#")
    with pytest.raises(TypeError):
        position.record().setup["tiles"].clear()
    free = copy.deepcopy(position.setup)
    assert free == position.setup and json.dumps(free) == json.dumps(position.setup)
    free["colours"].reverse()
    assert tablier.game("on_top").start(setup=free).setup != position.setup


def test_threads_that_play_from_one_position_get_what_they_asked_for():
    start, wrong = tablier.game("quantik").start(), []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def play(text):
        for _ in range(4000):
            after = start.play(text)
            if after.history[-1].text != text:
                wrong.append(after.history[-1].text)

    threads = [threading.Thread(target=play, args=(text,)) for text in ("N-a1", "N-a2", "S-b2", "Q-d4")]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_positions_moves_records_and_games_can_be_pickled_and_copied(game):
    position = late(game)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(position, protocol))
        assert again == position and again.text == position.text and again.history == position.history
        assert again.moves.texts == position.moves.texts and again.start == position.start
    assert copy.deepcopy(position) is position is copy.copy(position)
    move, record = position.moves[0], position.record()
    assert pickle.loads(pickle.dumps(move)) == move == copy.deepcopy(move)
    assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)
    assert pickle.loads(pickle.dumps(game)) is game is copy.deepcopy(game)


def test_a_filled_view_is_pickled_as_it_is():
    view = late(tablier.game("kabaleo")).view(0)
    guess = view.fill(5)
    again = pickle.loads(pickle.dumps(guess))
    assert again == guess and again.seat is None and pickle.loads(pickle.dumps(view)).seat == 0


def played_on(position):
    return position.play(position.moves[0]), position.game.name


def test_positions_travel_to_new_processes_and_back():
    positions = [late(game) for game in GAMES]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for position, (after, name) in zip(positions, pool.map(played_on, positions), strict=True):
            assert after == position.play(position.moves[0]) and name == position.game.name


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bytes_of_a_view_do_not_tell_what_its_seat_may_not_know(seats):
    """The same game in which the others hold other colours makes the same pickle."""
    start = tablier.game("kabaleo").start(seats, seed=4)
    for seat in (*range(seats), tablier.SPECTATOR):
        own, *others = start.moves.texts
        pickles, positions = set(), set()
        for shift in range(2):
            position, random, colours = start, Random(9), iter(others[shift:] + others[:shift])
            for other in range(seats):
                position = position.play(own if other == seat else next(colours))
            for _ in range(7):
                position = position.play(random.choice(position.moves.texts))
            positions.add(position)
            pickles.add(pickle.dumps(position.view(seat)))
        assert len(positions) == 2 and len(pickles) == 1, seat


def test_a_view_says_whose_it_is():
    position = late(tablier.game("kabaleo"))
    assert position.seat is None and position.view(1).seat == 1 and position.view(1).play(position.moves[0]).seat == 1
    assert position.view(tablier.SPECTATOR).seat == tablier.SPECTATOR and position.view(0).fill(3).seat is None


def test_numbers_of_numpy_are_numbers():
    game = tablier.game("kulami")
    start = game.start(np.int64(2), level=np.int64(3), seed=np.int64(1))
    assert start == game.start(2, level=3, seed=1) and type(start.options["level"]) is int
    assert start.view(np.int64(0)) == start and start.at(np.uint8(0)) is start
    assert start.fill(np.uint64(7)) == start


def test_a_path_is_a_move():
    start = tablier.game("quantik").start()
    assert start.play(("S", "b2")) == start.play(["S", "b2"]) == start.play("S-b2")


@pytest.mark.parametrize("seed", [-1, 2**64, "1", 1.5, None])
def test_a_guess_needs_a_seed(seed):
    with pytest.raises(tablier.BadOption, match="whole number"):
        late(tablier.game("kabaleo")).view(0).fill(seed)


def test_arrays_are_a_door_for_whoever_writes_a_search():
    position = tablier.game("kulami").start().play("e5")
    bits = np.unpackbits(position.mask.view(np.uint8), bitorder="little")
    assert np.flatnonzero(bits).tolist() == sorted(move.actions[0] for move in position.moves)
    states = position.arrays.copies(3)
    states[1]["placed"] = 9
    assert len(states) == 3 and position.state["placed"] == 1
    assert position.after(position.moves[0]) == position.play(position.moves[0])


def test_there_is_nothing_to_weigh_without_a_draw():
    game = tablier.game("on_top").start(seed=1)
    assert sum(game.chances()) == sum(game.setup["tiles"].values()) and game.play(game.moves[0]).chances() == []


def test_what_is_asked_in_vain_is_said_in_a_sentence():
    position = tablier.game("kulami").start()
    for ask, right in [
        (lambda: position.svg(theme="sepia"), "light, dark"),
        (lambda: position.svg(show=("bogus",)), "last, targets, barred"),
        (lambda: position.svg(language="de"), "en, fr"),
        (lambda: position.diagram("de"), "en, fr"),
        (lambda: position.game.help("de"), "en, fr"),
        (lambda: position.game.title.say("de"), "en, fr"),
        (lambda: position.record(players="Ann"), "2 seats"),
        (lambda: position.record(players=["Ann"]), "2 seats"),
    ]:
        with pytest.raises(tablier.TablierError, match=right):
            ask()
