"""Quantik is played perfectly: who wins after each move, and when, as plain minimax says."""

from random import Random

import numpy as np
import pytest

import tablier
from tablier.core.bits import lowest
from tablier.core.compiler import part
from tablier.core.rules import OVER, moves, play, turn
from tablier.games.quantik.judgement import images
from tablier.search.players import player

START = tablier.game("quantik").start()
SHAPES, SQUARES = "SYQN", [f"{column}{row}" for row in "1234" for column in "abcd"]


@part
def minimax(boards, states, masks, level):
    """The number of actions to the end, negative if the seat on turn loses: a plain look at everything."""
    if turn(boards[0], states[level]) == OVER:
        return 0  # by the other's last piece
    moves(boards[0], states[level], masks[level])
    soonest_win, latest_loss = 99, 0
    while masks[level, 0]:
        action = np.int64(lowest(masks[level, 0]))
        masks[level, 0] &= masks[level, 0] - np.uint64(1)
        states[level + 1] = states[level]
        play(boards[0], states[level + 1], action)
        end = minimax(boards, states, masks, level + 1)
        if end <= 0:
            soonest_win = min(soonest_win, 1 - end)
        else:
            latest_loss = max(latest_loss, 1 + end)
    return soonest_win if soonest_win < 99 else -latest_loss


def by_minimax(position):
    """For each move the number of actions to the end, negative if it loses."""
    ends = {}
    for move in position.moves:
        after = position.play(move)
        end = minimax(after.arrays.board, after.arrays.copies(18), np.zeros((18, 1), np.uint64), 0)
        ends[move.text] = 1 - end if end <= 0 else -1 - end
    return ends


def by_search(position, seconds=600):
    thought = player("best").think(position, seconds, all_moves=True)
    assert all(value.exact and not value.bound for value in thought.values)
    return {value.move.text: value.plies if value.chance else -value.plies for value in thought.values}


def somewhere(seed, *plies):
    """A position with so many pieces on the board, reached at random by players who shun the end."""
    random = Random(seed)
    ply = random.choice(plies)
    position = START
    while position.ply < ply:
        going_on = (position.play(move) for move in random.sample(position.moves, len(position.moves)))
        position = next((after for after in going_on if not after.over), START)
    return position


def check(position):
    assert by_search(position) == by_minimax(position), position.text


@pytest.mark.parametrize("ply", range(6, 15))
def test_every_move_wins_or_loses_when_minimax_says_so(ply):
    for seed in range(4 if ply < 8 else 20):
        check(somewhere(f"{ply}/{seed}", ply))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_thousands_of_positions_against_minimax(seed):
    for number in range(150):
        check(somewhere(f"late/{seed}/{number}", *range(7, 15)))
    for number in range(10):
        check(somewhere(f"early/{seed}/{number}", 5, 6))
    check(somewhere(seed, 15))


def test_seat_1_wins_from_the_empty_board():
    ends = by_search(START)
    assert set(ends.values()) == {-10} and len(ends) == 64


def test_the_two_replies_that_win():
    """Another shape in the region of the first piece, beside it or diagonal to it."""
    ends = by_search(START.play("S-a1"))
    winning = {f"{shape}-{square}" for shape in "YQN" for square in ("a2", "b1", "b2")}
    assert {move for move, end in ends.items() if end > 0} == winning
    assert {ends[f"Y-{square}"] for square in ("a2", "b1")} == {9} and ends["Y-b2"] == 11


def renamed(position, image, shapes):
    """The same game with the board turned and the shapes exchanged."""
    copy = START
    for move in position.history:
        shape, square = move.path
        copy = copy.play(f"{shapes[SHAPES.index(shape)]}-{SQUARES[image[SQUARES.index(square)]]}")
    return copy


@pytest.mark.parametrize("seed", range(6))
def test_symmetric_positions_have_the_same_ends(seed):
    random = Random(seed)
    position = somewhere(seed, 3, 4, 5, 6)
    image, shapes = random.choice(images()["images"][0].tolist()), random.sample(SHAPES, 4)
    ends, others = by_search(position), by_search(renamed(position, image, shapes))
    assert sorted(ends.values()) == sorted(others.values())
    for move, end in ends.items():
        shape, square = move.split("-")
        assert others[f"{shapes[SHAPES.index(shape)]}-{SQUARES[image[SQUARES.index(square)]]}"] == end


@pytest.mark.parametrize("seed", range(8))
def test_the_line_expected_goes_to_the_end(seed):
    position = somewhere(seed, 1, 2, 3, 4, 5, 6)
    thought = player("best").think(position, 600)
    for move in thought.line:
        position = position.play(move)
    assert position.over and len(thought.line) == thought.values[0].plies


def test_a_position_read_from_text_has_the_same_ends():
    position = somewhere(3, 5)
    assert by_search(tablier.parse(position.text)) == by_search(position)


@pytest.mark.parametrize("other", ["random", "greedy", "uct", "5"])
def test_the_best_never_loses_as_second(other):
    for seed in range(4):
        position = START
        while not position.over:
            who, seconds = (("best", 600), (other, 0.05))[position.turn == 0]
            position = position.play(player(who).think(position, seconds, seed=seed).move)
        assert position.outcome.ranks == (2, 1), position.text


def test_level_1_does_not_see_the_reply_and_level_2_does():
    position = START.play("S-a1").play("Y-c1")
    seen = {level: player(level).think(position, 600, all_moves=True).values for level in ("1", "2")}
    gifts = {"Q-b1", "Q-d1", "N-b1", "N-d1"} & {value.move.text for value in seen["2"]}
    assert not any(value.exact for value in seen["1"])
    assert gifts and {value.move.text for value in seen["2"] if value.exact} == gifts
