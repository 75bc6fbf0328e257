"""What a player thinks follows from what its seat may know: secrets and draws to come change nothing."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import tablier
from tablier.core.moves import DRAW, UNSEEN
from tablier.core.random_play import random_game, random_move
from tablier.search.players import Thinker, choose_search, player
from tablier.search.request import Request
from tablier.testing import start, variants

SECRETIVE = [game for game in tablier.list_games() if game.has_secrets]
LUCKY = [game for game in tablier.list_games() if game.has_chance and not game.has_secrets]
NAMES = ["1", "2", "3", "4", "5", "best", "uct", "greedy", "random"]
WORK = 200


class Steady(Thinker):
    """A player who does a fixed amount of work, however long that takes."""

    def level(self, game):
        level = super().level(game)
        return replace(level, simulations=min(level.simulations or WORK, WORK), depth=min(level.depth or 2, 2))


def thought(name, view, seed=7):
    """All that a player says, down to the last digit."""
    known = player(name)
    found = Steady(known.name, known.kind).think(view, 3600, seed=seed, all_moves=True)
    return found.move, found.values, found.line, found.exact, [fact.say() for fact in found.facts], found.work


def somewhere(game, variant, moves, seed=1):
    """A position with a seat on turn, some random moves into a game."""
    random = Random(seed)
    position = start(game, variant, seed)
    while position.turn < 0 or moves > 0:
        moves -= position.turn >= 0
        position = position.play(random_move(position, random))
    return position


def retold(position, seat) -> list[tablier.Position]:
    """Every course of the game so far that looks the same to a seat: all it has not seen, drawn in all ways."""
    told = list(zip(position.history, position.view(seat).history, strict=True))
    return list(_retold(position.start, told))


def _retold(position, told) -> Iterator[tablier.Position]:
    if not told:
        yield position
        return
    (move, shown), *rest = told
    moves = position.moves.texts if shown.text == DRAW + UNSEEN else [move.text]
    for text in moves:
        if text in position.moves:
            yield from _retold(position.play(text), rest)


def sample(positions, number=3):
    return Random(1).sample(positions, min(number, len(positions)))


CASES = [
    pytest.param(game, variant, id="-".join([game.name, *map(str, variant.values())]))
    for game in SECRETIVE
    for variant in variants(game)
]


def test_there_are_secrets_and_luck_to_test_with():
    assert CASES and LUCKY


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_secrets_of_others_change_no_thought(game, variant):
    for number, moves in enumerate((0, 1, 6, 15)):
        position = somewhere(game, variant, moves, seed=moves)
        others = retold(position, position.turn)
        assert len(others) > 1 and position in others
        for who in NAMES[number::4]:
            thoughts = [thought(who, other.view(other.turn)) for other in sample(others)]
            assert thoughts == thoughts[:1] * len(thoughts), who


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
def test_without_a_seed_the_same(game):
    position = somewhere(game, variants(game)[0], 4)
    others = retold(position, position.turn)
    assert len({str(thought("best", other.view(other.turn), None)) for other in sample(others)}) == 1


@pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.name)
@pytest.mark.parametrize("who", ["best", "uct"])
def test_somebody_who_sees_the_secrets_is_found_out(game, who):
    position = somewhere(game, variants(game)[0], 6)
    others = retold(position, position.turn)
    assert len({str(thought(who, other)[1]) for other in others}) == 1, "thinking hides by itself"
    level = Steady("", player(who).kind).level(game)
    peeked = (choose_search(other, level).think(Request(view=other, moves=other.moves, seed=7)) for other in others)
    assert len({str(found.values) for found in peeked}) > 1


@pytest.mark.parametrize("game", LUCKY, ids=lambda game: game.name)
@pytest.mark.parametrize("who", ["3", "best", "uct"])
def test_draws_to_come_change_no_thought(game, who):
    position = somewhere(game, variants(game)[0], 4)
    futures = [list(random_game(position, Random(seed)))[-1].record() for seed in range(4)]
    draws = [[move for move in future.moves[position.ply :] if move.startswith(DRAW)] for future in futures]
    assert draws[0] != draws[1] or draws[0] == []
    views = [list(future.positions())[position.ply].view(position.turn) for future in futures]
    thoughts = [thought(who, view) for view in views]
    assert thoughts == thoughts[:1] * len(thoughts)


@pytest.mark.parametrize("game", LUCKY, ids=lambda game: game.name)
def test_draws_made_do_change_thoughts(game):
    random, position = Random(3), game.start(seed=3)
    while position.turn >= 0 or position.ply == 0 or len(position.moves) == 1:
        position = position.play(random_move(position, random))
    drawn = [position.play(move) for move in position.moves]
    drawn = [after for after in drawn if after.turn >= 0]
    if drawn:  # else the draws are secret, and no seat sees them
        assert len({str(thought("uct", after.view(after.turn))) for after in drawn}) > 1
