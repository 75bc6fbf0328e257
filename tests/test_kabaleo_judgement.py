"""What Kabaleo's opponents believe of the others' colours, and what they show of their own."""

from random import Random

import numpy as np
import pytest

import tablier
from tablier.core.random_play import random_move
from tablier.games.kabaleo.judgement import DISCRETION
from tablier.search.players import player

KABALEO = tablier.game("kabaleo")


BELIEF = KABALEO.judgement.belief


def played_by(name, seats, seed):
    """All positions of a game between players of one kind."""
    random = Random(seed)
    position = KABALEO.start(seats, seed=seed)
    positions = []
    while not position.over:
        positions.append(position)
        if position.turn == tablier.CHANCE:
            position = position.play(random_move(position, random))
        else:
            thought = player(name).think(position.view(position.turn), 5, seed=random.getrandbits(60))
            position = position.play(thought.move)
    return positions


def belief_in_the_truth(position, seat):
    """How likely the seat on turn thinks each of the others to have the colour it has."""
    odds = BELIEF.odds(position.view(seat))
    return [odds[other, int(position.state["targets"][other])] for other in range(position.seats) if other != seat]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_belief_is_better_than_chance_at_naming_secrets(seats):
    chance = 1 / (seats + 1)
    believed = []
    for seed in range(8):
        late = [position for position in played_by("3", seats, seed) if position.turn >= 0][-seats - 1]
        believed += belief_in_the_truth(late, late.turn)
    assert sum(believed) / len(believed) > 1.4 * chance


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_belief_adds_up_to_one_and_never_names_the_own_colour_for_others(seats):
    position = [position for position in played_by("random", seats, 5) if position.turn >= 0][6]
    odds = BELIEF.odds(position.view(position.turn))
    own = int(position.state["targets"][position.turn])
    assert odds.sum(axis=1) == pytest.approx(np.ones(seats))
    assert all(odds[seat, own] == 0 for seat in range(seats) if seat != position.turn)


def test_no_belief_before_the_first_placement():
    position = played_by("random", 3, 2)[3]
    odds = BELIEF.odds(position.view(position.turn))
    own = int(position.state["targets"][position.turn])
    others = {round(float(value), 6) for seat in range(3) if seat != position.turn for value in odds[seat] if value}
    assert others == {0.25} and odds[(position.turn + 1) % 3, own] == 0


def test_a_placement_that_tells_more_costs_more():
    position = next(position for position in played_by("random", 2, 1) if position.turn >= 0)
    costs = BELIEF.cost(position.view(position.turn))
    colour = int(position.state["targets"][position.turn])
    played = {move.actions[0] for move in position.moves}
    own = [costs[action] for action in played if action // 24 == colour]
    covering = [costs[action] for action in played if action // 24 != colour]
    assert max(own) > min(covering)
    assert all(0 <= costs[action] <= DISCRETION for action in played)


def test_placements_that_come_to_the_same_are_looked_at_once():
    """On two bare bases of one colour it makes no difference where a piece is placed."""
    position = next(position for position in played_by("random", 2, 1) if position.turn >= 0)
    thought = player("best").think(position.view(position.turn), 0.2, all_moves=True)
    bases = position.setup["bases"]
    places = [f"{column}{row}" for column in "abcd" for row in "1234"]
    colours = dict(zip(places, bases, strict=True))
    chances = {}
    for value in thought.values:
        piece, place = value.move.text.split("-")
        chances.setdefault((piece, colours[place]), set()).add(value.chance)
    assert all(len(same) == 1 for same in chances.values())
