"""The parts of the searches by themselves: bits, the transposition table, the tree, and who is stronger."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.core import bits
from tablier.core.compiler import entry, part
from tablier.core.random_play import random_game, random_move
from tablier.search.alphabeta.memory import FRAME
from tablier.search.alphabeta.table import CERTAIN, new_table, probe, store
from tablier.search.mcts.search import GrowingTree, Knowledge
from tablier.search.players import player

WORDS = st.integers(1, 2**64 - 1)


@entry
def all_bits(word, rank):
    word, rank = np.uint64(word), np.uint64(rank)
    return bits.count(word), bits.lowest(word), bits.nth(word, rank)


@given(WORDS, st.data())
def test_bits_are_counted_and_found(word, data):
    places = [place for place in range(64) if word >> place & 1]
    rank = data.draw(st.integers(0, len(places) - 1))
    assert all_bits(np.uint64(word), np.uint64(rank)) == (len(places), places[0], places[rank])
    assert halves(np.uint64(word), np.uint64(rank)) == places[rank]


halves = part(bits.nth_by_halving)
"""How the n-th bit is found by processors without an instruction for it."""


@entry
def chosen(words, rng, times, counts):
    for _ in range(times):
        counts[bits.choose(words, rng)] += 1


def test_every_set_bit_is_chosen_as_often_as_any_other():
    words, counts = np.array([0b1011, 0, 1 << 63], np.uint64), np.zeros(192, np.int64)
    chosen(words, np.array([1], np.uint64), 40_000, counts)
    assert set(np.flatnonzero(counts)) == {0, 1, 3, 191}
    assert all(abs(count - 10_000) < 500 for count in counts[counts > 0])


@entry
def keep(table, frames, level):
    store(table, frames[0], level)


@entry
def look_up(table, frames, level):
    return probe(table, frames[0], level)


def frame(key, **fields):
    record = np.zeros(1, FRAME)
    record["key"], record["alpha"], record["beta"], record["left"] = key, -(1 << 30), 1 << 30, -1
    for name, value in fields.items():
        record[name] = value
    return record


def test_the_table_gives_back_what_was_stored():
    table, key = new_table(2**16, 1), 0x1234_5678_9ABC_DEF0
    assert look_up(table, frame(key, depth=1), 0)[0] is False
    keep(table, frame(key, best=4321, chosen=17, depth=5), 3)
    settled, value, certain, move = look_up(table, frame(key, depth=5), 3)
    assert (settled, value, certain, move) == (True, 4321, 0, 17)
    assert not look_up(table, frame(key, depth=6), 3)[0], "not deep enough"
    assert look_up(table, frame(key ^ (1 << 63), depth=1), 3)[:2] == (False, 0), "another position in the same place"


def test_a_win_is_as_far_away_as_it_is_from_where_one_stands():
    table, key = new_table(2**16, 1), 99
    keep(table, frame(key, best=1000 - 9, chosen=1, certain=1), 4)  # won 9 actions after the root, seen at level 4
    assert look_up(table, frame(key, depth=60), 2)[1:3] == (1000 - 7, 1)
    assert (table[99, 1] >> np.uint64(48)) & np.uint64(0xFF) == CERTAIN


def test_bounds_settle_only_what_they_bound():
    table, key = new_table(2**16, 1), 7
    keep(table, frame(key, best=50, chosen=1, depth=3, alpha=0, beta=50), 1)  # at least 50
    assert look_up(table, frame(key, depth=3, alpha=0, beta=40), 1)[0]
    assert not look_up(table, frame(key, depth=3, alpha=0, beta=60), 1)[0]


def test_a_torn_entry_is_no_entry():
    table, key = new_table(2**16, 1), 5
    keep(table, frame(key, best=1, chosen=1, depth=3), 0)
    table[5, 1] += np.uint64(1)
    assert not look_up(table, frame(key, depth=1), 0)[0]


@pytest.mark.parametrize("game", tablier.list_games(), ids=str)
@pytest.mark.parametrize("knowledge", [False, True])
def test_a_tree_adds_up(game, knowledge):
    """Every simulation goes through the root; a node's visits are its children's and those that ended there."""
    view = [position for position in random_game(game.start(seed=3), Random(3)) if position.turn >= 0][3]
    view = view.view(view.turn)
    known = Knowledge(view, knowledge)
    tree = GrowingTree(view, known, list(view.moves), 2**22, 1)
    tree.desk["odds"][0, : view.seats, : known.kinds] = known.odds(view)
    tree.grow(np.zeros(8, np.int64), 500)
    nodes = tree.tree.nodes[: tree.desk["used"][0]]
    assert tree.simulations == 500
    for node in nodes[1:][nodes["number"][1:] > 0]:
        children = nodes[node["first"] : node["first"] + node["number"]]
        assert len({*children["action"].tolist()}) == len(children)
        assert children["count"].sum() <= node["count"]
    root = nodes[nodes[0]["first"] : nodes[0]["first"] + nodes[0]["number"]]
    assert root["count"].sum() == 500
    visits, totals = tree.tree.visits[:, : len(nodes)], tree.tree.totals[:, : len(nodes)]
    assert np.all(totals <= visits + 1e-3) and np.all(totals >= -1e-3)


BUDGETS = {
    "quantik": ({}, 300),
    "kulami": ({"depth": 2, "simulations": 150}, 150),
    "rangees": ({"depth": 1}, 60),
    "on_top": ({"simulations": 40}, 40),
    "kabaleo": ({"simulations": 200}, 200),
}


def contest(name, games):
    """How many of some games the best player wins of plain tree search, both with fixed budgets and seeds."""
    budget, simulations = BUDGETS[name]
    best, plain = player("best", **budget), player("uct", simulations=simulations)
    won = 0.0
    for number in range(games):
        random, seat = Random(number), number % 2
        position = tablier.game(name).start(2, seed=number // 2)
        while not position.over:
            if position.turn == tablier.CHANCE:
                position = position.play(random_move(position, random))
            else:
                who = best if position.turn == seat else plain
                position = position.play(who.think(position, 3600, seed=random.getrandbits(60)).move)
        ranks = position.outcome.ranks
        won += 0.5 if ranks[0] == ranks[1] else float(ranks[seat] == 1)
    return won


@pytest.mark.parametrize("name", BUDGETS)
def test_the_best_player_knows_more_than_plain_tree_search(name):
    """Always the same games: if knowledge gets lost on the way to the compiled search, this fails."""
    assert contest(name, 6) >= 5
