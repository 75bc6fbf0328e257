"""Players: always a legal move in time, from what they may know and nothing else."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import tablier
from tablier.core.random_play import random_game, random_move
from tablier.search.levels import LEVELS
from tablier.search.players import YARDSTICKS, player

GAMES = [game.name for game in tablier.list_games()]
NAMES = [*map(str, LEVELS), "best", *YARDSTICKS]


def somewhere(name, moves, seats=None, seed=1):
    """A position some random moves into a game, with a seat on turn."""
    random = Random(seed)
    position = tablier.game(name).start(seats, seed=seed)
    found = position
    while position.ply < moves or found.turn == tablier.CHANCE:
        position = position.play(random_move(position, random))
        if position.over:
            break
        found = position
    return found


def last_choice(name, seats=None, seed=1):
    """The last position of a random game in which somebody had a move."""
    game = random_game(tablier.game(name).start(seats, seed=seed), Random(seed))
    return [position for position in game if position.turn >= 0][-1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", NAMES)
def test_every_player_plays_every_game(name, who):
    for seats in tablier.game(name).seats:
        position = somewhere(name, 9, seats)
        thought = player(who).think(position.view(position.turn), 0.05)
        assert thought.move in position.moves
        assert thought.values[0].move == thought.move
        assert 0 <= thought.values[0].chance <= 1
        for language in ("en", "fr"):
            assert thought.as_json(language)["move"] == thought.move.text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", ["1", "best", "uct", "greedy"])
def test_one_move_from_the_end(name, who):
    for seats in tablier.game(name).seats:
        position = last_choice(name, seats)
        assert player(who).think(position.view(position.turn), 0.05).move in position.moves


@pytest.mark.parametrize("name", ["quantik", "kulami"])
@pytest.mark.parametrize("who", NAMES)
def test_one_legal_move(name, who):
    games = (random_game(tablier.game(name).start(seed=seed), Random(seed)) for seed in range(100))
    position = next(position for game in games for position in game if len(position.moves) == 1)
    for all_moves in (False, True):
        thought = player(who).think(position, 0.05, all_moves=all_moves)
        assert thought.move == position.moves[0] and len(thought.values) == 1


@pytest.mark.parametrize("who", NAMES)
def test_all_moves_losing(who):
    for seed in range(100):
        position = somewhere("quantik", 8, seed=seed)
        ends = [position.play(move) for move in position.moves]
        if len(ends) > 1 and all(any(after.play(move).over for move in after.moves) for after in ends):
            break
    player(who).think(position, 0)  # compiles
    thought = player(who).think(position, 60 if who == "best" else 0.1, all_moves=True)
    assert thought.move in position.moves
    if who == "best":
        assert thought.exact and all(value.exact and value.chance == 0 for value in thought.values)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_no_time_at_all_is_enough_for_a_legal_move(name, seconds):
    position = somewhere(name, 5)
    for who in NAMES:
        assert player(who).think(position.view(position.turn), seconds).move in position.moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seconds", [1e12, float("inf")])
def test_all_the_time_in_the_world_can_be_given_back(name, seconds):
    position, stop = somewhere(name, 5), threading.Event()
    assert player("2").think(position.view(position.turn), seconds).move in position.moves
    stop.set()
    assert player("best").think(position.view(position.turn), seconds, stop=stop).move in position.moves


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", ["best", "uct"])
def test_thinking_can_be_broken_off(name, who):
    position = somewhere(name, 5)
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    begun = time.monotonic()
    thought = player(who).think(position.view(position.turn), 3600, stop=stop)
    timer.join()
    assert thought.move in position.moves
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("name", GAMES)
def test_a_position_read_from_text(name):
    position = somewhere(name, 7)
    copy = tablier.parse(position.text)
    assert player("best").think(copy.view(copy.turn), 0.05).move in position.moves


@pytest.mark.parametrize("name", GAMES)
def test_both_cores_and_little_memory(name):
    position = somewhere(name, 7)
    thought = player("best").think(position.view(position.turn), 0.1, cores=2, memory=2**20)
    assert thought.move in position.moves


@pytest.mark.parametrize("name", GAMES)
def test_a_value_for_every_move(name):
    position = last_choice(name)
    thought = player("best").think(position.view(position.turn), 0.2, all_moves=True)
    assert sorted(value.move.text for value in thought.values) == position.moves.texts


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thoughts_at_once(name):
    positions = [somewhere(name, 4 + seed % 3, seed=seed) for seed in range(20)]
    with ThreadPoolExecutor(100) as pool:
        views = [position.view(position.turn) for position in positions]
        thoughts = list(pool.map(lambda view: player("best").think(view, 0.02, memory=2**22), views * 5))
    assert all(thought.move in position.moves for thought, position in zip(thoughts, positions * 5, strict=True))


def test_the_line_expected_can_be_played():
    position = somewhere("kulami", 40)
    thought = player("best").think(position, 0.2)
    for move in thought.line:
        position = position.play(move)


def test_nothing_to_think_about():
    with pytest.raises(tablier.GameOver):
        player("best").think(list(random_game(tablier.game("quantik").start(), Random(1)))[-1])
    with pytest.raises(tablier.NotYourTurn):
        player("best").think(tablier.game("on_top").start(seed=1))
    with pytest.raises(tablier.TablierError, match="best, random, greedy, uct"):
        player("deep blue")
